//! A client of WebDriver, as small as these tests need it: <https://www.w3.org/TR/webdriver2/>.

use crate::folder::Folder;
use serde_json::{Value, json};
use std::env;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// What the browser is started with; without the last five it asks hosts of its maker.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
];

/// A browser of its own, with an empty profile; it ends with this value.
pub struct Browser {
    driver: Child,
    session: String,
    agent: ureq::Agent,
    profile: Folder,
}

impl Browser {
    /// Starts one in a language; `None` where there is no chromedriver.
    pub fn start(language: &str) -> Option<Browser> {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let output = driver.stdout.take().expect("piped");
        let port = BufReader::new(output).lines().map_while(Result::ok).find_map(|line| {
            let (_, port) = line.split_once("started successfully on port ")?;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = port.expect("chromedriver says on which port it listens");
        let config = ureq::Agent::config_builder().http_status_as_error(false);
        let agent = config.timeout_global(Some(Duration::from_secs(60))).build().into();
        let profile = Folder::new("chromium");
        let mut browser =
            Browser { driver, session: format!("http://127.0.0.1:{port}/session"), agent, profile };
        let mut arguments: Vec<String> = ARGUMENTS.iter().map(|&argument| argument.to_owned()).collect();
        arguments.push(format!("--user-data-dir={}", browser.profile.path().display()));
        arguments.push(format!("--accept-lang={language}"));
        let binary = env::var("TSUMUGI_CHROMIUM").unwrap_or_else(|_| "/usr/bin/chromium".to_owned());
        let capabilities = json!({ "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": { "args": arguments, "binary": binary },
            "goog:loggingPrefs": { "browser": "ALL" },
        } });
        let session = browser.post("", &json!({ "capabilities": capabilities }));
        let id = session["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {session}"));
        browser.session += &format!("/{id}");
        Some(browser)
    }

    /// Sends a command and gives its `value`.
    ///
    /// # Panics
    /// When the browser answers with an error.
    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> Value {
        let address = format!("{}{path}", self.session);
        let reply = self.agent.post(&address).content_type("application/json").send(body.to_string());
        value(reply.unwrap_or_else(|error| panic!("{address}: {error}")))
    }

    /// Asks for something.
    #[track_caller]
    pub fn get(&self, path: &str) -> Value {
        let address = format!("{}{path}", self.session);
        value(self.agent.get(&address).call().unwrap_or_else(|error| panic!("{address}: {error}")))
    }

    /// Runs a function body of JavaScript in the page.
    #[track_caller]
    pub fn script(&self, body: &str, arguments: &[Value]) -> Value {
        self.post("/execute/sync", &json!({ "script": body, "args": arguments }))
    }

    /// A command of the browser's own protocol: sizes of screens, colours, downloads.
    #[track_caller]
    pub fn developer(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// The messages on the console since the last call.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let log = self.post("/se/log", &json!({ "type": "browser" }));
        log.as_array().expect("a list").iter().map(|entry| entry["message"].to_string()).collect()
    }
}

#[track_caller]
fn value(reply: ureq::http::Response<ureq::Body>) -> Value {
    let text = reply.into_body().read_to_string().expect("UTF-8");
    let mut answer: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(answer["value"].get("error").is_none_or(Value::is_null), "{}", answer["value"]);
    answer["value"].take()
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser ends with its session, whatever became of the test.
        let _ = self.agent.delete(&self.session).call();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

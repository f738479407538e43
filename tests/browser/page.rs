//! The page as its user has it: squares that are clicked, keys that are pressed, texts that are read.

use crate::folder::Folder;
use crate::server::Server;
use crate::webdriver::Browser;
use serde_json::{Value, json};
use std::io::Write;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

/// What a small search may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// Browsers are large: one test at a time.
static TURN: Mutex<()> = Mutex::new(());

/// A browser with the page open.
pub struct Page {
    /// The browser.
    pub browser: Browser,
    /// The server.
    pub server: Server,
    downloads: Folder,
    _turn: MutexGuard<'static, ()>,
}

impl Page {
    /// Opens the page with what its address says behind `#`; `None` after a line `SKIPPED: …`.
    #[track_caller]
    pub fn open(language: &str, address: &str) -> Option<Page> {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(browser) = Browser::start(language) else {
            assert!(env::var_os("TSUMUGI_REQUIRE_BROWSER").is_none(), "chromedriver is absent");
            let test = thread::current().name().unwrap_or("a test").to_owned();
            // Not `eprintln!`, which the test harness withholds for tests that pass.
            writeln!(io::stderr(), "SKIPPED: {test}: chromedriver is absent").expect("standard error");
            return None;
        };
        let downloads = Folder::new("downloads");
        let page = Page { browser, server: Server::start(), downloads, _turn: turn };
        page.size(1600, 1000);
        let folder = page.downloads.path().display().to_string();
        page.browser.developer(
            "Browser.setDownloadBehavior",
            &json!({ "behavior": "allow", "downloadPath": folder }),
        );
        page.go_to(address);
        Some(page)
    }

    /// Goes to an address of the page, as a bookmark does.
    #[track_caller]
    pub fn go_to(&self, address: &str) {
        self.browser.post("/url", &json!({ "url": "about:blank" }));
        self.browser.post("/url", &json!({ "url": format!("{}{address}", self.server.url) }));
        self.wait_for(
            "the page",
            "return document.querySelectorAll('#verdict-limits:not(:empty)').length === 1",
        );
    }

    /// The size of the window's inside; narrow ones are telephones, whose scroll bars take no room.
    pub fn size(&self, width: u32, height: u32) {
        let metrics =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.browser.developer("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// Waits until a function body gives true.
    #[track_caller]
    pub fn wait_for(&self, what: &str, body: &str) {
        self.wait(what, || self.browser.script(body, &[]) == json!(true));
    }

    /// Waits until an element shows a text that contains another.
    #[track_caller]
    pub fn wait_for_text(&self, selector: &str, part: &str) {
        let end = Instant::now() + PATIENCE;
        loop {
            let text = self.text(selector);
            if text.contains(part) {
                return;
            }
            assert!(Instant::now() < end, "{selector} does not come to {part:?}: {text:?}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn wait(&self, what: &str, mut is_there: impl FnMut() -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_there() {
            assert!(Instant::now() < end, "no sign of {what}: {}", self.text("main"));
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The text that an element shows; empty where there is none.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        let body = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.browser.script(body, &[json!(selector)]).as_str().expect("a text").trim().to_owned()
    }

    /// A property of an element.
    #[track_caller]
    pub fn property(&self, selector: &str, name: &str) -> Value {
        let body = "return document.querySelector(arguments[0])?.[arguments[1]] ?? null";
        self.browser.script(body, &[json!(selector), json!(name)])
    }

    /// What the board shows on a square of USI, by its label.
    #[track_caller]
    pub fn square(&self, name: &str) -> String {
        let body = "return document.querySelector(arguments[0]).getAttribute('aria-label')";
        self.browser.script(body, &[json!(square(name))]).as_str().expect("a label").to_owned()
    }

    /// The middle of an element in the window, which is moved so that it is seen.
    #[track_caller]
    fn middle(&self, selector: &str) -> (i64, i64) {
        let body = "const node = document.querySelector(arguments[0]); if (!node) return null; \
                    node.scrollIntoView({ block: 'nearest', inline: 'nearest' }); \
                    const r = node.getBoundingClientRect(); \
                    return [Math.round(r.x + r.width / 2), Math.round(r.y + r.height / 2)]";
        let place = self.browser.script(body, &[json!(selector)]);
        assert!(place.is_array(), "{selector} is not on the page");
        (place[0].as_i64().expect("x"), place[1].as_i64().expect("y"))
    }

    #[track_caller]
    fn pointer(&self, kind: &str, actions: &[Value]) {
        let parameters = json!({ "pointerType": kind });
        let source = json!({ "type": "pointer", "id": kind, "parameters": parameters, "actions": actions });
        self.browser.post("/actions", &json!({ "actions": [source] }));
    }

    /// Clicks with the mouse; `button` is 0 for the left one, 2 for the right one.
    #[track_caller]
    pub fn press(&self, selector: &str, button: u8) {
        let (x, y) = self.middle(selector);
        self.pointer("mouse", &[move_to(x, y), down(button), up(button)]);
    }

    /// Clicks with the left button.
    #[track_caller]
    pub fn click(&self, selector: &str) {
        self.press(selector, 0);
    }

    /// Touches, for a time.
    #[track_caller]
    pub fn touch(&self, selector: &str, milliseconds: u64) {
        let (x, y) = self.middle(selector);
        let pause = json!({ "type": "pause", "duration": milliseconds });
        self.pointer("touch", &[move_to(x, y), down(0), pause, up(0)]);
    }

    /// Drags with the mouse. Both places must be seen at once.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let (_, _) = (self.middle(from), self.middle(to));
        let ((x, y), (end_x, end_y)) = (self.middle(from), self.middle(to));
        let between = move_to(i64::midpoint(x, end_x), i64::midpoint(y, end_y));
        self.pointer("mouse", &[move_to(x, y), down(0), between, move_to(end_x, end_y), up(0)]);
    }

    /// Presses keys one after the other, to whatever has the focus.
    #[track_caller]
    pub fn keys(&self, keys: &[&str]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        self.browser
            .post("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Presses a key while Control is held.
    #[track_caller]
    pub fn control(&self, key: &str) {
        let step = |kind: &str, value: &str| json!({ "type": kind, "value": value });
        let actions =
            [step("keyDown", CONTROL), step("keyDown", key), step("keyUp", key), step("keyUp", CONTROL)];
        self.browser
            .post("/actions", &json!({ "actions": [{ "type": "key", "id": "keys", "actions": actions }] }));
    }

    /// Puts the focus on an element.
    #[track_caller]
    pub fn focus(&self, selector: &str) {
        self.browser.script("document.querySelector(arguments[0]).focus()", &[json!(selector)]);
    }

    /// Chooses an option of a list.
    #[track_caller]
    pub fn choose(&self, selector: &str, value: &str) {
        let body = "const node = document.querySelector(arguments[0]); node.value = arguments[1]; \
                    node.dispatchEvent(new Event('change', { bubbles: true })); return node.value";
        assert_eq!(self.browser.script(body, &[json!(selector), json!(value)]), json!(value));
    }

    /// Puts a text into a field, as pasting does.
    #[track_caller]
    pub fn fill(&self, selector: &str, text: &str) {
        let body = "const node = document.querySelector(arguments[0]); node.value = arguments[1]; \
                    node.dispatchEvent(new Event('input', { bubbles: true }))";
        self.browser.script(body, &[json!(selector), json!(text)]);
    }

    /// Drops a file on the page.
    #[track_caller]
    pub fn drop_file(&self, name: &str, bytes: &[u8]) {
        let body = "const data = new DataTransfer(); \
                    data.items.add(new File([new Uint8Array(arguments[1])], arguments[0])); \
                    document.querySelector('main').dispatchEvent(new DragEvent('drop', \
                    { bubbles: true, cancelable: true, dataTransfer: data }))";
        self.browser.script(body, &[json!(name), json!(bytes)]);
    }

    /// The bytes of a file that the page has offered to save.
    #[track_caller]
    pub fn download(&self, name: &str) -> Vec<u8> {
        let path = self.downloads.path().join(name);
        self.wait(name, || fs::metadata(&path).is_ok_and(|file| file.len() > 0));
        fs::read(&path).expect("a file")
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.browser.post("/refresh", &json!({}));
        self.wait_for(
            "the page",
            "return document.querySelectorAll('#verdict-limits:not(:empty)').length === 1",
        );
    }

    /// Whether nothing sticks out at the side.
    #[track_caller]
    pub fn fits_the_window(&self) -> bool {
        let body = "return document.documentElement.scrollWidth <= window.innerWidth";
        self.browser.script(body, &[]) == json!(true)
    }

    /// Every test ends so: the console is empty.
    #[track_caller]
    pub fn close(self) {
        let messages = self.browser.console();
        assert!(messages.is_empty(), "on the console: {messages:#?}");
    }
}

/// The selector of a square of USI.
pub fn square(name: &str) -> String {
    let (file, rank) = name.split_at(1);
    let row = u32::from(rank.as_bytes()[0] - b'a');
    format!("#square-{}", row * 9 + 9 - file.parse::<u32>().expect("a file"))
}

/// Codes of WebDriver for keys that are no letters.
pub const CONTROL: &str = "\u{e009}";
/// From one part of the page to the next.
pub const TAB: &str = "\u{e004}";
/// The key that presses a button.
pub const ENTER: &str = "\u{e007}";
/// Arrow keys.
pub const LEFT: &str = "\u{e012}";
/// To the right.
pub const RIGHT: &str = "\u{e014}";
/// Upwards.
pub const UP: &str = "\u{e013}";

fn move_to(x: i64, y: i64) -> Value {
    json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y })
}

fn down(button: u8) -> Value {
    json!({ "type": "pointerDown", "button": button })
}

fn up(button: u8) -> Value {
    json!({ "type": "pointerUp", "button": button })
}

//! `tsumugi serve`: the web page and its JSON API.

use crate::cli::args::{GeneralFlags, ServeFlags};
use crate::cli::exit::Tally;
use crate::cli::fatal_error::FatalError;
use crate::cli::output::stdout::Output;
use crate::cli::run::interrupt::Interrupt;
use crate::cli::run::memory::{default_memory, for_search};
use crate::cli::run::options::usable_threads_told;
use crate::cli::stderr::tell;
use crate::report::Lang;
use crate::serve::{self, Budget, Holder, LEAST_MEMORY, Listening, Options, ServeError};
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

/// The folder of the jobs, below the user's data folder.
const DATA: [&str; 2] = ["tsumugi", "serve"];

/// Serves until it is interrupted.
///
/// # Errors
/// The server cannot be started.
pub fn run(flags: &ServeFlags, general: &GeneralFlags) -> anyhow::Result<Tally> {
    let lang = general.language();
    let data = flags.data.clone().or_else(usual_data).ok_or_else(no_data)?;
    let memory = flags.memory.unwrap_or_else(|| default_memory().max(LEAST_MEMORY));
    if memory < LEAST_MEMORY {
        return Err(too_little_memory().into());
    }
    let processors = available_parallelism().map_or(1, NonZero::get);
    let threads = flags.threads.map_or(processors, |threads| usable_threads_told(threads, 1, lang));
    let options = Options {
        listen: flags.listen.clone(),
        port: flags.port,
        data,
        budget: Budget::of(for_search(memory, LEAST_MEMORY), threads),
        every: flags.every,
    };
    let interrupt = Interrupt::listen();
    let mut printed = Ok(());
    let quiet = general.quiet;
    let show = |listening: &Listening| {
        printed = Output::new().write(&format!("{}\n", listening.url));
        if !quiet {
            tell(words(listening, lang));
        }
    };
    interrupt.while_searching(|| serve::run(options, interrupt.stop_flag(), show)).map_err(failure)?;
    printed?;
    Ok(Tally::default())
}

fn words(listening: &Listening, lang: Lang) -> String {
    let going_on = match listening.going_on {
        0 => String::new(),
        1 => lang.pick("前からのジョブ1個を続けます。", "1 job of an earlier server continues. ").to_owned(),
        jobs => lang.pick(
            format!("前からのジョブ{jobs}個を続けます。"),
            format!("{jobs} jobs of an earlier server continue. "),
        ),
    };
    let open = lang.pick(
        "上のアドレスをブラウザーで開いてください。Ctrl-C で終わります",
        "open the address above in a browser; Ctrl-C ends the server",
    );
    let secret = match &listening.token {
        None => "",
        Some(_) => lang.pick("。トークンはほかの人に見せないでください", "; keep the token in it secret"),
    };
    format!("{going_on}{open}{}{secret}", elsewhere(listening, lang))
}

/// For a server that listens on all addresses: a note on the address to use from other machines; otherwise empty.
fn elsewhere(listening: &Listening, lang: Lang) -> String {
    let all = match listening.address {
        address if !address.ip().is_unspecified() => return String::new(),
        SocketAddr::V4(_) => "0.0.0.0",
        SocketAddr::V6(_) => "[::]",
    };
    lang.pick(
        format!("。ほかの機械からは {all} をこの機械の IP アドレスに替えて開きます"),
        format!("; from other machines, use this machine's IP address instead of {all}"),
    )
}

/// The user's data folder by the conventions of the operating system.
fn usual_data() -> Option<PathBuf> {
    let of = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        of("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library").join("Application Support"))
    } else {
        of("XDG_DATA_HOME").or_else(|| of("HOME").map(|home| home.join(".local").join("share")))
    };
    Some(base?.join(DATA[0]).join(DATA[1]))
}

fn no_data() -> FatalError {
    FatalError::new(
        "the data folder of the user is not known: give a folder with --data DIR",
        "データのフォルダーが分かりません: --data DIR で指定してください",
    )
}

fn too_little_memory() -> FatalError {
    let mebibytes = LEAST_MEMORY >> 20;
    FatalError::new(
        format!("--memory: a server needs at least {mebibytes}M"),
        format!("--memory: サーバーには少なくとも {mebibytes}M が必要です"),
    )
}

fn failure(error: ServeError) -> FatalError {
    match error {
        ServeError::Address { address, cause } => {
            let [english, japanese] = match cause.kind() {
                ErrorKind::AddrInUse => [
                    "try another --port, or --port 0 for any that is free",
                    "別の --port か、空いているものを使う --port 0 を試してください",
                ],
                _ => [
                    "give --listen an address of this machine",
                    "--listen にはこのマシンのアドレスを書いてください",
                ],
            };
            FatalError::new(
                format!("{address}: cannot listen there: {english}"),
                format!("{address}: 待ち受けできません: {japanese}"),
            )
            .caused_by(cause)
        }
        ServeError::Data { path, cause } => FatalError::unwritable(&path, cause),
        ServeError::Held { path, holder } => held(&path.display().to_string(), holder.as_ref()),
        ServeError::System(cause) => {
            FatalError::new("the server cannot be started", "サーバーを始められません").caused_by(cause)
        }
    }
}

fn held(path: &str, holder: Option<&Holder>) -> FatalError {
    let (who, japanese) = match holder {
        Some(Holder { pid, url }) => (
            format!("the server at {url} (pid {pid}) uses this folder"),
            format!("{url} のサーバー (pid {pid}) がこのフォルダーを使っています"),
        ),
        None => (
            "another server uses this folder".to_owned(),
            "別のサーバーがこのフォルダーを使っています".to_owned(),
        ),
    };
    FatalError::new(
        format!("{path}: {who}: open its page, end it, or give each server a folder of its own (--data)"),
        format!(
            "{path}: {japanese}: そのページを開くか、終わらせるか、別のフォルダーを使ってください (--data)"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_machines_are_told_where_to_come() {
        let listening = |address: &str| Listening {
            address: address.parse().expect("an address"),
            url: String::new(),
            token: Some(String::new()),
            going_on: 0,
        };
        for (address, all) in [("0.0.0.0:8000", "0.0.0.0"), ("[::]:8000", "[::]")] {
            let english = words(&listening(address), Lang::En);
            assert!(english.contains(&format!("IP address instead of {all}; keep the token")), "{english}");
            assert!(
                words(&listening(address), Lang::Ja).contains(&format!("{all} をこの機械の IP アドレスに"))
            );
        }
        assert!(!words(&listening("192.0.2.1:8000"), Lang::En).contains("IP address"));
    }
}

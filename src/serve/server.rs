//! Starts a server with given options.

use super::http::{self, App, Guard, Token};
use super::job::{Jobs, open_data};
use super::options::{Holder, Listening, Options, ServeError};
use crate::solve::StopFlag;
use crate::store::memory;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// The greatest number of threads for blocking work, in addition to the thread of the connections.
const THREADS: usize = 16;
/// How long requests in progress may take when the server ends.
const LAST_REQUESTS: Duration = Duration::from_secs(1);

/// Serves until the flag is set; `tell` is called when the server listens. Jobs in progress are stored when it ends,
/// and are continued by the next server with the same folder.
///
/// # Errors
/// The server cannot run.
pub fn run(options: Options, stop: StopFlag, tell: impl FnOnce(&Listening)) -> Result<(), ServeError> {
    // Each job has a thread: with an arena for each thread, the allocator would hold several times the memory in use.
    memory::use_one_arena();
    let data = open_data(&options.data)?;
    let runtime =
        Builder::new_current_thread().enable_io().enable_time().max_blocking_threads(THREADS).build()?;
    runtime.block_on(async {
        let listener = listen(&options).await?;
        let address = listener.local_addr()?;
        let token = options.listen.as_ref().map(|_| Token::new()).transpose()?;
        let url = url(&options, address);
        data.hold(&Holder { pid: std::process::id(), url: url.clone() })?;
        let path = options.data.clone();
        let jobs = Jobs::open(data, options.budget, options.every)
            .map_err(|cause| ServeError::Data { path, cause })?;
        let token_text = token.as_ref().map(|token| token.text().to_owned());
        let with_token = token_text.as_ref().map(|token| format!("{url}?token={token}"));
        tell(&Listening {
            address,
            url: with_token.unwrap_or(url),
            token: token_text,
            going_on: jobs.open_count(),
        });
        let guard = Guard { token, name: options.listen.clone() };
        http::serve(Arc::new(App::new(jobs, guard)), listener, stop).await;
        Ok::<(), ServeError>(())
    })?;
    runtime.shutdown_timeout(LAST_REQUESTS);
    Ok(())
}

async fn listen(options: &Options) -> Result<TcpListener, ServeError> {
    let port = options.port;
    let (bound, address) = match &options.listen {
        None => {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
            (TcpListener::bind(address).await, address.to_string())
        }
        Some(name) => (TcpListener::bind((name.as_str(), port)).await, format!("{name}:{port}")),
    };
    bound.map_err(|cause| ServeError::Address { address, cause })
}

/// The URL of the page.
fn url(options: &Options, address: SocketAddr) -> String {
    let port = address.port();
    match &options.listen {
        Some(name) if name.parse::<IpAddr>().is_err() => format!("http://{name}:{port}/"),
        _ => format!("http://{address}/"),
    }
}

//! Tilewright's page over HTTP, with the native engines behind it.
//!
//! The server is for the person at this machine. It binds a loopback address unless told otherwise,
//! serves the files of the page that were built into the program (`files`), and answers questions at
//! `POST /api/ask` as `tilewright-desk` does in the browser: the answer is streamed as lines of
//! JSON, each news `{"news": …}`, and at last `{"answer": …}`. Closing the connection stops the
//! work.
//!
//! Whatever reaches a port of this machine can ask, web pages of strangers among them, so:
//!
//! - `guard` refuses requests that do not come from the page itself (`Host`, `Origin`, `Sec-Fetch-Site`, the content
//!   type), and unused methods;
//! - `work` bounds the questions at work at once and those that wait, with 503 beyond, and the time
//!   of one;
//! - `connection` bounds the resources that a slow or silent client can hold;
//! - the asker ([`ServerSettings::asker`]) bounds the cost of a question. The desk of [`ServerSettings::default`] runs in this
//!   process and ends by its budget; `tilewright serve` has each question answered by a process that can be ended.
//!
//! ```no_run
//! use std::sync::Arc;
//! use std::sync::atomic::AtomicBool;
//! use tilewright_serve::{Server, ServerSettings};
//!
//! let server = Server::bind(&ServerSettings::default())?;
//! println!("{}", server.address());
//! server.run(&Arc::new(AtomicBool::new(false)))?;
//! # Ok::<(), std::io::Error>(())
//! ```

mod connection;
mod files;
mod guard;
mod mended;
mod work;

pub use tilewright_desk::{Caps, News, ask as answer, failure, time_of};
pub use work::{Asker, Stop};

use guard::Hosts;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use work::Workshop;

/// The default port.
pub const USUAL_PORT: u16 = 7878;

/// The number of ports after the usual one that are tried if it is taken.
const OTHER_PORTS: u16 = 20;

/// The interval between looks at the stop flag.
const TICK: Duration = Duration::from_millis(50);

/// The time that running requests have to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// The settings of a server.
#[derive(Clone)]
pub struct ServerSettings {
    /// The address or name to listen at.
    pub host: String,
    /// The port; `None` is [`USUAL_PORT`] or, where that is taken, one of the next ones.
    pub port: Option<u16>,
    /// The most time that a question may take.
    pub time: Duration,
    /// The most questions at work at once.
    pub at_once: usize,
    /// The most questions that wait for their turn; more are refused.
    pub waiting: usize,
    /// The most bytes of a question.
    pub most_bytes: usize,
    /// The time that a client has to send a request.
    pub patience: Duration,
    /// The function that answers.
    pub asker: Arc<Asker>,
    /// Returns true if the process has memory for one more question.
    pub has_room: Arc<dyn Fn() -> bool + Send + Sync>,
}

/// Questions at work for each core: a short question need not wait for long ones.
const FOR_EACH_CORE: usize = 4;

/// The most of them, however many cores there are.
const MOST_AT_ONCE: usize = 64;

impl Default for ServerSettings {
    /// Loopback, a minute and 1 MiB for a question, four at once for each core.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let time = Duration::from_mins(1);
        Self {
            host: "127.0.0.1".to_owned(),
            port: None,
            time,
            at_once: (cores * FOR_EACH_CORE).min(MOST_AT_ONCE),
            waiting: 64,
            most_bytes: 1 << 20,
            patience: Duration::from_secs(10),
            asker: work::desk(Caps {
                time,
                memory: 1 << 30,
                ..Caps::default()
            }),
            has_room: Arc::new(|| true),
        }
    }
}

impl ServerSettings {
    /// Sets the caps of a question, and the asker that keeps to them.
    #[must_use]
    pub fn within(mut self, caps: Caps) -> Self {
        self.time = caps.time;
        self.asker = work::desk(caps);
        self
    }
}

impl std::fmt::Debug for ServerSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("host", &self.host)
            .field("port", &self.port)
            .field("time", &self.time)
            .field("at_once", &self.at_once)
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    settings: ServerSettings,
    listeners: Vec<TcpListener>,
    address: SocketAddr,
}

impl Server {
    /// Begins to listen.
    pub fn bind(settings: &ServerSettings) -> io::Result<Self> {
        let first = match settings.port {
            Some(port) => listen(&settings.host, port)?,
            None => listen_somewhere(&settings.host)?,
        };
        let address = first.local_addr()?;
        let mut listeners = vec![first];
        // Browsers may take `localhost` for either; a missing IPv6 is not a failure.
        if address.ip() == IpAddr::V4(Ipv4Addr::LOCALHOST)
            && let Ok(listener) = TcpListener::bind(("::1", address.port()))
        {
            listeners.push(listener);
        }
        Ok(Self {
            settings: settings.clone(),
            listeners,
            address,
        })
    }

    /// The address it listens at.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns true if other machines can reach it.
    pub fn is_open_to_others(&self) -> bool {
        !self.address.ip().is_loopback()
    }

    /// Serves until `stop` is set; then lets running requests stop, and ends.
    pub fn run(self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(self.settings.at_once.max(1))
            .thread_name("tilewright-serve")
            .enable_all()
            .build()?;
        let served = runtime.block_on(self.serve(stop));
        // Work that does not look at its flag is left behind.
        runtime.shutdown_timeout(GRACE);
        served
    }

    async fn serve(self, stop: &Arc<AtomicBool>) -> io::Result<()> {
        let (sender, is_over) = watch::channel(false);
        let workshop = Workshop::new(&self.settings);
        let hosts = Arc::new(Hosts::new(&self.settings.host, self.address.ip()));
        let router = connection::router(workshop, hosts, &self.settings);
        let mut tasks = Vec::new();
        for listener in self.listeners {
            listener.set_nonblocking(true)?;
            let listener = tokio::net::TcpListener::from_std(listener)?;
            let router = router.clone();
            let (settings, is_over) = (self.settings.clone(), is_over.clone());
            tasks.push(tokio::spawn(connection::accept(
                listener, router, settings, is_over,
            )));
        }
        while !stop.load(Ordering::Relaxed) {
            tokio::time::sleep(TICK).await;
        }
        let _ = sender.send(true);
        for task in tasks {
            let _ = tokio::time::timeout(GRACE, task).await;
        }
        Ok(())
    }
}

/// Serves one client over a connection of any kind, without a port: until either side has enough. The client's bytes
/// are bounded and guarded as they are behind a port of the host in `settings`.
pub async fn talk<S: AsyncRead + AsyncWrite + Unpin>(stream: S, settings: &ServerSettings) {
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let hosts = Arc::new(Hosts::new(&settings.host, address));
    let router = connection::router(Workshop::new(settings), hosts, settings);
    // The sender stays until the end: only it could signal the end.
    let (_sender, is_over) = watch::channel(false);
    connection::serve(stream, router, settings, is_over).await;
}

fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let addresses: Vec<SocketAddr> = (bare, port).to_socket_addrs()?.collect();
    TcpListener::bind(&addresses[..])
}

/// The usual port, or the first after it that is free.
fn listen_somewhere(host: &str) -> io::Result<TcpListener> {
    let mut tried = listen(host, USUAL_PORT);
    for port in USUAL_PORT + 1..=USUAL_PORT + OTHER_PORTS {
        match &tried {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => tried = listen(host, port),
            _ => break,
        }
    }
    tried
}

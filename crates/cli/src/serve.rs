//! `tilewright serve`: the page on this machine, with the native engines behind it. The server
//! itself only listens; questions are answered by processes (`workers.rs`).

pub(crate) mod worker;
mod workers;

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::talk;
use crate::{heap, paranoid};
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tilewright_serve::{Server, ServerSettings};
use workers::Workers;

/// The memory of the server itself while it takes more questions: those that are being read, and
/// answers that are being sent.
const OWN: u64 = 64 << 20;

/// Serves until Ctrl-C.
pub(crate) fn run(args: &args::Serve) -> Result<Exit, Trouble> {
    let workers = Workers::new(args.time, args.memory, paranoid::is_asked_for())
        .map_err(|error| Failure::new(format!("no worker can be started: {error}")))?;
    let mut settings = ServerSettings {
        host: args.host.clone(),
        port: args.port,
        time: args.time,
        asker: Arc::new(move |question, news, stop| workers.answer(question, news, stop)),
        has_room: Arc::new(|| heap::used() < OWN),
        ..ServerSettings::default()
    };
    if let Some(threads) = args.threads {
        settings.at_once = usize::from(threads);
    }
    let interrupt = Interrupt::listen();
    let server = Server::bind(&settings).map_err(|error| failure(args, &error))?;
    if server.is_open_to_others() {
        talk::say("warning: other machines can reach this server and give it work");
    }
    let mut out = io::stdout();
    writeln!(out, "http://{}/", server.address())?;
    out.flush()?;
    talk::say("Ctrl-C ends it");
    interrupt.wait_for_notes(Duration::ZERO);
    interrupt.hear();
    server
        .run(&interrupt.flag())
        .map_err(|error| Failure::new(format!("the server cannot continue: {error}")))?;
    Ok(Exit::Yes)
}

fn failure(args: &args::Serve, error: &io::Error) -> Failure {
    let place = match args.port {
        Some(port) => format!("port {port} of {:?}", args.host),
        None => format!("{:?}", args.host),
    };
    let failure = Failure::new(format!("nothing can be served at {place}: {error}"));
    match error.kind() {
        io::ErrorKind::AddrInUse => failure.hint("without --port a free one is found"),
        _ => failure,
    }
}

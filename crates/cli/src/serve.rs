//! `tilewright serve`: the page on this machine, with the native engines behind it.

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::paranoid;
use crate::talk;
use std::io::{self, Write};
use std::time::Duration;
use tilewright_serve::{Caps, Server, Settings};

/// Serves until Ctrl-C.
pub(crate) fn run(args: &args::Serve) -> Result<Exit, Trouble> {
    let settings = Settings {
        host: args.host.clone(),
        port: args.port,
        ..Settings::default()
    };
    let mut settings = settings.within(Caps {
        time: args.time,
        memory: args.memory,
        solver: paranoid::solver(),
        ..Caps::default()
    });
    if let Some(threads) = args.threads {
        settings.at_once = usize::from(threads);
    }
    let interrupt = Interrupt::listen();
    let server = Server::bind(&settings).map_err(|error| failure(args, &error))?;
    if server.is_open_to_others() {
        talk::say(
            "warning: other machines can reach this server, and whoever does can make it work",
        );
    }
    let mut out = io::stdout();
    writeln!(out, "http://{}/", server.address())?;
    out.flush()?;
    talk::say("Ctrl-C ends it");
    interrupt.wait_for_notes(Duration::ZERO);
    interrupt.hear();
    server
        .run(&interrupt.flag())
        .map_err(|error| Failure::new(format!("the server cannot go on: {error}")))?;
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

//! Connections: their number, their speed, and the requests allowed on one.

use crate::ServerSettings;
use crate::files;
use crate::guard::{self, Hosts};
use crate::mended::Mended;
use crate::work::{Question, Workshop, busy, refusal};
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, HeaderMap};
use axum::middleware::from_fn_with_state;
use axum::response::Response;
use axum::routing::{get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The most connections at once; others wait until one is closed.
const MOST_CONNECTIONS: usize = 1024;

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 << 10;

/// A question of up to this many bytes is read whatever else is being read.
const SHORT: usize = 16 << 10;

/// The memory for all longer ones that are read, wait or run, in [`UNIT`]s.
const LONG_ONES: usize = 32 << 10;
const UNIT: usize = 1 << 10;

/// After this time a connection takes no more requests; browsers open another.
const LIFETIME: Duration = Duration::from_mins(5);

/// The time beyond that of a question that a connection may last once it is to end.
const LAST_WORDS: Duration = Duration::from_secs(30);

/// A moment for whatever keeps connections from being accepted to pass.
const BREATH: Duration = Duration::from_millis(100);

/// The service that answers a request.
#[derive(Clone)]
struct Counter {
    workshop: Workshop,
    most_bytes: usize,
    patience: Duration,
    long_ones: Arc<Semaphore>,
}

/// The paths, and the guard before them.
pub(crate) fn router(workshop: Workshop, hosts: Arc<Hosts>, settings: &ServerSettings) -> Router {
    let counter = Counter {
        workshop,
        most_bytes: settings.most_bytes,
        patience: settings.patience,
        long_ones: Arc::new(Semaphore::new(LONG_ONES)),
    };
    Router::new()
        .route("/api/ask", post(ask))
        .fallback_service(get(files::get).with_state(()))
        .layer(from_fn_with_state(hosts, guard::check))
        .with_state(counter)
}

/// Reads a question, if it is short and comes soon, and answers it.
async fn ask(State(counter): State<Counter>, headers: HeaderMap, body: Body) -> Response {
    let too_long = || {
        let why = format!("a question has at most {} bytes", counter.most_bytes);
        refusal(StatusCode::PAYLOAD_TOO_LARGE, &why)
    };
    let told = headers.get(CONTENT_LENGTH).and_then(|n| n.to_str().ok());
    let told = told.and_then(|n| n.parse::<u64>().ok());
    if told.is_some_and(|n| n > counter.most_bytes as u64) {
        return too_long();
    }
    let length = told.map_or(counter.most_bytes, |n| n as usize);
    let share = if length <= SHORT {
        None
    } else {
        let units = length.div_ceil(UNIT).min(LONG_ONES) as u32;
        let share = Arc::clone(&counter.long_ones).acquire_many_owned(units);
        match timeout(counter.patience, share).await {
            Ok(Ok(share)) => Some(share),
            _ => return busy(),
        }
    };
    let read = to_bytes(body, length);
    let bytes = match timeout(counter.patience, read).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return too_long(),
        Err(_) => return refusal(StatusCode::REQUEST_TIMEOUT, "the question came too slowly"),
    };
    match String::from_utf8(bytes.into()) {
        Ok(text) => {
            let question = Question {
                text,
                _share: share,
            };
            counter.workshop.answer(question).await
        }
        Err(_) => refusal(StatusCode::BAD_REQUEST, "a question is text in UTF-8"),
    }
}

/// Takes connections until it is over, and lets them end.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    settings: ServerSettings,
    mut is_over: watch::Receiver<bool>,
) {
    let seats = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let Ok(seat) = Arc::clone(&seats).acquire_owned().await else {
            break;
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = is_over.changed() => break,
        };
        // No more file descriptors, or a client that has left already.
        let Ok((stream, _)) = accepted else {
            sleep(BREATH).await;
            continue;
        };
        let (router, settings, is_over) = (router.clone(), settings.clone(), is_over.clone());
        let _ = stream.set_nodelay(true);
        tokio::spawn(async move {
            serve(stream, router, &settings, is_over).await;
            drop(seat);
        });
    }
    drop(listener);
    // All seats are free when all have left.
    let _ = seats.acquire_many(MOST_CONNECTIONS as u32).await;
}

/// Answers the requests of one connection, until either side has enough.
pub(crate) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    stream: S,
    router: Router,
    settings: &ServerSettings,
    mut is_over: watch::Receiver<bool>,
) {
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.patience)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(
            TokioIo::new(Mended::new(stream)),
            TowerToHyperService::new(router),
        );
    let mut connection = pin!(connection);
    tokio::select! {
        // A fault of a connection concerns only its client.
        _ = connection.as_mut() => return,
        () = sleep(LIFETIME) => {}
        _ = is_over.changed() => {
            connection.as_mut().graceful_shutdown();
            // Dropping it stops the work of its question.
            let _ = timeout(BREATH, connection).await;
            return;
        }
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(settings.time + LAST_WORDS, connection).await;
}

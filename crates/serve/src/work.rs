//! Questions at work: a bounded number at once, a bounded number that wait, and an end to each.
//!
//! A question runs on a thread of its own and hands its lines to the connection through a short queue. When the
//! connection is closed the body of the answer is dropped, which sets the flag that the search looks at. A client
//! that stays but does not read delays the work only for a while. A question that waits for its turn longer than it
//! may take is refused, and so are all while the server holds too much of other questions and unread answers.

use crate::ServerSettings;
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body::Frame;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tilewright_desk::{Caps, News, ask, failure};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::{Sleep, sleep, timeout};

/// Lines that may wait for a slow reader.
const LINES_AHEAD: usize = 16;

/// The time that a reader has for a line before it counts as gone.
const READER_PATIENCE: Duration = Duration::from_secs(20);

/// The time beyond its limit that a question has to report its stop.
const GRACE: Duration = Duration::from_secs(5);

/// Answers a question; it gets the receiver of news and the stop flag.
pub type Asker = dyn Fn(&str, &News, &Stop) -> String + Send + Sync;

/// The stop flag of a question: it is set when the question's time is up or its client has left.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    has_left: Arc<AtomicBool>,
}

impl Stop {
    /// The flag for a search.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Returns true if it is to stop.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// Returns true if the client has left.
    pub fn has_left(&self) -> bool {
        self.has_left.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    fn leave(&self) {
        self.has_left.store(true, Ordering::Relaxed);
        self.set();
    }
}

/// A question, with its share of the memory for all questions.
pub(crate) struct Question {
    pub(crate) text: String,
    /// Given back when it is answered.
    pub(crate) _share: Option<OwnedSemaphorePermit>,
}

/// The desk, with the caps of a question.
pub(crate) fn desk(caps: Caps) -> Arc<Asker> {
    Arc::new(move |question, news, stop| {
        let caps = Caps {
            stop: Some(stop.flag()),
            ..caps.clone()
        };
        ask(question, news, &caps)
    })
}

/// The place where questions are answered.
#[derive(Clone)]
pub(crate) struct Workshop {
    asker: Arc<Asker>,
    time: Duration,
    /// One for each question at work.
    seats: Arc<Semaphore>,
    /// One for each question at work or waiting, and for each answer that is not read yet.
    places: Arc<Semaphore>,
    has_room: Arc<dyn Fn() -> bool + Send + Sync>,
}

impl Workshop {
    pub(crate) fn new(settings: &ServerSettings) -> Self {
        let seats = settings.at_once.max(1);
        Self {
            asker: Arc::clone(&settings.asker),
            time: settings.time,
            seats: Arc::new(Semaphore::new(seats)),
            places: Arc::new(Semaphore::new(seats + settings.waiting)),
            has_room: Arc::clone(&settings.has_room),
        }
    }

    /// Answers a question when it is its turn.
    pub(crate) async fn answer(&self, question: Question) -> Response {
        if !(self.has_room)() {
            return busy();
        }
        let Ok(place) = Arc::clone(&self.places).try_acquire_owned() else {
            return busy();
        };
        // A client that leaves while it waits takes its place along: this future is dropped.
        let seat = timeout(self.time, Arc::clone(&self.seats).acquire_owned()).await;
        let Ok(Ok(seat)) = seat else {
            return busy();
        };
        let stop = Stop::default();
        let (lines, answer) = mpsc::channel(LINES_AHEAD);
        let work = Work {
            lines,
            stop: stop.clone(),
            runtime: tokio::runtime::Handle::current(),
        };
        let asker = Arc::clone(&self.asker);
        tokio::task::spawn_blocking(move || {
            work.run(&asker, &question.text);
            drop((seat, question));
        });
        let lines = Lines {
            answer,
            stop: StopWhenDropped(stop),
            _place: place,
            patience: Box::pin(sleep(self.time)),
            is_late: false,
            is_over: false,
        };
        let mut response = Body::new(lines).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/x-ndjson");
        headers.insert(CONTENT_TYPE, kind);
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}

pub(crate) fn busy() -> Response {
    let mut response = refusal(
        StatusCode::SERVICE_UNAVAILABLE,
        "too many questions are at work or wait already",
    );
    let headers = response.headers_mut();
    headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
    response
}

/// An answer that reports the fault of a request, in the desk's form.
pub(crate) fn refusal(status: StatusCode, why: &str) -> Response {
    let mut headers = HeaderMap::new();
    let kind = HeaderValue::from_static("application/json");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let body = failure(why, None) + "\n";
    (status, headers, body).into_response()
}

/// A question on its thread.
struct Work {
    lines: mpsc::Sender<String>,
    stop: Stop,
    runtime: tokio::runtime::Handle,
}

impl Work {
    fn run(&self, asker: &Arc<Asker>, question: &str) {
        let (lines, stop, runtime) = (self.lines.clone(), self.stop.clone(), self.runtime.clone());
        let news = News::to(move |text| send(&runtime, &lines, &stop, line("news", text)));
        let answer = std::panic::AssertUnwindSafe(|| asker(question, &news, &self.stop));
        let answer = std::panic::catch_unwind(answer).unwrap_or_else(|_| {
            let message = "this question was too much for the program; please report it";
            failure(message, None)
        });
        send(
            &self.runtime,
            &self.lines,
            &self.stop,
            line("answer", &answer),
        );
    }
}

/// Hands a line to the connection; a reader who is gone stops the work. Searches report news from threads that have
/// no runtime of their own.
fn send(runtime: &tokio::runtime::Handle, lines: &mpsc::Sender<String>, stop: &Stop, line: String) {
    let line = match lines.try_send(line) {
        Ok(()) => return,
        Err(mpsc::error::TrySendError::Full(line)) => line,
        Err(mpsc::error::TrySendError::Closed(_)) => {
            stop.leave();
            return;
        }
    };
    let sent = runtime.block_on(timeout(READER_PATIENCE, lines.send(line)));
    if !matches!(sent, Ok(Ok(()))) {
        stop.leave();
    }
}

/// `{"news": …}` on a line of its own.
fn line(key: &str, text: &str) -> String {
    // Text that is not JSON would break the line; the desk writes none.
    let value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(_) => Value::String(text.to_owned()),
    };
    let mut line = json!({ key: value }).to_string();
    line.push('\n');
    line
}

/// Sets the flag of a search when its answer is not wanted any more.
struct StopWhenDropped(Stop);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.leave();
    }
}

/// The body of an answer: its lines as they come.
struct Lines {
    answer: mpsc::Receiver<String>,
    stop: StopWhenDropped,
    /// Until the work is stopped, and then until it is given up.
    patience: Pin<Box<Sleep>>,
    is_late: bool,
    is_over: bool,
    _place: OwnedSemaphorePermit,
}

impl http_body::Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        loop {
            if self.is_over {
                return Poll::Ready(None);
            }
            match self.answer.poll_recv(context) {
                Poll::Ready(Some(line)) => return Poll::Ready(Some(Ok(frame(line)))),
                Poll::Ready(None) => return Poll::Ready(None),
                Poll::Pending => {}
            }
            ready!(self.patience.as_mut().poll(context));
            self.stop.0.set();
            if self.is_late {
                self.is_over = true;
                let answer = failure("this took too long and was given up", None);
                return Poll::Ready(Some(Ok(frame(line("answer", &answer)))));
            }
            self.is_late = true;
            let later = tokio::time::Instant::now() + GRACE;
            self.patience.as_mut().reset(later);
        }
    }
}

fn frame(line: String) -> Frame<Bytes> {
    Frame::data(Bytes::from(line))
}

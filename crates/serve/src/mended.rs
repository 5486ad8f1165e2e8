//! Answers that the HTTP library gives by itself, with the headers that all answers have.
//!
//! A request that is not HTTP (400) or whose head is too long (431) never reaches the router: hyper answers it with a
//! bare head and closes the connection. Such a head is known by its first bytes and by its missing headers, and these
//! are added on the way out.

use crate::guard::ALWAYS;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// The beginning of an answer that may be the library's own.
const BEGINNING: &[u8] = b"HTTP/1.1 4";

/// The end of a head.
const END: &[u8] = b"\r\n\r\n";

/// A connection whose answers all have their headers.
pub(crate) struct Mended<S> {
    stream: S,
    /// A head that was mended and is still to be written, and how much of it was.
    head: Vec<u8>,
    written: usize,
}

impl<S> Mended<S> {
    pub(crate) fn new(stream: S) -> Self {
        Self {
            stream,
            head: Vec::new(),
            written: 0,
        }
    }
}

/// A bare head with the headers that it lacks; `None` where it is anything else.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let head = bytes.strip_suffix(END)?;
    let is_bare = bytes.starts_with(BEGINNING)
        && !head.windows(END.len()).any(|window| window == END)
        && !contains(head, ALWAYS[0].0.as_bytes());
    is_bare.then(|| {
        let mut mended = head.to_vec();
        for (name, value) in ALWAYS {
            mended.extend_from_slice(format!("\r\n{name}: {value}").as_bytes());
        }
        mended.extend_from_slice(END);
        mended
    })
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    let mut windows = bytes.windows(wanted.len());
    windows.any(|window| window.eq_ignore_ascii_case(wanted))
}

impl<S: AsyncWrite + Unpin> Mended<S> {
    /// Writes the rest of a mended head.
    fn write_head(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while self.written < self.head.len() {
            let rest = &self.head[self.written..];
            let written = ready!(Pin::new(&mut self.stream).poll_write(context, rest))?;
            if written == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            self.written += written;
        }
        self.head = Vec::new();
        self.written = 0;
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Mended<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.write_head(context))?;
        let Some(head) = mended(bytes) else {
            return Pin::new(&mut self.stream).poll_write(context, bytes);
        };
        self.head = head;
        // What cannot be written at once is written before anything else, or by a flush.
        if let Poll::Ready(Err(error)) = self.write_head(context) {
            return Poll::Ready(Err(error));
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_head(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_head(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Mended<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bare_heads_are_mended() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n\r\n";
        let head = String::from_utf8(mended(bare).unwrap()).unwrap();
        assert!(head.contains("\r\ncontent-length: 0\r\ncontent-security-policy: default-src"));
        assert!(head.ends_with("\r\ncross-origin-opener-policy: same-origin\r\n\r\n"));
        assert_eq!(mended(head.as_bytes()), None);
        for other in [
            "HTTP/1.1 200 OK\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\n\r\nbody",
            "HTTP/1.1 400 Bad Request\r\n\r\nbody\r\n\r\n",
            "",
        ] {
            assert_eq!(mended(other.as_bytes()), None, "{other}");
        }
    }
}

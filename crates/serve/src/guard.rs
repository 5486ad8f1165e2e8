//! Access: only the page itself, and the person who types an address, may ask.
//!
//! Another site's page may send requests to this machine. Its browser says so in `Origin` and `Sec-Fetch-Site`, and a
//! name that a stranger's DNS server points here is in `Host`. A numeric address cannot be made to point elsewhere,
//! so numbers are accepted if the server listens at all addresses.

use crate::work::refusal;
use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;

/// Everything that the page needs is here; nothing else is loaded, and no site may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' blob: data:; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The headers of every answer.
pub(crate) const ALWAYS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The names by which the server may be called.
#[derive(Debug)]
pub(crate) struct Hosts {
    told: String,
    takes_numbers: bool,
}

impl Hosts {
    /// The names of a server that listens at `host`, which is `address`.
    pub(crate) fn new(host: &str, address: IpAddr) -> Self {
        Self {
            told: host.trim_matches(['[', ']']).to_ascii_lowercase(),
            takes_numbers: address.is_unspecified(),
        }
    }

    /// Returns true for a name of the server: `localhost:7878`, `[::1]:7878`.
    fn includes(&self, host: &str) -> bool {
        let Some(name) = without_port(host) else {
            return false;
        };
        let name = name.to_ascii_lowercase();
        if name == "localhost" || name == self.told {
            return true;
        }
        match name.parse::<IpAddr>() {
            Ok(address) => address.is_loopback() || self.takes_numbers,
            Err(_) => false,
        }
    }
}

/// The name of "name:port"; `None` if it is not of that form.
fn without_port(host: &str) -> Option<&str> {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => host
            .split_once(':')
            .map_or((host, ""), |(name, _)| (name, &host[name.len()..])),
    };
    let is_port = match port.strip_prefix(':') {
        Some(port) => port.parse::<u16>().is_ok(),
        None => port.is_empty(),
    };
    (is_port && !name.is_empty()).then_some(name)
}

/// Lets the page's requests through, and adds the headers for the browser to every answer.
pub(crate) async fn check(
    State(hosts): State<Arc<Hosts>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match fault(&hosts, &request) {
        Some((status, why)) => refusal(status, why),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in ALWAYS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// The reason why a request is refused.
fn fault(hosts: &Hosts, request: &Request) -> Option<(StatusCode, &'static str)> {
    let headers = request.headers();
    if ![Method::GET, Method::HEAD, Method::POST].contains(request.method()) {
        let why = "only GET, HEAD and POST are answered";
        return Some((StatusCode::METHOD_NOT_ALLOWED, why));
    }
    let mut named = headers.get_all(HOST).iter();
    let host = named.next().and_then(|host| host.to_str().ok());
    let authority = request.uri().authority().map(Authority::as_str);
    let is_ours = |host: &str| hosts.includes(host);
    if named.next().is_some() || !host.is_some_and(is_ours) || !authority.is_none_or(is_ours) {
        let why = "this server is not called so (see --host)";
        return Some((StatusCode::MISDIRECTED_REQUEST, why));
    }
    if !is_from_here(headers, host?, request.method()) {
        let why = "only the page of this server may ask";
        return Some((StatusCode::FORBIDDEN, why));
    }
    if request.method() == Method::POST && !is_json(headers) {
        let why = "a question is application/json";
        return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, why));
    }
    None
}

fn is_from_here(headers: &HeaderMap, host: &str, method: &Method) -> bool {
    let mut origins = headers.get_all(ORIGIN).iter();
    let own = format!("http://{host}");
    if !origins.all(|origin| origin.as_bytes().eq_ignore_ascii_case(own.as_bytes())) {
        return false;
    }
    match headers.get(FETCH_SITE).map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => true,
        // A link from another page to this one neither reads nor does anything.
        Some(_) => {
            let is = |name: HeaderName, value: &str| headers.get(name).is_some_and(|v| v == value);
            *method == Method::GET && is(FETCH_MODE, "navigate") && is(FETCH_DEST, "document")
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let mut kinds = headers.get_all(CONTENT_TYPE).iter();
    let kind = kinds.next().and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    kind.is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
        && kinds.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_names_are_ours() {
        let hosts = Hosts::new("127.0.0.1", "127.0.0.1".parse().unwrap());
        for good in [
            "127.0.0.1:7878",
            "localhost",
            "LOCALHOST:80",
            "[::1]:7878",
            "127.0.0.2",
        ] {
            assert!(hosts.includes(good), "{good}");
        }
        for bad in [
            "evil.example",
            "evil.example:7878",
            "localhost.evil.example",
            "127.0.0.1.evil.example",
            "192.168.1.2:7878",
            "",
            ":7878",
            "localhost:",
            "localhost:x",
            "localhost:7878:1",
            "[::1",
            "[::1]x",
            "[]",
            "localhost@evil.example",
        ] {
            assert!(!hosts.includes(bad), "{bad}");
        }
        let all = Hosts::new("0.0.0.0", "0.0.0.0".parse().unwrap());
        assert!(all.includes("192.168.1.2:7878") && !all.includes("evil.example"));
        let named = Hosts::new("box.example", "192.168.1.2".parse().unwrap());
        assert!(named.includes("Box.example:7878") && !named.includes("192.168.1.3"));
    }
}

//! The files of the page: a fixed list that is part of the program.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

mod listed {
    include!(concat!(env!("OUT_DIR"), "/files.rs"));
}

/// The file that names the engine to the page.
const ENGINE: &[u8] = br#"{"engine":"native"}"#;

struct File {
    bytes: &'static [u8],
    kind: &'static str,
    tag: HeaderValue,
}

/// The files by their paths.
fn files() -> &'static HashMap<String, File> {
    static FILES: OnceLock<HashMap<String, File>> = OnceLock::new();
    FILES.get_or_init(|| {
        let listed = listed::FILES.iter();
        let entry = |&(name, bytes): &(&str, &'static [u8])| {
            let bytes = if name == "engine.json" { ENGINE } else { bytes };
            (format!("/{name}"), file(name, bytes))
        };
        let mut files: HashMap<String, File> = listed.map(entry).collect();
        files.insert("/engine.json".to_owned(), file("engine.json", ENGINE));
        files
    })
}

fn file(name: &str, bytes: &'static [u8]) -> File {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    File {
        bytes,
        kind: kind(name),
        tag: HeaderValue::from_str(&tag).unwrap_or(HeaderValue::from_static("\"0\"")),
    }
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        _ => "application/octet-stream",
    }
}

/// The file of a path. A path that is not in the list does not exist, whatever it looks like.
pub(crate) async fn get(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path() {
        "/" => "/index.html",
        path => path,
    };
    let Some(file) = files().get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let mut response = if headers.get(IF_NONE_MATCH) == Some(&file.tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Body::from(file.bytes).into_response()
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.kind));
    headers.insert(ETAG, file.tag.clone());
    // Asked for each time, and then mostly answered with "not modified": a new version of the
    // program is seen at once.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_nothing_else() {
        assert!(files().contains_key("/index.html"));
        assert_eq!(files()["/engine.json"].bytes, ENGINE);
        for path in files().keys() {
            assert!(
                !path.contains("node_modules") && !path.contains("tests"),
                "{path}"
            );
            assert!(
                !path.contains("wasm") && !path.contains("package"),
                "{path}"
            );
            assert!(!path.contains(".."), "{path}");
            assert_ne!(kind(path), "application/octet-stream", "{path}");
        }
    }
}

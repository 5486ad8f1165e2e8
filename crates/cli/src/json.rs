//! One JSON object a line. The keys and their order are part of the command's promise.

use tilewright::answer::{Answer, Origin, json};

/// The beginning of an object with a list of solutions that are written as they are found.
pub(crate) fn list_head(place: &Origin, op: &str) -> String {
    let place = json(place);
    let place = place.strip_suffix('}').unwrap_or(&place);
    format!("{place},\"op\":\"{op}\",\"solutions\":[")
}

/// The rest of such an object, whose answer has an empty list.
pub(crate) fn list_tail(answer: &Answer, op: &str) -> String {
    let list = format!(",\"op\":\"{op}\",\"solutions\":[]");
    let rest = json(answer).replacen(&list, "", 1);
    rest.replacen('{', "],", 1)
}

//! The common part of the JSON formats: one object that names its family.

use crate::ParseError;
use serde_json::Value;

/// Returns true if a text is an object that names this family, as far as a glance shows.
pub(crate) fn is_of_family(text: &str, family: &str) -> bool {
    named(text, "family") == Some(family)
}

/// The name that an object has under a key, as far as a glance shows.
pub(crate) fn named<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    let mut rest = text.trim_start().strip_prefix('{')?;
    let key = format!("\"{key}\"");
    while let Some((_, after)) = rest.split_once(&key) {
        rest = after;
        let value = after.trim_start().strip_prefix(':').map(str::trim_start);
        if let Some(name) = value.and_then(|value| value.strip_prefix('"')) {
            return name.split('"').next();
        }
    }
    None
}

/// Parses a text as JSON.
pub(crate) fn parse(text: &str) -> Result<Value, ParseError> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        // The parser appends the place, which is reported apart: a line and a number of bytes of
        // it.
        let reason = &said[..said.rfind(" at line ").unwrap_or(said.len())];
        let number = error.line().max(1);
        let line = text.lines().nth(number - 1).unwrap_or_default();
        let before = &line[..line.floor_char_boundary(error.column().saturating_sub(1))];
        let column = before.chars().count() + 1;
        ParseError::at(number, column, format!("this is not valid JSON: {reason}"))
    })
}

/// Fails if an object calls its family otherwise; it may leave it out.
pub(crate) fn expect_family(object: &Value, family: &str) -> Result<(), ParseError> {
    match object.get("family").filter(|found| **found != family) {
        None => Ok(()),
        Some(found) => Err(ParseError::new(format!(
            "the puzzle is of the family {found}, but {family:?} was expected"
        ))),
    }
}

/// A list of whole numbers in the range of the type wanted, where there is one of that name.
pub(crate) fn numbers<T: TryFrom<i128>>(
    object: &Value,
    key: &str,
) -> Result<Option<Vec<T>>, ParseError> {
    let Some(list) = object.get(key).filter(|list| !list.is_null()) else {
        return Ok(None);
    };
    let Some(list) = list.as_array() else {
        let message = format!("{key:?} is not a list: a list of numbers was expected");
        return Err(ParseError::new(message));
    };
    let number = |value: &Value| {
        let signed = value.as_i64().map(i128::from);
        let number = signed.or_else(|| value.as_u64().map(i128::from))?;
        T::try_from(number).ok()
    };
    let numbered = list.iter().enumerate().map(|(k, value)| {
        number(value).ok_or_else(|| {
            ParseError::new(format!(
                "number {} of {key:?} is not a whole number in its range",
                k + 1
            ))
        })
    });
    numbered.collect::<Result<_, _>>().map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_have_their_place_in_characters() {
        assert_eq!(
            parse("{\n \"ää\": ?}").unwrap_err().to_string(),
            "line 2, column 8: this is not valid JSON: expected value"
        );
    }

    #[test]
    fn a_glance_tells_the_family() {
        let family_of = |text: &'static str| named(text, "family");
        assert_eq!(family_of(" { \"family\" : \"tiles\" }"), Some("tiles"));
        assert_eq!(
            family_of("{\"title\":\"family\",\"family\":\"sudoku\"}"),
            Some("sudoku")
        );
        assert_eq!(
            family_of("{\"kinds\":[\"family\"],\"family\":\"sudoku\"}"),
            Some("sudoku")
        );
        for text in ["", "{}", "{\"family\":3}", "[\"family\"]", "{\"family\""] {
            assert_eq!(family_of(text), None, "{text}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        let said = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            said("{\"a\":1,\n]"),
            "line 2, column 1: this is not valid JSON: key must be a string"
        );
        assert!(said(&"[".repeat(1_000_000)).contains("not valid JSON: recursion limit"));
        let object = parse("{\"a\":[1,-1],\"b\":2,\"c\":null}").unwrap();
        assert_eq!(numbers(&object, "a"), Ok(Some(vec![1i64, -1])));
        assert_eq!(numbers::<u32>(&object, "c"), Ok(None));
        let said = |key: &str| numbers::<u32>(&object, key).unwrap_err().to_string();
        assert_eq!(
            said("a"),
            "number 2 of \"a\" is not a whole number in its range"
        );
        assert_eq!(
            said("b"),
            "\"b\" is not a list: a list of numbers was expected"
        );
    }
}

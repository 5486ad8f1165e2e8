//! JSON objects on lines, as they are there: their fields in order, each value as it was written.
//!
//! A line is first read by the JSON crate, which reports its faults; then the fields are found in the text itself, so
//! that numbers, escapes and blanks of those that are passed on stay as they are.

use std::borrow::Cow;

/// A field of an object.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Field<'l> {
    /// Its name.
    pub(crate) name: Cow<'l, str>,
    /// Its value, as it was written.
    pub(crate) value: &'l str,
}

/// The fields of a line's object, no two of one name, or its fault.
pub(crate) fn fields(line: &str) -> Result<Vec<Field<'_>>, String> {
    let fields = all_fields(line)?;
    let mut names: Vec<&str> = fields.iter().map(|field| &*field.name).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("the field {:?} is there twice", pair[0])),
        None => Ok(fields),
    }
}

/// The fields of a line's object, whatever their names, or its fault.
pub(crate) fn all_fields(line: &str) -> Result<Vec<Field<'_>>, String> {
    let line = line.trim();
    match serde_json::from_str(line) {
        Ok(serde_json::Value::Object(_)) => {}
        Ok(_) => return Err("this is not a JSON object; expected one on each line".to_owned()),
        Err(error) => return Err(format!("this is not a JSON object: {error}")),
    }
    let mut cursor = Cursor { text: line, at: 1 };
    let mut fields = Vec::new();
    loop {
        cursor.skip_blanks();
        if cursor.peek() != Some(b'"') {
            return Ok(fields);
        }
        let name = cursor.string();
        cursor.skip_blanks();
        cursor.at += 1;
        cursor.skip_blanks();
        let value = cursor.value();
        cursor.skip_blanks();
        cursor.at += 1;
        let name = text(name).unwrap_or(Cow::Borrowed(name));
        fields.push(Field { name, value });
    }
}

/// The text that a value is, where it is one.
pub(crate) fn text(value: &str) -> Option<Cow<'_, str>> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        return serde_json::from_str(value).ok().map(Cow::Owned);
    }
    Some(Cow::Borrowed(inner))
}

/// A place in a text that is known to be an object.
struct Cursor<'l> {
    text: &'l str,
    at: usize,
}

impl<'l> Cursor<'l> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// Passes over a string that begins here.
    fn string(&mut self) -> &'l str {
        let start = self.at;
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => self.at += 1,
                _ => {}
            }
        }
        &self.text[start..self.at]
    }

    /// Passes over a value that begins here.
    fn value(&mut self) -> &'l str {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'"' => {
                    self.string();
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' | b',' if depth == 0 => break,
                b'}' | b']' => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        self.text[start..self.at].trim_end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_in_order_as_they_were_written() {
        let line = r#" { "b" : "x,\"}" ,"a":[1, {"c":"]"}],"\u00e9":1.50e2, "n":null,"o":{}} "#;
        let found = fields(line).unwrap();
        let found: Vec<(&str, &str)> = found.iter().map(|f| (&*f.name, f.value)).collect();
        assert_eq!(
            found,
            [
                ("b", r#""x,\"}""#),
                ("a", r#"[1, {"c":"]"}]"#),
                ("é", "1.50e2"),
                ("n", "null"),
                ("o", "{}"),
            ]
        );
        assert_eq!(text(found[0].1).as_deref(), Some("x,\"}"));
        assert_eq!(text(found[2].1), None);
        assert_eq!(fields("{}"), Ok(vec![]));
        assert_eq!(fields("{ }\r"), Ok(vec![]));
    }

    #[test]
    fn no_two_fields_have_one_name() {
        let twice = r#"{"a":1,"b":2,"\u0061":3}"#;
        assert_eq!(fields(twice).unwrap_err(), "the field \"a\" is there twice");
        assert_eq!(all_fields(twice).unwrap().len(), 3);
        assert!(fields(r#"{"a":{"b":1},"b":{"b":1}}"#).is_ok());
    }

    #[test]
    fn what_is_no_object_is_told() {
        for bad in ["", "1", "[1]", "{", "{\"a\":1", "{\"a\"}", "x", "{} {}"] {
            assert!(fields(bad).is_err(), "{bad}");
        }
    }
}

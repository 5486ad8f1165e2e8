//! The kind of a table, by the file's ending.

use std::path::Path;
use tilewright_batch::Layout;

/// A kind of table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A header and records, their cells apart by this byte.
    Csv(u8),
    /// A JSON object on each line.
    JsonLines,
    /// Parquet.
    Parquet,
}

/// The endings that are known, for a sentence.
pub(crate) const ENDINGS: &str = ".csv, .tsv, .jsonl, .ndjson or .parquet";

impl Kind {
    /// The kind of the file of that name.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let ending = Path::new(name).extension()?.to_str()?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "csv" => Self::Csv(b','),
            "tsv" => Self::Csv(b'\t'),
            "jsonl" | "ndjson" => Self::JsonLines,
            "parquet" => Self::Parquet,
            _ => return None,
        })
    }

    /// The layout of rows in a table that is a text.
    pub(super) fn layout(self) -> Option<Layout> {
        match self {
            Self::Csv(delimiter) => Some(Layout::Csv(delimiter)),
            Self::JsonLines => Some(Layout::JsonLines),
            Self::Parquet => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_known_by_its_ending() {
        assert_eq!(Kind::of("a/b.csv"), Some(Kind::Csv(b',')));
        assert_eq!(Kind::of("b.TSV"), Some(Kind::Csv(b'\t')));
        assert_eq!(Kind::of("b.x.jsonl"), Some(Kind::JsonLines));
        assert_eq!(Kind::of("b.ndjson"), Some(Kind::JsonLines));
        assert_eq!(Kind::of("b.parquet"), Some(Kind::Parquet));
        for other in ["csv", "b.txt", "b.csv.gz", ".parquet", ""] {
            assert_eq!(Kind::of(other), None, "{other}");
        }
    }
}

//! Tables written and read again.

use proptest::prelude::*;
use std::sync::Arc;
use std::sync::Mutex;
use tilewright_tables::arrow_array::types::Int32Type;
use tilewright_tables::arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, ListArray, RecordBatch, StringArray,
};
use tilewright_tables::arrow_schema::{DataType, Field, Schema, SchemaRef};
use tilewright_tables::{Output, Reader, Writer, beside, texts};

/// The written bytes, to be read again.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn written(output: Output, schema: &SchemaRef, batches: &[RecordBatch]) -> Vec<u8> {
    let out = Shared::default();
    let mut writer = Writer::new(output, out.clone(), schema).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
    }
    writer.finish().unwrap();
    let bytes = out.0.lock().unwrap();
    bytes.clone()
}

/// A file with these bytes.
fn file(bytes: &[u8]) -> std::fs::File {
    use std::io::{Seek, Write};
    let number = std::process::id();
    let thread = std::thread::current().id();
    let name = format!("tables-{number}-{thread:?}.parquet");
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let options = &mut std::fs::File::options();
    let options = options.read(true).write(true).create(true).truncate(true);
    let mut file = options.open(&path).unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    std::fs::remove_file(path).unwrap();
    file
}

fn batch() -> RecordBatch {
    let list = ListArray::from_iter_primitive::<Int32Type, _, _>(vec![
        Some(vec![Some(1), None]),
        None,
        Some(vec![]),
    ]);
    let columns: Vec<(&str, ArrayRef)> = vec![
        (
            "text",
            Arc::new(StringArray::from(vec![Some("a"), None, Some("")])),
        ),
        (
            "number",
            Arc::new(Int64Array::from(vec![Some(1), Some(-2), None])),
        ),
        (
            "measure",
            Arc::new(Float64Array::from(vec![Some(0.5), None, Some(2.0)])),
        ),
        (
            "flag",
            Arc::new(BooleanArray::from(vec![Some(true), None, Some(false)])),
        ),
        ("list", Arc::new(list)),
    ];
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

#[test]
fn a_parquet_file_is_read_as_it_was_written() {
    let batch = batch();
    let bytes = written(
        Output::Parquet,
        &batch.schema(),
        &[batch.clone(), batch.clone()],
    );
    let reader = Reader::open(file(&bytes)).unwrap();
    assert_eq!((reader.rows(), reader.schema()), (6, &batch.schema()));
    let read: Vec<RecordBatch> = reader.map(Result::unwrap).collect();
    let rows: usize = read.iter().map(RecordBatch::num_rows).sum();
    assert_eq!(rows, 6);
    assert_eq!(read[0].slice(3, 3), batch);
}

#[test]
fn half_a_file_is_an_error() {
    let batch = batch();
    let bytes = written(Output::Parquet, &batch.schema(), &[batch]);
    for end in [0, 3, 4, 8, bytes.len() / 2, bytes.len() - 1] {
        let fault = Reader::open(file(&bytes[..end])).unwrap_err();
        assert!(!fault.to_string().is_empty(), "{end}");
    }
    assert!(Reader::open(file(b"puzzle\n1\n2\n3\n")).is_err());
}

#[test]
fn texts_of_a_table_are_written_as_text() {
    let schema = Arc::new(Schema::new(vec![Field::new(
        "a,b",
        DataType::LargeUtf8,
        true,
    )]));
    let table = texts(&schema, [vec![Some("1\"2"), None, Some("é")]]).unwrap();
    let csv = written(Output::Csv(b','), &schema, std::slice::from_ref(&table));
    assert_eq!(
        String::from_utf8(csv).unwrap(),
        "\"a,b\"\n\"1\"\"2\"\n\"\"\né\n"
    );
    let json = written(Output::JsonLines, &schema, &[table]);
    let expected = "{\"a,b\":\"1\\\"2\"}\n{\"a,b\":null}\n{\"a,b\":\"é\"}\n";
    assert_eq!(String::from_utf8(json).unwrap(), expected);
    let header = written(Output::Csv(b'\t'), &schema, &[]);
    assert_eq!(String::from_utf8(header).unwrap(), "a,b\n");
}

#[test]
fn new_columns_come_after_the_old_ones() {
    let schema = Schema::new(vec![Field::new("b", DataType::Utf8, false)]);
    let schema = schema.with_metadata([("k".to_owned(), "v".to_owned())].into());
    let array: ArrayRef = Arc::new(Int64Array::from(vec![1]));
    let added = [(Field::new("b", DataType::Int64, true), array)];
    let both = beside(&schema, &added);
    assert_eq!(
        (both.field(0).name(), both.field(1).name()),
        (&"b".to_owned(), &"b_2".to_owned())
    );
    assert_eq!(both.metadata()["k"], "v");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn damaged_files_do_no_harm(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        let batch = batch();
        let mut bytes = written(Output::Parquet, &batch.schema(), &[batch]);
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Ok(reader) = Reader::open(file(&bytes)) {
            // Whatever is read, it ends.
            for batch in reader.take(10) {
                if batch.is_err() {
                    break;
                }
            }
        }
    }
}

//! Tables in Parquet, in and out.

use crate::tables::{folder, name_in, names, read, refused};
use crate::{NINE, NINE_SOLVED, run};
use std::fs::File;
use std::sync::Arc;
use tilewright_tables::arrow_array::cast::AsArray;
use tilewright_tables::arrow_array::types::Int32Type;
use tilewright_tables::arrow_array::{
    Array, ArrayRef, Int32Array, ListArray, RecordBatch, StringArray,
};
use tilewright_tables::{Output, Reader, Writer};

/// Writes a file with a column of puzzles, one of numbers and one of lists.
fn write(name: &str, puzzles: &[Option<&str>]) -> RecordBatch {
    let numbers = (0..puzzles.len()).map(|row| i32::try_from(row).ok());
    let numbers: Int32Array = numbers.collect();
    let lists = puzzles
        .iter()
        .map(|puzzle| puzzle.map(|_| vec![Some(1), None]));
    let lists = ListArray::from_iter_primitive::<Int32Type, _, _>(lists);
    let columns: [(&str, ArrayRef); 3] = [
        ("n", Arc::new(numbers)),
        ("puzzle", Arc::new(StringArray::from(puzzles.to_vec()))),
        ("list", Arc::new(lists)),
    ];
    let columns = columns.into_iter().map(|(name, array)| (name, array, true));
    let batch = RecordBatch::try_from_iter_with_nullable(columns).unwrap();
    let file = File::create(name).unwrap();
    let mut writer = Writer::new(Output::Parquet, file, &batch.schema()).unwrap();
    writer.write(&batch).unwrap();
    writer.finish().unwrap();
    batch
}

fn batches(name: &str) -> Vec<RecordBatch> {
    let reader = Reader::open(File::open(name).unwrap()).unwrap();
    reader.map(Result::unwrap).collect()
}

/// The texts of a column.
fn texts(batches: &[RecordBatch], name: &str) -> Vec<Option<String>> {
    let columns = batches
        .iter()
        .map(|b| b.column_by_name(name).unwrap().clone());
    let texts = columns.flat_map(|column| {
        let texts = column.as_string::<i32>();
        let texts = texts.iter().map(|text| text.map(str::to_owned));
        texts.collect::<Vec<_>>()
    });
    texts.collect()
}

#[test]
fn columns_of_any_type_stay_and_answers_are_added() {
    let folder = folder("parquet-columns");
    let input = name_in(&folder, "in.parquet");
    let mut puzzles = vec![Some(NINE), None, Some("bad"), Some("1...............")];
    puzzles.extend(vec![Some(NINE); 9000]);
    let batch = write(&input, &puzzles);
    let output = name_in(&folder, "out.parquet");
    let checked = run(&["check", &input, "-o", &output]);
    assert_eq!(
        checked.err,
        "9004 puzzles: 9001 unique, 0 unsolvable, 1 not unique, 2 malformed\n"
    );
    assert_eq!(checked.code, 2);
    let read = batches(&output);
    let first = read.first().unwrap();
    let schema = first.schema();
    let found: Vec<&str> = schema
        .fields()
        .iter()
        .map(|field| field.name().as_str())
        .collect();
    assert_eq!(
        found,
        [
            "n", "puzzle", "list", "status", "solution", "other", "reason"
        ]
    );
    let kept = first.project(&[0, 1, 2]).unwrap();
    assert_eq!(kept.columns(), batch.slice(0, kept.num_rows()).columns());
    let status = texts(&read, "status");
    let expected = ["unique", "malformed", "malformed", "several", "unique"];
    let expected = expected.map(|word| Some(word.to_owned()));
    assert_eq!((status.len(), &status[..5]), (9004, &expected[..]));
    assert_eq!(texts(&read, "solution")[9003].as_deref(), Some(NINE_SOLVED));
    assert_eq!(
        texts(&read, "reason")[1].as_deref(),
        Some("this row is null")
    );
    assert_eq!(names(&folder), ["in.parquet", "out.parquet"]);
}

#[test]
fn parquet_becomes_text_and_text_parquet() {
    let folder = folder("parquet-text");
    let input = name_in(&folder, "in.parquet");
    write(&input, &[Some(NINE), None]);
    let json = name_in(&folder, "out.jsonl");
    assert_eq!(run(&["solve", &input, "-o", &json]).code, 2);
    let expected = format!(
        "{{\"n\":0,\"puzzle\":\"{NINE}\",\"list\":[1,null],\"status\":\"solved\",\
         \"solution\":\"{NINE_SOLVED}\",\"reason\":null}}"
    );
    assert_eq!(read(&json).lines().next(), Some(&*expected));
    let again = name_in(&folder, "again.parquet");
    let solved = run(&["solve", &json, "-o", &again]);
    assert_eq!(solved.code, 2, "{}", solved.err);
    let batch = &batches(&again)[0];
    assert_eq!(batch.num_columns(), 9);
    let lists = batch.column_by_name("list").unwrap().as_string::<i64>();
    assert_eq!((lists.value(0), lists.is_null(1)), ("[1,null]", true));
    assert_eq!(
        texts(&batches(&again), "status_2")[0].as_deref(),
        Some("solved")
    );
    // Lists do not fit CSV.
    let csv = name_in(&folder, "out.csv");
    refused(&folder, &["solve", &input, "-o", &csv]);
}

#[test]
fn puzzles_are_made_into_parquet() {
    let folder = folder("parquet-generate");
    let output = name_in(&folder, "out.parquet");
    let make = |number: &str| {
        let args = [
            "generate", "sudoku", "3,3", "-n", number, "--seed", "9", "-o", &output,
        ];
        let ran = run(&args);
        assert_eq!(ran.code, 0, "{}", ran.err);
        texts(&batches(&output), "puzzle")
    };
    let many = make("400");
    assert_eq!(many.len(), 400);
    assert_eq!(make("5"), many[..5]);
    assert!(make("0").is_empty());
}

#[test]
fn what_cannot_be_read_is_told_and_nothing_is_written() {
    let folder = folder("parquet-bad");
    let input = name_in(&folder, "in.parquet");
    write(&input, &[Some(NINE); 100]);
    let bytes = std::fs::read(&input).unwrap();
    let output = name_in(&folder, "out.parquet");
    std::fs::write(&output, "as it was").unwrap();
    for end in [0, 4, bytes.len() / 2, bytes.len() - 1] {
        std::fs::write(&input, &bytes[..end]).unwrap();
        let ran = refused(&folder, &["solve", &input, "-o", &output]);
        assert!(
            ran.err.contains("this cannot be read as Parquet: "),
            "{}",
            ran.err
        );
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    }
    std::fs::write(&input, &bytes).unwrap();
    let ran = refused(&folder, &["solve", &input, "-o", &output, "--column", "n"]);
    assert!(
        ran.err.contains("the column \"n\" holds no texts"),
        "{}",
        ran.err
    );
    let ran = refused(&folder, &["solve", &input, "-o", &output, "--column", "m"]);
    assert!(
        ran.err.contains("the columns are n, puzzle, list"),
        "{}",
        ran.err
    );
    assert_eq!(read(&output), "as it was");
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_under_the_name() {
    let folder = folder("parquet-full");
    let input = name_in(&folder, "in.csv");
    let made = run(&[
        "generate", "sudoku", "3,3", "-n", "3000", "--seed", "1", "-o", &input,
    ]);
    assert_eq!(made.code, 0, "{}", made.err);
    let tilewright = env!("CARGO_BIN_EXE_tilewright");
    let output = name_in(&folder, "out.parquet");
    let script = format!("trap '' XFSZ; ulimit -f 64; exec {tilewright} solve {input} -o {output}");
    let ran = std::process::Command::new("sh")
        .args(["-c", &script])
        .output()
        .unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{told}");
    assert!(told.contains("this cannot be written: "), "{told}");
    assert_eq!(names(&folder), ["in.csv"]);
}

#[test]
fn a_row_of_a_text_that_is_none_is_kept_in_parquet() {
    let folder = folder("parquet-no-rows");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, "id,puzzle\n1,12....1....34...,more\n").unwrap();
    let output = name_in(&folder, "out.parquet");
    let ran = run(&["solve", &input, "-o", &output]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let written = batches(&output);
    let reasons = texts(&written, "reason");
    let reason = "line 2: this record has 3 fields, and the header has 2";
    assert_eq!(reasons, [Some(reason.to_owned())]);
    let ran = refused(&folder, &["solve", &output]);
    assert!(ran.err.contains("-o FILE"), "{}", ran.err);
}

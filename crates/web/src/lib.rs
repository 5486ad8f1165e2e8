//! Tilewright for the page: questions and answers over the memory of a WebAssembly module.
//!
//! The module has no glue but three functions, all of plain numbers; texts are UTF-8 in its memory.
//!
//! | export | what it does |
//! | --- | --- |
//! | `reserve(length) → address` | room for a question of this many bytes; 0 where it is too long |
//! | `ask() → address` | answers the question that was written there: the address of the answer, which stays until the next `reserve` or `ask` |
//! | `answer_length() → length` | its length in bytes |
//!
//! | import from `"tilewright"` | what it does |
//! | --- | --- |
//! | `news(address, length)` | tells news, a JSON object, on the way to an answer; to be read before it returns |
//! | `now() → f64` | milliseconds since any moment (`performance.now`) |
//!
//! The memory may grow during any call, so JavaScript must take a fresh view of it afterwards. To
//! stop the work the page ends the worker that runs it: a module that is busy hears nothing.
#![cfg(target_family = "wasm")]

use std::cell::RefCell;
use tilewright_desk::{Caps, MOST_BYTES, News};

/// Bytes of memory for a model, and as many for a search: a browser gives 4 GiB at most.
const MEMORY: u64 = 512 << 20;

#[allow(
    unsafe_code,
    reason = "what the page hands in can be told no other way"
)]
#[link(wasm_import_module = "tilewright")]
unsafe extern "C" {
    /// Reports news: called with the address and length of a text that lives until it returns.
    safe fn news(address: *const u8, length: usize);
    /// Milliseconds since any moment.
    safe fn now() -> f64;
}

/// The question that is being written, and the last answer.
struct Table {
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static TABLE: RefCell<Table> = const {
        RefCell::new(Table { question: Vec::new(), answer: Vec::new() })
    };
}

/// Room for a question of `length` bytes.
#[allow(
    unsafe_code,
    reason = "the page finds it by its name, which no other function has"
)]
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    if length > MOST_BYTES {
        return std::ptr::null_mut();
    }
    TABLE.with_borrow_mut(|table| {
        table.answer = Vec::new();
        table.question.clear();
        table.question.resize(length, 0);
        table.question.as_mut_ptr()
    })
}

/// Answers the question that was written into the room that [`reserve`] gave.
#[allow(
    unsafe_code,
    reason = "the page finds it by its name, which no other function has"
)]
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    tilewright_model::clock::set_clock(|| now());
    let question = TABLE.with_borrow_mut(|table| std::mem::take(&mut table.question));
    let question = String::from_utf8_lossy(&question);
    let tell = News::to(|text| news(text.as_ptr(), text.len()));
    let caps = Caps {
        memory: MEMORY,
        ..Caps::default()
    };
    let answer = tilewright_desk::ask(&question, &tell, &caps);
    TABLE.with_borrow_mut(|table| {
        table.answer = answer.into_bytes();
        table.answer.as_ptr()
    })
}

/// The length of the last answer.
#[allow(
    unsafe_code,
    reason = "the page finds it by its name, which no other function has"
)]
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    TABLE.with_borrow(|table| table.answer.len())
}

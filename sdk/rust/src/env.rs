//! The imports of `extism:host/env` that a ruleset needs, declared by hand: the
//! same ABI as extism-pdk's without its thirty crates. Blocks of memory belong to
//! the host and are named by offsets; 0 is none.

#[link(wasm_import_module = "extism:host/env")]
extern "C" {
    fn alloc(length: u64) -> u64;
    fn length(offset: u64) -> u64;
    fn load_u8(offset: u64) -> u32;
    fn load_u64(offset: u64) -> u64;
    fn store_u8(offset: u64, byte: u32);
    fn store_u64(offset: u64, bytes: u64);
    fn input_length() -> u64;
    fn input_load_u8(offset: u64) -> u32;
    fn input_load_u64(offset: u64) -> u64;
    fn output_set(offset: u64, length: u64);
    fn error_set(offset: u64);
}

/// A block with the text in it.
pub(crate) fn store(text: &str) -> u64 {
    let offset = unsafe { alloc(text.len() as u64) };
    let mut at = offset;
    let mut words = text.as_bytes().chunks_exact(8);
    for word in &mut words {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(word);
        unsafe { store_u64(at, u64::from_le_bytes(bytes)) };
        at += 8;
    }
    for &byte in words.remainder() {
        unsafe { store_u8(at, byte.into()) };
        at += 1;
    }
    offset
}

/// The text of a block; bytes that are no UTF-8 become U+FFFD.
pub(crate) fn load(offset: u64) -> String {
    let length = unsafe { length(offset) };
    text(
        length,
        |at| unsafe { load_u64(offset + at) },
        |at| unsafe { load_u8(offset + at) },
    )
}

/// The input of the function that was called.
pub(crate) fn input() -> String {
    let length = unsafe { input_length() };
    text(
        length,
        |at| unsafe { input_load_u64(at) },
        |at| unsafe { input_load_u8(at) },
    )
}

fn text(length: u64, word: impl Fn(u64) -> u64, byte: impl Fn(u64) -> u32) -> String {
    let mut bytes = Vec::with_capacity(length as usize);
    let mut at = 0;
    while at + 8 <= length {
        bytes.extend_from_slice(&word(at).to_le_bytes());
        at += 8;
    }
    while at < length {
        bytes.push(byte(at) as u8);
        at += 1;
    }
    String::from_utf8(bytes)
        .unwrap_or_else(|wrong| String::from_utf8_lossy(wrong.as_bytes()).into_owned())
}

/// Answers the function that was called.
pub(crate) fn output(text: &str) {
    unsafe { output_set(store(text), text.len() as u64) }
}

/// Says why the function that was called fails.
pub(crate) fn error(text: &str) {
    unsafe { error_set(store(text)) }
}

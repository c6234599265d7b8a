//! Text as Lua sees it: bytes in the C locale, but for lower case.

use impressionism::Context;

use crate::lower;

/// Bytes of a prompt that are looked at.
const TEXT: usize = 2000;
/// A text above so many bytes is not repeated in a reason.
const SHORT: usize = 80;
/// Words of a prompt that more likely follows up than opens a topic.
const FEW: usize = 8;

/// The text if it is short.
pub fn short(text: &str) -> &str {
    if text.len() <= SHORT {
        text
    } else {
        "…"
    }
}

/// Whether there is nothing but space.
pub fn is_blank(text: &str) -> bool {
    text.bytes().all(is_space)
}

fn is_space(byte: u8) -> bool {
    byte == b' ' || (b'\t'..=b'\r').contains(&byte)
}

/// The beginning of a prompt, with half a character at its end perhaps.
fn beginning(prompt: &str) -> &[u8] {
    let bytes = prompt.as_bytes();
    bytes.get(..TEXT).unwrap_or(bytes)
}

/// Whether a prompt has few words.
pub fn is_follow_up(prompt: &str) -> bool {
    beginning(prompt)
        .split(|&byte| is_space(byte))
        .filter(|word| !word.is_empty())
        .count()
        <= FEW
}

/// The prompt as keywords are looked for in it.
pub fn searched(prompt: &str) -> Vec<u8> {
    let mut text = vec![b' '];
    let mut broken = 0;
    for chunk in beginning(prompt).utf8_chunks() {
        lower(chunk.valid(), &mut text);
        broken += chunk.invalid().len();
    }
    for _ in 0..broken {
        text.extend_from_slice("\u{fffd}".as_bytes());
    }
    text.push(b' ');
    text
}

fn lower(text: &str, out: &mut Vec<u8>) {
    for character in text.chars() {
        out.extend_from_slice(lower::of(character).encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Whether the keyword stands in the text as a word of its own.
pub fn has_word(text: &[u8], keyword: &str) -> bool {
    if is_blank(keyword) {
        return false;
    }
    let mut word = Vec::new();
    lower(keyword, &mut word);
    let starts = 1..text.len().saturating_sub(word.len());
    starts
        .filter(|&at| text.get(at) == word.first()) // most fail here, and cost fuel
        .any(|at| {
            let end = at + word.len();
            text.get(at..end) == Some(&word) && is_edge(text.get(at - 1)) && is_edge(text.get(end))
        })
}

fn is_edge(byte: Option<&u8>) -> bool {
    byte.is_some_and(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
}

/// 1 where this event is a prompt, which counts as one without relevance.
pub fn this_prompt(context: &Context) -> i64 {
    (context.hook_event == "prompt").into()
}

use crate::lower;
use crate::text::{has_word, is_blank, is_follow_up, searched, short};

/// Ensure that lower case is that of std, but for what std has from a later Unicode
/// and for the one character that becomes two there.
#[test]
fn lower_case() {
    let mut different = Vec::new();
    for character in '\0'..=char::MAX {
        if character.to_lowercase().to_string() != lower::of(character).to_string() {
            different.push(u32::from(character));
        }
    }
    different.retain(|&code| code != 0x130);
    assert_eq!(lower::of('İ'), 'i');
    let later = |code: &u32| {
        (0xa7cb..=0xa7dc).contains(code)
            || (0x10d50..0x10d66).contains(code)
            || *code > 0x16e9f
            || *code == 0x1c89
    };
    assert!(
        different.len() < 80 && different.iter().all(later),
        "{different:x?}"
    );
}

/// Ensure that a keyword counts only as a word of its own, in bytes as Lua has it.
#[test]
fn words() {
    for (prompt, keyword, want) in [
        ("the REST can wait", "rest", true),
        ("the interesting part", "rest", false),
        ("rest", "Rest", true),
        ("rest_of", "rest", false),
        ("our c++ code", "C++", true),
        ("c++11", "c++", false),
        ("à la carte", "carte", true),
        ("àla", "la", true), // the bytes of a letter beyond ASCII are no part of a word
        ("ÀÉ über", "ÜBER", true),
        ("x", "", false),
        ("x   y", "  ", false),
        ("xx x", "x", true),
        ("", "x", false),
        ("a.c", "a.c", true),
        ("abc", "a.c", false),
    ] {
        assert_eq!(
            has_word(&searched(prompt), keyword),
            want,
            "{keyword:?} in {prompt:?}"
        );
    }
}

/// Ensure that of a long prompt only the beginning counts, wherever the cut falls.
#[test]
fn long_prompts() {
    let pad = "x".repeat(1995);
    assert!(has_word(&searched(&format!("{pad} end")), "end"));
    assert!(!has_word(&searched(&format!("{pad}y ended")), "ended"));
    assert!(has_word(&searched(&format!("{pad} ends")), "ends"));
    assert!(has_word(&searched(&format!("{pad} endings")), "endi"));
    let halved = searched(&format!("{pad}y en🙂"));
    assert!(
        halved.ends_with(" en\u{fffd} ".as_bytes()),
        "{:?}",
        &halved[1990..]
    );
    let words = "word ".repeat(8);
    assert!(
        is_follow_up(&words) && is_follow_up("") && is_follow_up(&format!("{words}\u{b}\u{c}"))
    );
    assert!(!is_follow_up(&format!("{words}more")));
    assert!(is_follow_up(&format!("{words}{}more", " ".repeat(2000))));
}

/// Ensure that blank means Lua's white space, and that a long text is not repeated.
#[test]
fn blanks() {
    assert!(is_blank("") && is_blank(" \t\n\u{b}\u{c}\r"));
    assert!(!is_blank("\u{a0}") && !is_blank("\u{85}"));
    assert_eq!(short(&"é".repeat(40)), "é".repeat(40));
    assert_eq!(short(&"é".repeat(41)), "…");
}

//! What a module exports: the host calls it, it calls the ruleset.

use std::panic::Location;

use crate::json::Write;
use crate::{env, json, Answer, Context, Entry, Error, Fault};

/// Runs one function of the ruleset: 0 with the answer as output, or 1 with the
/// reason as error.
pub fn run(function: fn(&Context) -> Answer) -> i32 {
    std::panic::set_hook(Box::new(|panic| env::error(&told(panic))));
    let answer = match json::from_str(&env::input()) {
        Ok(context) => function(&context),
        Err(wrong) => Err(wrong.into()),
    };
    match answer.and_then(written) {
        Ok(entries) => {
            env::output(&entries);
            0
        }
        Err(error) => {
            env::error(&failed(&*error));
            1
        }
    }
}

fn written(entries: Vec<Entry>) -> Result<String, Error> {
    let mut to = json::Writer::default();
    entries.write(&mut to);
    Ok(to.checked()?)
}

/// "bad_request: count -1 is negative (src/lib.rs:136)"; an error that no host call is
/// the cause of has no place.
fn failed(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = Some(error);
    while let Some(next) = cause {
        if let Some(place) = next.downcast_ref::<Fault>().and_then(Fault::place) {
            text.push_str(" (");
            at(&mut text, place);
            text.push(')');
            break;
        }
        cause = next.source();
    }
    text
}

fn at(text: &mut String, place: &Location) {
    text.push_str(place.file());
    text.push(':');
    text.push_str(&json::to_string(&i64::from(place.line())));
}

/// "panicked at src/lib.rs:136: index out of bounds …"
fn told(panic: &std::panic::PanicHookInfo) -> String {
    let mut text = String::from("panicked at ");
    if let Some(place) = panic.location() {
        at(&mut text, place);
        text.push_str(": ");
    }
    let payload = panic.payload();
    let formatted = payload.downcast_ref::<String>().map(String::as_str);
    text.push_str(
        formatted
            .or(payload.downcast_ref::<&str>().copied())
            .unwrap_or("no text"),
    );
    text
}

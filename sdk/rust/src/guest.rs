//! What a module exports: the host calls it, it calls the ruleset.

use crate::json::Write;
use crate::{env, json, Answer, Context, Entry, Error};

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
            env::error(&error.to_string());
            1
        }
    }
}

fn written(entries: Vec<Entry>) -> Result<String, Error> {
    let mut to = json::Writer::default();
    entries.write(&mut to);
    Ok(to.checked()?)
}

/// "panicked at src/lib.rs:136: index out of bounds …"
fn told(panic: &std::panic::PanicHookInfo) -> String {
    let mut text = String::from("panicked at ");
    if let Some(place) = panic.location() {
        text.push_str(place.file());
        text.push(':');
        text.push_str(&json::to_string(&i64::from(place.line())));
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

//! Lines for the author of a ruleset; they never reach a prompt. A line that the
//! host refuses is lost: it is no reason to fail.

use crate::{log, LogRequest};

macro_rules! level {
    ($($name:ident)*) => { $(
        #[doc = concat!("Logs a line of level ", stringify!($name), ".")]
        pub fn $name(message: impl Into<String>) {
            line(stringify!($name), message.into());
        }
    )* };
}

level! { debug info warn error }

fn line(level: &str, message: String) {
    let _ = log(&LogRequest {
        level: level.into(),
        message,
    });
}

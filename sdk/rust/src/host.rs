//! Host calls: a request goes out as JSON, a reply comes back. What the author calls is
//! track_caller all the way, so that a fault knows the author's line.

use std::panic::Location;

use crate::fault::Reply;
use crate::json::{self, Read, Write};
use crate::Fault;

/// Makes one host call. Each use declares an import of its own, so that a module
/// imports exactly what it calls.
macro_rules! host_call {
    ($name:literal, $request:expr) => {{
        #[cfg(target_family = "wasm")]
        let door = {
            #[link(wasm_import_module = "extism:host/user")]
            extern "C" {
                #[link_name = $name]
                fn call(request: u64) -> u64;
            }
            |request: &str| $crate::env::load(unsafe { call($crate::env::store(request)) })
        };
        #[cfg(not(target_family = "wasm"))]
        let door = |request: &str| $crate::testing::call($name, request);
        $crate::host::ask($name, &door, $request)
    }};
}

pub(crate) use host_call;

/// Passes a request through the door and reads the reply.
#[track_caller]
pub(crate) fn ask<T: Read>(
    call: &str,
    door: &dyn Fn(&str) -> String,
    request: &dyn Write,
) -> Result<T, Fault> {
    let mut to = json::Writer::default();
    request.write(&mut to);
    match to.checked() {
        Ok(request) => {
            let place = Location::caller();
            answer(call, &door(&request)).map_err(|fault| fault.at(place))
        }
        Err(wrong) => Err(Fault::new("bad_request", &[call, ": ", &wrong].concat())),
    }
}

fn answer<T: Read>(call: &str, reply: &str) -> Result<T, Fault> {
    let unreadable = |wrong: json::Malformed| {
        Fault::new(
            "internal",
            &[call, ": the reply cannot be read: ", &wrong.to_string()].concat(),
        )
    };
    let mut record = Reply::<T>::default();
    json::Reader::new(reply)
        .record(&mut record)
        .map_err(unreadable)?;
    match record.answer? {
        Some(value) => Ok(value),
        None => json::from_str("null").map_err(unreadable), // a call that answers nothing
    }
}

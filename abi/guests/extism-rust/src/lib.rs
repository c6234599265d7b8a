//! The probe guest on Extism's own PDK for Rust, without anything of this
//! project: guests that know Extism only run here too.

use std::sync::atomic::{AtomicU32, Ordering};

use extism_pdk::{extism, plugin_fn, Error, FnResult, Memory, WithReturnCode};
use serde_json::{json, Value};

mod calls;

type Entries = Result<Vec<Value>, Error>;

/// The version of the contract, as the name of an export.
#[no_mangle]
pub extern "C" fn impressionism_abi_2() {}

#[plugin_fn]
pub fn evaluate_activation(context: String) -> FnResult<String> {
    run(&context, |line| (!line.starts_with(LATER)).then_some(line))
}

#[plugin_fn]
pub fn evaluate_deactivation(context: String) -> FnResult<String> {
    run(&context, |line| line.strip_prefix(LATER))
}

/// Marks the lines of the second function.
const LATER: &str = "then ";

/// Functions that this instance has entered.
static ENTERED: AtomicU32 = AtomicU32::new(0);

fn run(context: &str, own: fn(&str) -> Option<&str>) -> FnResult<String> {
    ENTERED.fetch_add(1, Ordering::Relaxed);
    std::panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        let text = panic
            .payload()
            .downcast_ref::<String>()
            .map_or("", String::as_str);
        let message = format!("{text} (panicked at {place})");
        if let Ok(memory) = Memory::from_bytes(message) {
            unsafe { extism::error_set(memory.offset()) };
        }
    }));
    let context: Value = serde_json::from_str(context)?;
    let prompt = context["user_prompt"].as_str().unwrap_or_default();
    let mut entries = Vec::new();
    for line in prompt
        .split('\n')
        .filter_map(own)
        .filter(|line| !line.is_empty())
    {
        let mut given = obey(&context, line).map_err(|failed| WithReturnCode::new(failed, 1))?;
        entries.append(&mut given);
    }
    Ok(Value::from(entries).to_string())
}

/// Does what a line says.
fn obey(context: &Value, line: &str) -> Entries {
    let (verb, arguments) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "echo" => Ok(said(&text(&context[arguments], arguments))),
        "call" => Ok(said(&calls::make(arguments)?)),
        "repeat" => repeat(arguments),
        "must" => must(arguments),
        "entry" => entry(arguments),
        "activated" => Ok(activated(context)),
        "count" => Ok(said(&ENTERED.load(Ordering::Relaxed).to_string())),
        "big" => Ok(said(&"x".repeat(arguments.parse()?))),
        "surrogate" => {
            calls::make("log {\"level\":\"info\",\"message\":\"\u{fffd}\"}")?;
            Ok(Vec::new())
        }
        "random" => Ok(said("none")),
        "fail" => Err(Error::msg(arguments.to_owned())),
        "panic" => panic!("{arguments}"),
        "loop" => loop {
            std::hint::spin_loop();
        },
        "recurse" => Ok(said(&recurse(0).to_string())),
        _ => Err(Error::msg(format!("there is no such line: {line}"))),
    }
}

fn said(reason: &str) -> Vec<Value> {
    vec![json!({"ref": "skill:probe", "reason": reason})]
}

fn text(value: &Value, field: &str) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null if field == "sequence" => "0".into(),
        Value::Null if field == "neutral" => "false".into(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn repeat(arguments: &str) -> Entries {
    let (times, call) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let mut last = Vec::new();
    for _ in 0..times.parse()? {
        last = said(&calls::make(call)?);
    }
    Ok(last)
}

fn must(arguments: &str) -> Entries {
    let reply = calls::make(arguments)?;
    let parsed: Value = serde_json::from_str(&reply)?;
    match (&parsed["error"]["code"], &parsed["error"]["message"]) {
        (Value::String(code), Value::String(message)) => {
            Err(Error::msg(format!("{code}: {message}")))
        }
        _ => Ok(said(&reply)),
    }
}

fn entry(arguments: &str) -> Entries {
    let parts: Vec<&str> = arguments.splitn(3, ' ').collect();
    let [named, score, reason] = parts[..] else {
        return Err(Error::msg(format!("too few arguments: entry {arguments}")));
    };
    let mut given = json!({"ref": named, "reason": reason});
    if score != "-" {
        given["score"] = score.parse::<f64>()?.into();
    }
    Ok(vec![given])
}

fn activated(context: &Value) -> Vec<Value> {
    let entries = context["activated"].as_array().cloned().unwrap_or_default();
    entries
        .iter()
        .map(|entry| json!({"ref": entry["ref"], "reason": entry["reason"]}))
        .collect()
}

#[allow(unconditional_recursion)] // it is what a probe is asked for
#[inline(never)]
fn recurse(depth: u64) -> u64 {
    std::hint::black_box(1 + recurse(std::hint::black_box(depth + 1)))
}

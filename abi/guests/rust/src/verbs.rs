use std::sync::atomic::Ordering;

use impressionism::{log, Answer, Context, Entry, LogRequest};

use crate::{calls, said, ENTERED};

/// Does what a line says.
pub fn obey(context: &Context, line: &str) -> Answer {
    let (verb, arguments) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "echo" => echo(context, arguments),
        "call" => Ok(said(calls::make(arguments)?.reply)),
        "repeat" => repeat(arguments),
        "must" => must(arguments),
        "entry" => entry(arguments),
        "activated" => Ok(activated(context)),
        "count" => Ok(said(ENTERED.load(Ordering::Relaxed).to_string())),
        "big" => Ok(said("x".repeat(arguments.parse()?))),
        "surrogate" => surrogate(),
        "random" => Ok(said("none")), // core has no random numbers
        "fail" => Err(arguments.into()),
        "panic" => panic!("{arguments}"),
        "loop" => loop {
            std::hint::spin_loop();
        },
        "recurse" => Ok(said(recurse(0).to_string())),
        _ => Err(format!("there is no such line: {line}").into()),
    }
}

fn echo(context: &Context, field: &str) -> Answer {
    let of = |text: &Option<String>| text.clone().unwrap_or_default();
    Ok(said(match field {
        "abi" => context.abi.to_string(),
        "session_id" => context.session_id.clone(),
        "workspace_path" => context.workspace_path.clone(),
        "user_prompt" => of(&context.user_prompt),
        "hook_event" => context.hook_event.clone(),
        "now" => context.now.clone(),
        "sequence" => context.sequence.to_string(),
        "neutral" => context.neutral.unwrap_or_default().to_string(),
        _ => return Err(format!("there is no such field: echo {field}").into()),
    }))
}

fn repeat(arguments: &str) -> Answer {
    let (times, call) = arguments.split_once(' ').unwrap_or((arguments, ""));
    let mut last = Vec::new();
    for _ in 0..times.parse()? {
        last = said(calls::make(call)?.reply);
    }
    Ok(last)
}

fn must(arguments: &str) -> Answer {
    let made = calls::make(arguments)?;
    match made.fault {
        Some(fault) => Err(fault.into()),
        None => Ok(said(made.reply)),
    }
}

fn entry(arguments: &str) -> Answer {
    let parts: Vec<&str> = arguments.splitn(3, ' ').collect();
    let [named, score, reason] = parts[..] else {
        return Err(format!("too few arguments: entry {arguments}").into());
    };
    Ok(vec![Entry {
        r#ref: named.parse()?,
        reason: reason.into(),
        score: if score == "-" {
            None
        } else {
            Some(score.parse()?)
        },
    }])
}

fn activated(context: &Context) -> Vec<Entry> {
    let entries = context.activated.iter().flatten();
    entries
        .map(|entry| Entry::new(&entry.r#ref, entry.reason.clone()))
        .collect()
}

/// A string of Rust cannot hold half a pair.
fn surrogate() -> Answer {
    log(&LogRequest {
        level: "info".into(),
        message: "\u{fffd}".into(),
    })?;
    Ok(Vec::new())
}

#[allow(unconditional_recursion)] // it is what a probe is asked for
#[inline(never)]
fn recurse(depth: u64) -> u64 {
    std::hint::black_box(1 + recurse(std::hint::black_box(depth + 1)))
}

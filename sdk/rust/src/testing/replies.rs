//! Scripted replies: read as their calls' types, and completed from what a scenario
//! says elsewhere.

use super::host::{item_of, made_active};
use super::Host;
use crate::json::{self, Read, Write};
use crate::{Active, Candidate, Embedding, Entry, Item, ItemPage, Message};
use crate::{Relevance, Session, ToolUse, Value};

type Typed = fn(&mut Host, &Value) -> Result<String, String>;

/// What reads the reply of a host call; none: there is no such call.
pub(super) fn of(call: &str) -> Option<Typed> {
    Some(match call {
        "messages" => typed::<Vec<Message>>,
        "tool_uses" => typed::<Vec<ToolUse>>,
        "active" => typed::<Vec<Active>>,
        "items" => typed::<ItemPage>,
        "search" => typed::<Vec<Candidate>>,
        "relevance" => typed::<Vec<Relevance>>,
        "embed" => typed::<Option<Embedding>>,
        "similarities" => typed::<Vec<f64>>,
        "vector" => typed::<Vec<f32>>,
        "param" | "log" => typed::<Value>,
        "session" => typed::<Session>,
        "evaluate" => typed::<Vec<Entry>>,
        _ => return None,
    })
}

fn typed<T: Reply>(host: &mut Host, ok: &Value) -> Result<String, String> {
    let mut reply: T =
        json::from_str_strict(&json::to_string(ok)).map_err(|wrong| told(wrong.what))?;
    reply.complete(host);
    Ok(json::to_string(&reply))
}

/// The error in the words of every other language.
fn told(what: String) -> String {
    match what.strip_prefix("unknown field ") {
        Some(name) => format!("unknown field {name:?}"),
        None => what,
    }
}

trait Reply: Read + Write {
    /// Puts items in the place of their refs, and references in that of vectors.
    fn complete(&mut self, _: &mut Host) {}
}

impl Reply for Entry {}
impl Reply for Relevance {}
impl Reply for Session {}
impl Reply for ToolUse {}
impl Reply for Value {}
impl Reply for f32 {}
impl Reply for f64 {}

impl Reply for Option<Embedding> {
    fn complete(&mut self, host: &mut Host) {
        *self = host.refer(self);
    }
}

impl Reply for Message {
    fn complete(&mut self, host: &mut Host) {
        self.embedding.complete(host);
    }
}

impl Reply for Item {
    fn complete(&mut self, host: &mut Host) {
        *self = match host.item(&self.r#ref) {
            Some(known) if self.name.is_empty() => known.clone(),
            _ => host.completed(self.clone()),
        };
    }
}

impl Reply for Active {
    fn complete(&mut self, host: &mut Host) {
        let mut item = item_of(self);
        item.complete(host);
        *self = Active {
            activated_at: std::mem::take(&mut self.activated_at),
            prompts_since_relevant: self.prompts_since_relevant,
            reason: std::mem::take(&mut self.reason),
            ..made_active(&item)
        };
    }
}

impl Reply for Candidate {
    fn complete(&mut self, host: &mut Host) {
        self.item.complete(host);
    }
}

impl Reply for ItemPage {
    fn complete(&mut self, host: &mut Host) {
        self.items.complete(host);
    }
}

impl<T: Reply> Reply for Vec<T> {
    fn complete(&mut self, host: &mut Host) {
        self.iter_mut().for_each(|reply| reply.complete(host));
    }
}

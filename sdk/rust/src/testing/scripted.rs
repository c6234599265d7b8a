use super::expectation::sorted;
use super::replies;
use super::Host;
use crate::json::{self, Malformed, Read, Reader, Write, Writer};
use crate::record::record;
use crate::{Fault, Value};

record! {
    /// What a host call is answered with, whatever else a scenario says: a reply, or
    /// an error. The first one whose request is part of the call's counts.
    pub struct HostAnswer {
        /// The host call.
        pub call: String,
        /// Fields that the request must have; any request where absent.
        pub request: Fields,
        /// The reply.
        pub ok: Option<Value>,
        /// The error.
        pub error: Option<Fault>,
    }
}

/// Fields by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields(pub Vec<(String, Value)>);

impl Read for Fields {
    fn read(from: &mut Reader) -> Result<Self, Malformed> {
        let mut fields = Vec::new();
        if !from.word("null") {
            from.object(&mut |name, from| {
                fields.push((name.to_owned(), Value::read(from)?));
                Ok(())
            })?;
        }
        Ok(Fields(fields))
    }
}

impl Write for Fields {
    fn write(&self, to: &mut Writer) {
        Value::Object(self.0.clone()).write(to);
    }
}

/// Those that a fault may have.
pub(super) const CODES: [&str; 7] = [
    "bad_request",
    "unknown_call",
    "not_allowed",
    "not_found",
    "limit",
    "unavailable",
    "internal",
];

/// An answer as it is looked up and given.
pub(super) struct Prepared {
    call: String,
    request: Fields,
    reply: String,
}

impl Host {
    /// Replaces the answers of the script.
    pub(super) fn set_answers(&mut self, answers: &[HostAnswer]) -> Result<(), String> {
        self.answers.clear();
        for (index, answer) in answers.iter().enumerate() {
            let ready = self
                .ready(answer)
                .map_err(|wrong| format!("script: answer {}: {wrong}", index + 1))?;
            self.answers.push(ready);
        }
        Ok(())
    }

    fn ready(&mut self, answer: &HostAnswer) -> Result<Prepared, String> {
        let call = &answer.call;
        let typed =
            replies::of(call).ok_or_else(|| format!("there is no host call {}", quoted(call)))?;
        if call == "log" {
            return Err("log cannot be answered otherwise: it never fails".into());
        }
        let reply = match (&answer.ok, &answer.error) {
            (Some(ok), None) => {
                let ok = typed(self, ok).map_err(|wrong| format!("{call}: ok: {wrong}"))?;
                format!("{{\"ok\":{ok}}}")
            }
            (None, Some(fault)) => {
                if !CODES.contains(&fault.code.as_str()) || fault.message.is_empty() {
                    return Err(format!(
                        "{call}: an error has a message and one of the codes {}",
                        CODES.join(", ")
                    ));
                }
                fault.reply()
            }
            _ => return Err(format!("{call}: give ok or error, one of them")),
        };
        Ok(Prepared {
            call: call.clone(),
            request: comparable(answer.request.clone()),
            reply,
        })
    }

    /// The reply that the script has for a call, if it has one. What is no request
    /// at all gets the host's own answer.
    pub(super) fn scripted(&self, call: &str, request: &str) -> Option<String> {
        let mut answers = self
            .answers
            .iter()
            .filter(|answer| answer.call == call)
            .peekable();
        answers.peek()?;
        let Fields(asked) = json::from_str(request).map(comparable).ok()?;
        let answer = answers.find(|answer| {
            let Fields(wanted) = &answer.request;
            wanted.iter().all(|field| asked.contains(field))
        })?;
        Some(answer.reply.clone())
    }
}

/// Fields whose values can be compared, whatever the order in them.
fn comparable(Fields(fields): Fields) -> Fields {
    let fields = fields.into_iter();
    Fields(fields.map(|(name, value)| (name, sorted(value))).collect())
}

/// The beginning of a text from a file, to show.
pub(super) fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(40).collect::<String>())
}

use super::run::Outcome;
use super::scenario::Expectation;
use super::Host;
use crate::json;
use crate::{decimals, Entry, Value};

impl Expectation {
    /// All that is not as expected.
    pub(super) fn failures(&self, came: &Outcome) -> Vec<String> {
        let mut failures = Vec::new();
        if let Some(fault) = &came.fault {
            if self.fault.is_empty() || !fault.contains(&self.fault) {
                failures.push(differs("fault", &self.fault, fault));
            }
            return failures;
        }
        if !self.fault.is_empty() {
            failures.push(differs("fault", &self.fault, ""));
        }
        failures.extend(compare("activate", &self.activate, &came.activate));
        failures.extend(compare("deactivate", &self.deactivate, &came.deactivate));
        for part in &self.log {
            if !came.log.iter().any(|line| line.contains(part)) {
                failures.push(differs("log", part, &came.log.join("\n        ")));
            }
        }
        let calls: Vec<String> = came
            .calls
            .iter()
            .map(|(name, request)| canonical(name, request))
            .collect();
        for call in &self.asked {
            let (name, request) = call.split_once(' ').unwrap_or((call, ""));
            let call = canonical(name, request);
            if !calls.contains(&call) {
                failures.push(differs("asked", &call, &calls.join("\n        ")));
            }
        }
        let warned = self.warnings.len() == came.warnings.len()
            && self
                .warnings
                .iter()
                .zip(&came.warnings)
                .all(|(part, warning)| warning.contains(part));
        if !warned {
            failures.push(differs(
                "warnings",
                &self.warnings.join("; "),
                &came.warnings.join("; "),
            ));
        }
        failures
    }

    /// Looks at what is active after the event.
    pub(super) fn after(&self, host: &Host) -> Option<String> {
        let ids: Vec<String> = host.active.iter().map(|item| item.id.clone()).collect();
        let wanted = self.active.as_ref().filter(|wanted| **wanted != ids)?;
        Some(differs("active", &wanted.join(", "), &ids.join(", ")))
    }
}

fn compare(side: &str, want: &[Entry], got: &[Entry]) -> Vec<String> {
    let (wanted, found) = (names(want), names(got));
    if wanted != found {
        return vec![differs(side, &wanted, &found)];
    }
    let mut failures = Vec::new();
    for (want, got) in want.iter().zip(got) {
        let what = |part: &str| format!("{side} {}: {part}", want.skill_id);
        if !got.reason.contains(&want.reason) {
            failures.push(differs(&what("reason"), &want.reason, &got.reason));
        }
        let score = |score: Option<f64>| score.map_or(String::new(), |score| decimals(score, 4));
        if want.score.is_some() && score(want.score) != score(got.score) {
            failures.push(differs(
                &what("score"),
                &score(want.score),
                &score(got.score),
            ));
        }
    }
    failures
}

/// The items of entries, with the kind of those that are no skills.
fn names(entries: &[Entry]) -> String {
    let name = |entry: &Entry| match entry.kind.as_deref() {
        None | Some("" | "skill") => entry.skill_id.clone(),
        Some(kind) => format!("{kind} {}", entry.skill_id),
    };
    entries.iter().map(name).collect::<Vec<String>>().join(", ")
}

/// A call with the fields of its request in order, for languages write them in
/// different ones.
fn canonical(name: &str, request: &str) -> String {
    match json::from_str::<Value>(request) {
        Ok(value) => format!("{name} {}", json::to_string(&sorted(value))),
        Err(_) => format!("{name} {request}"),
    }
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Array(values) => Value::Array(values.into_iter().map(sorted).collect()),
        Value::Object(mut fields) => {
            fields.sort_by(|(a, _), (b, _)| a.cmp(b));
            Value::Object(
                fields
                    .into_iter()
                    .map(|(name, value)| (name, sorted(value)))
                    .collect(),
            )
        }
        other => other,
    }
}

fn differs(what: &str, want: &str, got: &str) -> String {
    let shown = |text: &str| {
        if text.is_empty() {
            "nothing".to_owned()
        } else {
            text.to_owned()
        }
    };
    format!("{what}:\n    want {}\n    got  {}", shown(want), shown(got))
}

use super::run::Outcome;
use super::scenario::Expectation;
use super::Host;
use crate::json;
use crate::{decimals, Entry, Ref, Value};

impl Expectation {
    /// All that is not as expected.
    pub(super) fn failures(&self, came: &Outcome) -> Vec<String> {
        let mut failures = Vec::new();
        if came.fault.is_some() || self.fails() {
            failures = self.faults(came.fault.as_deref().unwrap_or_default());
        }
        if came.fault.is_some() {
            return failures;
        }
        failures.extend(self.activated(&came.activate));
        failures.extend(compare("deactivate", &self.deactivate, &came.deactivate));
        for part in &self.log {
            if !came.log.iter().any(|line| holds(line, part)) {
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
                .all(|(part, warning)| holds(warning, part));
        if !warned {
            failures.push(differs(
                "warnings",
                &self.warnings.join("; "),
                &came.warnings.join("; "),
            ));
        }
        failures
    }

    /// Whether the event has to fail.
    pub(super) fn fails(&self) -> bool {
        !self.fault.is_empty() || !self.code.is_empty()
    }

    fn faults(&self, fault: &str) -> Vec<String> {
        let mut failures = Vec::new();
        let other = fault.is_empty() || !holds(fault, &self.fault);
        if !self.fails() || !self.fault.is_empty() && other {
            failures.push(differs("fault", &self.fault, fault));
        }
        let code = fault.split_once(':').map_or("", |(code, _)| code);
        if !self.code.is_empty() && code != self.code {
            failures.push(differs("code", &self.code, fault));
        }
        failures
    }

    /// Compares what was activated: exactly, or where a scenario says so by what has
    /// to be there, what must not, and how many.
    fn activated(&self, got: &[Entry]) -> Vec<String> {
        let mut failures = Vec::new();
        let partly = self.includes.is_some() || self.excludes.is_some() || self.count.is_some();
        if self.activate.is_some() || !partly {
            failures = compare(
                "activate",
                self.activate.as_deref().unwrap_or_default(),
                got,
            );
        }
        for want in self.includes.iter().flatten() {
            let name = names(std::slice::from_ref(want));
            match got
                .iter()
                .find(|got| names(std::slice::from_ref(got)) == name)
            {
                Some(got) => failures.extend(details("includes", want, got)),
                None => failures.push(differs("includes", &name, &names(got))),
            }
        }
        for named in self.excludes.iter().flatten() {
            if got.iter().any(|got| got.r#ref == *named) {
                failures.push(differs("excludes", &format!("no {named}"), &names(got)));
            }
        }
        if self.count.is_some_and(|count| count != got.len() as i64) {
            let want = self.count.unwrap_or_default().to_string();
            let found = format!("{}: {}", got.len(), names(got));
            failures.push(differs("count", &want, found.trim_end_matches(": ")));
        }
        failures
    }

    /// Looks at what is active after the event.
    pub(super) fn after(&self, host: &Host) -> Option<String> {
        let active: Vec<Ref> = host.active.iter().map(|item| item.r#ref.clone()).collect();
        let wanted = self.active.as_ref().filter(|wanted| **wanted != active)?;
        Some(differs("active", &joined(wanted), &joined(&active)))
    }
}

fn compare(side: &str, want: &[Entry], got: &[Entry]) -> Vec<String> {
    let (wanted, found) = (names(want), names(got));
    if wanted != found {
        return vec![differs(side, &wanted, &found)];
    }
    let pairs = want.iter().zip(got);
    pairs
        .flat_map(|(want, got)| details(side, want, got))
        .collect()
}

/// Compares what an entry says besides its item.
fn details(side: &str, want: &Entry, got: &Entry) -> Vec<String> {
    let mut failures = Vec::new();
    let what = |part: &str| format!("{side} {}: {part}", want.r#ref);
    if !holds(&got.reason, &want.reason) {
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
    failures
}

/// Whether a text has a part; "…" in the part stands for anything.
fn holds(mut text: &str, part: &str) -> bool {
    part.split('…').all(|piece| {
        let Some((_, rest)) = text.split_once(piece) else {
            return false;
        };
        text = rest;
        true
    })
}

/// The items of entries.
fn names(entries: &[Entry]) -> String {
    joined(entries.iter().map(|entry| &entry.r#ref))
}

fn joined<'a>(refs: impl IntoIterator<Item = &'a Ref>) -> String {
    let texts: Vec<&str> = refs.into_iter().map(Ref::as_str).collect();
    texts.join(", ")
}

/// A call with the fields of its request in order, for languages write them in
/// different ones.
fn canonical(name: &str, request: &str) -> String {
    match json::from_str::<Value>(request) {
        Ok(value) => format!("{name} {}", json::to_string(&sorted(value))),
        Err(_) => format!("{name} {request}"),
    }
}

/// A value with the fields of its objects in order.
pub(super) fn sorted(value: Value) -> Value {
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

//! The probe guest in Rust: a ruleset whose prompt is a program, as
//! abi/conformance describes it. It makes every host call through the
//! SDK's typed functions, so that what passes is the SDK.

use std::sync::atomic::{AtomicU32, Ordering};

use impressionism::{Answer, Context, Entry, Ref, Ruleset};

mod calls;
mod verbs;

/// The ruleset.
pub struct Probe;

impressionism::export!(Probe);

/// Marks the lines of the second function.
const LATER: &str = "then ";

/// Functions that this instance has entered.
static ENTERED: AtomicU32 = AtomicU32::new(0);

impl Ruleset for Probe {
    fn evaluate_activation(&self, context: &Context) -> Answer {
        run(context, |line| (!line.starts_with(LATER)).then_some(line))
    }

    fn evaluate_deactivation(&self, context: &Context) -> Answer {
        run(context, |line| line.strip_prefix(LATER))
    }
}

/// Gives the entries of those lines of the prompt that are the function's own.
fn run(context: &Context, own: fn(&str) -> Option<&str>) -> Answer {
    ENTERED.fetch_add(1, Ordering::Relaxed);
    let mut entries = Vec::new();
    let prompt = context.user_prompt.as_deref().unwrap_or_default();
    for line in prompt
        .split('\n')
        .filter_map(own)
        .filter(|line| !line.is_empty())
    {
        entries.append(&mut verbs::obey(context, line)?);
    }
    Ok(entries)
}

/// The entry that most lines give.
fn said(reason: impl Into<String>) -> Vec<Entry> {
    vec![Entry::new(&Ref::skill("probe"), reason)]
}

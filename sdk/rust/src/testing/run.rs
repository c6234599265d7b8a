use std::cell::RefCell;
use std::rc::Rc;

use super::believe::believe;
use super::manifest::Manifest;
use super::Host;
use crate::{native, Context, Entry, Error, Fault, Ruleset, Value};

/// The session of a scenario: who answers host calls, and what came of the event.
pub(super) struct Run {
    pub(super) host: Host,
    pub(super) manifest: Manifest,
    pub(super) parameters: Value,
    pub(super) came: Outcome,
}

/// What came of one event.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) activate: Vec<Entry>,
    pub(super) deactivate: Vec<Entry>,
    pub(super) calls: Vec<(String, String)>,
    pub(super) log: Vec<String>,
    pub(super) warnings: Vec<String>,
    pub(super) fault: Option<String>,
}

impl Outcome {
    pub(super) fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// Asks both functions about one event; on turn_ended only the second.
pub(super) fn ask(ruleset: &dyn Ruleset, run: &Rc<RefCell<Run>>, context: &Context) -> Outcome {
    let decided = decide(ruleset, run, context.clone());
    let mut outcome = std::mem::take(&mut run.borrow_mut().came);
    match decided {
        Ok((activate, deactivate)) => {
            (outcome.activate, outcome.deactivate) = (activate, deactivate)
        }
        Err(fault) => outcome.fault = Some(fault),
    }
    outcome
}

fn decide(
    ruleset: &dyn Ruleset,
    run: &Rc<RefCell<Run>>,
    mut context: Context,
) -> Result<(Vec<Entry>, Vec<Entry>), String> {
    let mut activate = Vec::new();
    if context.hook_event != "turn_ended" {
        let entries = through(run, || ruleset.evaluate_activation(&context)).map_err(told)?;
        activate = believe(&mut run.borrow_mut(), "evaluate_activation", entries)?;
        context.activated = Some(activate.clone()).filter(|entries| !entries.is_empty());
    }
    let entries = through(run, || ruleset.evaluate_deactivation(&context)).map_err(told)?;
    let deactivate = believe(&mut run.borrow_mut(), "evaluate_deactivation", entries)?;
    Ok((activate, deactivate))
}

/// Does the work with the scripted host behind every host call.
fn through<T>(run: &Rc<RefCell<Run>>, work: impl FnOnce() -> T) -> T {
    let host = Rc::clone(run);
    native::with(
        Box::new(move |call, request| host.borrow_mut().invoke(call, request)),
        work,
    )
}

/// The error as the host would show it.
fn told(error: Error) -> String {
    if error.is::<Fault>() {
        return error.to_string();
    }
    format!("internal: {error}")
}

//! Plays scenario files against a ruleset, natively: `cargo test` needs neither a
//! module nor the host. The files are those of every other language.
//!
//! ```no_run
//! # use impressionism::{Answer, Context, Ruleset};
//! # struct Careful;
//! # impl Ruleset for Careful {
//! #     fn evaluate_activation(&self, _: &Context) -> Answer { Ok(vec![]) }
//! # }
//! #[test]
//! fn scenarios() {
//!     impressionism::testing::run(&Careful, "scenarios");
//! }
//! ```

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

use crate::Ruleset;

mod answers;
mod believe;
mod catalog;
mod check;
mod expectation;
mod files;
mod host;
mod manifest;
mod prepare;
mod ranking;
mod replies;
mod run;
mod scenario;
mod scores;
mod scripted;
mod settings;
mod vectors;
mod yaml;

pub use host::Host;
pub use manifest::{Manifest, Parameter, Parameters};
pub use scenario::{Event, Expectation, Scenario};
pub use scores::Scores;
pub use scripted::{Fields, HostAnswer};

/// Plays every scenario of a folder. Calls and parameters are those of the
/// `ruleset.json` beside the folder, where there is one. A scenario with `index`
/// wants a real search, which only the host has: it is read and left out, with a line
/// that says so.
///
/// # Panics
///
/// Where something is not as a scenario expects, or a file cannot be read.
#[track_caller]
pub fn run(ruleset: &dyn Ruleset, folder: impl AsRef<Path>) {
    let beside = folder.as_ref().join("../ruleset.json");
    if beside.exists() {
        return run_with(ruleset, beside, folder);
    }
    play_all(ruleset, Manifest::default(), folder.as_ref());
}

/// Plays every scenario of a folder with the calls and parameters of a manifest.
///
/// # Panics
///
/// As `run`.
#[track_caller]
pub fn run_with(ruleset: &dyn Ruleset, manifest: impl AsRef<Path>, folder: impl AsRef<Path>) {
    let manifest = Manifest::load(manifest.as_ref()).unwrap_or_else(|wrong| panic!("{wrong}"));
    play_all(ruleset, manifest, folder.as_ref());
}

#[track_caller]
fn play_all(ruleset: &dyn Ruleset, manifest: Manifest, folder: &Path) {
    let files = files::files(folder).unwrap_or_else(|wrong| panic!("{wrong}"));
    let mut told = String::new();
    for file in files {
        let scenario = Scenario::load(&file).unwrap_or_else(|wrong| panic!("{wrong}"));
        if !scenario.index.is_empty() {
            leave_out(&file);
            continue;
        }
        let failures = play(ruleset, &manifest, &scenario);
        if !failures.is_empty() {
            told += &format!(
                "\n{}: {}\n  {}\n",
                file.display(),
                scenario.why,
                failures.join("\n  ")
            );
        }
    }
    assert!(told.is_empty(), "{told}");
}

/// Says so where everybody sees it: what a passing test prints cargo keeps to itself,
/// but for what goes to standard error directly.
fn leave_out(file: &Path) {
    let file = file.display();
    let line =
        format!("{file}: left out: it wants a real index; `impressionism rules test` plays it\n");
    let _ = std::io::stderr().write_all(line.as_bytes()); // nobody to tell
}

/// Plays one scenario: its events in one session, each with the state that the one
/// before left. Gives all that is not as expected; an event that fails unexpectedly
/// is the last one.
pub fn play(ruleset: &dyn Ruleset, manifest: &Manifest, scenario: &Scenario) -> Vec<String> {
    let host = match Host::new(scenario) {
        Ok(host) => host,
        Err(wrong) => return vec![wrong],
    };
    let (manifest, parameters) = (manifest.clone(), scenario.parameters.clone());
    let run = Rc::new(RefCell::new(run::Run {
        host,
        manifest,
        parameters,
        came: Default::default(),
    }));
    let mut failures = Vec::new();
    for (index, event) in scenario.events().iter().enumerate() {
        if let Err(wrong) = run.borrow_mut().host.prepare(event) {
            failures.push(format!("event {}: {wrong}", index + 1));
            break;
        }
        let context = scenario.context(index, &event.context);
        let came = run::ask(ruleset, &run, &context);
        if came.fault.is_none() {
            run.borrow_mut()
                .host
                .apply(&context, &came.activate, &came.deactivate);
        }
        let missed = event
            .expect
            .failures(&came)
            .into_iter()
            .chain(event.expect.after(&run.borrow().host));
        failures.extend(missed.map(|failure| format!("event {}: {failure}", index + 1)));
        if came.fault.is_some() && !event.expect.fails() {
            break;
        }
    }
    failures
}

use std::path::{Path, PathBuf};

use super::scores::Scores;
use super::yaml;
use crate::record::record;
use crate::{Active, Context, Entry, Item, Message, Session, ToolUse, Value};

const FILE_MAX: u64 = 1 << 20;

record! {
    /// A scripted host, an event, and what must come of it. Items need an id only.
    pub struct Scenario {
        /// What it shows and why it should be so.
        pub why: String,
        /// The session.
        pub session: Session,
        /// The catalog.
        pub skills: Vec<Item>,
        /// What is active; an id of the catalog is enough.
        pub active: Vec<Active>,
        /// The session's messages.
        pub messages: Vec<Message>,
        /// The session's tool uses.
        pub tool_use: Vec<ToolUse>,
        /// Configured parameters.
        pub parameters: Value,
        /// Similarity by id, whatever is searched for.
        pub search: Option<Scores>,
        /// The same for relevance; `search` where absent.
        pub relevance: Option<Scores>,
        /// The first event.
        pub context: Context,
        /// What must come of it.
        pub expect: Expectation,
        /// The events that follow in the same session.
        pub then: Vec<Event>,
    }

    /// A later event; what a search finds is its own.
    pub struct Event {
        /// The event.
        pub context: Context,
        /// As in a scenario.
        pub search: Option<Scores>,
        /// As in a scenario.
        pub relevance: Option<Scores>,
        /// What must come of it.
        pub expect: Expectation,
    }

    /// What must come of an event. Entries are compared in their order by id, kind
    /// and, where it is given, score to four decimals; texts by a part, in which "…"
    /// stands for anything.
    pub struct Expectation {
        /// The first answer. Where absent nothing may be activated, unless includes,
        /// excludes or count say what is wanted instead.
        pub activate: Option<Vec<Entry>>,
        /// Each is in the first answer, at any place.
        pub includes: Option<Vec<Entry>>,
        /// Ids that are not in the first answer.
        pub excludes: Option<Vec<String>>,
        /// So many entries the first answer has.
        pub count: Option<i64>,
        /// The second answer.
        pub deactivate: Vec<Entry>,
        /// Each is part of one "level message".
        pub log: Vec<String>,
        /// Each is the name and request of a host call.
        pub asked: Vec<String>,
        /// Ids after the event; not looked at where absent.
        pub active: Option<Vec<String>>,
        /// Part of "code: message"; the event fails with it.
        pub fault: String,
        /// The code of the fault, all of it; the event fails with it.
        pub code: String,
        /// A part of each warning, in their order.
        pub warnings: Vec<String>,
    }
}

impl Scenario {
    /// Reads a scenario.
    pub fn decode(text: &str) -> Result<Self, String> {
        let scenario: Scenario = yaml::from_str(text)?;
        if scenario.why.trim().is_empty() {
            return Err(
                "why is missing: say what the scenario shows and why it should be so".into(),
            );
        }
        scenario.check()?;
        Ok(scenario)
    }

    /// Reads a file.
    pub fn load(file: &Path) -> Result<Self, String> {
        let told =
            |wrong: &dyn std::fmt::Display| format!("load scenario {}: {wrong}", file.display());
        let length = std::fs::metadata(file).map_err(|wrong| told(&wrong))?.len();
        if length > FILE_MAX {
            return Err(told(&format!("a scenario has at most {FILE_MAX} bytes")));
        }
        let text = std::fs::read_to_string(file).map_err(|wrong| told(&wrong))?;
        Scenario::decode(&text).map_err(|wrong| told(&wrong))
    }

    /// The events in turn.
    pub fn events(&self) -> Vec<Event> {
        let first = Event {
            context: self.context.clone(),
            search: self.search.clone(),
            relevance: self.relevance.clone(),
            expect: self.expect.clone(),
        };
        std::iter::once(first)
            .chain(self.then.iter().cloned())
            .collect()
    }

    /// The session of all events.
    pub fn session_id(&self) -> String {
        let named = [&self.session.session_id, &self.context.session_id]
            .into_iter()
            .find(|id| !id.is_empty());
        named.map_or_else(|| "session".into(), String::clone)
    }

    /// The context of event `index`: a prompt of the scenario's session, a minute
    /// and a message after the one before.
    pub fn context(&self, index: usize, event: &Context) -> Context {
        let or = |given: &String, other: String| {
            if given.is_empty() {
                other
            } else {
                given.clone()
            }
        };
        Context {
            abi: crate::VERSION,
            session_id: self.session_id(),
            hook_event: or(&event.hook_event, "UserPromptSubmit".into()),
            workspace_path: or(&event.workspace_path, self.session.workspace_path.clone()),
            sequence: if event.sequence == 0 {
                100 + index as i64
            } else {
                event.sequence
            },
            now: or(
                &event.now,
                format!("2026-01-02T03:{:02}:00Z", 4 + index % 56),
            ),
            user_prompt: event
                .user_prompt
                .clone()
                .filter(|prompt| !prompt.is_empty()),
            neutral: event.neutral.filter(|&neutral| neutral),
            activated: None,
        }
    }
}

/// The scenario files of a folder, in the order of their names; none is an error,
/// for its test would pass for nothing.
pub(super) fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let told = |wrong: std::io::Error| format!("load scenarios {}: {wrong}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "yaml")
        {
            files.push(path);
        }
    }
    if files.is_empty() {
        return Err(format!(
            "load scenarios: {} has no .yaml file",
            folder.display()
        ));
    }
    files.sort();
    Ok(files)
}

use std::path::Path;

use super::files::limited;
use super::scores::Scores;
use super::scripted::HostAnswer;
use super::yaml;
use crate::record::record;
use crate::{Active, Context, Entry, Item, Message, Ref, Session, ToolUse, Value};

const FILE_MAX: u64 = 1 << 20;

record! {
    /// A scripted host, an event, and what must come of it. Items need a ref only.
    pub struct Scenario {
        /// What it shows and why it should be so.
        pub why: String,
        /// A file of the ruleset's folder with items before those of the scenario.
        pub catalog: String,
        /// The session.
        pub session: Session,
        /// The catalog.
        pub items: Vec<Item>,
        /// What is active; a ref of the catalog is enough.
        pub active: Vec<Active>,
        /// The session's messages.
        pub messages: Vec<Message>,
        /// The session's tool uses.
        pub tool_uses: Vec<ToolUse>,
        /// Configured parameters.
        pub parameters: Value,
        /// Similarity by ref, whatever is searched for.
        pub search: Option<Scores>,
        /// The same for relevance; `search` where absent.
        pub relevance: Option<Scores>,
        /// What single host calls are answered with, before all else.
        pub answers: Vec<HostAnswer>,
        /// "words": searches are real, which only `impressionism rules test` can do.
        pub index: String,
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
        /// As in a scenario.
        pub answers: Vec<HostAnswer>,
        /// What must come of it.
        pub expect: Expectation,
    }

    /// What must come of an event. Entries are compared in their order by ref
    /// and, where it is given, score to four decimals; texts by a part, in which "…"
    /// stands for anything.
    pub struct Expectation {
        /// The first answer. Where absent nothing may be activated, unless includes,
        /// excludes or count say what is wanted instead.
        pub activate: Option<Vec<Entry>>,
        /// Each is in the first answer, at any place.
        pub includes: Option<Vec<Entry>>,
        /// Items that are not in the first answer.
        pub excludes: Option<Vec<Ref>>,
        /// So many entries the first answer has.
        pub count: Option<i64>,
        /// The second answer.
        pub deactivate: Vec<Entry>,
        /// Each is part of one "level message".
        pub log: Vec<String>,
        /// Each is the name and request of a host call.
        pub asked: Vec<String>,
        /// Refs after the event; not looked at where absent.
        pub active: Option<Vec<Ref>>,
        /// Part of "code: message"; the event fails with it.
        pub fault: String,
        /// The code of the fault, all of it; the event fails with it.
        pub code: String,
        /// A part of each warning, in their order.
        pub warnings: Vec<String>,
    }
}

impl Scenario {
    /// Reads a scenario that stands by itself.
    pub fn decode(text: &str) -> Result<Self, String> {
        Scenario::decoded(text, None)
    }

    /// Reads a scenario of the ruleset in a folder, where its catalog file lies.
    pub fn decode_in(text: &str, folder: impl AsRef<Path>) -> Result<Self, String> {
        Scenario::decoded(text, Some(folder.as_ref()))
    }

    fn decoded(text: &str, folder: Option<&Path>) -> Result<Self, String> {
        let mut scenario: Scenario = yaml::from_str(text)?;
        scenario.take_catalog(folder)?;
        if scenario.why.trim().is_empty() {
            return Err(
                "why is missing: say what the scenario shows and why it should be so".into(),
            );
        }
        scenario.check()?;
        Ok(scenario)
    }

    /// Reads a file of a folder in the ruleset's folder.
    pub fn load(file: &Path) -> Result<Self, String> {
        let told =
            |wrong: &dyn std::fmt::Display| format!("load scenario {}: {wrong}", file.display());
        let text = limited(file, FILE_MAX).map_err(|wrong| told(&wrong))?;
        let text = text.ok_or_else(|| told(&format!("a scenario has at most {FILE_MAX} bytes")))?;
        let folder = file.parent().and_then(Path::parent);
        Scenario::decode_in(&text, folder.unwrap_or(Path::new(""))).map_err(|wrong| told(&wrong))
    }

    /// The events in turn.
    pub fn events(&self) -> Vec<Event> {
        let first = Event {
            context: self.context.clone(),
            search: self.search.clone(),
            relevance: self.relevance.clone(),
            answers: self.answers.clone(),
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
            hook_event: or(&event.hook_event, "prompt".into()),
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
            local_time: event.local_time.clone().filter(|time| !time.is_empty()),
            weekday: event.weekday.clone().filter(|day| !day.is_empty()),
            neutral: event.neutral.filter(|&neutral| neutral),
            activated: None,
        }
    }
}

// Code generated from abi.Calls by go test ./sdk/stubs -update. DO NOT EDIT.

use crate::record::record;
use crate::{Embedding, Fault, Ref, Value};

/// The number of the contract.
pub const VERSION: i64 = 2;

record! {
    /// One activation or deactivation.
    pub struct Entry {
        /// An item of this session's catalog, for example `skill:pdf-forms`.
        pub r#ref: Ref,
        /// The reason, in words that a user understands; it never reaches the model.
        pub reason: String,
        /// How well the item fits, 0 to 1; from `suggest.firm_above` (.95) on, the suggestion asks the model to load the item; with a lower score, or none, it only offers the item.
        pub score: Option<f64>,
    }

    /// What both functions of a ruleset are given.
    pub struct Context {
        /// The version of the contract that the ruleset was built for.
        pub abi: i64,
        /// This session.
        pub session_id: String,
        /// Absolute path of the workspace.
        pub workspace_path: String,
        /// Prompts only; at most 64 KiB.
        pub user_prompt: Option<String>,
        /// The name of the event: prompt, tool_used, file_touched, turn_ended or compacting.
        pub hook_event: String,
        /// The time of the event, RFC 3339, UTC; a ruleset has no other clock.
        pub now: String,
        /// The same moment in the user's time zone, RFC 3339 with the offset, as in `2026-01-02T18:04:05+01:00`; in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known.
        pub local_time: Option<String>,
        /// The day of `local_time`, `Monday` to `Sunday`; absent if `local_time` is.
        pub weekday: Option<String>,
        /// The number of this event's message in the session; 0 if none was logged.
        pub sequence: i64,
        /// Prompts only: true if the prompt is about nothing in particular.
        pub neutral: Option<bool>,
        /// Files of the workspace that tools read or changed since the last prompt, relative to it and slash-separated, at most 20; on `file_touched` the one file.
        pub touched: Option<Vec<String>>,
        /// In the second function only: the answer of the first one.
        pub activated: Option<Vec<Entry>>,
    }

    /// One row of a session's message log.
    pub struct Message {
        /// `user`, `assistant` or `tool`.
        pub role: String,
        /// The beginning of the message, or of a tool's input: `logging.preview_chars` (500, at most 4,000) characters are stored.
        pub content: String,
        /// The tool, if one was used.
        pub tool_name: Option<String>,
        /// The embedding of the whole prompt; absent if no decision needed the model.
        pub embedding: Option<Embedding>,
        /// The row's number in the session; the current prompt has the context's `sequence`.
        pub sequence: i64,
    }

    /// One tool event of a session's message log.
    pub struct ToolUse {
        /// The tool.
        pub tool_name: String,
        /// The beginning of the tool's input as compact JSON, `{"file_path":"/work/auth/session.ts","content":"…"}`: `logging.preview_chars` (500, at most 4,000) characters are stored, so it may end anywhere, and a path that comes late is missing; in Lua `use.tool_input_preview:match('"file_path":"([^"]*)"')` finds the path.
        pub tool_input_preview: String,
        /// RFC 3339, UTC.
        pub logged_at: String,
        /// The row's number in the session.
        pub sequence: i64,
    }

    /// What a ruleset sees of a lesson beside what it sees of each item.
    pub struct Lesson {
        /// `pattern`, `correction`, `decision`, `gotcha` or `preference`; absent: the lesson has none.
        pub category: Option<String>,
        /// `user` or `project`.
        pub scope: String,
        /// True if the lesson is told where a session starts.
        pub pinned: bool,
        /// How often the lesson proved itself in earlier sessions of this workspace: (cited+1)/(told+2), to three decimals, .5 for a new one.
        pub trust: f64,
        /// How often the lesson was told in earlier sessions of this workspace.
        pub told: i64,
        /// How often the assistant named the lesson then.
        pub cited: i64,
        /// The lesson held against the repository: `ok`, `doubtful` (it names something that is gone) or `none`.
        pub check: String,
        /// Whole days since the lesson was added; absent: not known.
        pub age_days: Option<f64>,
        /// True if the lesson's `paths` name a file that the last 20 tool uses read or changed; on `file_touched`, that one file.
        pub touched: bool,
    }

    /// Where an item of the kind code lies: whole lines of a file, as they were when the project's sources were indexed.
    pub struct Place {
        /// The file, slash-separated, from the folder that was indexed; `Item.path` is absolute.
        pub path: String,
        /// What the lines define, as in `Mux.Use` or `parse_args`; absent if they define nothing by a name.
        pub symbol: Option<String>,
        /// The first line, from 1, as it was when the file was indexed.
        pub start: i64,
        /// The last line, included.
        pub end: i64,
        /// The language in small letters, as in `go` or `typescript`; absent: not known.
        pub language: Option<String>,
        /// `function`, `method`, `type`, `variable`, `rest` (between definitions) or `window` (of a file that was not cut by its definitions).
        pub kind: String,
    }

    /// An item that a session's decisions have activated and not yet deactivated.
    pub struct Active {
        /// The kind, a colon, and the exact name that the client lists: the folder's name, or `plugin:name` for an item of a plugin, as in `skill:pdf-forms` or `command:acme:deploy`.
        pub r#ref: Ref,
        /// The name as the author wrote it.
        pub name: String,
        /// The description, cut at 8 KiB.
        pub description: String,
        /// The path of the item's file; absent if the item is not a file.
        pub path: Option<String>,
        /// The keywords that the author gave; often empty.
        pub keywords: Vec<String>,
        /// The embedding of name and description; absent if it is not computed yet.
        pub embedding: Option<Embedding>,
        /// True if the author wants the item to stay active.
        pub sticky: bool,
        /// How often the item was used after a suggestion, in earlier sessions of this workspace; absent: never, or not known.
        pub used: Option<i64>,
        /// Days since the item was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
        pub last_used_days: Option<f64>,
        /// What there is to know of a lesson besides; absent for other kinds.
        pub lesson: Option<Lesson>,
        /// Where an item of the kind `code` lies; absent for other kinds.
        pub place: Option<Place>,
        /// RFC 3339, UTC.
        pub activated_at: String,
        /// The number of prompts since the item was activated or refreshed; the prompt that is being decided is not counted, so add 1 on `prompt`.
        pub prompts_since_relevant: i64,
        /// The reason with which the ruleset activated the item.
        pub reason: String,
    }

    /// Something that can be suggested, as a ruleset sees it.
    pub struct Item {
        /// The kind, a colon, and the exact name that the client lists: the folder's name, or `plugin:name` for an item of a plugin, as in `skill:pdf-forms` or `command:acme:deploy`.
        pub r#ref: Ref,
        /// The name as the author wrote it.
        pub name: String,
        /// The description, cut at 8 KiB.
        pub description: String,
        /// The path of the item's file; absent if the item is not a file.
        pub path: Option<String>,
        /// The keywords that the author gave; often empty.
        pub keywords: Vec<String>,
        /// The embedding of name and description; absent if it is not computed yet.
        pub embedding: Option<Embedding>,
        /// True if the author wants the item to stay active.
        pub sticky: bool,
        /// How often the item was used after a suggestion, in earlier sessions of this workspace; absent: never, or not known.
        pub used: Option<i64>,
        /// Days since the item was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
        pub last_used_days: Option<f64>,
        /// What there is to know of a lesson besides; absent for other kinds.
        pub lesson: Option<Lesson>,
        /// Where an item of the kind `code` lies; absent for other kinds.
        pub place: Option<Place>,
    }

    /// A part of the catalog.
    pub struct ItemPage {
        /// The items of this page.
        pub items: Vec<Item>,
        /// True if there are more items than this page contains.
        pub truncated: bool,
    }

    /// An item with its scores for one query.
    pub struct Candidate {
        /// The item, of any kind.
        pub item: Item,
        /// Calibrated relevance, 0–1, with the same meaning in every catalog.
        pub similarity: f64,
        /// −1–1; absent if no model was used.
        pub cosine: Option<f64>,
        /// ≥ 0.
        pub bm25: Option<f64>,
    }

    /// The calibrated relevance of one item to a query.
    pub struct Relevance {
        /// The item.
        pub r#ref: Ref,
        /// Calibrated relevance, 0–1; 0 if the text does not concern the item.
        pub similarity: f64,
    }

    /// Names the session an event belongs to.
    pub struct Session {
        /// This session.
        pub session_id: String,
        /// Absolute path of the workspace.
        pub workspace_path: String,
        /// RFC 3339, UTC.
        pub started_at: String,
    }

    /// The request of `messages` and `tool_uses`.
    pub struct CountRequest {
        /// The maximum number of entries; more than 1,000 count as 1,000.
        pub count: i64,
    }

    /// The request of `active`.
    pub struct KindsRequest {
        /// Only items of these kinds, of those that the manifest names; absent or empty: all of those.
        pub kinds: Option<Vec<String>>,
    }

    /// The request of `items`.
    pub struct PageRequest {
        /// Only items of these kinds, of those that the manifest names; absent or empty: all of those.
        pub kinds: Option<Vec<String>>,
        /// The number of items to skip at the start.
        pub offset: Option<i64>,
        /// The maximum number of items; 0: as many as the budget allows.
        pub limit: Option<i64>,
    }

    /// The request of `search`.
    pub struct SearchRequest {
        /// The text; a blank text finds nothing.
        pub text: Option<String>,
        /// The maximum number of entries; more than 1,000 count as 1,000.
        pub limit: i64,
        /// Earlier messages; they may keep an item active, and never activate one.
        pub background: Option<String>,
        /// Only items of these kinds, of those that the manifest names; absent or empty: all of those.
        pub kinds: Option<Vec<String>>,
        /// Instead of a text: a vector of the same length as those of the items; the search returns the items nearest to it, by meaning alone; beside any text, even a blank one, it is refused.
        pub embedding: Option<Embedding>,
    }

    /// The request of `relevance`.
    pub struct RelevanceRequest {
        /// The text.
        pub text: String,
        /// The items, at most 1,000; items that do not exist are left out of the reply.
        pub refs: Vec<Ref>,
    }

    /// The request of `similarities`.
    pub struct SimilaritiesRequest {
        /// One vector.
        pub a: Embedding,
        /// The others, at most 1,000, each of the same length as the first.
        pub bs: Vec<Embedding>,
    }

    /// The request of `embed`.
    pub struct TextRequest {
        /// The text.
        pub text: String,
    }

    /// The request of `vector`.
    pub struct EmbeddingRequest {
        /// The reference; a list of numbers is returned unchanged.
        pub embedding: Embedding,
    }

    /// The request of `param`.
    pub struct ParamRequest {
        /// The name of the parameter.
        pub name: String,
        /// The value if neither the configuration nor the manifest has one.
        pub default: Option<Value>,
    }

    /// The request of `session`.
    pub struct EmptyRequest {
    }

    /// The request of `log`.
    pub struct LogRequest {
        /// `debug`, `info`, `warn` or `error`.
        pub level: String,
        /// The line, cut at 1 KiB; lines after the first 100 are dropped.
        pub message: String,
    }

    /// The request of `evaluate`.
    pub struct EvaluateRequest {
        /// The id of the other ruleset, for example `builtin/default`.
        pub ruleset: String,
        /// `evaluate_activation` or `evaluate_deactivation`.
        pub function: String,
        /// Absent: the caller's own.
        pub context: Option<Context>,
    }
}

/// The last messages of this session, oldest first, the current prompt included.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::messages(&CountRequest { count: 10 })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn messages(request: &CountRequest) -> Result<Vec<Message>, Fault> {
    crate::host_call!("messages", request)
}

/// The last tool uses of this session, oldest first.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::tool_uses(&CountRequest { count: 10 })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn tool_uses(request: &CountRequest) -> Result<Vec<ToolUse>, Fault> {
    crate::host_call!("tool_uses", request)
}

/// What is active in this session, as it was before this event.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::active(&KindsRequest { kinds: Some(vec!["skill".into()]) })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn active(request: &KindsRequest) -> Result<Vec<Active>, Fault> {
    crate::host_call!("active", request)
}

/// Every item of this session's catalog.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::items(&PageRequest { kinds: Some(vec!["skill".into(), "command".into()]), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn items(request: &PageRequest) -> Result<ItemPage, Fault> {
    crate::host_call!("items", request)
}

/// Items that fit a text, best first, with calibrated similarity; or those near an embedding.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::search(&SearchRequest { text: Some(prompt.into()), limit: 5, ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn search(request: &SearchRequest) -> Result<Vec<Candidate>, Fault> {
    crate::host_call!("search", request)
}

/// The calibrated similarity of these items to a text.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::relevance(&RelevanceRequest { text: prompt.into(), refs: vec![Ref::new("skill", "db-migrations")] })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn relevance(request: &RelevanceRequest) -> Result<Vec<Relevance>, Fault> {
    crate::host_call!("relevance", request)
}

/// The cosines of one embedding to several, −1 to 1.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::similarities(&SimilaritiesRequest { a: vector.clone(), bs: vec![vector.clone()] })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn similarities(request: &SimilaritiesRequest) -> Result<Vec<f64>, Fault> {
    crate::host_call!("similarities", request)
}

/// The embedding of a text, as a reference.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::embed(&TextRequest { text: prompt.into() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn embed(request: &TextRequest) -> Result<Embedding, Fault> {
    crate::host_call!("embed", request)
}

/// The numbers behind an embedding.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::vector(&EmbeddingRequest { embedding: vector.clone() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn vector(request: &EmbeddingRequest) -> Result<Vec<f32>, Fault> {
    crate::host_call!("vector", request)
}

/// A parameter of the ruleset that asks, or the default given.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::param("similarity_threshold", 0.7)?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn ask_param(request: &ParamRequest) -> Result<Value, Fault> {
    crate::host_call!("param", request)
}

/// This session.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::session(&EmptyRequest::default())?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn session(request: &EmptyRequest) -> Result<Session, Fault> {
    crate::host_call!("session", request)
}

/// Writes a line for the ruleset's author; it never reaches the prompt.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::log(&LogRequest { level: "info".into(), message: "nothing fits".into() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn log(request: &LogRequest) -> Result<Value, Fault> {
    crate::host_call!("log", request)
}

/// What another ruleset answers here by its own calls and parameters.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::evaluate(&EvaluateRequest { ruleset: "builtin/default".into(), function: "evaluate_activation".into(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
#[track_caller]
pub fn evaluate(request: &EvaluateRequest) -> Result<Vec<Entry>, Fault> {
    crate::host_call!("evaluate", request)
}

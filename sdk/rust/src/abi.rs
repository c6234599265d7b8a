// Code generated from abi.Calls by go test ./sdk/stubs -update. DO NOT EDIT.

use crate::record::record;
use crate::{Embedding, Fault, Value};

/// The number of the contract.
pub const VERSION: i64 = 1;

record! {
    /// One activation or deactivation.
    pub struct Entry {
        /// Id of an item of this session's catalog.
        pub skill_id: String,
        /// Kind of the item; skill where absent.
        pub kind: Option<String>,
        /// Why in words a user understands; never reaches the model.
        pub reason: String,
        /// How well it fits, 0 to 1; it is asked for in firm words from `suggest.firm_above` on (.85), and only offered where it is absent or lower.
        pub score: Option<f64>,
    }

    /// What both functions of a ruleset are given.
    pub struct Context {
        /// The number of the contract that the ruleset was built for.
        pub abi: i64,
        /// This session.
        pub session_id: String,
        /// Absolute path of the workspace.
        pub workspace_path: String,
        /// Prompts only; at most 64 KiB.
        pub user_prompt: Option<String>,
        /// The name of the event: UserPromptSubmit, PostToolUse, Stop or PreCompact.
        pub hook_event: String,
        /// The event's time, RFC 3339, UTC: a guest's only clock.
        pub now: String,
        /// The same moment where the user is, RFC 3339 with the offset, as `2026-01-02T18:04:05+01:00`: in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known.
        pub local_time: Option<String>,
        /// The day of `local_time`, `Monday` to `Sunday`; absent with it.
        pub weekday: Option<String>,
        /// Of this event's message; 0 where none was logged.
        pub sequence: i64,
        /// Prompts only: this one is about nothing in particular.
        pub neutral: Option<bool>,
        /// Second function only: what the first one answered.
        pub activated: Option<Vec<Entry>>,
    }

    /// One row of a session's message log.
    pub struct Message {
        /// "user", "assistant", "tool".
        pub role: String,
        /// The stored preview.
        pub content: String,
        /// The tool, where one was used.
        pub tool_name: Option<String>,
        /// Of the whole prompt; absent where no decision needed the model.
        pub embedding: Option<Embedding>,
        /// Its number in the session.
        pub sequence: i64,
    }

    /// One tool event of a session's message log.
    pub struct ToolUse {
        /// The tool.
        pub tool_name: String,
        /// The beginning of its input as compact JSON, cut at 8 KiB, so that it may end anywhere: `{"file_path":"/work/auth/session.ts","content":"…"}`; in Lua `use.tool_input_preview:match('"file_path":"([^"]*)"')` finds the path.
        pub tool_input_preview: String,
        /// RFC 3339, UTC.
        pub logged_at: String,
        /// Its number in the session.
        pub sequence: i64,
    }

    /// An item that a session's decisions have activated and not yet deactivated.
    pub struct Active {
        /// Exactly the name the client lists: the folder's name, or `plugin:name` where a plugin brings it.
        pub id: String,
        /// "skill", "command".
        pub kind: String,
        /// The name as its author wrote it.
        pub name: String,
        /// What it is for, cut at 8 KiB.
        pub description: String,
        /// Where its file lies.
        pub path: String,
        /// What its author says it goes by; often empty.
        pub keywords: Vec<String>,
        /// Name and description; absent while not embedded.
        pub embedding: Option<Embedding>,
        /// Its author asks that it stay active.
        pub sticky: bool,
        /// How often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known.
        pub used: Option<i64>,
        /// Days since it was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
        pub last_used_days: Option<f64>,
        /// RFC 3339, UTC.
        pub activated_at: String,
        /// How many prompts ago it was activated or refreshed.
        pub prompts_since_relevant: i64,
        /// What the ruleset said when it activated it.
        pub reason: String,
    }

    /// Something that can be suggested, as a ruleset sees it.
    pub struct Item {
        /// Exactly the name the client lists: the folder's name, or `plugin:name` where a plugin brings it.
        pub id: String,
        /// "skill", "command".
        pub kind: String,
        /// The name as its author wrote it.
        pub name: String,
        /// What it is for, cut at 8 KiB.
        pub description: String,
        /// Where its file lies.
        pub path: String,
        /// What its author says it goes by; often empty.
        pub keywords: Vec<String>,
        /// Name and description; absent while not embedded.
        pub embedding: Option<Embedding>,
        /// Its author asks that it stay active.
        pub sticky: bool,
        /// How often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known.
        pub used: Option<i64>,
        /// Days since it was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
        pub last_used_days: Option<f64>,
    }

    /// A part of the catalog.
    pub struct ItemPage {
        /// The items of this page.
        pub items: Vec<Item>,
        /// There are more items than this page has.
        pub truncated: bool,
    }

    /// An item with its scores for one query.
    pub struct Candidate {
        /// The item, of whatever kind.
        pub skill: Item,
        /// Calibrated relevance, 0–1, the same meaning in every catalog.
        pub similarity: f64,
        /// −1–1; absent: no model was used.
        pub cosine: Option<f64>,
        /// ≥ 0.
        pub bm25: Option<f64>,
    }

    /// The calibrated relevance of one item to a query.
    pub struct Relevance {
        /// The item.
        pub id: String,
        /// Calibrated relevance, 0–1; 0 where the text does not concern the item.
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

    /// The request of `get_recent_messages` and `get_recent_tool_use`.
    pub struct CountRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// How many at most, 0 to 1,000.
        pub count: i64,
    }

    /// The request of `get_active_skills`.
    pub struct KindsRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// Only items of these kinds; every kind where absent or empty.
        pub kinds: Option<Vec<String>>,
    }

    /// The request of `get_all_skills`.
    pub struct PageRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// Only items of these kinds; every kind where absent or empty.
        pub kinds: Option<Vec<String>>,
        /// How many items to leave out at the start.
        pub offset: Option<i64>,
        /// 0: as many as the budget allows.
        pub limit: Option<i64>,
    }

    /// The request of `search_skills`.
    pub struct SearchRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The text; a blank one finds nothing.
        pub query_text: String,
        /// Earlier messages: may keep alive, never activate.
        pub background_text: Option<String>,
        /// How many at most, 0 to 1,000.
        pub limit: i64,
        /// Only items of these kinds; every kind where absent or empty.
        pub kinds: Option<Vec<String>>,
    }

    /// The request of `search_skills_by_embedding`.
    pub struct VectorSearchRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The vector, as long as those of the items.
        pub embedding: Embedding,
        /// How many at most, 0 to 1,000.
        pub limit: i64,
        /// Only items of these kinds; every kind where absent or empty.
        pub kinds: Option<Vec<String>>,
    }

    /// The request of `relevance`.
    pub struct RelevanceRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The text; a blank one finds nothing.
        pub query_text: String,
        /// The items, at most 1,000; those that do not exist are left out of the reply.
        pub ids: Vec<String>,
    }

    /// The request of `embed_text`.
    pub struct TextRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The text.
        pub text: String,
    }

    /// The request of `cosine_similarity`.
    pub struct PairRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// One vector.
        pub a: Embedding,
        /// The other vector, as long as the first.
        pub b: Embedding,
    }

    /// The request of `cosine_similarities`.
    pub struct PairsRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// One vector.
        pub a: Embedding,
        /// The others, at most 1,000, each as long as the first.
        pub bs: Vec<Embedding>,
    }

    /// The request of `get_vector`.
    pub struct EmbeddingRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The reference; numbers come back as they are.
        pub embedding: Embedding,
    }

    /// The request of `get_param`.
    pub struct ParamRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// The parameter.
        pub name: String,
        /// What it is where neither the configuration nor the manifest says.
        pub default: Option<Value>,
    }

    /// The request of `get_session`.
    pub struct EmptyRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
    }

    /// The request of `log`.
    pub struct LogRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// `debug`, `info`, `warn` or `error`.
        pub level: String,
        /// The line, cut at 1 KiB; after 100 lines the rest is lost.
        pub message: String,
    }

    /// The request of `evaluate_ruleset`.
    pub struct EvaluateRequest {
        /// The current session; another one is `not_allowed`.
        pub session_id: Option<String>,
        /// Its id, as `builtin/default`.
        pub ruleset: String,
        /// `evaluate_activation` or `evaluate_deactivation`.
        pub function: String,
        /// Absent: the caller's own.
        pub context: Option<Context>,
    }
}

/// The last messages of this session, oldest first.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_recent_messages(&CountRequest { count: 10, ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_recent_messages(request: &CountRequest) -> Result<Vec<Message>, Fault> {
    crate::host_call!("get_recent_messages", request)
}

/// The last tool uses of this session, oldest first.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_recent_tool_use(&CountRequest { count: 10, ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_recent_tool_use(request: &CountRequest) -> Result<Vec<ToolUse>, Fault> {
    crate::host_call!("get_recent_tool_use", request)
}

/// What is active in this session, as it was before this event.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_active_skills(&KindsRequest { kinds: Some(vec!["skill".into()]), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_active_skills(request: &KindsRequest) -> Result<Vec<Active>, Fault> {
    crate::host_call!("get_active_skills", request)
}

/// Every item of this session's catalog.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_all_skills(&PageRequest { kinds: Some(vec!["skill".into(), "command".into()]), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_all_skills(request: &PageRequest) -> Result<ItemPage, Fault> {
    crate::host_call!("get_all_skills", request)
}

/// Items that fit a text, best first, with calibrated similarity.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::search_skills(&SearchRequest { query_text: prompt.into(), limit: 5, ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn search_skills(request: &SearchRequest) -> Result<Vec<Candidate>, Fault> {
    crate::host_call!("search_skills", request)
}

/// Items near a vector, best first; similarity comes from the dense part alone.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::search_skills_by_embedding(&VectorSearchRequest { embedding: vector.clone(), limit: 5, ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn search_skills_by_embedding(request: &VectorSearchRequest) -> Result<Vec<Candidate>, Fault> {
    crate::host_call!("search_skills_by_embedding", request)
}

/// The calibrated similarity of these items to a text.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::relevance(&RelevanceRequest { query_text: prompt.into(), ids: vec!["db-migrations".into()], ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn relevance(request: &RelevanceRequest) -> Result<Vec<Relevance>, Fault> {
    crate::host_call!("relevance", request)
}

/// The vector of a text, as a reference.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::embed_text(&TextRequest { text: prompt.into(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn embed_text(request: &TextRequest) -> Result<Embedding, Fault> {
    crate::host_call!("embed_text", request)
}

/// The cosine of two vectors, −1 to 1.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::cosine_similarity(&PairRequest { a: vector.clone(), b: vector.clone(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn cosine_similarity(request: &PairRequest) -> Result<f64, Fault> {
    crate::host_call!("cosine_similarity", request)
}

/// The cosines of one vector to several.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::cosine_similarities(&PairsRequest { a: vector.clone(), bs: vec![vector.clone()], ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn cosine_similarities(request: &PairsRequest) -> Result<Vec<f64>, Fault> {
    crate::host_call!("cosine_similarities", request)
}

/// The numbers behind an embedding.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_vector(&EmbeddingRequest { embedding: vector.clone(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_vector(request: &EmbeddingRequest) -> Result<Vec<f32>, Fault> {
    crate::host_call!("get_vector", request)
}

/// A parameter of the ruleset that asks, or the default given.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_param(&ParamRequest { name: "similarity_threshold".into(), default: Some(0.7.into()), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_param(request: &ParamRequest) -> Result<Value, Fault> {
    crate::host_call!("get_param", request)
}

/// This session.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::get_session(&EmptyRequest::default())?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn get_session(request: &EmptyRequest) -> Result<Session, Fault> {
    crate::host_call!("get_session", request)
}

/// Writes a line for the ruleset's author; it never reaches the prompt.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::log(&LogRequest { level: "info".into(), message: "nothing fits".into(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn log(request: &LogRequest) -> Result<Value, Fault> {
    crate::host_call!("log", request)
}

/// What another ruleset answers here by its own calls and parameters.
///
/// ```no_run
/// # use impressionism::*;
/// # fn example(prompt: &str, vector: Embedding) -> Result<(), Fault> {
/// let reply = impressionism::evaluate_ruleset(&EvaluateRequest { ruleset: "builtin/default".into(), function: "evaluate_activation".into(), ..Default::default() })?;
/// # drop((reply, prompt, vector));
/// # Ok(())
/// # }
/// ```
pub fn evaluate_ruleset(request: &EvaluateRequest) -> Result<Vec<Entry>, Fault> {
    crate::host_call!("evaluate_ruleset", request)
}

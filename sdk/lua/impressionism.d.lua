---@meta impressionism
-- Code generated from abi.Calls by go test ./sdk/stubs -update. DO NOT EDIT.
--
-- Annotations for the Lua language server: what a ruleset in Lua reaches of the
-- host. Name this folder in .luarc.json beside the ruleset:
--
--   { "runtime.version": "Lua 5.1", "workspace.library": ["PATH/sdk/lua"] }
--
-- A ruleset is a file that returns a table with one or both of two functions:
--
--   ---@type impressionism.Ruleset
--   return { evaluate_activation = function(context) return {} end }
--
-- It is Lua 5.1 in a sandbox. Not there, and nil, are:
--
--   collectgarbage coroutine debug dofile getfenv io load loadfile loadstring
--   module newproxy os package print rawequal rawget rawset setfenv math.mod
--   string.dump string.gfind table.getn
--
-- math.random is seeded by the event, so equal inputs give equal answers. An error
-- of a host call is an impressionism.Fault, which pcall catches.

---@class impressionism.Ruleset
---@field evaluate_activation? fun(context: impressionism.Context): impressionism.Entry[]? What to activate, best first.
---@field evaluate_deactivation? fun(context: impressionism.Context): impressionism.Entry[]? What to deactivate; the context has activated, the first answer.

---A vector, as a reference. It reads as a list of numbers (#e, e[i], ipairs), which are only then asked for.
---@class impressionism.Embedding: { [integer]: number }

---An error of a host call. It reads as "code: message".
---@class impressionism.Fault
---@field code "bad_request"|"unknown_call"|"not_allowed"|"not_found"|"limit"|"unavailable"|"internal"
---@field message string What is wrong, and what to do about it.
---@field position? string File and line of the call.

---One activation or deactivation.
---@class impressionism.Entry
---@field skill_id string Id of an item of this session's catalog.
---@field kind? string Kind of the item; skill where absent.
---@field reason string Why in words a user understands; never reaches the model.
---@field score? number How well it fits, 0 to 1; it is asked for in firm words from `suggest.firm_above` on (.85), and only offered where it is absent or lower.

---What both functions of a ruleset are given.
---@class impressionism.Context
---@field abi integer The number of the contract that the ruleset was built for.
---@field session_id string This session.
---@field workspace_path string Absolute path of the workspace.
---@field user_prompt? string Prompts only; at most 64 KiB.
---@field hook_event string The name of the event: UserPromptSubmit, PostToolUse, Stop or PreCompact.
---@field now string The event's time, RFC 3339, UTC: a guest's only clock.
---@field local_time? string The same moment where the user is, RFC 3339 with the offset, as `2026-01-02T18:04:05+01:00`: in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known.
---@field weekday? string The day of `local_time`, `Monday` to `Sunday`; absent with it.
---@field sequence integer Of this event's message; 0 where none was logged.
---@field neutral? boolean Prompts only: this one is about nothing in particular.
---@field activated? impressionism.Entry[] Second function only: what the first one answered.

---One row of a session's message log.
---@class impressionism.Message
---@field role string "user", "assistant", "tool".
---@field content string The stored preview.
---@field tool_name? string The tool, where one was used.
---@field embedding? impressionism.Embedding Of the whole prompt; absent where no decision needed the model.
---@field sequence integer Its number in the session.

---One tool event of a session's message log.
---@class impressionism.ToolUse
---@field tool_name string The tool.
---@field tool_input_preview string The beginning of its input as compact JSON, cut at 8 KiB, so that it may end anywhere: `{"file_path":"/work/auth/session.ts","content":"…"}`; in Lua `use.tool_input_preview:match('"file_path":"([^"]*)"')` finds the path.
---@field logged_at string RFC 3339, UTC.
---@field sequence integer Its number in the session.

---An item that a session's decisions have activated and not yet deactivated.
---@class impressionism.Active
---@field id string Exactly the name the client lists: the folder's name, or `plugin:name` where a plugin brings it.
---@field kind string "skill", "command".
---@field name string The name as its author wrote it.
---@field description string What it is for, cut at 8 KiB.
---@field path string Where its file lies.
---@field keywords string[] What its author says it goes by; often empty.
---@field embedding? impressionism.Embedding Name and description; absent while not embedded.
---@field sticky boolean Its author asks that it stay active.
---@field used? integer How often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known.
---@field last_used_days? number Days since it was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
---@field activated_at string RFC 3339, UTC.
---@field prompts_since_relevant integer How many prompts ago it was activated or refreshed.
---@field reason string What the ruleset said when it activated it.

---Something that can be suggested, as a ruleset sees it.
---@class impressionism.Item
---@field id string Exactly the name the client lists: the folder's name, or `plugin:name` where a plugin brings it.
---@field kind string "skill", "command".
---@field name string The name as its author wrote it.
---@field description string What it is for, cut at 8 KiB.
---@field path string Where its file lies.
---@field keywords string[] What its author says it goes by; often empty.
---@field embedding? impressionism.Embedding Name and description; absent while not embedded.
---@field sticky boolean Its author asks that it stay active.
---@field used? integer How often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known.
---@field last_used_days? number Days since it was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.

---An item with its scores for one query.
---@class impressionism.Candidate
---@field skill impressionism.Item The item, of whatever kind.
---@field similarity number Calibrated relevance, 0–1, the same meaning in every catalog.
---@field cosine? number −1–1; absent: no model was used.
---@field bm25? number ≥ 0.

---The calibrated relevance of one item to a query.
---@class impressionism.Relevance
---@field id string The item.
---@field similarity number Calibrated relevance, 0–1; 0 where the text does not concern the item.

---Names the session an event belongs to.
---@class impressionism.Session
---@field session_id string This session.
---@field workspace_path string Absolute path of the workspace.
---@field started_at string RFC 3339, UTC.

---The request of `get_recent_messages` and `get_recent_tool_use`.
---@class impressionism.CountRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field count integer How many at most, 0 to 1,000.

---The request of `get_active_skills`.
---@class impressionism.KindsRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field kinds? string[] Only items of these kinds; every kind where absent or empty.

---The request of `get_all_skills`.
---@class impressionism.PageRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field kinds? string[] Only items of these kinds; every kind where absent or empty.
---@field offset? integer How many items to leave out at the start.
---@field limit? integer 0: as many as the budget allows.

---The request of `search_skills`.
---@class impressionism.SearchRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field query_text string The text; a blank one finds nothing.
---@field background_text? string Earlier messages: may keep alive, never activate.
---@field limit integer How many at most, 0 to 1,000.
---@field kinds? string[] Only items of these kinds; every kind where absent or empty.

---The request of `search_skills_by_embedding`.
---@class impressionism.VectorSearchRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field embedding impressionism.Embedding|number[] The vector, as long as those of the items.
---@field limit integer How many at most, 0 to 1,000.
---@field kinds? string[] Only items of these kinds; every kind where absent or empty.

---The request of `relevance`.
---@class impressionism.RelevanceRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field query_text string The text; a blank one finds nothing.
---@field ids string[] The items, at most 1,000; those that do not exist are left out of the reply.

---The request of `embed_text`.
---@class impressionism.TextRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field text string The text.

---The request of `cosine_similarity`.
---@class impressionism.PairRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field a impressionism.Embedding|number[] One vector.
---@field b impressionism.Embedding|number[] The other vector, as long as the first.

---The request of `cosine_similarities`.
---@class impressionism.PairsRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field a impressionism.Embedding|number[] One vector.
---@field bs (impressionism.Embedding|number[])[] The others, at most 1,000, each as long as the first.

---The request of `get_vector`.
---@class impressionism.EmbeddingRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field embedding impressionism.Embedding|number[] The reference; numbers come back as they are.

---The request of `get_param`.
---@class impressionism.ParamRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field name string The parameter.
---@field default? any What it is where neither the configuration nor the manifest says.

---The request of `get_session`.
---@class impressionism.EmptyRequest
---@field session_id? string The current session; another one is `not_allowed`.

---The request of `log`.
---@class impressionism.LogRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field level string `debug`, `info`, `warn` or `error`.
---@field message string The line, cut at 1 KiB; after 100 lines the rest is lost.

---The request of `evaluate_ruleset`.
---@class impressionism.EvaluateRequest
---@field session_id? string The current session; another one is `not_allowed`.
---@field ruleset string Its id, as `builtin/default`.
---@field function string `evaluate_activation` or `evaluate_deactivation`.
---@field context? impressionism.Context Absent: the caller's own.

---The host calls; the same as require("impressionism").
---@class impressionism
impressionism = {}

---The last messages of this session, oldest first.
---```lua
---impressionism.get_recent_messages(context.session_id, 10)
---```
---@overload fun(request: impressionism.CountRequest): impressionism.Message[]
---@param session_id? string The current session; another one is `not_allowed`.
---@param count integer How many at most, 0 to 1,000.
---@return impressionism.Message[]
function impressionism.get_recent_messages(session_id, count) end

---The last tool uses of this session, oldest first.
---```lua
---impressionism.get_recent_tool_use(context.session_id, 10)
---```
---@overload fun(request: impressionism.CountRequest): impressionism.ToolUse[]
---@param session_id? string The current session; another one is `not_allowed`.
---@param count integer How many at most, 0 to 1,000.
---@return impressionism.ToolUse[]
function impressionism.get_recent_tool_use(session_id, count) end

---What is active in this session, as it was before this event.
---```lua
---impressionism.get_active_skills(context.session_id, { "skill" })
---```
---@overload fun(request: impressionism.KindsRequest): impressionism.Active[]
---@param session_id? string The current session; another one is `not_allowed`.
---@param kinds? string[] Only items of these kinds; every kind where absent or empty.
---@return impressionism.Active[]
function impressionism.get_active_skills(session_id, kinds) end

---Every item of this session's catalog.
---```lua
---impressionism.get_all_skills({ "skill", "command" })
---```
---@overload fun(request: impressionism.PageRequest): impressionism.Item[]
---@param kinds? string[] Only items of these kinds; every kind where absent or empty.
---@param offset? integer How many items to leave out at the start.
---@param limit? integer 0: as many as the budget allows.
---@return impressionism.Item[]
function impressionism.get_all_skills(kinds, offset, limit) end

---Items that fit a text, best first, with calibrated similarity.
---```lua
---impressionism.search_skills(prompt, 5)
---```
---@overload fun(request: impressionism.SearchRequest): impressionism.Candidate[]
---@param query_text string The text; a blank one finds nothing.
---@param limit integer How many at most, 0 to 1,000.
---@param background_text? string Earlier messages: may keep alive, never activate.
---@param kinds? string[] Only items of these kinds; every kind where absent or empty.
---@return impressionism.Candidate[]
function impressionism.search_skills(query_text, limit, background_text, kinds) end

---Items near a vector, best first; similarity comes from the dense part alone.
---```lua
---impressionism.search_skills_by_embedding(vector, 5)
---```
---@overload fun(request: impressionism.VectorSearchRequest): impressionism.Candidate[]
---@param embedding impressionism.Embedding|number[] The vector, as long as those of the items.
---@param limit integer How many at most, 0 to 1,000.
---@param kinds? string[] Only items of these kinds; every kind where absent or empty.
---@return impressionism.Candidate[]
function impressionism.search_skills_by_embedding(embedding, limit, kinds) end

---The calibrated similarity of these items to a text.
---```lua
---impressionism.relevance(prompt, { "db-migrations" })
---```
---@overload fun(request: impressionism.RelevanceRequest): impressionism.Relevance[]
---@param query_text string The text; a blank one finds nothing.
---@param ids string[] The items, at most 1,000; those that do not exist are left out of the reply.
---@return impressionism.Relevance[]
function impressionism.relevance(query_text, ids) end

---The vector of a text, as a reference.
---```lua
---impressionism.embed_text(prompt)
---```
---@overload fun(request: impressionism.TextRequest): impressionism.Embedding
---@param text string The text.
---@return impressionism.Embedding
function impressionism.embed_text(text) end

---The cosine of two vectors, −1 to 1.
---```lua
---impressionism.cosine_similarity(vector, vector)
---```
---@overload fun(request: impressionism.PairRequest): number
---@param a impressionism.Embedding|number[] One vector.
---@param b impressionism.Embedding|number[] The other vector, as long as the first.
---@return number
function impressionism.cosine_similarity(a, b) end

---The cosines of one vector to several.
---```lua
---impressionism.cosine_similarities(vector, { vector })
---```
---@overload fun(request: impressionism.PairsRequest): number[]
---@param a impressionism.Embedding|number[] One vector.
---@param bs (impressionism.Embedding|number[])[] The others, at most 1,000, each as long as the first.
---@return number[]
function impressionism.cosine_similarities(a, bs) end

---The numbers behind an embedding.
---```lua
---impressionism.get_vector(vector)
---```
---@overload fun(request: impressionism.EmbeddingRequest): number[]
---@param embedding impressionism.Embedding|number[] The reference; numbers come back as they are.
---@return number[]
function impressionism.get_vector(embedding) end

---A parameter of the ruleset that asks, or the default given.
---```lua
---impressionism.get_param("similarity_threshold", 0.7)
---```
---@overload fun(request: impressionism.ParamRequest): any
---@param name string The parameter.
---@param default? any What it is where neither the configuration nor the manifest says.
---@return any
function impressionism.get_param(name, default) end

---This session.
---```lua
---impressionism.get_session()
---```
---@return impressionism.Session
function impressionism.get_session() end

---Writes a line for the ruleset's author; it never reaches the prompt.
---```lua
---impressionism.log("info", "nothing fits")
---```
---@overload fun(request: impressionism.LogRequest): any
---@param level string `debug`, `info`, `warn` or `error`.
---@param message string The line, cut at 1 KiB; after 100 lines the rest is lost.
function impressionism.log(level, message) end

---What another ruleset answers here by its own calls and parameters.
---```lua
---impressionism.evaluate_ruleset("builtin/default", "evaluate_activation")
---```
---@overload fun(request: impressionism.EvaluateRequest): impressionism.Entry[]
---@param ruleset string Its id, as `builtin/default`.
---@param function_name string `evaluate_activation` or `evaluate_deactivation`.
---@param context? impressionism.Context Absent: the caller's own.
---@return impressionism.Entry[]
function impressionism.evaluate_ruleset(ruleset, function_name, context) end

return impressionism

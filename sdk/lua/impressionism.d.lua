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

---An item by its kind and its id: "skill:pdf-forms".
---@alias impressionism.Ref string

---An error of a host call. It reads as "code: message".
---@class impressionism.Fault
---@field code "bad_request"|"unknown_call"|"not_allowed"|"not_found"|"limit"|"unavailable"|"internal"
---@field message string What is wrong, and what to do about it.
---@field position? string File and line of the call.

---One activation or deactivation.
---@class impressionism.Entry
---@field ref impressionism.Ref An item of this session's catalog, for example `skill:pdf-forms`.
---@field reason string The reason, in words that a user understands; it never reaches the model.
---@field score? number How well the item fits, 0 to 1; from `suggest.firm_above` (.95) on, the suggestion asks the model to load the item; with a lower score, or none, it only offers the item.

---What both functions of a ruleset are given.
---@class impressionism.Context
---@field abi integer The version of the contract that the ruleset was built for.
---@field session_id string This session.
---@field workspace_path string Absolute path of the workspace.
---@field user_prompt? string Prompts only; at most 64 KiB.
---@field hook_event string The name of the event: prompt, tool_used, file_touched, turn_ended or compacting.
---@field now string The time of the event, RFC 3339, UTC; a ruleset has no other clock.
---@field local_time? string The same moment in the user's time zone, RFC 3339 with the offset, as in `2026-01-02T18:04:05+01:00`; in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known.
---@field weekday? string The day of `local_time`, `Monday` to `Sunday`; absent if `local_time` is.
---@field sequence integer The number of this event's message in the session; 0 if none was logged.
---@field neutral? boolean Prompts only: true if the prompt is about nothing in particular.
---@field touched? string[] Files of the workspace that tools read or changed since the last prompt, relative to it and slash-separated, at most 20; on `file_touched` the one file.
---@field activated? impressionism.Entry[] In the second function only: the answer of the first one.

---One row of a session's message log.
---@class impressionism.Message
---@field role string `user`, `assistant` or `tool`.
---@field content string The beginning of the message, or of a tool's input: `logging.preview_chars` (500, at most 4,000) characters are stored.
---@field tool_name? string The tool, if one was used.
---@field embedding? impressionism.Embedding The embedding of the whole prompt; absent if no decision needed the model.
---@field sequence integer The row's number in the session; the current prompt has the context's `sequence`.

---One tool event of a session's message log.
---@class impressionism.ToolUse
---@field tool_name string The tool.
---@field tool_input_preview string The beginning of the tool's input as compact JSON, `{"file_path":"/work/auth/session.ts","content":"…"}`: `logging.preview_chars` (500, at most 4,000) characters are stored, so it may end anywhere, and a path that comes late is missing; in Lua `use.tool_input_preview:match('"file_path":"([^"]*)"')` finds the path.
---@field logged_at string RFC 3339, UTC.
---@field sequence integer The row's number in the session.

---What a ruleset sees of a lesson beside what it sees of each item.
---@class impressionism.Lesson
---@field category? string `pattern`, `correction`, `decision`, `gotcha` or `preference`; absent: the lesson has none.
---@field scope string `user` or `project`.
---@field pinned boolean True if the lesson is told where a session starts.
---@field trust number How often the lesson proved itself in earlier sessions of this workspace: (cited+1)/(told+2), to three decimals, .5 for a new one.
---@field told integer How often the lesson was told in earlier sessions of this workspace.
---@field cited integer How often the assistant named the lesson then.
---@field check string The lesson held against the repository: `ok`, `doubtful` (it names something that is gone) or `none`.
---@field age_days? number Whole days since the lesson was added; absent: not known.
---@field touched boolean True if the lesson's `paths` name a file that the last 20 tool uses read or changed; on `file_touched`, that one file.

---Where an item of the kind code lies: whole lines of a file, as they were when the project's sources were indexed.
---@class impressionism.Place
---@field path string The file, slash-separated, from the folder that was indexed; `Item.path` is absolute.
---@field symbol? string What the lines define, as in `Mux.Use` or `parse_args`; absent if they define nothing by a name.
---@field start integer The first line, from 1, as it was when the file was indexed.
---@field end integer The last line, included.
---@field language? string The language in small letters, as in `go` or `typescript`; absent: not known.
---@field kind string `function`, `method`, `type`, `variable`, `rest` (between definitions) or `window` (of a file that was not cut by its definitions).

---An item that a session's decisions have activated and not yet deactivated.
---@class impressionism.Active
---@field ref impressionism.Ref The kind, a colon, and the exact name that the client lists: the folder's name, or `plugin:name` for an item of a plugin, as in `skill:pdf-forms` or `command:acme:deploy`.
---@field name string The name as the author wrote it.
---@field description string The description, cut at 8 KiB.
---@field path? string The path of the item's file; absent if the item is not a file.
---@field keywords string[] The keywords that the author gave; often empty.
---@field embedding? impressionism.Embedding The embedding of name and description; absent if it is not computed yet.
---@field sticky boolean True if the author wants the item to stay active.
---@field used? integer How often the item was used after a suggestion, in earlier sessions of this workspace; absent: never, or not known.
---@field last_used_days? number Days since the item was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
---@field lesson? impressionism.Lesson What there is to know of a lesson besides; absent for other kinds.
---@field place? impressionism.Place Where an item of the kind `code` lies; absent for other kinds.
---@field activated_at string RFC 3339, UTC.
---@field prompts_since_relevant integer The number of prompts since the item was activated or refreshed; the prompt that is being decided is not counted, so add 1 on `prompt`.
---@field reason string The reason with which the ruleset activated the item.

---Something that can be suggested, as a ruleset sees it.
---@class impressionism.Item
---@field ref impressionism.Ref The kind, a colon, and the exact name that the client lists: the folder's name, or `plugin:name` for an item of a plugin, as in `skill:pdf-forms` or `command:acme:deploy`.
---@field name string The name as the author wrote it.
---@field description string The description, cut at 8 KiB.
---@field path? string The path of the item's file; absent if the item is not a file.
---@field keywords string[] The keywords that the author gave; often empty.
---@field embedding? impressionism.Embedding The embedding of name and description; absent if it is not computed yet.
---@field sticky boolean True if the author wants the item to stay active.
---@field used? integer How often the item was used after a suggestion, in earlier sessions of this workspace; absent: never, or not known.
---@field last_used_days? number Days since the item was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known.
---@field lesson? impressionism.Lesson What there is to know of a lesson besides; absent for other kinds.
---@field place? impressionism.Place Where an item of the kind `code` lies; absent for other kinds.

---An item with its scores for one query.
---@class impressionism.Candidate
---@field item impressionism.Item The item, of any kind.
---@field similarity number Calibrated relevance, 0–1, with the same meaning in every catalog.
---@field cosine? number −1–1; absent if no model was used.
---@field bm25? number ≥ 0.

---The calibrated relevance of one item to a query.
---@class impressionism.Relevance
---@field ref impressionism.Ref The item.
---@field similarity number Calibrated relevance, 0–1; 0 if the text does not concern the item.

---Names the session an event belongs to.
---@class impressionism.Session
---@field session_id string This session.
---@field workspace_path string Absolute path of the workspace.
---@field started_at string RFC 3339, UTC.

---The request of `messages` and `tool_uses`.
---@class impressionism.CountRequest
---@field count integer The maximum number of entries; more than 1,000 count as 1,000.

---The request of `active`.
---@class impressionism.KindsRequest
---@field kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.

---The request of `items`.
---@class impressionism.PageRequest
---@field kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.
---@field offset? integer The number of items to skip at the start.
---@field limit? integer The maximum number of items; 0: as many as the budget allows.

---The request of `search`.
---@class impressionism.SearchRequest
---@field text? string The text; a blank text finds nothing.
---@field limit integer The maximum number of entries; more than 1,000 count as 1,000.
---@field background? string Earlier messages; they may keep an item active, and never activate one.
---@field kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.
---@field embedding? impressionism.Embedding|number[] Instead of a text: a vector of the same length as those of the items; the search returns the items nearest to it, by meaning alone; beside any text, even a blank one, it is refused.

---The request of `relevance`.
---@class impressionism.RelevanceRequest
---@field text string The text.
---@field refs impressionism.Ref[] The items, at most 1,000; items that do not exist are left out of the reply.

---The request of `similarities`.
---@class impressionism.SimilaritiesRequest
---@field a impressionism.Embedding|number[] One vector.
---@field bs (impressionism.Embedding|number[])[] The others, at most 1,000, each of the same length as the first.

---The request of `embed`.
---@class impressionism.TextRequest
---@field text string The text.

---The request of `vector`.
---@class impressionism.EmbeddingRequest
---@field embedding impressionism.Embedding|number[] The reference; a list of numbers is returned unchanged.

---The request of `param`.
---@class impressionism.ParamRequest
---@field name string The name of the parameter.
---@field default? any The value if neither the configuration nor the manifest has one.

---The request of `session`.
---@class impressionism.EmptyRequest

---The request of `log`.
---@class impressionism.LogRequest
---@field level string `debug`, `info`, `warn` or `error`.
---@field message string The line, cut at 1 KiB; lines after the first 100 are dropped.

---The request of `evaluate`.
---@class impressionism.EvaluateRequest
---@field ruleset string The id of the other ruleset, for example `builtin/default`.
---@field function string `evaluate_activation` or `evaluate_deactivation`.
---@field context? impressionism.Context Absent: the caller's own.

---The host calls; the same as require("impressionism").
---@class impressionism
impressionism = {}

---The last messages of this session, oldest first, the current prompt included.
---```lua
---impressionism.messages(10)
---```
---@overload fun(request: impressionism.CountRequest): impressionism.Message[]
---@param count integer The maximum number of entries; more than 1,000 count as 1,000.
---@return impressionism.Message[]
function impressionism.messages(count) end

---The last tool uses of this session, oldest first.
---```lua
---impressionism.tool_uses(10)
---```
---@overload fun(request: impressionism.CountRequest): impressionism.ToolUse[]
---@param count integer The maximum number of entries; more than 1,000 count as 1,000.
---@return impressionism.ToolUse[]
function impressionism.tool_uses(count) end

---What is active in this session, as it was before this event.
---```lua
---impressionism.active({ "skill" })
---```
---@overload fun(request: impressionism.KindsRequest): impressionism.Active[]
---@param kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.
---@return impressionism.Active[]
function impressionism.active(kinds) end

---Every item of this session's catalog.
---```lua
---impressionism.items({ "skill", "command" })
---```
---@overload fun(request: impressionism.PageRequest): impressionism.Item[]
---@param kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.
---@param offset? integer The number of items to skip at the start.
---@param limit? integer The maximum number of items; 0: as many as the budget allows.
---@return impressionism.Item[]
function impressionism.items(kinds, offset, limit) end

---Items that fit a text, best first, with calibrated similarity; or those near an embedding.
---```lua
---impressionism.search(prompt, 5)
---```
---@overload fun(request: impressionism.SearchRequest): impressionism.Candidate[]
---@param text? string The text; a blank text finds nothing.
---@param limit integer The maximum number of entries; more than 1,000 count as 1,000.
---@param background? string Earlier messages; they may keep an item active, and never activate one.
---@param kinds? string[] Only items of these kinds, of those that the manifest names; absent or empty: all of those.
---@param embedding? impressionism.Embedding|number[] Instead of a text: a vector of the same length as those of the items; the search returns the items nearest to it, by meaning alone; beside any text, even a blank one, it is refused.
---@return impressionism.Candidate[]
function impressionism.search(text, limit, background, kinds, embedding) end

---The calibrated similarity of these items to a text.
---```lua
---impressionism.relevance(prompt, { "skill:db-migrations" })
---```
---@overload fun(request: impressionism.RelevanceRequest): impressionism.Relevance[]
---@param text string The text.
---@param refs impressionism.Ref[] The items, at most 1,000; items that do not exist are left out of the reply.
---@return impressionism.Relevance[]
function impressionism.relevance(text, refs) end

---The cosines of one embedding to several, −1 to 1.
---```lua
---impressionism.similarities(vector, { vector })
---```
---@overload fun(request: impressionism.SimilaritiesRequest): number[]
---@param a impressionism.Embedding|number[] One vector.
---@param bs (impressionism.Embedding|number[])[] The others, at most 1,000, each of the same length as the first.
---@return number[]
function impressionism.similarities(a, bs) end

---The embedding of a text, as a reference.
---```lua
---impressionism.embed(prompt)
---```
---@overload fun(request: impressionism.TextRequest): impressionism.Embedding
---@param text string The text.
---@return impressionism.Embedding
function impressionism.embed(text) end

---The numbers behind an embedding.
---```lua
---impressionism.vector(vector)
---```
---@overload fun(request: impressionism.EmbeddingRequest): number[]
---@param embedding impressionism.Embedding|number[] The reference; a list of numbers is returned unchanged.
---@return number[]
function impressionism.vector(embedding) end

---A parameter of the ruleset that asks, or the default given.
---```lua
---impressionism.param("similarity_threshold", 0.7)
---```
---@overload fun(request: impressionism.ParamRequest): any
---@param name string The name of the parameter.
---@param default? any The value if neither the configuration nor the manifest has one.
---@return any
function impressionism.param(name, default) end

---This session.
---```lua
---impressionism.session()
---```
---@return impressionism.Session
function impressionism.session() end

---Writes a line for the ruleset's author; it never reaches the prompt.
---```lua
---impressionism.log("info", "nothing fits")
---```
---@overload fun(request: impressionism.LogRequest): any
---@param level string `debug`, `info`, `warn` or `error`.
---@param message string The line, cut at 1 KiB; lines after the first 100 are dropped.
function impressionism.log(level, message) end

---What another ruleset answers here by its own calls and parameters.
---```lua
---impressionism.evaluate("builtin/default", "evaluate_activation")
---```
---@overload fun(request: impressionism.EvaluateRequest): impressionism.Entry[]
---@param ruleset string The id of the other ruleset, for example `builtin/default`.
---@param function_name string `evaluate_activation` or `evaluate_deactivation`.
---@param context? impressionism.Context Absent: the caller's own.
---@return impressionism.Entry[]
function impressionism.evaluate(ruleset, function_name, context) end

return impressionism

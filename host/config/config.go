// Package config reads the settings of five layers into one value and remembers
// where each came from. What a setting means is its reader's business.
package config

// Config is every setting. Keys are the JSON names; constraints are the
// jsonschema tags, from which values are checked and the schema is generated.
type Config struct {
	// ActiveRuleset decides: a path under rules/ without extension, or a built-in. Of
	// several the first that decides about an item has the say.
	ActiveRuleset Rulesets `json:"active_ruleset" jsonschema:"maxLength=200,maxItems=8,pattern=^[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*$"`
	// OnRulesetError says what happens when the active ruleset fails.
	OnRulesetError string `json:"on_ruleset_error" jsonschema:"enum=fallback,enum=silent,enum=surface"`
	// ShadowRulesets look on: at a turn's end they are asked what they would have decided.
	ShadowRulesets []string `json:"shadow_rulesets" jsonschema:"maxItems=4,pattern=^[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*$"`
	// Parameters are those of every ruleset, under any name.
	Parameters map[string]any `json:"parameters"`
	// Rulesets override parameters for one ruleset, by its id.
	Rulesets map[string]map[string]any `json:"rulesets"`

	Indexing  Indexing  `json:"indexing"`
	Logging   Logging   `json:"logging"`
	Suggest   Suggest   `json:"suggest"`
	Hook      Hook      `json:"hook"`
	Warm      Warm      `json:"warm"`
	Opinion   Opinion   `json:"opinion"`
	Tools     Tools     `json:"tools"`
	Lessons   Lessons   `json:"lessons"`
	Handoff   Handoff   `json:"handoff"`
	Code      Code      `json:"code"`
	Budgets   Budgets   `json:"budgets"`
	Retention Retention `json:"retention"`
	Log       Log       `json:"log"`
}

// Indexing selects the files that are items.
type Indexing struct {
	// Directories that hold skills, beside those of the client; relative ones are the project's.
	Directories []string `json:"directories"`
	// Patterns of files within them that are skills.
	Patterns []string `json:"patterns"`
	// Ignore are patterns of files that are never looked at.
	Ignore []string `json:"ignore"`
}

// Logging selects the parts of a session that are stored.
type Logging struct {
	// ToolUse is all, none, or a list of tool names.
	ToolUse []string `json:"tool_use" jsonschema:"oneof_type=string;array"`
	// ToolFields of a tool use that are stored.
	ToolFields []string `json:"tool_fields" jsonschema:"enum=tool_name,enum=tool_input_preview"`
	// EmbedToolUse is accepted and has no effect: only prompts are embedded.
	EmbedToolUse bool `json:"embed_tool_use"`
	// PreviewChars of a message or a tool's input that are stored.
	PreviewChars int `json:"preview_chars" jsonschema:"minimum=0,maximum=4000"`
}

// Suggest bounds what is said.
type Suggest struct {
	// Max is how many items a prompt is told of.
	Max int `json:"max" jsonschema:"minimum=0,maximum=20"`
	// Chars of the text of a pool; what is told at a time has at most 8,000.
	Chars int `json:"chars" jsonschema:"minimum=0,maximum=8000"`
	// DescriptionChars of one item.
	DescriptionChars int `json:"description_chars" jsonschema:"minimum=0,maximum=1536"`
	// Margin is how far below the first item's score a further one may stand.
	Margin float64 `json:"margin" jsonschema:"minimum=0,maximum=1"`
	// RepeatAfterPrompts is when an item that was withdrawn and came back may be told again.
	RepeatAfterPrompts int `json:"repeat_after_prompts" jsonschema:"minimum=0,maximum=10000"`
	// Notify tells the user of suggestions: the session's first, always, or never.
	Notify string `json:"notify" jsonschema:"enum=first,enum=always,enum=never"`
	// FirmAbove is the score from which an item is asked for rather than offered; above 1: never.
	FirmAbove float64 `json:"firm_above" jsonschema:"minimum=0,maximum=2"`
	// Templates replace lines of the text by name; an empty one leaves its line out.
	Templates map[string]string `json:"templates"`
	// Never are items that are not suggested: ids, or patterns of them.
	Never []string `json:"never" jsonschema:"oneof_type=string;array,maxItems=200"`
	// Always are the items that go with files, by patterns of the files.
	Always map[string][]string `json:"always"`
	// Words are the items that words of a prompt mean, by the words.
	Words map[string][]string `json:"words"`
}

// Hook holds deadlines in milliseconds, counted from the process's start.
type Hook struct {
	// PromptMS ends a prompt's answer.
	PromptMS int `json:"prompt_ms" jsonschema:"minimum=1,maximum=600000"`
	// RefreshMS of it may go into refreshing the index.
	RefreshMS int `json:"refresh_ms" jsonschema:"minimum=0,maximum=600000"`
	// ModelMS is when the decision is taken without a model that is not ready.
	ModelMS int `json:"model_ms" jsonschema:"minimum=0,maximum=600000"`
	// StopMS ends turn_ended.
	StopMS int `json:"stop_ms" jsonschema:"minimum=1,maximum=600000"`
	// ToolUseMS ends tool_used.
	ToolUseMS int `json:"tool_use_ms" jsonschema:"minimum=1,maximum=600000"`
	// SessionStartMS ends session_started.
	SessionStartMS int `json:"session_start_ms" jsonschema:"minimum=1,maximum=600000"`
	// SessionEndMS ends session_ended; the client kills at about 1500.
	SessionEndMS int `json:"session_end_ms" jsonschema:"minimum=1,maximum=600000"`
	// CompactMS ends compacting.
	CompactMS int `json:"compact_ms" jsonschema:"minimum=1,maximum=600000"`
	// StretchMS is what an earlier end is put off to, at most, while other work holds the machine up.
	StretchMS int `json:"stretch_ms" jsonschema:"minimum=0,maximum=600000"`
}

// Warm is about the server that hooks may use: the client's own MCP server.
type Warm struct {
	// Enabled lets hooks use it, and it embed what the index lacks.
	Enabled bool `json:"enabled"`
	// WaitMS is how long a hook waits for it to take the event.
	WaitMS int `json:"wait_ms" jsonschema:"minimum=1,maximum=10000"`
	// IdleMinutes after the last event it lets go of model and databases.
	IdleMinutes int `json:"idle_minutes" jsonschema:"minimum=1,maximum=1440"`
}

// Opinion has a language model asked about prompts that are open. Only the user's own file
// and flags set it, see usersKeys.
type Opinion struct {
	// Provider is whom to ask; none: nobody.
	Provider string `json:"provider" jsonschema:"enum=none,enum=anthropic,enum=openai,enum=client"`
	// Model by the provider's name for it.
	Model string `json:"model"`
	// URL of the API; empty: the provider's own.
	URL string `json:"url"`
	// KeyEnv names the variable with the key; empty: the usual one at the provider's own API, none elsewhere.
	KeyEnv string `json:"key_env"`
	// TimeoutMS is how much longer an open prompt may take.
	TimeoutMS int `json:"timeout_ms" jsonschema:"minimum=50,maximum=4000"`
	// From is the similarity of the best item from which on a prompt is open.
	From float64 `json:"from" jsonschema:"minimum=0,maximum=1"`
	// To is the similarity below which it is; above, it is open only if two items are nearly equal.
	To float64 `json:"to" jsonschema:"minimum=0,maximum=2"`
	// RequestsPerDay that are sent in 24 hours.
	RequestsPerDay int `json:"requests_per_day" jsonschema:"minimum=1,maximum=100000"`
	// RequestsPerSession that are sent in one session.
	RequestsPerSession int `json:"requests_per_session" jsonschema:"minimum=1,maximum=100000"`
	// TokensPerMonth that requests of 30 days may have cost.
	TokensPerMonth int64 `json:"tokens_per_month" jsonschema:"minimum=1,maximum=1000000000000"`
	// InputPrice is what a million tokens of a request cost, for status; 0: it is not known.
	InputPrice float64 `json:"input_price" jsonschema:"minimum=0,maximum=1000000"`
	// OutputPrice is what a million tokens of an answer cost.
	OutputPrice float64 `json:"output_price" jsonschema:"minimum=0,maximum=1000000"`
}

// Tools selects the tools of MCP servers that are items, and when the model is told of them.
// Only the user's own file and flags set it, see usersKeys.
type Tools struct {
	// Include are patterns of ids of tools: the others are no items.
	Include []string `json:"include" jsonschema:"oneof_type=string;array,maxItems=200"`
	// Exclude are patterns of ids of tools that are no items, whatever includes them.
	Exclude []string `json:"exclude" jsonschema:"oneof_type=string;array,maxItems=200"`
	// Tell is when the model is told of tools; auto: where the client keeps their definitions from it.
	Tell string `json:"tell" jsonschema:"enum=auto,enum=always,enum=never"`
}

// Lessons says which lessons may be told. Only the user's own file and flags set it, see
// usersKeys.
type Lessons struct {
	// Project says which lessons of a project may be told; committed: those of its last commit
	// that no session wrote, approved: those that the user keeps, off: none.
	Project string `json:"project" jsonschema:"enum=committed,enum=approved,enum=off"`
	// Propose keeps what the user corrects and the model marks as proposals, for the user's yes or no.
	Propose bool `json:"propose"`
	// SessionMax is how many lessons one session is told, until it is compacted or cleared.
	SessionMax int `json:"session_max" jsonschema:"minimum=1,maximum=1000"`
	// SessionChars is what they may cost in sum, in UTF-16 units.
	SessionChars int `json:"session_chars" jsonschema:"minimum=100,maximum=1000000"`
	// AtStart is what is told where a session starts; pinned: lessons whose header pins them, off: none.
	AtStart string `json:"at_start" jsonschema:"enum=pinned,enum=off"`
	// AtFiles tells a lesson when a tool reads or changes a file that the lesson's paths name.
	AtFiles bool `json:"at_files"`
	// Rank says which of the lessons that a ruleset chose come first; fit: those that fit the
	// prompt best, seed: those with the most uses and velocity.
	Rank string `json:"rank" jsonschema:"enum=fit,enum=seed"`
}

// Code says which of a project's sources are indexed, and who may ask. Only the user's own
// file and flags set it, see usersKeys.
type Code struct {
	// FilesMax is how many files of one folder count, those changed last before others.
	FilesMax int `json:"files_max" jsonschema:"minimum=1,maximum=1000000"`
	// PlacesMax is how many places one folder's index may have.
	PlacesMax int `json:"places_max" jsonschema:"minimum=1,maximum=10000000"`
	// VectorsMax is how many places have a vector ahead of a search; 0: none.
	VectorsMax int `json:"vectors_max" jsonschema:"minimum=0,maximum=1000000"`
	// Model is the embedding model of code by its name; empty: that of prompts.
	Model string `json:"model"`
	// Overlap is how many lines a part of a long definition shares with the one before.
	Overlap int `json:"overlap" jsonschema:"minimum=0,maximum=20"`
	// Offer is when the model has the tool search_code; auto: in sessions of a folder that had an
	// index when they began.
	Offer string `json:"offer" jsonschema:"enum=auto,enum=always,enum=never"`
	// Tell is what a prompt may be told of the sources; files: at most two paths, with lines and
	// symbols, of places that are likely to be meant; off: nothing.
	Tell string `json:"tell" jsonschema:"enum=off,enum=files"`
}

// Handoff says what a session is told of the unfinished work of the one before. Only the
// user's own file and flags set it, see usersKeys.
type Handoff struct {
	// Show is what is told; auto: where the work stood, pointer: a line with the command that
	// prints it, off: nothing.
	Show string `json:"show" jsonschema:"enum=auto,enum=pointer,enum=off"`
}

// Budgets bound one event of one ruleset. The fields are those of abi.Budgets,
// in its order, so that one converts to the other.
type Budgets struct {
	// Fuel is how many instructions a ruleset may run.
	Fuel int64 `json:"fuel" jsonschema:"minimum=1"`
	// MemoryBytes a ruleset may hold.
	MemoryBytes int64 `json:"memory_bytes" jsonschema:"minimum=65536,maximum=4294967296"`
	// ContextBytes that a ruleset is given, per function.
	ContextBytes int `json:"context_bytes" jsonschema:"minimum=1024,maximum=1073741824"`
	// AnswerBytes that a ruleset may give, per function.
	AnswerBytes int `json:"answer_bytes" jsonschema:"minimum=2,maximum=1073741824"`
	// HostCalls a ruleset may make.
	HostCalls int `json:"host_calls" jsonschema:"minimum=0,maximum=1000000"`
	// Results of one host call.
	Results int `json:"results" jsonschema:"minimum=1,maximum=1000000"`
	// TextBytes of one text in a result.
	TextBytes int `json:"text_bytes" jsonschema:"minimum=1,maximum=1073741824"`
	// LogLines a ruleset may write.
	LogLines int `json:"log_lines" jsonschema:"minimum=0,maximum=1000000"`
	// LogLineBytes of one of them.
	LogLineBytes int `json:"log_line_bytes" jsonschema:"minimum=1,maximum=1048576"`
	// SourceBytes of one Lua source.
	SourceBytes int `json:"source_bytes" jsonschema:"minimum=1,maximum=16777216"`
	// Depth of evaluate.
	Depth int `json:"depth" jsonschema:"minimum=0,maximum=16"`
}

// Retention bounds what is kept.
type Retention struct {
	// Days that messages are kept; 0: for their session only.
	Days int `json:"days" jsonschema:"minimum=0,maximum=36500"`
	// Megabytes of the database.
	Megabytes int `json:"megabytes" jsonschema:"minimum=1,maximum=1000000"`
	// Traces of decisions that are kept in full.
	Traces int `json:"traces" jsonschema:"minimum=0,maximum=10000"`
}

// Log bounds the log file.
type Log struct {
	// Megabytes of each file.
	Megabytes int `json:"megabytes" jsonschema:"minimum=1,maximum=1000"`
	// Files that are kept, the current one included.
	Files int `json:"files" jsonschema:"minimum=1,maximum=20"`
	// Level is the least that is written.
	Level string `json:"level" jsonschema:"enum=debug,enum=info,enum=warn,enum=error"`
}

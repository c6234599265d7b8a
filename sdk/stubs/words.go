package stubs

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

var budgets = abi.DefaultBudgets()

// words say what a field is: of one type, rather than the comment in abi, which is
// for whoever reads Go there; or of every type whose sources say nothing of it.
var words = map[string]string{
	"Context.abi":            "the version of the contract that the ruleset was built for",
	"Context.session_id":     "this session",
	"Context.hook_event":     "the name of the event: prompt, tool_used, file_touched, turn_ended or compacting",
	"Context.local_time":     "the same moment in the user's time zone, RFC 3339 with the offset, as in `2026-01-02T18:04:05+01:00`; in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known",
	"Context.weekday":        "the day of `local_time`, `Monday` to `Sunday`; absent if `local_time` is",
	"Context.sequence":       "the number of this event's message in the session; 0 if none was logged",
	"Context.activated":      "in the second function only: the answer of the first one",
	"Context.touched":        "files of the workspace that tools read or changed since the last prompt, relative to it and slash-separated, at most 20; on `file_touched` the one file",
	"Item.lesson":            "what there is to know of a lesson besides; absent for other kinds",
	"Lesson.category":        "`pattern`, `correction`, `decision`, `gotcha` or `preference`; absent: the lesson has none",
	"Lesson.scope":           "`user` or `project`",
	"Lesson.pinned":          "true if the lesson is told where a session starts",
	"Lesson.trust":           "how often the lesson proved itself in earlier sessions of this workspace: (cited+1)/(told+2), to three decimals, .5 for a new one",
	"Lesson.told":            "how often the lesson was told in earlier sessions of this workspace",
	"Lesson.cited":           "how often the assistant named the lesson then",
	"Lesson.check":           "the lesson held against the repository: `ok`, `doubtful` (it names something that is gone) or `none`",
	"Lesson.age_days":        "whole days since the lesson was added; absent: not known",
	"Lesson.touched":         "true if the lesson's `paths` name a file that the last 20 tool uses read or changed; on `file_touched`, that one file",
	"Item.place":             "where an item of the kind `code` lies; absent for other kinds",
	"Place.path":             "the file, slash-separated, from the folder that was indexed; `Item.path` is absolute",
	"Place.symbol":           "what the lines define, as in `Mux.Use` or `parse_args`; absent if they define nothing by a name",
	"Place.start":            "the first line, from 1, as it was when the file was indexed",
	"Place.end":              "the last line, included",
	"Place.language":         "the language in small letters, as in `go` or `typescript`; absent: not known",
	"Place.kind":             "`function`, `method`, `type`, `variable`, `rest` (between definitions) or `window` (of a file that was not cut by its definitions)",
	"Context.now":            "the time of the event, RFC 3339, UTC; a ruleset has no other clock",
	"Context.neutral":        "prompts only: true if the prompt is about nothing in particular",
	"Entry.score":            "how well the item fits, 0 to 1; from `suggest.firm_above` (.95) on, the suggestion asks the model to load the item; with a lower score, or none, it only offers the item",
	"Candidate.item":         "the item, of any kind",
	"Entry.reason":           "the reason, in words that a user understands; it never reaches the model",
	"Entry.ref":              "an item of this session's catalog, for example `skill:pdf-forms`",
	"Item.name":              "the name as the author wrote it",
	"Item.description":       fmt.Sprintf("the description, cut at %s", size(budgets.TextBytes)),
	"Item.path":              "the path of the item's file; absent if the item is not a file",
	"Item.keywords":          "the keywords that the author gave; often empty",
	"Item.sticky":            "true if the author wants the item to stay active",
	"Item.ref":               "the kind, a colon, and the exact name that the client lists: the folder's name, or `plugin:name` for an item of a plugin, as in `skill:pdf-forms` or `command:acme:deploy`",
	"Item.embedding":         "the embedding of name and description; absent if it is not computed yet",
	"Item.used":              "how often the item was used after a suggestion, in earlier sessions of this workspace; absent: never, or not known",
	"Item.last_used_days":    "days since the item was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known",
	"Active.reason":          "the reason with which the ruleset activated the item",
	"prompts_since_relevant": "the number of prompts since the item was activated or refreshed; the prompt that is being decided is not counted, so add 1 on `prompt`",
	"ItemPage.items":         "the items of this page",
	"ItemPage.truncated":     "true if there are more items than this page contains",
	"tool_name":              "the tool, if one was used",
	"Message.role":           "`user`, `assistant` or `tool`",
	"Message.content":        "the beginning of the message, or of a tool's input: `logging.preview_chars` (500, at most 4,000) characters are stored",
	"Message.embedding":      "the embedding of the whole prompt; absent if no decision needed the model",
	"Message.sequence":       "the row's number in the session; the current prompt has the context's `sequence`",
	"ToolUse.tool_name":      "the tool",
	"tool_input_preview":     "the beginning of the tool's input as compact JSON, `{\"file_path\":\"/work/auth/session.ts\",\"content\":\"…\"}`: `logging.preview_chars` (500, at most 4,000) characters are stored, so it may end anywhere, and a path that comes late is missing; in Lua `use.tool_input_preview:match('\"file_path\":\"([^\"]*)\"')` finds the path",
	"ToolUse.sequence":       "the row's number in the session",
	"Session.session_id":     "this session",
	"Candidate.similarity":   "calibrated relevance, 0–1, with the same meaning in every catalog",
	"Candidate.cosine":       "−1–1; absent if no model was used",
	"Relevance.ref":          "the item",
	"Relevance.similarity":   "calibrated relevance, 0–1; 0 if the text does not concern the item",

	"workspace_path":             "absolute path of the workspace",
	"kinds":                      "only items of these kinds, of those that the manifest names; absent or empty: all of those",
	"count":                      fmt.Sprintf("the maximum number of entries; more than %[1]s count as %[1]s", number(budgets.Results)),
	"limit":                      fmt.Sprintf("the maximum number of entries; more than %[1]s count as %[1]s", number(budgets.Results)),
	"offset":                     "the number of items to skip at the start",
	"refs":                       fmt.Sprintf("the items, at most %s; items that do not exist are left out of the reply", number(budgets.Results)),
	"text":                       "the text",
	"KindsRequest.kinds":         "only items of these kinds, of those that the manifest names; absent or empty: all of those",
	"PageRequest.limit":          "the maximum number of items; 0: as many as the budget allows",
	"SearchRequest.background":   "earlier messages; they may keep an item active, and never activate one",
	"SearchRequest.text":         "the text; a blank text finds nothing",
	"SearchRequest.embedding":    "instead of a text: a vector of the same length as those of the items; the search returns the items nearest to it, by meaning alone; beside any text, even a blank one, it is refused",
	"a":                          "one vector",
	"bs":                         fmt.Sprintf("the others, at most %s, each of the same length as the first", number(budgets.Results)),
	"EmbeddingRequest.embedding": "the reference; a list of numbers is returned unchanged",
	"name":                       "the name of the parameter",
	"default":                    "the value if neither the configuration nor the manifest has one",
	"LogRequest.level":           "`debug`, `info`, `warn` or `error`",
	"message":                    fmt.Sprintf("the line, cut at %s; lines after the first %d are dropped", size(budgets.LogLineBytes), budgets.LogLines),
	"ruleset":                    "the id of the other ruleset, for example `builtin/default`",
	"function":                   "`evaluate_activation` or `evaluate_deactivation`",
}

// notes say of a call what its table cannot.
var notes = map[string]string{
	"param": "The value is the first one found of: the configuration for the calling ruleset (`rulesets.<id>`), the configuration for all rulesets (`parameters`), the default in the ruleset's manifest, and `default`.",
	"evaluate": "The other ruleset runs as if it were the active one: its own manifest lists the calls that it may make, and it uses its own parameters, as the configuration sets them. " +
		"So the manifest of a wrapper lists only `evaluate` for it. The other ruleset receives only the context, always of this session, and returns only its decision: " +
		"refs, reasons and scores, checked against the schema. A caller without `messages` cannot read them through another ruleset either. " +
		"Evaluated rulesets have a second pool of fuel, as large as the caller's: each gets half of what is left there. Their host calls and log lines count as the caller's. Evaluations can be nested three deep.",
}

// codes say when each code comes, in the order of the contract.
var codes = []struct{ code, when string }{
	{abi.BadRequest, "The request is not JSON of this shape, has an unknown field, or has a value out of range."},
	{abi.UnknownCall, "This host has no call of that name; a newer version may have it."},
	{abi.NotAllowed, "The call is not in the manifest's `calls`."},
	{abi.NotFound, "There is no such ruleset, or no such embedding in this event."},
	{abi.Limit, "A budget is exhausted; the message begins with its name."},
	{abi.Unavailable, "Something that the call needs is not installed; the message names the command to run."},
	{abi.Internal, "The host could not answer. Details are not passed to the ruleset."},
}

// errors lists the codes of each call beyond those of every call.
var errors = map[string][]string{
	"search":       {abi.NotFound},
	"relevance":    {abi.Limit},
	"embed":        {abi.Unavailable},
	"similarities": {abi.NotFound, abi.Limit},
	"vector":       {abi.NotFound},
	"evaluate":     {abi.NotFound, abi.Limit, abi.Internal},
}

func size(bytes int) string {
	if bytes >= 1<<20 {
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}

func number(n int) string {
	if n >= 1000 {
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprint(n)
}

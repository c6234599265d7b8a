package stubs

import (
	"fmt"

	"github.com/ed-irl/impressionism/abi"
)

var budgets = abi.DefaultBudgets()

// words say what a field is: of one type, rather than the comment in abi, which is
// for whoever reads Go there; or of every type whose sources say nothing of it.
var words = map[string]string{
	"Context.abi":            "the number of the contract that the ruleset was built for",
	"Context.session_id":     "this session",
	"Context.hook_event":     "the name of the event: prompt, tool_used, turn_ended or compacting",
	"Context.local_time":     "the same moment where the user is, RFC 3339 with the offset, as `2026-01-02T18:04:05+01:00`: in Lua the hour is `tonumber(context.local_time:sub(12, 13))` and the offset `context.local_time:sub(20)`; absent: not known",
	"Context.weekday":        "the day of `local_time`, `Monday` to `Sunday`; absent with it",
	"Context.neutral":        "prompts only: this one is about nothing in particular",
	"Entry.score":            "how well it fits, 0 to 1; it is asked for in firm words from `suggest.firm_above` on (.85), and only offered where it is absent or lower",
	"Candidate.item":         "the item, of whatever kind",
	"Entry.ref":              "an item of this session's catalog, as `skill:pdf-forms`",
	"Item.name":              "the name as its author wrote it",
	"Item.description":       fmt.Sprintf("what it is for, cut at %s", size(budgets.TextBytes)),
	"Item.path":              "where its file lies; absent: it is no file",
	"Item.keywords":          "what its author says it goes by; often empty",
	"Item.sticky":            "its author asks that it stay active",
	"Item.ref":               "its kind, a colon, and exactly the name the client lists: the folder's name, or `plugin:name` where a plugin brings it, as `skill:pdf-forms` or `command:acme:deploy`",
	"Item.used":              "how often it was used when it was suggested, in earlier sessions of this workspace; absent: never, or not known",
	"Item.last_used_days":    "days since it was last suggested and used there, to three decimals; absent: never, or longer ago than messages are kept, or not known",
	"Active.reason":          "what the ruleset said when it activated it",
	"prompts_since_relevant": "how many prompts ago it was activated or refreshed",
	"ItemPage.items":         "the items of this page",
	"ItemPage.truncated":     "there are more items than this page has",
	"tool_name":              "the tool, where one was used",
	"Message.sequence":       "its number in the session",
	"ToolUse.tool_name":      "the tool",
	"tool_input_preview":     fmt.Sprintf("the beginning of its input as compact JSON, cut at %s, so that it may end anywhere: `{\"file_path\":\"/work/auth/session.ts\",\"content\":\"…\"}`; in Lua `use.tool_input_preview:match('\"file_path\":\"([^\"]*)\"')` finds the path", size(budgets.TextBytes)),
	"ToolUse.sequence":       "its number in the session",
	"Session.session_id":     "this session",
	"Relevance.ref":          "the item",
	"Relevance.similarity":   "calibrated relevance, 0–1; 0 where the text does not concern the item",

	"workspace_path":             "absolute path of the workspace",
	"kinds":                      "only items of these kinds; every kind where absent or empty",
	"count":                      fmt.Sprintf("how many at most, 0 to %s", number(budgets.Results)),
	"limit":                      fmt.Sprintf("how many at most, 0 to %s", number(budgets.Results)),
	"offset":                     "how many items to leave out at the start",
	"refs":                       fmt.Sprintf("the items, at most %s; those that do not exist are left out of the reply", number(budgets.Results)),
	"text":                       "the text",
	"SearchRequest.text":         "the text; a blank one finds nothing, unless there is an embedding",
	"SearchRequest.embedding":    "instead of a text: a vector as long as those of the items, near which to search by meaning alone",
	"a":                          "one vector",
	"bs":                         fmt.Sprintf("the others, at most %s, each as long as the first", number(budgets.Results)),
	"EmbeddingRequest.embedding": "the reference; numbers come back as they are",
	"name":                       "the parameter",
	"default":                    "what it is where neither the configuration nor the manifest says",
	"LogRequest.level":           "`debug`, `info`, `warn` or `error`",
	"message":                    fmt.Sprintf("the line, cut at %s; after %d lines the rest is lost", size(budgets.LogLineBytes), budgets.LogLines),
	"ruleset":                    "its id, as `builtin/default`",
	"function":                   "`evaluate_activation` or `evaluate_deactivation`",
}

// notes say of a call what its table cannot.
var notes = map[string]string{
	"param": "The value is what the configuration sets for the ruleset that asks (`rulesets.<id>`), else what it sets for all (`parameters`), else the default in that ruleset's manifest, else `default`.",
	"evaluate": "The other ruleset is asked as if it were the active one: its own manifest says which calls it may make, and its own parameters count, as the configuration sets them. " +
		"So `evaluate` is all that a wrapper's manifest lists for it. Nothing but the context goes down, always of this session, and nothing but the decision comes up: " +
		"refs, reasons and scores, checked by the schema. A caller that may not call `messages` cannot make that call through another ruleset, and a request never passes from one to the other. " +
		"All of them share one event's budgets; the fuel of an evaluated ruleset is half of what is left, and they go three deep.",
}

// codes say when each code comes, in the order of the contract.
var codes = []struct{ code, when string }{
	{abi.BadRequest, "The request is no JSON of this shape, has a field that the call does not know, or a value out of range."},
	{abi.UnknownCall, "This host has no call of that name; it may need to be newer."},
	{abi.NotAllowed, "The call is not in the manifest's `calls`."},
	{abi.NotFound, "There is no such ruleset, or no such embedding in this event."},
	{abi.Limit, "A budget ran out; the message begins with its name."},
	{abi.Unavailable, "What the call needs is not there; the message says what to run."},
	{abi.Internal, "The host could not answer. The details stay with it."},
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

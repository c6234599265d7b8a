package wiring

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/diag"
)

// group reads one group of an event: a matcher and its hooks.
func (r *reader) group(event string, group node, known bool) {
	if group.kind != "object" {
		r.finding("hooks-shape", group.at, event, "A group is an object with \"hooks\" inside; here is a %s. %s", group.kind, lost(r.source))
		return
	}
	matcher := r.matcher(event, group)
	hooks, ok := group.get("hooks")
	if !ok || hooks.kind != "list" {
		what := "there is no list \"hooks\" in this group"
		if _, flat := group.get("command"); flat {
			what = "the command stands in the group itself, not in a list \"hooks\" inside of it"
		}
		r.finding("hooks-shape", group.at, event, "A group has a list of hooks: %s. %s", what, lost(r.source))
		return
	}
	for _, entry := range hooks.items {
		if len(r.hooks) >= hooksMax {
			return
		}
		r.entry(Hook{Source: r.source, Event: event, Matcher: matcher, Dropped: !known}, entry)
	}
}

func (r *reader) matcher(event string, group node) string {
	matcher, ok := group.get("matcher")
	if !ok || matcher.kind == "null" {
		return ""
	}
	if matcher.kind != "text" {
		r.finding("wrong-type", matcher.at, event, "matcher is a text; here is a %s. %s", matcher.kind, lost(r.source))
		return ""
	}
	if event == "UserPromptSubmit" && matcher.text != "" && matcher.text != "*" {
		r.finding("matcher-ignored", matcher.at, event, "A matcher has no effect on UserPromptSubmit: the hook runs for every prompt.")
	}
	if err := Expression(matcher.text); err != nil && matcher.text != "*" {
		r.finding("matcher-broken", matcher.at, event, "The matcher %q is no regular expression: %v.", matcher.text, err)
	}
	return matcher.text
}

// lookaround is what the client's expressions have beyond Go's.
var lookaround = strings.NewReplacer("(?<=", "(?:", "(?<!", "(?:", "(?=", "(?:", "(?!", "(?:")

// Expression returns what is wrong with a matcher as an expression of the client's
// language, in which one may look around, refer back and escape any letter.
func Expression(matcher string) error {
	_, err := regexp.Compile(lookaround.Replace(matcher))
	if fault, ok := errors.AsType[*syntax.Error](err); ok && fault.Code == syntax.ErrInvalidEscape {
		return nil
	}
	return err
}

// entry reads one hook.
func (r *reader) entry(hook Hook, entry node) {
	hook.Line, hook.Column = diag.Position(r.data, entry.at)
	if entry.kind != "object" {
		r.finding("hooks-shape", entry.at, hook.Event, "A hook is an object; here is a %s. %s", entry.kind, lost(r.source))
		return
	}
	hook.Type = r.text(entry, "type", hook.Event)
	hook.Command = r.text(entry, "command", hook.Event)
	hook.If = r.text(entry, "if", hook.Event)
	hook.Form = hook.Type
	if async, ok := entry.get("async"); ok {
		hook.Async = async.yes
		r.wants(async, "async", "true or false", hook.Event)
	}
	r.timeout(&hook, entry)
	r.keys(hook, entry)
	if r.kind(&hook, entry) {
		r.arguments(&hook, entry)
		r.command(hook, entry)
	}
	r.hooks = append(r.hooks, hook)
}

func (r *reader) text(entry node, key, event string) string {
	value, ok := entry.get(key)
	if !ok {
		return ""
	}
	r.wants(value, key, "text", event)
	return value.text
}

// wants notes a value of a wrong type.
func (r *reader) wants(value node, key, kind, event string) {
	if value.kind != kind {
		r.finding("wrong-type", value.at, event, "%s is a %s; here is a %s. %s", key, kind, value.kind, lost(r.source))
	}
}

// kind looks at the type of a hook, and reports whether it is a command to look at.
func (r *reader) kind(hook *Hook, entry node) bool {
	at := entry.at
	if value, ok := entry.get("type"); ok {
		at = value.at
	}
	switch {
	case hook.Type == "":
		r.finding("type-unknown", at, hook.Event, "The hook has no type. %s", lost(r.source))
		hook.Dropped = true
		return hook.Command != ""
	case !slices.Contains(contract.Types, hook.Type):
		r.finding("type-unknown", at, hook.Event, "There is no type %q%s. %s", hook.Type, didYouMean(hook.Type, contract.Types), lost(r.source))
		hook.Dropped = true
	case (hook.Type == "mcp_tool" || hook.Type == "http") && hook.Event == "SessionStart":
		r.finding("type-not-here", at, hook.Event, "A hook of type %s does not run on SessionStart.", hook.Type)
	case (hook.Type == "prompt" || hook.Type == "agent") && hook.Event == "UserPromptSubmit":
		r.finding("type-not-here", at, hook.Event, "A hook of type %s cannot add anything to a prompt.", hook.Type)
	}
	if hook.Type == "command" && strings.TrimSpace(hook.Command) == "" {
		r.finding("command-empty", entry.at, hook.Event, "The hook has no command.")
		hook.Dropped = true
		return false
	}
	return hook.Type == "command"
}

// secondsMax is the longest timeout that anybody means: a larger number is
// mostly one of milliseconds.
const (
	secondsMax      = 600
	sessionEndHabit = 5 // so much people write everywhere, and expect nothing of it
)

func (r *reader) timeout(hook *Hook, entry node) {
	value, ok := entry.get("timeout")
	if !ok || value.kind == "null" {
		return
	}
	switch {
	case value.kind != "number":
		r.finding("timeout-type", value.at, hook.Event, "timeout is a number of seconds; here is a %s. %s", value.kind, lost(r.source))
		hook.Dropped = true
		return
	case value.number <= 0:
		r.finding("timeout-type", value.at, hook.Event, "A timeout of %g seconds is none.", value.number)
	case value.number > secondsMax:
		r.finding("timeout-milliseconds", value.at, hook.Event, "timeout is in seconds: %g means %s. Milliseconds were meant, it seems.", value.number, minutes(value.number))
	case hook.Event == "SessionEnd" && r.source.Kind == KindPlugin && value.number > sessionEndHabit:
		r.finding("session-end-timeout", value.at, hook.Event, "The client kills a plugin's hook on SessionEnd after about %g s, whatever its timeout of %g says.", contract.SessionEndSeconds, value.number)
	}
	hook.Timeout = value.number
}

func minutes(seconds float64) string {
	if seconds >= 2*3600 {
		return fmt.Sprintf("%.0f hours", seconds/3600)
	}
	return fmt.Sprintf("%.0f minutes", seconds/60)
}

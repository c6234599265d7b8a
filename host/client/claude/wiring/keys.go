package wiring

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
)

// entryKeys are those that a client reads.
var entryKeys = []string{
	"type", "command", "args", "timeout", "async", "if", "once", "statusMessage", "onFailure",
	"server", "tool", "input", "url", "headers", "prompt", "model",
}

// mistaken are keys that people write in place of others.
var mistaken = map[string]string{
	"timeoutMs": "timeout", "timeout_ms": "timeout", "timeoutSeconds": "timeout", "timeout_seconds": "timeout", "timeoutSec": "timeout",
	"cmd": "command", "script": "command", "run": "command", "exec": "command", "arguments": "args", "argv": "args",
	"background": "async", "condition": "if", "when": "if", "matcher": "matcher of the group around it", "event": "name of the list around it",
}

// keys looks at what else stands in an entry.
func (r *reader) keys(hook Hook, entry node) {
	for _, m := range entry.members {
		meant, wrong := mistaken[m.key]
		if near := didYouMean(m.key, entryKeys); !wrong && near != "" && !slices.Contains(entryKeys, m.key) {
			r.finding("key-misspelt", m.at, hook.Event, "%q is not read%s.", m.key, near)
		}
		if wrong {
			r.finding("key-misspelt", m.at, hook.Event, "%q is not read; what is meant is the %s.", m.key, meant)
		}
	}
	if once, ok := entry.get("once"); ok && once.yes && r.source.Kind == KindPlugin {
		r.finding("once-ignored", once.at, hook.Event, "once has no effect in a plugin: the hook runs every time.")
	}
	if failure, ok := entry.get("onFailure"); ok && failure.text == "block" {
		r.finding("failure-blocks", failure.at, hook.Event, "onFailure is block: when the hook itself fails, the user's work stops.")
	}
	if event, _ := contract.Find(hook.Event); hook.If != "" && !event.Tool {
		r.finding("if-never-runs", entry.at, hook.Event, "if is for events about tools; with it, a hook of %s never runs.", hook.Event)
	}
}

// arguments reads args, which makes the exec form.
func (r *reader) arguments(hook *Hook, entry node) {
	hook.Form = FormShell
	args, ok := entry.get("args")
	if !ok {
		return
	}
	hook.Form = FormExec
	if args.kind != "list" {
		r.finding("wrong-type", args.at, hook.Event, "args is a list of texts; here is a %s. %s", args.kind, lost(r.source))
		return
	}
	for _, item := range args.items {
		r.wants(item, "an element of args", "text", hook.Event)
		hook.Args = append(hook.Args, item.text)
		if strings.Contains(item.text, "$HOME") || strings.HasPrefix(item.text, "~/") {
			r.finding("variable-literal", item.at, hook.Event, "Without a shell %s stays as it stands: only ${CLAUDE_PLUGIN_ROOT} is replaced.", item.text)
		}
		if strings.Contains(item.text, "${user_config.") {
			r.finding("user-config", item.at, hook.Event, "%s makes the hook fail where the user has set no value: a default is not applied.", item.text)
		}
	}
	r.finding("args-ignored", args.at, hook.Event, "Clients 2.0.0 and older ignore args and run the bare command: it then gets no arguments.")
}

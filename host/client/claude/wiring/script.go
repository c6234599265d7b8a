package wiring

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/client/claude/contract"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// script looks into the text that a hook runs: that of a file, or the command
// itself. What a program of machine code does shows only when it runs.
func (r *reader) script(hook Hook, p program, at int) {
	text, where := hook.Command, "The command"
	if filepath.IsAbs(p.path) && !strings.ContainsAny(p.path, "$`*?") {
		data, err := readFile(p.path, scriptBytesMax)
		if err != nil || data == nil || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
			return
		}
		text, where = string(data), p.path
	} else if hook.Form != FormShell {
		return
	}
	s := scriptText{text: withoutComments(text), where: where}
	for _, look := range []func(Hook, scriptText) (string, string){
		eventNameWrong, contextTop, notTaken, exit2, feedsBack, asyncContext, textBeforeJSON, fieldsNotSent,
	} {
		if code, reason := look(hook, s); code != "" {
			r.finding(code, at, hook.Event, "%s", reason)
		}
	}
}

type scriptText struct{ text, where string }

func (s scriptText) has(parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(s.text, part) })
}

func withoutComments(text string) string { return comment().ReplaceAllString(text, "") }

// Places in a script, in whatever language it is written.
var (
	comment        = lazyregexp.New(`(?m)^[ \t]*(#|//)[^\n]*`)
	namesEvent     = lazyregexp.New(`\\*["']?hookEventName\\*["']?\s*[:=]\s*\\*["']([A-Za-z]+)`)
	endsWith2      = lazyregexp.New(`(?m)(\bexit[ \t]+2\b|\bexit\(2\)|process\.exit\(2\)|os\.Exit\(2\))`)
	blocks         = lazyregexp.New(`\\*["']?decision\\*["']?\s*[:=]\s*\\*["']block`)
	readsPrompt    = lazyregexp.New(`[."'\[]user_prompt\b`)
	readsItsPrompt = lazyregexp.New(`[."'\[]prompt\b`)
	readsResult    = lazyregexp.New(`[."'\[](tool_result|tool_output)\b`)
	readsStop      = lazyregexp.New(`[."'\[]stop_reason\b`)
	printsText     = lazyregexp.New(`(?m)^[ \t]*(?:echo|printf)[ \t]+(?:-[en]+[ \t]+)?["']?([^"'\n]*)`)
)

func eventNameWrong(hook Hook, s scriptText) (string, string) {
	names := namesEvent().FindAllStringSubmatch(s.text, -1)
	for _, name := range names {
		if name[1] == hook.Event {
			return "", ""
		}
	}
	if len(names) == 0 {
		if s.has("hookSpecificOutput") && !s.has("hookEventName", "hook_event_name") {
			return contract.CodeEventName, s.where + " prints hookSpecificOutput without hookEventName: the client rejects the answer."
		}
		return "", ""
	}
	return contract.CodeEventName, s.where + " prints hookEventName " + names[0][1] + ", but is wired to " + hook.Event + ": the client rejects the answer."
}

func contextTop(_ Hook, s scriptText) (string, string) {
	if !s.has("additionalContext") || s.has("hookSpecificOutput") {
		return "", ""
	}
	return contract.CodeContextTop, s.where + " prints additionalContext at the top of its answer, where the client ignores it."
}

func notTaken(hook Hook, s scriptText) (string, string) {
	event, _ := contract.Find(hook.Event)
	if event.Context != contract.Rejected || !s.has("additionalContext") {
		return "", ""
	}
	return contract.CodeNotTaken, s.where + " prints additionalContext, which " + hook.Event + " does not take: a validation error."
}

func exit2(hook Hook, s scriptText) (string, string) {
	blocked, bad := blocksUser[hook.Event]
	if !bad || hook.Event == "PreToolUse" || !endsWith2().MatchString(s.text) {
		return "", ""
	}
	return contract.CodeExit2, s.where + " ends with 2 somewhere: then " + blocked + "."
}

// feedsBack recognises hooks that keep the model going, above all those that
// give it its own last words again.
func feedsBack(hook Hook, s scriptText) (string, string) {
	if hook.Event != "Stop" && hook.Event != "SubagentStop" {
		return "", ""
	}
	if !s.has("additionalContext") && !blocks().MatchString(s.text) && !endsWith2().MatchString(s.text) {
		return "", ""
	}
	switch {
	case s.has("transcript_path", "last_assistant_message") && !s.has("stop_hook_active"):
		return "stop-loop", s.where + " reads what the model said last and feeds text back, without a look at stop_hook_active: a loop that keeps itself going, which the client cuts after 8 more requests at each stop."
	case !s.has("stop_hook_active"):
		return "stop-loop", s.where + " makes the model go on, without a look at stop_hook_active: a loop, which the client cuts after 8 more requests at each stop."
	}
	return contract.CodeFeedsBack, s.where + " makes the model go on: one more request at each stop."
}

func asyncContext(hook Hook, s scriptText) (string, string) {
	if !hook.Async || !s.has("additionalContext") {
		return "", ""
	}
	return contract.CodeAsync, s.where + " prints additionalContext, but is async: it comes with a later request of the turn, or never."
}

// textBeforeJSON finds a shell's echo of words in a script that prints JSON, too.
func textBeforeJSON(_ Hook, s scriptText) (string, string) {
	if !s.has("hookSpecificOutput") {
		return "", ""
	}
	for _, line := range printsText().FindAllStringSubmatchIndex(s.text, -1) {
		rest, _, _ := strings.Cut(s.text[line[0]:], "\n")
		word := strings.TrimSpace(s.text[line[2]:line[3]])
		plain := word != "" && strings.IndexByte("{[$\\%}]", word[0]) < 0 && !strings.Contains(rest, "hookSpecificOutput")
		if plain && !strings.ContainsAny(rest, ">|") {
			return contract.CodeMixed, s.where + " prints JSON and a line of text (" + cut.RunesEllipsis(word, 41) + "): with both, the whole output counts as text."
		}
	}
	return "", ""
}

// fieldsNotSent finds names of fields that stand in older documents.
func fieldsNotSent(hook Hook, s scriptText) (string, string) {
	switch {
	case hook.Event == "UserPromptSubmit" && readsPrompt().MatchString(s.text) && !readsItsPrompt().MatchString(s.text):
		return "input-field", s.where + " reads user_prompt; the client sends prompt."
	case strings.HasPrefix(hook.Event, "PostToolUse") && readsResult().MatchString(s.text) && !s.has("tool_response"):
		return "input-field", s.where + " reads tool_result or tool_output; the client sends tool_response."
	case strings.HasSuffix(hook.Event, "Stop") && readsStop().MatchString(s.text):
		return "input-field", s.where + " reads stop_reason, which the client does not send."
	}
	return "", ""
}

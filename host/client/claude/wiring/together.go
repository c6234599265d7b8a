package wiring

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// together finds what shows only when all hooks are looked at.
func together(p Place, hooks []Hook) []Finding {
	var findings []Finding
	add := func(code string, hook Hook, format string, args ...any) {
		rule, _ := Rules.Find(code)
		findings = append(findings, Finding{
			Code: code, Severity: rule.Severity, Source: hook.Source.Name, Event: hook.Event, File: hook.Source.File,
			Line: hook.Line, Column: hook.Column, Reason: fmt.Sprintf(format, args...), Fix: rule.Fix,
		})
	}
	for i, hook := range hooks {
		if hook.Dropped || hook.Type != "command" {
			continue
		}
		before := hooks[:i]
		if twin, ok := firstOf(before, func(h Hook) bool { return sameCommand(h, hook) && !IsOwn(p.Name, hook) }); ok {
			add("command-twice", hook, "The same command is wired to %s twice (also in %s): the client runs it once.", hook.Event, where(twin))
			continue
		}
		if other, ok := firstOf(before, func(h Hook) bool { return races(h, hook) }); ok {
			add("commands-race", hook, "Two commands of one program answer %s (the other is in line %d): they run at once, in no order.", hook.Event, other.Line)
		}
		if !IsOwn(p.Name, hook) {
			continue
		}
		if twin, ok := firstOf(before, func(h Hook) bool { return h.Event == hook.Event && IsOwn(p.Name, h) && !asyncPair(h, hook) }); ok {
			add("ours-twice", hook, "%s answers %s twice: here and in %s. Every suggestion comes double.", p.Name, hook.Event, where(twin))
		}
		path := programOf(hook).path
		if hook.Source.Root == "" && filepath.IsAbs(path) && p.Self != "" && !sameFile(wholeOf(path), p.Self) {
			add("ours-other-binary", hook, "The hook runs %s; this program is %s.", path, p.Self)
		}
	}
	return findings
}

func where(h Hook) string { return fmt.Sprintf("%s, line %d", h.Source.File, h.Line) }

func firstOf(hooks []Hook, is func(Hook) bool) (Hook, bool) {
	at := slices.IndexFunc(hooks, func(h Hook) bool { return !h.Dropped && h.Type == "command" && is(h) })
	if at < 0 {
		return Hook{}, false
	}
	return hooks[at], true
}

// sameCommand is by text, as the client compares, within one plugin or settings.
func sameCommand(a, b Hook) bool {
	return a.Event == b.Event && a.Command == b.Command && slices.Equal(a.Args, b.Args) && a.Matcher == b.Matcher && a.Source.Root == b.Source.Root
}

// races reports whether two hooks of one source are steps of one program, which
// were meant to run one after the other.
func races(a, b Hook) bool {
	one, other := programOf(a), programOf(b)
	return a.Event == b.Event && a.Source == b.Source && a.Matcher == b.Matcher && !asyncPair(a, b) &&
		one.path != "" && one.path == other.path && isStep(one) && isStep(other)
}

// isStep reports whether a program is called with a word for what to do, as in
// "notes index", and is none that everybody uses for everything.
func isStep(p program) bool {
	words := p.words
	if p.by != "" {
		words = words[1:]
	}
	common := []string{"cat", "echo", "printf", "touch", "say", "sleep", "notify-send", "osascript", "afplay", "jq"}
	return len(words) > 1 && strings.Trim(words[1], "abcdefghijklmnopqrstuvwxyz-") == "" && words[1] != "" && words[1][0] != '-' && !slices.Contains(common, filepath.Base(words[0])) && !isBuiltin(words[0])
}

// asyncPair is one hook that is waited for and one that is not: meant so.
func asyncPair(a, b Hook) bool { return a.Async != b.Async }

// IsOwn reports whether a hook runs the program of a name: this one.
func IsOwn(name string, hook Hook) bool {
	p := programOf(hook)
	is := func(name string) bool {
		return slices.ContainsFunc(p.words, func(word string) bool {
			return strings.TrimSuffix(filepath.Base(word), filepath.Ext(word)) == name || filepath.Base(word) == name
		})
	}
	return name != "" && (is(name+smallSuffix) || is(name) && len(p.words) > 1 && slices.Contains(p.words[1:], "hook"))
}

// smallSuffix ends the name of the small program that answers events and lies beside the
// whole one.
const smallSuffix = "-hook"

// wholeOf is the path of the whole program, for that of the small one as well.
func wholeOf(path string) string {
	extension := filepath.Ext(path)
	return strings.TrimSuffix(strings.TrimSuffix(path, extension), smallSuffix) + extension
}

func sameFile(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

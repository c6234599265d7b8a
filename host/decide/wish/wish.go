// Package wish reads the settings about single items, by id: items that are never
// suggested, items that go with files the session touched, and items that a word of the
// user's means. It is pure: it reads no file, clock or environment, and knows no
// catalog but the ids passed to it. See RATIONALE.md, "Why are `never`, `always` and
// `words` the host's?".
package wish

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Wishes are the settings of one layer about single items. Patterns were checked when
// the settings were read; an invalid pattern matches nothing.
type Wishes struct {
	Never  []string            // ids, or patterns of them
	Always map[string][]string // ids by pattern of files
	Words  map[string][]string // ids by word
}

// Settings that a wish comes from.
const (
	Never  = "suggest.never"
	Always = "suggest.always"
	Words  = "suggest.words"
)

// Event is the part of an event that wishes are matched with.
type Event struct {
	Prompt    string // without pasted material
	Workspace string // absolute
	Home      string // that ~/ stands for; empty: patterns with it match nothing
	Touched   []Touch
}

// Wish is one item that is wanted for an event.
type Wish struct {
	Name    string // as the settings have it; see Find
	Setting string // Words or Always
	Reason  string
}

// Of returns the wishes for an event: first those for words of the prompt, in its
// order, then those for touched files, by pattern. An item comes once.
func (w Wishes) Of(e Event) []Wish {
	wanted := append(w.said(e.Prompt), w.touched(e)...)
	seen := map[string]bool{}
	return slices.DeleteFunc(wanted, func(one Wish) bool {
		again := seen[one.Name]
		seen[one.Name] = true
		return again
	})
}

func (w Wishes) said(prompt string) []Wish {
	if len(w.Words) == 0 || prompt == "" {
		return nil
	}
	text := folded(prompt)
	at := map[string]int{}
	for word := range w.Words {
		if place := standsAt(text, folded(word)); place >= 0 {
			at[word] = place
		}
	}
	words := slices.SortedFunc(maps.Keys(at), func(a, b string) int { return cmp.Or(at[a]-at[b], strings.Compare(a, b)) })
	var wanted []Wish
	for _, word := range words {
		for _, name := range w.Words[word] {
			wanted = append(wanted, Wish{Name: name, Setting: Words, Reason: fmt.Sprintf("the prompt says %q", word)})
		}
	}
	return wanted
}

func (w Wishes) touched(e Event) []Wish {
	var wanted []Wish
	for _, pattern := range slices.Sorted(maps.Keys(w.Always)) {
		reason := because(pattern, e)
		if reason == "" {
			continue
		}
		for _, name := range w.Always[pattern] {
			wanted = append(wanted, Wish{Name: name, Setting: Always, Reason: fmt.Sprintf("%s (%q)", reason, pattern)})
		}
	}
	return wanted
}

// because returns what a pattern of files matches, the workspace's folder or the file
// that was touched last, or "".
func because(pattern string, e Event) string {
	pattern = strings.TrimPrefix(pattern, "./")
	if strings.HasSuffix(pattern, "/") {
		pattern += "**"
	}
	if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
		if e.Home == "" {
			return ""
		}
		pattern = literal(slashed(e.Home)) + "/" + rest
	}
	absolute := path.IsAbs(pattern) || isDrive(pattern)
	if absolute && doublestar.MatchUnvalidated(pattern, slashed(e.Workspace)) {
		return "the workspace is " + e.Workspace
	}
	for i := len(e.Touched) - 1; i >= 0; i-- {
		file := slashed(e.Touched[i].Path)
		relative, inside := within(slashed(e.Workspace), file)
		switch {
		case absolute:
			relative = file
		case !inside:
			continue
		case !strings.Contains(pattern, "/"):
			if doublestar.MatchUnvalidated(pattern, path.Base(relative)) {
				return relative + " was " + e.Touched[i].How
			}
			continue
		}
		if doublestar.MatchUnvalidated(pattern, relative) {
			return relative + " was " + e.Touched[i].How
		}
	}
	return ""
}

// within returns a file's path below a folder. A relative one is below it.
func within(folder, file string) (relative string, inside bool) {
	if !path.IsAbs(file) && !isDrive(file) {
		file = path.Clean(file)
		return file, file != ".." && !strings.HasPrefix(file, "../")
	}
	return strings.CutPrefix(path.Clean(file), strings.TrimSuffix(path.Clean(folder), "/")+"/")
}

func isDrive(name string) bool { return len(name) > 2 && name[1] == ':' && name[2] == '/' }

func slashed(name string) string { return strings.ReplaceAll(name, `\`, "/") }

// literal takes the meaning from a folder's name that looks like a pattern.
func literal(name string) string {
	return strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "{", `\{`).Replace(name)
}

// Forbids returns the pattern of Never that an id matches. A pattern without a colon
// holds for items of any plugin.
func (w Wishes) Forbids(id string) (pattern string, forbidden bool) {
	for _, pattern := range w.Never {
		if matchesID(pattern, id) || !strings.Contains(pattern, ":") && matchesID(pattern, bare(id)) {
			return pattern, true
		}
	}
	return "", false
}

// matchesID reports whether a pattern matches an id, in which a slash ends no part as it does in
// a path.
func matchesID(pattern, id string) bool {
	const slash = "\x00" // no id has it, nor has a setting
	return doublestar.MatchUnvalidated(strings.ReplaceAll(pattern, "/", slash), strings.ReplaceAll(id, "/", slash))
}

// IDs are those of the items of one workspace.
type IDs struct {
	All     []string
	Plugins []string // those of plugins, whose prefix the settings may leave out
}

// Find returns the id that a name in the settings stands for: itself, or else the only
// one of a plugin that has this name after the plugin's prefix.
func Find(name string, ids IDs) (id string, found bool) {
	if slices.Contains(ids.All, name) {
		return name, true
	}
	for _, candidate := range ids.Plugins {
		if bare(candidate) == name && candidate != id {
			if found {
				return "", false
			}
			id, found = candidate, true
		}
	}
	return id, found
}

// bare is an id without the prefix of its plugin, or of a folder.
func bare(id string) string { return id[strings.LastIndexByte(id, ':')+1:] }

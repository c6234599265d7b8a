package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
)

// Wishes are what a layer wants of items by their ids, whatever a ruleset thinks.
type Wishes struct {
	Never  []string            // ids, or patterns of them
	Always map[string][]string // ids by pattern of files
	Words  map[string][]string // ids by word of a prompt
}

// Limits of wishes. Every prompt is compared with all of them.
const (
	wishesMax     = 64  // keys of suggest.always and of suggest.words each
	wishedIDsMax  = 8   // of one key
	wishBytesMax  = 200 // of a pattern, word or id
	alternatesMax = 1   // {a,b} in a pattern: matching tries them one inside the other
)

// Wishes returns the wishes in force except those of the project, which are only hints.
func (l *Loaded) Wishes() Wishes {
	return Wishes{Never: l.Suggest.Never, Always: l.Suggest.Always, Words: l.Suggest.Words}
}

// projectWishes are the keys of suggest that a project may set.
var projectWishes = []string{keyAlways, keyWords}

// applyProjectSuggest takes the hints of a project. It can neither silence an item
// nor change a limit.
func (l *Loaded) applyProjectSuggest(n node, from source) {
	if n.kind == nullNode {
		return
	}
	if n.kind != tableNode {
		l.refuse(keySuggest, n, from, "is not a table", "")
		return
	}
	for _, e := range n.table {
		key := keySuggest + "." + e.key
		if !slices.Contains(projectWishes, key) {
			l.warn(key, e, from, "may not be set by a project", "")
			continue
		}
		l.applyWishes(key, e.value, from)
	}
}

// wishes returns the table that a key of a layer fills.
func (l *Loaded) wishes(key string, from source) map[string][]string {
	into := &l.Suggest.Always
	switch {
	case from.layer == LayerProject && key == keyWords:
		into = &l.ProjectWishes.Words
	case from.layer == LayerProject:
		into = &l.ProjectWishes.Always
	case key == keyWords:
		into = &l.Suggest.Words
	}
	if *into == nil {
		*into = map[string][]string{}
	}
	return *into
}

// applyWishes reads a table of ids by pattern or word. An entry that is wrong is
// left out, and no other.
func (l *Loaded) applyWishes(key string, n node, from source) {
	if n.kind == nullNode {
		return
	}
	if n.kind != tableNode {
		l.refuse(key, n, from, "is not a table", allowedWish(key))
		return
	}
	into := l.wishes(key, from)
	for _, e := range n.table {
		full := key + "." + e.key
		problem := checkWord(e.key)
		if key == keyAlways {
			problem = checkPattern(e.key, from.layer == LayerProject)
		}
		if _, known := into[e.key]; problem == "" && !known && len(into) >= wishesMax {
			problem = fmt.Sprintf("is one too many: at most %d are read", wishesMax)
		}
		if problem != "" {
			l.refuse(full, node{line: e.line, column: e.column}, from, problem, allowedWish(key))
			continue
		}
		if ids := l.readIDs(full, e.value, from); len(ids) > 0 {
			into[e.key] = ids
			l.setWish(from.origin(full, e.line), ids)
		}
	}
}

// setWish keeps where a wish stands: the project's beside the user's of the same key.
func (l *Loaded) setWish(origin Origin, ids []string) {
	if origin.Layer != LayerProject {
		l.set[origin.Key] = origin
		return
	}
	origin.Value = ids
	l.hints = append(l.hints, origin)
}

// applyGlobs reads ids and patterns of ids; a single one is a list of one.
func (l *Loaded) applyGlobs(f field, n node, from source, allowed string) {
	if n.kind == nullNode {
		return
	}
	patterns := []string{}
	for _, item := range listed(n) {
		pattern, problem := readID(item)
		switch {
		case problem == "" && len(patterns) == f.maxItems:
			problem = fmt.Sprintf("is one too many: at most %d are read", f.maxItems)
		case problem == "":
			problem = checkGlob(pattern)
		}
		if problem != "" {
			l.refuse(f.key, item, from, problem, allowed)
			continue
		}
		patterns = append(patterns, pattern)
	}
	reflect.ValueOf(&l.Config).Elem().FieldByIndex(f.index).Set(reflect.ValueOf(patterns))
	l.set[f.key] = from.origin(f.key, n.line)
}

func (l *Loaded) readIDs(key string, n node, from source) []string {
	var ids []string
	for _, item := range listed(n) {
		id, problem := readID(item)
		if problem == "" && len(ids) == wishedIDsMax {
			problem = fmt.Sprintf("is one too many: at most %d are read", wishedIDsMax)
		}
		if problem != "" {
			l.refuse(key, item, from, problem, "allowed: the id of a skill or command, or a list of them")
			continue
		}
		ids = append(ids, id)
	}
	return ids
}

// listed returns the items of a list; a single value is a list of one.
func listed(n node) []node {
	if n.kind == listNode {
		return n.list
	}
	return []node{n}
}

func readID(n node) (id, problem string) {
	id, isText := n.scalar.(string)
	switch {
	case !isText:
		return "", "is not text"
	case strings.TrimSpace(id) == "":
		return "", "is empty"
	case len(id) > wishBytesMax:
		return "", fmt.Sprintf("is longer than %d bytes", wishBytesMax)
	case strings.ContainsFunc(id, unicode.IsControl):
		return "", "has control characters"
	}
	return strings.TrimPrefix(strings.TrimSpace(id), "/"), ""
}

func checkGlob(pattern string) (problem string) {
	switch {
	case len(pattern) > wishBytesMax:
		return fmt.Sprintf("is longer than %d bytes", wishBytesMax)
	case strings.Count(pattern, "{") > alternatesMax:
		return "has more than one {…}"
	case !doublestar.ValidatePattern(pattern):
		return "is no pattern: a bracket or brace is not closed"
	}
	return ""
}

func checkPattern(pattern string, ofProject bool) (problem string) {
	if problem := checkGlob(pattern); problem != "" {
		return problem
	}
	anywhere := strings.HasPrefix(pattern, "/") || strings.HasPrefix(pattern, "~") || strings.HasPrefix(pattern, "..")
	switch {
	case strings.TrimSpace(pattern) == "":
		return "is empty"
	case strings.ContainsFunc(pattern, unicode.IsControl):
		return "has control characters"
	case ofProject && anywhere:
		return "reaches out of the project"
	}
	return ""
}

func checkWord(word string) (problem string) {
	switch {
	case len(word) > wishBytesMax:
		return fmt.Sprintf("is longer than %d bytes", wishBytesMax)
	case !strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }):
		return "has no letter or digit"
	case strings.ContainsFunc(word, unicode.IsControl):
		return "has control characters"
	}
	return ""
}

func allowedWish(key string) string {
	if key == keyWords {
		return "allowed: words, each with the id that it means"
	}
	return "allowed: patterns of files like auth/**, each with the ids that go with them"
}

package skilllint

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/levenshtein"
)

// knownKeys are read by the client or belong to the published format; the last
// line is ours.
var knownKeys = []string{
	"name", "description", "when_to_use", "argument-hint", "arguments", "disable-model-invocation", "user-invocable",
	"allowed-tools", "disallowed-tools", "model", "effort", "context", "agent", "hooks", "paths", "shell",
	"license", "compatibility", "metadata",
	"keywords", "sticky",
}

// inertKeys are read by nobody we know and meant for people, catalogs and
// stores: nothing is lost.
var inertKeys = []string{
	"version", "author", "authors", "tags", "category", "categories", "homepage", "repository", "repo", "source", "origin",
	"date", "date_added", "created", "updated", "last_updated", "title", "displayName", "display_name", "slug", "emoji", "color",
	"icon", "type", "role", "risk", "status", "language", "languages", "framework", "library", "package", "dependencies",
	"requires", "tools", "triggers", "trigger", "examples", "usage", "scope", "priority", "copyright", "id", "summary",
	"attribution", "maintainer", "maintainers", "contributors", "platforms", "related", "see-also", "domain", "models", "output-format",
}

var booleanKeys = []string{"disable-model-invocation", "user-invocable", "sticky"}

// keys looks at the front matter's keys and the kinds of their values.
func (s *subject) keys() {
	for _, key := range s.repeated {
		s.add("key-twice", s.line(key), fmt.Sprintf("%s stands here twice; which of the two counts is up to the reader.", key), "Keep one of them.")
	}
	if s.doc.State != markdown.Sound {
		return
	}
	var unknown []string
	for _, key := range s.keyOrder {
		meant := misspelt(key)
		switch {
		case slices.Contains(knownKeys, key) || slices.Contains(inertKeys, key):
		case meant != "" && !s.doc.Has(meant):
			s.add("key-misspelt", s.line(key), fmt.Sprintf("%s means nothing to the client; it reads %s.", key, meant), "Rename it to "+meant+".")
		default:
			unknown = append(unknown, key)
		}
	}
	if len(unknown) > 0 {
		s.add("key-unknown", s.line(unknown[0]), "The client does not read "+join(unknown)+".", "If it is for people, put it under metadata:, else remove it.")
	}
	s.values()
}

func (s *subject) values() {
	for _, key := range booleanKeys {
		if text := strings.ToLower(s.doc.Text(key)); text != "" && text != "true" && text != "false" {
			s.add("value-type", s.line(key), fmt.Sprintf("%s is %s, and only true and false mean anything.", key, quote(text)), "Write true or false.")
		}
	}
	for _, key := range []string{"name", "description", "when_to_use"} {
		if s.isCollection(key) {
			s.add("value-type", s.line(key), key+" is a list or map where a text is expected.", "Write it as one text, in quotes.")
		}
	}
	if s.isHidden() && strings.EqualFold(s.doc.Text("user-invocable"), "false") {
		s.add("unreachable", s.line("user-invocable"), "Neither the model nor the user may call it: disable-model-invocation is true and user-invocable is false.",
			"Remove one of the two keys.")
	}
}

// isCollection tells a list or map from a text.
func (s *subject) isCollection(key string) bool {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(s.doc.JSON, &fields); err != nil || len(fields[key]) == 0 {
		return false
	}
	return fields[key][0] == '[' || fields[key][0] == '{'
}

// misspelt returns the key that was probably meant, or "".
func misspelt(key string) string {
	plain := strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(key))
	for _, known := range knownKeys {
		bare := strings.NewReplacer("-", "", "_", "").Replace(known)
		if plain == bare {
			return known
		}
		if len(bare) >= 7 && levenshtein.Distance(plain, bare) <= 1+len(bare)/10 {
			return known
		}
	}
	switch plain {
	case "desc", "whentouse", "usewhen":
		return map[string]string{"desc": "description", "usewhen": "when_to_use", "whentouse": "when_to_use"}[plain]
	}
	return ""
}

// join puts words into a sentence.
func join(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

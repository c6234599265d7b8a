// Package rule finds and reads rules: Markdown files whose text the client puts into the
// model's context by itself, in every session or once one of their files is touched. Nobody
// suggests them: they are no kind of the registry, and hooks do not link this package. It does
// not know where rules lie.
package rule

import (
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/tree"
)

// Kind is the name of the kind in messages and ids.
const Kind = "rule"

// FilesMax bounds how many rules of one place are read.
const FilesMax = 500

// Rule is one rule.
type Rule struct {
	Entry catalog.Entry
	Text  string   // as the model gets it: without front matter and comments
	Body  string   // with comments
	Line  int      // where the body begins, from 1
	Paths []string // globs of files, of which one must be touched; nil: it is in every session
}

// Find returns the rules of a folder at any depth: sub/file.md is "sub/file".
func Find(root catalog.Root) ([]catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return nil, area.Rejected
	}
	var entries []catalog.Entry
	full := false
	area.Walk(tree.Walk{
		Skip: func(string) bool { return false },
		Visit: func(path, rel string) {
			name, isRule := strings.CutSuffix(rel, ".md")
			switch {
			case !isRule || full:
				return
			case len(entries) == FilesMax:
				full = true
				area.Reject(root.Dir, "too-many-files", fmt.Sprintf("only the first %d rules of a folder are looked at; join some of them", FilesMax))
				return
			}
			if entry, ok := area.Entry(Kind, name, path); ok {
				entries = append(entries, entry)
			}
		},
	})
	return entries, slices.Compact(area.Rejected) // a link that leads nowhere is no folder, and no file
}

// Load reads the file of an entry. An error means that it cannot be read now, a rejection that
// it is no text.
func Load(entry catalog.Entry) (Rule, *catalog.Rejection, error) {
	data, _, rejection, err := markdown.Read(entry)
	if rejection != nil || err != nil {
		return Rule{}, rejection, err
	}
	rule, rejection := Parse(data)
	if rejection != nil {
		rejection.Path = entry.Path
		return Rule{}, rejection, nil
	}
	rule.Entry = entry
	return rule, nil, nil
}

// Parse reads the content of a rule. A rejection (without path) means that it is no text.
func Parse(data []byte) (Rule, *catalog.Rejection) {
	doc, rejection := markdown.Parse(data)
	if rejection != nil {
		return Rule{}, rejection
	}
	text := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	rule := Rule{
		Body: doc.Body, Text: strings.TrimSpace(withoutComments(doc.Body)),
		Line:  1 + strings.Count(text, "\n") - strings.Count(doc.Body, "\n"),
		Paths: doc.List("paths"),
	}
	if slices.ContainsFunc(rule.Paths, isEverything) {
		rule.Paths = nil
	}
	return rule, nil
}

// isEverything reports that a glob matches every file: the client takes such a rule for one
// without globs.
func isEverything(glob string) bool { return glob == "**" || glob == "**/*" }

package skilllint

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
)

// frontMatter tells what the client cannot read.
func (s *subject) frontMatter() {
	warning := ""
	if len(s.doc.Warnings) > 0 {
		warning = s.doc.Warnings[len(s.doc.Warnings)-1]
	}
	switch s.doc.State {
	case markdown.Broken:
		reason := "The client ignores the whole front matter: " + yamlReason(warning) + "."
		if s.doc.Has("description") {
			reason += " It shows the body's first line instead of the description."
		}
		s.add("front-matter-broken", yamlLine(warning), reason, brokenFix(warning))
	case markdown.Absent:
		s.absent(warning)
	case markdown.Sound:
		for _, odd := range s.doc.Warnings {
			s.add("front-matter-odd", oddLine(odd), sentence(yamlLineOf().ReplaceAllString(odd, "")), "Write it as YAML is meant: --- in the first line, UTF-8, and quotes around a value with a colon.")
		}
	}
}

// absent tells misplaced front matter from none at all.
func (s *subject) absent(warning string) {
	if warning != "" && (s.doc.Has("description") || s.doc.Has("when_to_use")) {
		s.add("front-matter-missing", 1, sentence(warning), "Put a line of --- first in the file and another below the last key.")
		return
	}
	if linkAsText().MatchString(strings.TrimSpace(s.doc.Body)) {
		s.add("front-matter-missing", 1, "The file holds only a path: a link that was stored as text.", "Copy the file that it means to here, or make it a link again.")
		return
	}
	s.addAs(s.severityWithout(), "front-matter-missing", 1, "There is no front matter, so all that the model is shown is "+quote(s.item.ListedDescription)+".",
		"Begin the file with ---, name: "+lastPart(s.Entry.ID)+", description: …, ---.")
}

var linkAsText = lazyregexp.New(`^\.{1,2}/\S+\.md$`)

// severityWithout is how bad it is to have no description: what the client
// shows instead may serve, nothing does not.
func (s *subject) severityWithout() string {
	if s.item.ListedDescription == "" {
		return Error
	}
	return Warning
}

var yamlLineOf = lazyregexp.New(`\bline (\d+): `)

// yamlLine is the file's line that the parser's error is about: it counts from
// the line below the dashes.
func yamlLine(warning string) int {
	if match := yamlLineOf().FindStringSubmatch(warning); match != nil {
		if number, err := strconv.Atoi(match[1]); err == nil {
			return number + 1
		}
	}
	return 1
}

func oddLine(warning string) int {
	if strings.Contains(warning, "colon") {
		return yamlLine(warning)
	}
	return 1
}

// yamlReason is the parser's error without our own words and its line, which
// the finding has already.
func yamlReason(warning string) string {
	_, why, found := strings.Cut(warning, "the client ignores it: ")
	if !found {
		return warning
	}
	return yamlLineOf().ReplaceAllString(why, "")
}

func brokenFix(warning string) string {
	switch {
	case strings.Contains(warning, "mapping values"):
		return "Put the value in quotes, or write it as a block: description: >-"
	case strings.Contains(warning, "alias") || strings.Contains(warning, "anchor") || strings.Contains(warning, "alphabetic or numeric"):
		return "Put a value that begins with * or & in quotes."
	case strings.Contains(warning, "tab"):
		return "Indent with spaces; YAML takes no tabs."
	case strings.Contains(warning, "16 KiB"):
		return "Shorten it; long text belongs in the body."
	}
	return "Correct the YAML; when in doubt write long values as a block: description: >-"
}

// sentence returns words with a capital and a full stop.
func sentence(words string) string {
	if words == "" {
		return ""
	}
	return strings.ToUpper(words[:1]) + words[1:] + "."
}

func lastPart(id string) string { return id[strings.LastIndexByte(id, ':')+1:] }

// body tells of one that says nothing, or so much that calling the skill costs
// a good part of the model's attention.
func (s *subject) body() {
	text := strings.TrimSpace(s.doc.Body)
	if text == "" {
		s.add("body-empty", s.bodyLine, "There is nothing below the front matter: calling the skill tells the model nothing.", "Write what to do, or remove the skill.")
		return
	}
	lines, chars := strings.Count(text, "\n")+1, len([]rune(text))
	if lines > bodyLinesMax || chars > bodyCharsMax {
		s.add("body-long", s.bodyLine, fmt.Sprintf("The body has %d lines and about %d tokens, all of which every call puts before the model.", lines, chars/charsPerToken),
			"Keep the steps here and move reference material to files beside it, each named where it is needed.")
	}
}

// What the published format advises as the most for a body: 500 lines, 5,000
// tokens.
const (
	bodyLinesMax  = 500
	charsPerToken = 4
	bodyCharsMax  = 5000 * charsPerToken
)

package skilllint

import (
	"bytes"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/diag"
)

// subject is a skill under the lens.
type subject struct {
	Skill
	doc       markdown.Document
	item      catalog.Item
	keyLines  map[string]int // line of each key at the margin of the front matter
	keyOrder  []string
	repeated  []string // keys that stand there twice
	bodyLine  int      // of the body's first line
	findings  []diag.Finding
	isBodyOff bool // the front matter was not found, so the body begins with it
}

func open(s Skill) (*subject, *catalog.Rejection) {
	doc, rejection := markdown.Parse(s.Data)
	if rejection != nil {
		return nil, rejection
	}
	item, rejection := skill.Parse(s.Entry.ID, s.Data)
	if rejection != nil {
		return nil, rejection
	}
	opened := &subject{Skill: s, doc: doc, item: item, keyLines: map[string]int{}}
	text := lineFeeds(s.Data)
	opened.bodyLine = 1 + strings.Count(text, "\n") - strings.Count(doc.Body, "\n")
	opened.isBodyOff = doc.State == markdown.Absent
	if !opened.isBodyOff {
		opened.readKeys(text)
	}
	return opened, nil
}

func lineFeeds(data []byte) string {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return string(bytes.ReplaceAll(data, []byte("\r"), []byte("\n")))
}

// readKeys notes where keys stand: at the margin, followed by a colon.
func (s *subject) readKeys(text string) {
	number := 0
	for line := range strings.Lines(text) {
		if number++; number >= s.bodyLine {
			return
		}
		key, rest, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if !ok || !isKey(key) || (rest != "" && rest[0] != ' ' && rest[0] != '\t') {
			continue
		}
		if _, taken := s.keyLines[key]; taken {
			s.repeated = append(s.repeated, key)
			continue
		}
		s.keyLines[key] = number
		s.keyOrder = append(s.keyOrder, key)
	}
}

func isKey(text string) bool {
	return text != "" && strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_.", r))
	}) < 0
}

// line is where a key stands, else the file's first line.
func (s *subject) line(key string) int { return max(1, s.keyLines[key]) }

// isHidden reports that the model never chooses the skill, so that nothing
// depends on how it is described.
func (s *subject) isHidden() bool { return s.doc.True("disable-model-invocation") }

// add notes a finding with the severity of its rule.
func (s *subject) add(code string, line int, reason, fix string) {
	rule, _ := Rules.Find(code)
	s.addAs(rule.Severity, code, line, reason, fix)
}

func (s *subject) addAs(severity, code string, line int, reason, fix string) {
	s.findings = append(s.findings, diag.Finding{
		Code: code, Severity: severity, ID: s.Entry.ID, File: s.Entry.Path, Line: line, Reason: reason, Fix: fix,
	})
}

// bodyLines gives each line of the body with its number in the file.
func (s *subject) bodyLines(visit func(number int, line string)) {
	number := s.bodyLine
	for line := range strings.Lines(s.doc.Body) {
		visit(number, strings.TrimRight(line, "\n"))
		number++
	}
}

// quoteChars bounds what is quoted of a stranger's text.
const quoteChars = 70

// quote returns a text in quotes, on one line and not too long.
func quote(text string) string {
	return "“" + cut.RunesEllipsis(strings.TrimRight(catalog.Clean(text), "."), quoteChars) + "”"
}

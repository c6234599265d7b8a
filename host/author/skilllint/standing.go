package skilllint

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/rule"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/diag"
)

// Standing are the rules of a workspace: texts that the model has before it without being
// asked for.
type Standing struct {
	Rules    []rule.Rule
	Unread   []catalog.Entry     // files in a plugin's folder of rules
	Rejected []catalog.Rejection // files that cannot be read as rules
}

// ruleCharsMax is what a rule may have before its length is told, in UTF-16 units: about 2,000
// tokens, as much as a quarter of the listing of all skills.
const ruleCharsMax = 8000

// Findings returns what is to be told of rules.
func (s Standing) Findings() []diag.Finding {
	var findings []diag.Finding
	add := func(code string, entry catalog.Entry, line int, reason, fix string) {
		found, _ := Rules.Find(code)
		findings = append(findings, diag.Finding{Code: code, Severity: found.Severity, ID: entry.ID, File: entry.Path, Line: line, Reason: reason, Fix: fix})
	}
	first := map[string]rule.Rule{}
	for _, r := range s.Rules {
		twin, known := first[r.Text]
		chars := cut.Units(r.Text)
		switch {
		case r.Text == "":
			add("rule-empty", r.Entry, 1, "There is nothing in it but front matter and comments.", "Write the rule, or delete the file.")
		case known:
			add("rule-twin", r.Entry, r.Line, fmt.Sprintf("It says word for word what %s says: the model has it before it twice.", twin.Entry.ID), "Delete one of the two files.")
		case r.Paths == nil && chars > ruleCharsMax:
			add("rule-long", r.Entry, r.Line, fmt.Sprintf("It has %d characters, and is in every session.", chars), "Keep what holds always; make a skill of the rest, or name the files in paths.")
		}
		if !known {
			first[r.Text] = r
		}
		findings = append(findings, hiddenIn(r.Entry, r.Line, r.Body)...)
	}
	for _, entry := range s.Unread {
		add("rule-unread", entry, 1, "The client reads no rules of plugins.", "Make a skill of it, or tell users to copy it into their own folder of rules.")
	}
	for _, r := range s.Rejected {
		if r.Code != "another-owner" {
			add("rule-rejected", catalog.Entry{ID: r.Path, Path: r.Path}, 1, "It is left out here ("+r.Code+"): "+r.Reason+".", "Make it a readable text in the folder of rules itself.")
		}
	}
	return findings
}

// hiddenIn returns what is to be told of characters in a text that nobody sees.
func hiddenIn(entry catalog.Entry, line int, text string) []diag.Finding {
	s := subject{Skill: Skill{Entry: entry, Data: []byte(strings.Repeat("\n", max(0, line-1)) + text)}}
	s.hidden()
	return s.findings
}

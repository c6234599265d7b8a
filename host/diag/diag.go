// Package diag has what linters report: findings, and the rules that they are of. What a
// severity means is each linter's.
package diag

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Severities, worst first.
const (
	Error   = "error"
	Warning = "warning"
	Note    = "note"
)

// Finding is one thing to mend.
type Finding struct {
	Code     string // of a Rule
	Severity string
	ID       string // of the item that was looked at; may be empty
	File     string
	Line     int    // from 1
	Column   int    // in characters, from 1; 0: none
	Excerpt  string // of the line, where a caret helps
	Reason   string // a sentence or two
	Fix      string // an order
}

// Count returns how many findings have each severity.
func Count(findings []Finding) (errors, warnings, notes int) {
	for _, f := range findings {
		switch f.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		default:
			notes++
		}
	}
	return errors, warnings, notes
}

// Rule is a kind of finding.
type Rule struct {
	Code     string
	Severity string // the usual one
	Summary  string
	Fix      string // an order; empty where it depends on the finding
	Why      string
	Bad      string // an example of what is found
	Good     string // the same without it
}

// Rules are those of one linter.
type Rules []Rule

// Find returns the rule of a code.
func (r Rules) Find(code string) (Rule, bool) {
	at := slices.IndexFunc(r, func(rule Rule) bool { return rule.Code == code })
	if at < 0 {
		return Rule{}, false
	}
	return r[at], true
}

// Codes returns the codes in the order of the rules.
func (r Rules) Codes() []string {
	var codes []string
	for _, rule := range r {
		codes = append(codes, rule.Code)
	}
	return codes
}

// Check refuses codes that none of the rules has.
func (r Rules) Check(codes ...string) error {
	for _, code := range codes {
		if _, known := r.Find(code); !known {
			return fmt.Errorf("there is no code %.60q; there are: %s", code, strings.Join(r.Codes(), ", "))
		}
	}
	return nil
}

// Position returns the line and the column, in characters, of a byte of a file, both from 1.
func Position(data []byte, offset int) (line, column int) {
	before := data[:max(0, min(offset, len(data)))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return 1 + bytes.Count(before, []byte("\n")), 1 + utf8.RuneCount(before[start:])
}

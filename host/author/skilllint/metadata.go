package skilllint

import (
	"fmt"

	"github.com/ed-irl/impressionism/host/diag"
)

// metadata tells what of a metadata.json does not count.
func (s *subject) metadata() {
	rule, _ := Rules.Find("metadata-broken")
	add := func(line int, reason, fix string) {
		s.findings = append(s.findings, diag.Finding{
			Code: rule.Code, Severity: rule.Severity, ID: s.Entry.ID, File: s.Beside.Path, Line: max(1, line), Reason: reason, Fix: fix,
		})
	}
	if s.Beside.Fault != "" {
		add(s.Beside.Line, fmt.Sprintf("Nothing of it counts: %s.", s.Beside.Fault), "Mend it, or delete the file.")
	}
	for _, odd := range s.Beside.Odd {
		add(1, odd+".", "Write plain words, and leave out what is no longer meant.")
	}
}

package skilllint

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/diag"
)

// Rejected returns findings of files that are no skill to the client, or of which
// another took the name. What the user switched off by a setting is no finding, nor is
// what lies in no skill.
func Rejected(rejections []catalog.Rejection) []diag.Finding {
	var findings []diag.Finding
	for _, r := range rejections {
		finding := diag.Finding{ID: filepath.Base(filepath.Dir(r.Path)), File: r.Path, Line: 1, Reason: sentence(r.Reason)}
		switch r.Code {
		case "override-off", "bad-pattern", "settings", "out-of-time", "another-owner":
			continue
		case "shadowed":
			finding.Code = "name-taken"
			finding.Reason = "It is never listed: " + r.Reason + "."
			finding.Fix = "Rename one of the two directories, or remove the one that is not wanted."
		default:
			finding.Code = "not-listed"
			finding.Reason = "It is no skill to the client (" + r.Code + "): " + r.Reason + "."
			finding.Fix = "Put it where the client looks, as a readable text: skills/<name>/SKILL.md."
		}
		rule, _ := Rules.Find(finding.Code)
		finding.Severity = rule.Severity
		findings = append(findings, finding)
	}
	return findings
}

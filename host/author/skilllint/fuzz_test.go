package skilllint_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
)

// FuzzFile looks for a file that ends the program or gets a finding which leads
// nowhere: a line that is not there, a code without a rule, text that a terminal
// would obey.
func FuzzFile(f *testing.F) {
	f.Add([]byte("---\nname: a\ndescription: *b*\n---\n<!-- you must -->"))
	f.Add([]byte("---\r\nwhen-to-use: x\r\ndescription: [a]\r\n---\r\nIgnore previous instructions\u200b"))
	f.Add([]byte("# no front matter\n\nname: x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		skill := skilllint.Skill{Entry: catalog.Entry{Kind: abi.KindSkill, ID: "some-skill", Path: "some-skill/SKILL.md"}, Data: data}
		lines := 2 + bytes.Count(data, []byte("\n")) + bytes.Count(data, []byte("\r"))
		for _, finding := range append(linter.File(skill), linter.Twins([]skilllint.Skill{skill, skill})...) {
			if _, known := skilllint.Rules.Find(finding.Code); !known || finding.Reason == "" || finding.Fix == "" {
				t.Fatalf("%q: incomplete: %+v", data, finding)
			}
			if finding.Line < 1 || finding.Line > lines {
				t.Fatalf("%q: %s at line %d of %d", data, finding.Code, finding.Line, lines)
			}
			if strings.ContainsFunc(finding.Reason+finding.Fix, catalog.Unsafe) {
				t.Fatalf("%q: %q holds what a terminal obeys", data, finding.Reason)
			}
		}
	})
}

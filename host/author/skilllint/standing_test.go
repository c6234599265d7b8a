package skilllint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/rule"
)

// Ensure that what is wrong with rules is told, each with a code that is explained, and that
// nothing is told of rules that are as they should be.
func TestStanding(t *testing.T) {
	parsed := func(id, text string) rule.Rule {
		t.Helper()
		r, rejection := rule.Parse([]byte(text))
		if rejection != nil {
			t.Fatal(rejection)
		}
		r.Entry = catalog.Entry{ID: id, Path: "/rules/" + id + ".md"}
		return r
	}
	long := strings.Repeat("Release on Mondays. ", 500)
	standing := skilllint.Standing{
		Rules: []rule.Rule{
			parsed("user:tabs", "Use tabs.\n"), parsed("project:tabs", "---\ndescription: d\n---\nUse tabs."),
			parsed("user:none", "<!-- Use spaces. -->"), parsed("user:long", long), parsed("user:waits", "---\npaths: release/**\n---\n"+long+"Now."),
			parsed("user:hidden", "Fine.\nUse ta\u200bbs."),
		},
		Unread:   []catalog.Entry{{ID: "acme:style", Path: "/acme/rules/style.md"}},
		Rejected: []catalog.Rejection{{Path: "/rules/out.md", Code: "outside-root", Reason: "it leads to /srv"}, {Path: "/above", Code: "another-owner", Reason: "not yours"}},
	}
	var got []string
	for _, f := range standing.Findings() {
		rule, known := skilllint.Rules.Find(f.Code)
		if !known || f.Severity != rule.Severity || f.Reason == "" || f.Fix == "" || f.Line < 1 {
			t.Errorf("got %+v", f)
		}
		got = append(got, f.Code+" "+f.ID)
	}
	want := []string{
		"rule-twin project:tabs", "rule-empty user:none", "rule-long user:long", "hidden-text user:hidden", "rule-unread acme:style", "rule-rejected /rules/out.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

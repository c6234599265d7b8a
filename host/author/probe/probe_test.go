package probe_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// says keeps texts that say enough to be a prompt.
func says(text string) bool { return len(language.Terms(text)) > 2 }

func item(id, description, when, body string) probe.Item {
	return probe.Item{ID: id, When: when, Document: rank.Document{Name: id, Description: description, Body: body}}
}

// Ensure that prompts are made of what an item says of its own use, not of what
// it refuses, needs or leaves to others, and that no two are alike.
func TestPrompts(t *testing.T) {
	cases := []struct {
		item probe.Item
		want []string
	}{
		{
			item("pdf-forms", `Fill AcroForm fields of PDF documents. Use when asked to fill in a tax form, extract fields, or "stamp every page of a contract". Do NOT use for scanned books. For slides with charts, see deck-builder. Requires poppler and qpdf installed.`, "", ""),
			[]string{
				"quoted: stamp every page of a contract",
				"when: fill in a tax form", "description: Fill AcroForm fields of PDF documents",
			},
		},
		{
			item("replicas", "PostgreSQL replication slots and failover.", "a replica falls behind its primary", ""),
			[]string{"when: a replica falls behind its primary", "description: PostgreSQL replication slots and failover"},
		},
		{
			item("indexes", "Index doctor.", "", "# Indexes\n- not about use at all\n\n## When to use\n\n- EXPLAIN shows a `sequential scan`\n* **writes** became slow lately\n\n## Steps\n- drop unused indexes first\n"),
			[]string{"body: EXPLAIN shows a sequential scan", "body: writes became slow lately"},
		},
		{
			item("twice", `Rotate log files weekly. Use this skill when log files rotate weekly.`, "", ""),
			[]string{"when: log files rotate weekly"},
		},
		{item("empty", "", "", ""), nil},
	}
	for _, c := range cases {
		var got []string
		for _, p := range probe.Prompts(c.item, says) {
			if p.Owner != c.item.ID {
				t.Errorf("%s: got owner %q", c.item.ID, p.Owner)
			}
			got = append(got, p.From+": "+p.Text)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: want (-), got (+):\n%s", c.item.ID, diff)
		}
	}
}

// Ensure that prompts stay few and short, whatever an item says.
func TestPromptsAreBounded(t *testing.T) {
	long := strings.Repeat("monitor harvest robots of seventeen orchards ", 40)
	body := "## When to use\n"
	for _, word := range strings.Fields("alpha beta gamma delta epsilon zeta eta theta iota kappa") {
		body += "- prune the " + word + " orchard rows\n"
	}
	described := `Use when "` + strings.Join(strings.Fields("a1 b1 c1 d1 e1"), ` orchards bloom", "`) + `". ` + long
	got := probe.Prompts(item("many", described, long, body), says)
	if len(got) == 0 || len(got) > 8 {
		t.Errorf("got %d prompts, want 1 to 8", len(got))
	}
	for _, p := range got {
		if len(p.Text) > 160 {
			t.Errorf("got a prompt of %d bytes: %s", len(p.Text), p.Text)
		}
	}
}

// Ensure that the same words in another order are no second prompt.
func TestDistinct(t *testing.T) {
	got := probe.Distinct([]probe.Prompt{{Text: "rotate the log files"}, {Text: "Log files: rotate!"}, {Text: "ship log files"}})
	if len(got) != 2 || got[1].Text != "ship log files" {
		t.Errorf("got %+v, want the first and the last", got)
	}
}

package decide

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/embedding"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/schemas"
)

// strangersWord is in the description of each tool, and belongs into no text.
const strangersWord = "xyzzy"

// toolTexts are the tools of three servers, and one whose id names no server.
var toolTexts = map[string]string{
	"mcp__tracker__create_issue": "Create an issue in the tracker.",
	"mcp__tracker__list_issues":  "List the issues of the tracker.",
	"mcp__tracker__close_issue":  "Close an issue of the tracker.",
	"mcp__tracker__label_issue":  "Put a label on an issue of the tracker.",
	"mcp__other__create_issue":   "Create an issue somewhere else.",
	"lonely":                     "Create an issue of its own.",
}

// toolInputs are inputs of a prompt on those tools and two skills, with a ruleset that
// chooses by a script.
func toolInputs(t *testing.T, prompt, chooses string) Inputs {
	t.Helper()
	in := inputs(t, prompt)
	kinds := catalog.Kinds{skill.Kind, command.Kind, tool.Kind}
	var listing catalog.Listing
	texts := map[string]string{"database-migrations": "Write database migrations that add columns and tables.", "release-notes": "Write release notes from commits."}
	add := func(kind string, texts map[string]string) {
		for _, id := range slices.Sorted(maps.Keys(texts)) {
			listing.Entries = append(listing.Entries, catalog.Entry{Kind: kind, ID: id, Path: "/" + id, Stat: catalog.Stat{Size: 1}})
		}
	}
	add(abi.KindSkill, texts)
	add(abi.KindTool, toolTexts)
	load := func(e catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		item := catalog.Item{Name: e.ID, Description: texts[e.ID]}
		if e.Kind == abi.KindTool {
			item = catalog.Item{Name: tool.NameOf(e.ID), Description: toolTexts[e.ID] + " " + strangersWord}
		}
		item.ListedDescription = item.Description
		return item, e.Path, nil, nil
	}
	x, err := index.OpenMemory(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	pools := kinds.Pools("")
	if _, err := x.Refresh(context.Background(), listing, index.Sources{Load: load, Pools: pools, Now: in.Now}, index.Options{}); err != nil {
		t.Fatal(err)
	}
	view, err := x.View(listing, pools)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	in.View, in.Recipe = view, rank.Default()
	in.Session.Active = nil
	manifest := `{"id": "builtin/eager", "version": "1.0.0", "abi": 2, "summary": "Chooses.", "events": ["prompt"], "calls": ["search"], "kinds": ["skill", "command", "tool", "lesson"]}`
	in.Rulesets = &engine.Engine{
		Set: engine.Find(engine.Places{Builtin: fstest.MapFS{
			"eager/ruleset.json": {Data: []byte(manifest)},
			"eager/eager.lua":    {Data: []byte("return { evaluate_activation = function() return {" + chooses + "} end }")},
		}}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
	in.Settings.Kinds, in.Settings.Templates = kinds, suggest.DefaultTemplates(kinds)
	return in
}

func chooses(score float64, refs ...string) (script string) {
	for i, ref := range refs {
		script += fmt.Sprintf(`{ ref = %q, score = %v, reason = "fits" },`, ref, score-float64(i)/1000)
	}
	return script
}

const issuePrompt = "create an issue in the tracker, label the issue, list issues and close the issue of the tracker"

// decideTools decides, and returns for each suggestion its ids, the first being the one that
// it is suggested for.
func decideTools(t *testing.T, in Inputs) (Decision, [][]string) {
	t.Helper()
	d := Decide(in)
	if d.Err != nil || d.FirstFault() != nil {
		t.Fatal(d.Err, d.FirstFault())
	}
	var told [][]string
	for _, item := range d.Said.Told {
		ids := []string{item.Ref.ID}
		for _, ref := range item.With {
			ids = append(ids, ref.ID)
		}
		told = append(told, ids)
	}
	if strings.Contains(d.Said.Text+d.Notice, strangersWord) {
		t.Errorf("a stranger's word is told: %s", d.Said.Text)
	}
	return d, told
}

const (
	createIssue, listIssues  = "mcp__tracker__create_issue", "mcp__tracker__list_issues"
	closeIssue, labelIssue   = "mcp__tracker__close_issue", "mcp__tracker__label_issue"
	otherIssue, toolsOfThese = "mcp__other__create_issue", "MCP tools that fit this request:"
)

// Ensure that a server is one suggestion with up to three of its tools, the chosen ones
// first, and that what was chosen besides is dropped for a reason.
func TestGroupIsOneSuggestion(t *testing.T) {
	all := []string{"tool:" + createIssue, "tool:" + listIssues, "tool:" + closeIssue, "tool:" + labelIssue}
	d, groups := decideTools(t, toolInputs(t, issuePrompt, chooses(.9, all...)))
	if want := [][]string{{createIssue, listIssues, closeIssue}}; !cmp.Equal(groups, want) {
		t.Errorf("got %v, want %v", groups, want)
	}
	if want := []session.Dropped{{Ref: toolRef(labelIssue), Why: suggest.WhyTogether}}; !slices.Equal(d.Dropped(), want) {
		t.Errorf("got %v dropped, want %v", d.Dropped(), want)
	}
	want := toolsOfThese + "\n- " + createIssue + ", " + listIssues + ", " + closeIssue + " (server tracker)\n\n" +
		"If they are not loaded, load them by these names: " + createIssue + "," + listIssues + "," + closeIssue
	if d.Said.Text != want {
		t.Errorf("got\n%s\nwant\n%s", d.Said.Text, want)
	}
	var stored []string
	for _, item := range told(d.Said) {
		stored = append(stored, item.Ref.ID)
	}
	if want := []string{createIssue, listIssues, closeIssue}; !slices.Equal(stored, want) {
		t.Errorf("stored as told: %v, want %v", stored, want)
	}
}

// Ensure that the companions of a tool are of its server, fit the prompt, and are none that
// were told before, were called bad, or are never wanted.
func TestGroupCompanions(t *testing.T) {
	one := chooses(.9, "tool:"+createIssue)
	before := func(telling session.Telling, ids ...string) func(in *Inputs) {
		return func(in *Inputs) {
			in.Session.Suggested.ByItem = map[abi.Ref]session.Telling{}
			for _, id := range ids {
				in.Session.Suggested.ByItem[toolRef(id)] = telling
			}
		}
	}
	told, refused := session.Telling{Count: 1}, session.Telling{Refused: true}
	for name, test := range map[string]struct {
		prompt string
		change func(in *Inputs)
		lacks  []string
		count  int // of tools that are named
	}{
		"all fit":             {issuePrompt, nil, []string{otherIssue, "lonely"}, 3},
		"one fits":            {"create an issue", nil, []string{listIssues, closeIssue, labelIssue}, 1},
		"told before":         {issuePrompt, before(told, listIssues, closeIssue), []string{listIssues, closeIssue}, 2},
		"called bad":          {issuePrompt, before(refused, closeIssue, labelIssue, listIssues), []string{listIssues, closeIssue, labelIssue}, 1},
		"never wanted":        {issuePrompt, func(in *Inputs) { in.Settings.Wishes = wish.Wishes{Never: []string{"*__list_*", "*__close_*"}} }, []string{listIssues, closeIssue}, 2},
		"it was told before":  {issuePrompt, before(told, createIssue), []string{createIssue, listIssues}, 0},
		"it was called bad":   {issuePrompt, before(refused, createIssue), []string{createIssue, listIssues}, 0},
		"nothing may be said": {issuePrompt, func(in *Inputs) { in.Session.Recorded.Silent = true }, []string{createIssue}, 0},
		"no group has a name": {issuePrompt, func(in *Inputs) { in.Settings.Kinds = withoutGroup(in.Settings.Kinds) }, []string{listIssues}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			in := toolInputs(t, test.prompt, one)
			if test.change != nil {
				test.change(&in)
			}
			_, told := decideTools(t, in)
			ids := slices.Concat(told...)
			if len(ids) != test.count || len(told) > 1 {
				t.Errorf("got %v, want %d", told, test.count)
			}
			for _, id := range test.lacks {
				if slices.Contains(ids, id) {
					t.Errorf("%s is told: %v", id, told)
				}
			}
		})
	}
}

// withoutGroup has every tool stand for itself.
func withoutGroup(kinds catalog.Kinds) catalog.Kinds {
	kinds = slices.Clone(kinds)
	kinds[2].Group = func(string) (string, string) { return "", "" }
	return kinds
}

// Ensure that an item of a kind with groups whose own group is empty is a suggestion of its
// own, with no other.
func TestGroupEmpty(t *testing.T) {
	_, told := decideTools(t, toolInputs(t, issuePrompt, chooses(.9, "tool:lonely", "tool:"+createIssue)))
	if want := [][]string{{"lonely"}}; !cmp.Equal(told, want) {
		t.Errorf("got %v, want %v", told, want)
	}
}

// Ensure that tools share the limits with skills: two skills leave no place, one leaves the
// second to one that fits surely, and a text without room for the tools has the skills alone.
func TestGroupSharesLimits(t *testing.T) {
	skills := []string{"skill:database-migrations", "skill:release-notes"}
	for name, test := range map[string]struct {
		chosen []string
		change func(in *Inputs)
		want   [][]string
		why    string
	}{
		"two skills":          {append(slices.Clone(skills), "tool:"+createIssue), nil, [][]string{{"database-migrations"}, {"release-notes"}}, suggest.WhyOverMax},
		"one skill":           {[]string{skills[0], "tool:" + createIssue}, nil, [][]string{{"database-migrations"}, {createIssue}}, ""},
		"one skill, not sure": {[]string{skills[0], "tool:" + createIssue}, nil, [][]string{{"database-migrations"}}, suggest.WhyBeside},
		"two servers":         {[]string{"tool:" + createIssue, "tool:" + otherIssue}, nil, [][]string{{createIssue}}, suggest.WhyOverKind},
		"one place":           {[]string{skills[0], "tool:" + createIssue}, func(in *Inputs) { in.Settings.Suggest.Max = 1 }, [][]string{{"database-migrations"}}, suggest.WhyOverMax},
		"no room":             {[]string{skills[0], "tool:" + createIssue}, func(in *Inputs) { in.Settings.Suggest.Chars = 300 }, [][]string{{"database-migrations"}}, suggest.WhyOverChars},
		"no room for either":  {[]string{"tool:" + createIssue}, func(in *Inputs) { in.Settings.Suggest.Chars = 60 }, nil, suggest.WhyOverChars},
	} {
		t.Run(name, func(t *testing.T) {
			score := .98
			if name == "one skill, not sure" {
				score = .9
			}
			in := toolInputs(t, "say something about the sea", chooses(score, test.chosen...))
			in.Settings.Suggest.Margin = 1
			if test.change != nil {
				test.change(&in)
			}
			d, told := decideTools(t, in)
			if !cmp.Equal(told, test.want) {
				t.Errorf("got %v, want %v; %s", told, test.want, d.Said.Text)
			}
			var why string
			for _, one := range d.Dropped() {
				why = one.Why
			}
			if why != test.why || len(d.Said.Text) > in.Settings.Suggest.Chars {
				t.Errorf("dropped for %q, want %q; %d characters", why, test.why, len(d.Said.Text))
			}
		})
	}
}

// Ensure that what was chosen together with a tool that finds no place is dropped for the
// same reason, as why-not tells it.
func TestGroupDroppedTogether(t *testing.T) {
	in := toolInputs(t, "say something about the sea", chooses(.9, "skill:database-migrations", "skill:release-notes", "tool:"+createIssue, "tool:"+listIssues))
	in.Settings.Suggest.Margin = 1
	d, _ := decideTools(t, in)
	want := []session.Dropped{{Ref: toolRef(createIssue), Why: suggest.WhyOverMax}, {Ref: toolRef(listIssues), Why: suggest.WhyOverMax}}
	if !slices.Equal(d.Dropped(), want) {
		t.Errorf("got %v, want %v", d.Dropped(), want)
	}
}

// Ensure that where words are certain of a skill, the model is not asked for the sake of
// tools: a prompt that words settle costs no more than without them.
func TestToolsDoNotAskModel(t *testing.T) {
	for prompt, want := range map[string]int{
		"write database migrations that add columns and tables to the database": 0,
		"say something about the sea and the ships that sail it":                1,
	} {
		in, asked := toolInputs(t, prompt, chooses(.9, "tool:"+createIssue)), 0
		in.Embed = func(string) ([]float32, error) { asked++; return nil, embedding.ErrNone }
		if Decide(in); asked != want {
			t.Errorf("%s: the model was asked %d times, want %d", prompt, asked, want)
		}
	}
}

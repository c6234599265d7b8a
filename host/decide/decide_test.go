package decide

import (
	"context"
	"fmt"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
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

// eager chooses all that reaches a similarity.
const eager = `return { evaluate_activation = function(context)
	local chosen = {}
	for _, c in ipairs(impressionism.search({ text = context.user_prompt, limit = 5 })) do
		if c.similarity >= 0.5 then
			chosen[#chosen + 1] = { ref = c.item.ref, score = c.similarity, reason = "it fits" }
		end
	end
	return chosen
end }`

// inputs are those of a prompt on a view of three items, of which one is active, in a
// session that has another one active that is gone. The clock stands still.
func inputs(t *testing.T, prompt string) Inputs {
	t.Helper()
	recipe, now := rank.Default(), time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	view := viewOf(t, index.Sources{Pools: catalog.Pools{Default: recipe}, Now: clock}, map[string]string{
		"database-migrations": "Write database migrations that add columns and tables.",
		"css-layout":          "Fix css layouts of any page.",
		"release-notes":       "Write release notes from commits.",
	})
	return Inputs{
		Event:  abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: prompt, Time: now},
		Prompt: ParsePrompt(prompt), View: view, Complete: true, Recipe: recipe, Now: clock,
		Embed: func(string) ([]float32, error) { return nil, embedding.ErrNone },
		Rulesets: &engine.Engine{
			Set:      engine.Find(engine.Places{Builtin: fstest.MapFS{"eager/eager.lua": {Data: []byte(eager)}}}),
			Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
		},
		Session: Session{
			Recorded: session.Recorded{Sequence: 3, StartedAt: now, Workspace: "/w"},
			Active:   []session.ActiveItem{{Ref: abi.Skill("css-layout"), ActivatedAt: now}, {Ref: abi.Skill("vanished"), ActivatedAt: now}},
		},
		Settings: Settings{
			Kinds:    catalog.Kinds{skill.Kind},
			Rulesets: []string{"builtin/eager"}, OnRulesetError: engine.OnErrorSilent, Budgets: abi.DefaultBudgets(),
			Params:  func(string, string) (any, bool) { return nil, false },
			Suggest: suggest.Limits{Max: 2, Chars: 600, DescriptionChars: 200}, Templates: suggest.DefaultTemplates(catalog.Kinds{skill.Kind}),
		},
	}
}

// viewOf is a view of skills, by their descriptions.
func viewOf(t *testing.T, src index.Sources, texts map[string]string) *index.View {
	t.Helper()
	var listing catalog.Listing
	for id := range texts {
		listing.Entries = append(listing.Entries, catalog.Entry{Kind: abi.KindSkill, ID: id, Path: "/" + id, Stat: catalog.Stat{Size: 1}})
	}
	src.Load = func(e catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		return catalog.Item{Name: e.ID, Description: texts[e.ID], ListedDescription: texts[e.ID]}, e.Path, nil, nil
	}
	x, err := index.OpenMemory(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	if _, err := x.Refresh(context.Background(), listing, src, index.Options{}); err != nil {
		t.Fatal(err)
	}
	view, err := x.View(listing, src.Pools)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { view.Close() })
	return view
}

// outputs are all that is stored, rendered, traced and explained.
func outputs(t *testing.T, in Inputs, d Decision) map[string]any {
	t.Helper()
	traced, failed, err := d.Traces()
	if err != nil || d.Err != nil {
		t.Fatal(err, d.Err)
	}
	return map[string]any{
		"stored": d.Stored(in.Event, d.Steps), "change": d.Change, "said": d.Said, "notice": d.Notice, "scores": d.Scores,
		"trace": string(traced), "failed": failed, "late": d.Late, "problems": fmt.Sprint(d.Problems), "ranking": d.Ranking(10),
	}
}

// Ensure a decision depends on its inputs alone and leaves them as they are: taken
// again, and with what an earlier one cached, it is the same.
func TestDecideIsAFunctionOfItsInputs(t *testing.T) {
	for _, prompt := range []string{"write a database migration that adds a column", "use the css-layout skill", "thanks", "fix the layout of this page and write release notes"} {
		in := inputs(t, prompt)
		first := Decide(in)
		if len(first.Attempts) != 1 || first.FirstFault() != nil {
			t.Fatalf("%q: attempts %+v", prompt, first.Attempts)
		}
		want := outputs(t, in, first)
		cached := in
		cached.Cache = &Cache{}
		for name, again := range map[string]Inputs{"again": in, "with an empty cache": cached, "with a cache": cached} {
			if diff := cmp.Diff(want, outputs(t, again, Decide(again))); diff != "" {
				t.Errorf("%q %s: -want +got\n%s", prompt, name, diff)
			}
		}
	}
}

// Ensure what fits is suggested and made active, what left the catalog is withdrawn, and
// what is said is explained.
func TestDecide(t *testing.T) {
	in := inputs(t, "write a database migration that adds a column")
	d := Decide(in)
	want := []abi.Ref{abi.Skill("database-migrations")}
	if diff := cmp.Diff(want, d.Suggested); diff != "" || d.Tier != index.TierLexical || d.Said.Text == "" {
		t.Errorf("-want +suggested\n%s%s %q", diff, d.Tier, d.Said.Text)
	}
	if len(d.Change.Activate) != 1 || len(d.Change.Deactivate) != 1 || d.Change.Deactivate[0].Ref != abi.Skill("vanished") || len(d.Change.Told) != 1 {
		t.Errorf("got change %+v", d.Change)
	}
	if len(d.Scores) == 0 || d.Scores[0].Ref != want[0] || d.Scores[0].Fit == nil {
		t.Errorf("got scores %+v", d.Scores)
	}
	in.Complete = false
	if d := Decide(in); len(d.Change.Deactivate) != 0 {
		t.Errorf("an item that may wait to be indexed is withdrawn: %+v", d.Change.Deactivate)
	}
}

// Ensure what the user's settings never want is not suggested, and is why.
func TestDecideNever(t *testing.T) {
	in := inputs(t, "write a database migration that adds a column")
	in.Settings.Wishes = wish.Wishes{Never: []string{"database-*"}}
	d := Decide(in)
	dropped := d.Dropped()
	if len(d.Suggested) > 0 || len(dropped) != 1 || dropped[0].Ref != abi.Skill("database-migrations") {
		t.Errorf("suggested %v, dropped %v", d.Suggested, dropped)
	}
}

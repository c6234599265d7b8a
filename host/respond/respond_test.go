package respond

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/schemas"
)

// Ensure a ruleset that neither answers nor stops is left behind: the prompt gets the
// best by the scores at hand, and what the ruleset asks afterwards is refused.
func TestRulesetIsLeftBehind(t *testing.T) {
	listing, load := listed([]abi.Item{
		{Ref: abi.Skill("database-migration"), Name: "database-migration", Description: "Write a database migration for a table."},
		{Ref: abi.Skill("bread"), Name: "bread", Description: "Bake bread and cakes."},
	})
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	entered, goOn, replies := make(chan struct{}), make(chan struct{}), make(chan []byte, 1)
	files := fstest.MapFS{
		"stuck/stuck.lua":     {Data: []byte(`return {}`)},
		"default/default.lua": {Data: []byte(`return {}`)},
	}
	kinds := catalog.Kinds{skill.Kind}
	h := &Responder{
		Sessions: store, Now: time.Now, Load: load, Pools: catalog.Pools{Default: rank.Default()}, Recipe: rank.Default(),
		OpenIndex: func() (*index.Index, error) { return index.OpenMemory(nil) },
		List:      func(context.Context, string) catalog.Listing { return listing },
		Engine: &engine.Engine{
			Set: engine.Find(engine.Places{Builtin: files}), Check: schemas.CheckDecision,
			Runtimes: map[string]abi.Start{".lua": func(_ abi.Program, sandbox abi.Sandbox) (abi.Guest, error) {
				close(entered)
				<-goOn
				replies <- sandbox.Invoke("search", []byte(`{"text":"bread"}`))
				return nil, &abi.Fault{Code: abi.Internal, Message: "too late"}
			}},
		},
		Settings: Settings{KeepTraces: 5, Settings: decide.Settings{
			Rulesets: []string{"builtin/stuck"}, OnRulesetError: engine.OnErrorFallback, Budgets: abi.DefaultBudgets(),
			Suggest: suggest.Limits{Max: 2, Chars: 600, DescriptionChars: 200},
			Kinds:   kinds, Templates: suggest.DefaultTemplates(kinds),
			Params: func(_, name string) (any, bool) {
				value, ok := map[string]any{"similarity_threshold": .7, "max_active_skills": int64(3), "switch_margin": .15}[name]
				return value, ok
			},
		}},
	}
	event := abi.Event{Name: abi.EventPrompt, SessionID: "s", Workspace: "/w", Prompt: "write a database migration for the orders table", Time: time.Now()}
	end := time.Now().Add(time.Minute)
	stuck := func() time.Duration { // time is up when the ruleset is stuck, or is never asked
		select {
		case <-entered:
			return 0
		default:
			return min(time.Millisecond, time.Until(end))
		}
	}
	response := h.Respond(context.Background(), event, Options{Deadlines: Deadlines{Ruleset: stuck}})
	if !strings.Contains(response.Context, "database-migration") || strings.Contains(response.Context, "bread") {
		t.Errorf("told %q, problems %v", response.Context, response.Problems)
	}
	close(goOn)
	reply, asked := deadline.Await(replies, deadline.Until(time.Now().Add(time.Minute), time.Now))
	if !asked || !strings.Contains(string(reply), engine.TimePrefix) {
		t.Errorf("a call after the decision gives %s", reply)
	}
	prompts, err := store.Prompts("s", 5)
	if err != nil || len(prompts) != 1 || prompts[0].Outcome != session.OutcomeSuggested || len(prompts[0].Decision.Late) != 1 || prompts[0].Decision.RulesetID != "" {
		t.Errorf("prompts %+v, %v", prompts, err)
	}
}

// listed returns items as a catalog has files.
func listed(items []abi.Item) (catalog.Listing, func(catalog.Entry) (catalog.Item, string, *catalog.Rejection, error)) {
	var listing catalog.Listing
	known := map[string]abi.Item{}
	for _, item := range items {
		path := "/" + item.Ref.ID
		known[path] = item
		listing.Entries = append(listing.Entries, catalog.Entry{Kind: item.Ref.Kind, ID: item.Ref.ID, Source: catalog.SourceUser, Path: path})
	}
	return listing, func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
		item := known[entry.Path]
		return catalog.Item{Name: item.Name, Description: item.Description, ListedDescription: item.Description}, item.Ref.ID, nil, nil
	}
}

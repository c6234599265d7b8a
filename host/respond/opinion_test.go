package respond

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/trace"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

const openPrompt = "write a database migration for the orders table with password=hunter2hunter2"

// opining is a responder with three items whose prompts are all open.
func opining(t *testing.T, ask func(ctx context.Context, q decide.Question) OpinionAnswer) *Responder {
	t.Helper()
	listing, load := listed([]abi.Item{
		{Ref: abi.Skill("database-migration"), Name: "database-migration", Description: "Write a database migration for a table. token=ghp_0123456789abcdefghijABCDEFGHIJ012345"},
		{Ref: abi.Skill("query-plans"), Name: "query-plans", Description: "Read query plans of a database."},
		{Ref: abi.Skill("bread"), Name: "bread", Description: "Bake bread and cakes."},
	})
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	kinds := catalog.Kinds{skill.Kind}
	return &Responder{
		Sessions: store, Now: time.Now, Load: load, Pools: catalog.Pools{Default: rank.Default()}, Recipe: rank.Default(), Redact: redact.Text,
		OpenIndex: func() (*index.Index, error) { return index.OpenMemory(nil) },
		List:      func(context.Context, string) catalog.Listing { return listing },
		Engine: &engine.Engine{
			Set: engine.Find(engine.Places{Builtin: builtin.FS}), Check: schemas.CheckDecision, Runtimes: map[string]abi.Start{".lua": lua.Start},
		},
		Settings: Settings{KeepTraces: 5, Settings: decide.Settings{
			Rulesets: []string{"builtin/default"}, OnRulesetError: engine.OnErrorFallback, Budgets: abi.DefaultBudgets(),
			Suggest: suggest.DefaultLimits(), Kinds: kinds, Templates: suggest.DefaultTemplates(kinds), Doubt: decide.Doubt{From: .1, To: 1.1},
			Params: func(string, string) (any, bool) { return nil, false }, Wishes: wish.Wishes{},
		}},
		Opinion: &Opinion{
			Provider: "openai", Model: "small", Timeout: time.Minute, Ask: ask,
			Limits: session.OpinionLimits{DayRequests: 2, SessionRequests: 9, MonthTokens: 1000},
		},
	}
}

// held collects what a hook is sent before an opinion is asked for.
type held struct {
	response Response
	handover session.Handover
	wait     time.Duration
	times    int
}

func (h *held) hold(response Response, handover session.Handover, wait time.Duration) bool {
	*h = held{response, handover, wait, h.times + 1}
	return true
}

// respondTo answers a prompt of a session.
func respondTo(r *Responder, sessionID, prompt string, options Options) Response {
	event := abi.Event{Name: abi.EventPrompt, SessionID: sessionID, Workspace: "/w", Prompt: prompt, Time: time.Now()}
	return r.Respond(context.Background(), event, options)
}

// learner stores a lesson of every prompt.
type learner struct{ listener }

func (*learner) Typed(context.Context, abi.Event, error) (string, error) { return "learned", nil }

// Ensure that an opinion of an open prompt is what is told, stored, traced and counted, and
// that the local answer was there before it was asked for. What is asked has the prompt and
// the candidates without secrets, and nothing else.
func TestOpinion(t *testing.T) {
	var asked []decide.Question
	r, h := opining(t, func(_ context.Context, q decide.Question) OpinionAnswer {
		asked = append(asked, q)
		return OpinionAnswer{Chosen: []abi.Ref{abi.Skill("query-plans")}, TokensIn: 400, TokensOut: 20}
	}), &held{}
	r.Lessons = &learner{}
	response := respondTo(r, "s", openPrompt, Options{Hold: h.hold})
	if !strings.HasPrefix(response.Notice, "learned · ") || !strings.HasPrefix(h.response.Notice, "learned · ") {
		t.Errorf("noticed %q, held %q", response.Notice, h.response.Notice)
	}
	if !strings.Contains(response.Context, "query-plans") || strings.Contains(response.Context, "database-migration") || len(response.Problems) > 0 {
		t.Errorf("told %q, problems %v", response.Context, response.Problems)
	}
	if !strings.Contains(h.response.Context, "database-migration") || h.wait != time.Minute || !h.handover.Recorded || h.handover.Decision == nil || h.handover.Decision.Said != h.response.Context || h.handover.Decision.Opinion != nil {
		t.Errorf("held %+v", h)
	}
	if sent := fmt.Sprint(asked); len(asked) != 1 || strings.Contains(sent, "hunter2") || strings.Contains(sent, "ghp_") || !strings.Contains(sent, "Read query plans") || !strings.Contains(sent, "migration for the orders table") {
		t.Errorf("asked %v", asked)
	}
	made, err := r.Sessions.Decisions("s", 1)
	if err != nil || len(made) != 1 || !strings.Contains(string(made[0].Opinion), `"verdict":"changed"`) || len(made[0].Told) != 1 || made[0].Told[0] != abi.Skill("query-plans") {
		t.Fatalf("stored %+v, %v", made, err)
	}
	traced, err := r.Sessions.Trace(made[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := trace.Decode(traced)
	if err != nil || kept.Opinion == nil || kept.Opinion.Verdict != trace.OpinionChanged || !slices.Equal(kept.Opinion.Local, []abi.Ref{abi.Skill("database-migration")}) || kept.Opinion.TokensIn != 400 {
		t.Errorf("traced %+v, %v", kept.Opinion, err)
	}
	sums, err := r.Sessions.Opinions(time.Time{}, time.Now())
	if err != nil || sums.Asked != 1 || sums.Answered != 1 || sums.Agreed != 0 || sums.Tokens != (session.OpinionTokens{In: 400, Out: 20}) {
		t.Errorf("counted %+v, %v", sums, err)
	}
}

// Ensure that whatever goes wrong leaves the local decision, counted with its cause, and
// that only faults are problems.
func TestOpinionFails(t *testing.T) {
	for name, test := range map[string]struct {
		ask     func(ctx context.Context, q decide.Question) OpinionAnswer
		change  func(r *Responder)
		cause   string
		problem bool
	}{
		"a failure": {ask: func(context.Context, decide.Question) OpinionAnswer {
			return OpinionAnswer{Cause: "server", Err: errors.New("status 500")}
		}, cause: "server", problem: true},
		"a panic": {ask: func(context.Context, decide.Question) OpinionAnswer { panic("an odd reply") }, cause: opinionPanic, problem: true},
		"no time": {ask: func(ctx context.Context, _ decide.Question) OpinionAnswer {
			<-ctx.Done()
			return OpinionAnswer{Cause: "timeout", Err: ctx.Err()}
		}, change: func(r *Responder) { r.Opinion.Timeout = time.Millisecond }, cause: "timeout", problem: true},
		"nobody waits":   {ask: func(context.Context, decide.Question) OpinionAnswer { return OpinionAnswer{Cause: "left"} }, cause: "left"},
		"no key":         {change: func(r *Responder) { r.Opinion.Skip = "no-key" }, cause: "no-key"},
		"no budget":      {change: func(r *Responder) { r.Opinion.Limits.DayRequests = 0 }, cause: session.SkippedDay},
		"a full session": {change: func(r *Responder) { r.Opinion.Limits.SessionRequests = 0 }, cause: session.SkippedSession},
	} {
		t.Run(name, func(t *testing.T) {
			r, h := opining(t, func(ctx context.Context, q decide.Question) OpinionAnswer {
				if test.ask == nil {
					t.Error("it was asked")
					return OpinionAnswer{}
				}
				return test.ask(ctx, q)
			}), &held{}
			if test.change != nil {
				test.change(r)
			}
			response := respondTo(r, "s", openPrompt, Options{Hold: h.hold})
			if !strings.Contains(response.Context, "database-migration") || (len(response.Problems) > 0) != test.problem {
				t.Errorf("told %q, problems %v", response.Context, response.Problems)
			}
			made, err := r.Sessions.Decisions("s", 1)
			if err != nil || len(made) != 1 || !strings.Contains(string(made[0].Opinion), fmt.Sprintf(`"cause":%q`, test.cause)) || len(made[0].Told) != 1 {
				t.Errorf("stored %+v, %v", made, err)
			}
			sums, err := r.Sessions.Opinions(time.Time{}, time.Now())
			if err != nil || sums.Causes[test.cause] != 1 || sums.Open != 1 || (test.ask == nil) != (sums.Asked == 0) || (test.ask == nil) != (h.times == 0) {
				t.Errorf("counted %+v, %v; held %d times", sums, err, h.times)
			}
		})
	}
}

// Ensure that a budget ends questions, and not suggestions.
func TestOpinionBudgetEnds(t *testing.T) {
	asked, h := 0, &held{}
	r := opining(t, func(context.Context, decide.Question) OpinionAnswer {
		asked++
		return OpinionAnswer{Chosen: []abi.Ref{abi.Skill("database-migration")}}
	})
	for i := range 4 {
		if response := respondTo(r, fmt.Sprint("s", i), openPrompt, Options{Hold: h.hold}); !strings.Contains(response.Context, "database-migration") {
			t.Errorf("prompt %d: told %q", i, response.Context)
		}
	}
	if asked != 2 || h.times != 2 {
		t.Errorf("asked %d times, held %d times", asked, h.times)
	}
}

// Ensure that nothing is asked by a hook alone, about an event of the past, where nothing
// can be counted, and about a prompt that is not open.
func TestOpinionIsNotWanted(t *testing.T) {
	h := &held{}
	for name, test := range map[string]struct {
		prompt  string
		options Options
		change  func(r *Responder)
	}{
		"a hook alone":    {prompt: openPrompt},
		"no memory":       {prompt: openPrompt, options: Options{Hold: h.hold, NoMemory: errors.New("the disk is full")}},
		"no store":        {prompt: openPrompt, options: Options{Hold: h.hold}, change: func(r *Responder) { r.Sessions = nil }},
		"nothing to help": {prompt: "thanks", options: Options{Hold: h.hold}},
		"certain":         {prompt: openPrompt, options: Options{Hold: h.hold}, change: func(r *Responder) { r.Settings.Doubt = decide.Doubt{From: .1, To: .2} }},
		"off":             {prompt: openPrompt, options: Options{Hold: h.hold}, change: func(r *Responder) { r.Opinion = nil }},
	} {
		r := opining(t, func(context.Context, decide.Question) OpinionAnswer {
			t.Errorf("%s: it was asked", name)
			return OpinionAnswer{}
		})
		if test.change != nil {
			test.change(r)
		}
		respondTo(r, "s", test.prompt, test.options)
	}
	if h.times > 0 {
		t.Errorf("held %d times", h.times)
	}
}

// Ensure that an opinion which comes when nobody waits any more is not stored as told.
func TestOpinionComesTooLate(t *testing.T) {
	r, h := opining(t, func(context.Context, decide.Question) OpinionAnswer {
		return OpinionAnswer{Chosen: []abi.Ref{abi.Skill("query-plans")}}
	}), &held{}
	respondTo(r, "s", openPrompt, Options{Hold: h.hold, Print: func(Response, session.Handover) bool { return false }})
	if made, err := r.Sessions.Decisions("s", 1); err != nil || len(made) > 0 {
		t.Errorf("stored %+v, %v", made, err)
	}
}

package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	"github.com/ed-irl/impressionism/host/ruleset/wasm"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// warmth is what one evaluation costs in a process that has the ruleset already.
type warmth struct {
	Ruleset   string  `json:"ruleset"`
	MedianMS  float64 `json:"median_ms"`
	ToLua     float64 `json:"ratio_to_lua"`
	GrownMB   float64 `json:"grown_mb"` // of the heap, by all evaluations
	Evaluated int     `json:"evaluations"`
}

const warmEvaluations = 1000

// warm evaluates the default ruleset again and again, in Lua and as modules, in
// turns, so that whatever else the machine does meets all alike. The modules were
// vetted in the homes that use them.
func warm(ctx context.Context, homes map[string]home) ([]warmth, error) {
	ids, rules := []string{engine.DefaultID}, ""
	e := &engine.Engine{Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision}
	if h, ok := homes[homeRust]; ok {
		modules, err := wasm.Open(wasm.Config{Vetted: filepath.Join(h.data, "vetted"), Cache: filepath.Join(h.data, "cache", "compiled")})
		if err != nil {
			return nil, err
		}
		defer modules.Close() //nolint:errcheck // the process ends soon
		e.Runtimes[".wasm"] = modules.Start
		ids, rules = append(ids, guestOf[homeRust].id), filepath.Join(h.data, "rules")
	}
	e.Set = engine.Find(engine.Places{Builtin: builtin.FS, User: rules})
	rulesets := make([]engine.Ruleset, len(ids))
	for i, id := range ids {
		var err error
		if rulesets[i], err = e.Set.Load(id); err != nil {
			return nil, err
		}
	}
	return evaluateAll(ctx, e, rulesets)
}

func evaluateAll(ctx context.Context, e *engine.Engine, rulesets []engine.Ruleset) ([]warmth, error) {
	times, grown := make([][]float64, len(rulesets)), make([]float64, len(rulesets))
	host, err := recorded.New(warmScript())
	if err != nil {
		return nil, err
	}
	const batch = 100
	for round := range warmEvaluations / batch {
		for i, ruleset := range rulesets {
			before := heap()
			for range batch {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				began := time.Now()
				if outcome := evaluateOnce(e, ruleset, host); outcome.Fault != nil || len(outcome.Decision.Activate) == 0 {
					return nil, fmt.Errorf("%s: %v, %s", ruleset.Manifest.ID, outcome.Fault, engine.Encode(outcome.Decision))
				}
				times[i] = append(times[i], float64(time.Since(began).Nanoseconds())/1e6)
			}
			if round > 0 { // the first makes what stays
				grown[i] += heap() - before
			}
		}
	}
	var all []warmth
	for i, ruleset := range rulesets {
		all = append(all, warmth{
			Ruleset: ruleset.Manifest.ID, MedianMS: median(times[i]), ToLua: median(times[i]) / median(times[0]),
			GrownMB: grown[i] / 1e6, Evaluated: warmEvaluations,
		})
	}
	return all, nil
}

func evaluateOnce(e *engine.Engine, ruleset engine.Ruleset, host *recorded.Host) engine.Outcome {
	return e.Consult(ruleset, engine.Input{
		Context: abi.Context{
			SessionID: "s", HookEvent: abi.EventPrompt, Sequence: 9, Now: "2026-01-02T03:04:05Z",
			UserPrompt: "Write a database migration that adds a column, and a test for it",
		},
		Host: host, Known: host.Known, Budgets: abi.DefaultBudgets(),
		Params: func(_, name string) (any, bool) { return host.Parameter(name) },
	})
}

// warmScript is a search that finds twenty items, two of which fit, while two
// others are active.
func warmScript() recorded.Script {
	script := recorded.Script{Search: map[abi.Ref]float64{}}
	for i := range 20 {
		id := fmt.Sprintf("skill-%02d", i)
		script.Items = append(script.Items, abi.Item{
			Ref: abi.Skill(id), Description: "Write and run database migrations, tests and whatever else number " + id + " is about.",
			Keywords: []string{"migration", "column", "test " + id},
		})
		script.Search[abi.Skill(id)] = .95 / float64(1+i)
	}
	script.Active = []abi.Active{{Item: abi.Item{Ref: abi.Skill("skill-00")}}, {Item: abi.Item{Ref: abi.Skill("skill-19")}, PromptsSinceRelevant: 4}}
	return script
}

// heap is the bytes in use after a collection.
func heap() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

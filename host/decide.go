package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Decided is what was decided for an event and how.
type Decided struct {
	ID      int64 // of the stored decision; 0: not stored
	Answer  engine.Answer
	Tier    string
	Neutral bool
	Scores  []Score
	Told    []abi.Ref
	Late    []string         // what time ran out for: session.LateModel, session.LateRuleset
	Whole   json.RawMessage  // what the rulesets, the user's settings and the host decided, as it is stored
	Steps   map[string]int64 // microseconds
	hits    []index.Hit      // for the prompt, best first
}

// Ranking is every item that the search saw for the prompt, best first, at most
// limit of them.
func (d *Decided) Ranking(limit int) []index.Hit { return d.hits[:min(limit, len(d.hits))] }

// Score is what the search said of an item for this prompt.
type Score struct {
	Ref        abi.Ref  `json:"ref"`
	Similarity float64  `json:"similarity"`
	Enough     bool     `json:"enough,omitempty"` // it reaches the threshold that counted
	Cosine     *float64 `json:"cosine,omitempty"`
	BM25       float64  `json:"bm25"`
	Matched    []string `json:"matched,omitempty"` // stems of the prompt that the item has
	Fit        *Fit     `json:"fit,omitempty"`     // how the similarity came about

	Behind  *Behind   `json:"behind,omitempty"`  // what else it lacked, of an item that reaches the threshold
	Similar []Similar `json:"similar,omitempty"` // of an item that was told
	Hinted  string    `json:"hinted,omitempty"`  // why the project's settings lifted the similarity
}

// scoresMax bounds the scores kept with a decision: the best items for the
// prompt, chosen or not, so that `why` can tell what came close.
const scoresMax = 5

// asks reports whether this event is one to decide on: a prompt with content
// that names no command by itself, or an event that the ruleset subscribed to.
// Whoever wants only withdrawals has asked for them on whatever event.
func (e *exchange) asks() bool {
	if e.event.Name == abi.EventPrompt {
		return strings.TrimSpace(e.event.Prompt) != "" && e.event.Command == ""
	}
	if e.event.SessionID == "" || e.DeactivateOnly {
		return e.DeactivateOnly
	}
	if e.event.Name == abi.EventSessionStart || e.event.Name == abi.EventSessionEnd {
		return false // nothing to decide on yet, or any more
	}
	return e.Engine.Set.WantsAny(e.Settings.Rulesets, e.event.Name)
}

// decide asks the ruleset, renders and stores.
func (e *exchange) decide() {
	if e.index == nil {
		return // told as a problem already
	}
	view, err := e.index.View(e.listing, e.Pools)
	if err != nil {
		e.damaged = index.IsDamaged(err)
		e.response.problem(ProblemIndex, err)
		return
	}
	defer view.Close()
	e.decideOn(view, nil)
}

// decideOn decides on a view that stays the caller's. What was searched there
// before need not be searched again.
func (e *exchange) decideOn(view *index.View, searches *Searches) {
	d := &decision{exchange: e, view: view}
	if e.event.SessionID != "" {
		d.past = e.Sessions
	}
	d.finder = newFinder(view, e.Recipe, d.embed)
	d.finder.beside, d.finder.hint, d.finder.never, d.finder.searches = d.beside, d.hint, d.forbids(), searches
	e.step("state", d.loadState)
	e.step("ruleset", d.consult)
	e.step("render", d.render)
	change, made := d.made()
	if e.Rendered != nil && !e.Rendered(e.response, session.Handover{Event: e.event, Change: change, Decision: &made}) {
		e.unsaid = true // what nobody says is not stored as told
		return
	}
	e.step("store", func() error { return d.store(change, made) })
}

// consult asks the active ruleset or those that answer in its place.
func (d *decision) consult() error {
	neutral, err := d.neutral()
	if err != nil {
		return err
	}
	d.outcome.Neutral = neutral
	input := engine.Input{
		Context:        d.context(neutral),
		DeactivateOnly: d.DeactivateOnly || d.event.Name == abi.EventStop,
		Always:         d.DeactivateOnly,
		Host:           d.answers(),
		Params:         d.Settings.Params,
		Budgets:        d.Settings.Budgets,
		Stop:           new(atomic.Bool),
		Known:          d.known,
		Clock:          d.clock(),
	}
	d.outcome.Answer = d.ask(input)
	d.outcome.Tier = d.finder.tier
	if errors.Is(d.finder.noted, errModelLate) {
		d.outcome.Late = append(d.outcome.Late, session.LateModel)
	}
	d.modelProblem(d.finder.noted)
	d.standIn(input)
	d.choose()
	d.tellFailures()
	return nil
}

func (d *decision) clock() func() time.Duration {
	began := d.Now()
	return func() time.Duration { return d.Now().Sub(began) }
}

func (d *decision) context(neutral bool) abi.Context {
	context := abi.Context{
		SessionID: d.event.SessionID, WorkspacePath: d.event.Workspace, HookEvent: d.event.Name,
		UserPrompt: d.prompt(), Neutral: neutral,
		Now: d.event.Time.UTC().Format(time.RFC3339), Sequence: d.recorded.Sequence,
	}
	if local, err := time.Parse(time.RFC3339, d.event.LocalTime); err == nil {
		context.LocalTime, context.Weekday = d.event.LocalTime, local.Weekday().String()
	}
	return context
}

// promptBytesMax bounds the prompt in the context; of a longer one its end is
// kept, too: people ask below what they paste.
const (
	promptBytesMax  = 64 << 10
	promptTailBytes = 16 << 10
)

// prompt is the user's prompt as rulesets and the search get it.
func (d *decision) prompt() string { return cutPrompt(d.event.Prompt) }

// cutPrompt leaves out the middle of a prompt that is too long.
func cutPrompt(prompt string) string {
	if len(prompt) <= promptBytesMax {
		return prompt
	}
	return cut.Bytes(prompt, promptBytesMax-promptTailBytes-1) + "\n" + cut.Tail(prompt, promptTailBytes)
}

func (d *decision) neutral() (bool, error) {
	if d.event.Name != abi.EventPrompt {
		return false, nil
	}
	return d.finder.neutral(d.prompt())
}

// tellFailures makes every attempt that failed a problem.
func (d *decision) tellFailures() {
	for _, attempt := range d.outcome.Answer.Attempts {
		if attempt.Skipped != "" {
			d.response.problem(ProblemRuleset, fmt.Errorf("%s: %s", attempt.ID, attempt.Skipped))
		}
		if attempt.Outcome.Fault != nil {
			d.response.problem(ProblemRuleset, fmt.Errorf("%s: %w", attempt.ID, attempt.Outcome.Fault))
		}
		for _, warning := range attempt.Outcome.Warnings {
			d.response.problem(ProblemWarning, errors.New(warning))
		}
	}
}

// scores are the best items for the prompt, as JSON.
func (d *decision) scores() (json.RawMessage, error) {
	if d.event.Name != abi.EventPrompt {
		return nil, nil
	}
	found, err := d.finder.find(d.prompt())
	if err != nil {
		return nil, err
	}
	d.outcome.hits = found.hits
	fitter := fitter{view: d.view, recipe: d.Recipe, hits: found.hits, threshold: d.threshold(), beside: &found.beside}
	for i, hit := range found.hits {
		if i >= scoresMax && !d.isTold(hit.Ref) {
			continue
		}
		score := Score{Ref: hit.Ref, Similarity: round6(hit.Similarity), BM25: round6(hit.Features.BM25), Matched: hit.Matched, Fit: fitter.fit(hit)}
		if found.hinted.Ref == hit.Ref {
			score.Hinted = found.hinted.why
		}
		score.Enough = hit.Similarity >= fitter.threshold // false where there is none
		if score.Enough {
			score.Behind = d.behind(hit)
		}
		if d.isTold(hit.Ref) {
			score.Similar = d.toldSimilar(found, hit)
		}
		if hit.Features.HasDense {
			score.Cosine = new(round6(hit.Cosine))
		}
		d.outcome.Scores = append(d.outcome.Scores, score)
	}
	return json.Marshal(d.outcome.Scores)
}

// Package rulebench measures what rulesets cost: time, fuel, host calls, memory,
// by scenario, and compares with what was saved before. It plays scenarios through
// the engine; it knows no store, client or command line, and clock and heap are
// handed to it.
package rulebench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/stats"
)

// Bench measures rulesets.
type Bench struct {
	Engine  *engine.Engine // whose runtimes start guests as the hook's do
	Budgets abi.Budgets
	Index   func([]abi.Item) (ruletest.Searcher, error) // as of ruletest.Player
	Clock   func() time.Duration                        // monotonic
	Heap    func() Heap
	Rest    func()              // between evaluations; collects garbage where there is much
	Step    func(done, all int) // rounds; all is a guess where Rounds is 0
	Time    time.Duration       // for all rounds together, where Rounds is 0
	Rounds  int                 // RoundsMin to RoundsMax
	Seed    uint64              // of the order within rounds
	Profile bool
}

// Heap is what the process has allocated since it began.
type Heap struct{ Objects, Bytes uint64 }

// Ruleset is what is measured, with its scenarios.
type Ruleset struct {
	engine.Ruleset
	Path      string
	Scenarios []ruletest.File
}

// Limits of the rounds. With fewer than RoundsMin the test's approximation is not
// good; more than roundsEnough make its answer no better, for what differs between
// two runs is then the machine.
const (
	RoundsMin    = 20
	RoundsMax    = 5000
	roundsEnough = 500

	warmRounds      = 3 // until the heap has its size
	heapRounds      = 5 // in which allocations are counted: odd, for the median
	yardstickEvery  = 8 // evaluations of others between two of the yardstick's
	yardstickAround = 2 // rounds before and after one whose yardsticks count for it
)

// run is one bench that is under way.
type run struct {
	*Bench
	watch     *watch
	yardstick *subject
	subjects  []*subject
	yards     [][]time.Duration // of the yardstick, by round
}

// Run measures rulesets in interleaved rounds: each round plays every scenario
// in another order, and the yardstick between them. A scenario that does not
// pass is an error, for what is wrong may be fast.
func (b *Bench) Run(ctx context.Context, rulesets []Ruleset) (Report, error) {
	r := &run{Bench: b, watch: newWatch(b.Clock)}
	defer r.close()
	if err := r.prepare(rulesets); err != nil {
		return Report{}, err
	}
	if err := r.warm(ctx); err != nil {
		return Report{}, err
	}
	if err := r.measure(ctx); err != nil {
		return Report{}, err
	}
	report := r.report(rulesets)
	if b.Profile {
		for i := range rulesets {
			profile, err := r.profile(i, report.Rulesets[i])
			if err != nil {
				return Report{}, err
			}
			report.Rulesets[i].Profile = &profile
		}
	}
	return report, nil
}

// prepare reads all scenarios.
func (r *run) prepare(rulesets []Ruleset) error {
	measured, err := yardstick()
	if err != nil {
		return err
	}
	if r.yardstick, err = r.subject(measured, measured.Scenarios[0]); err != nil {
		return err
	}
	for i, ruleset := range rulesets {
		for _, file := range ruleset.Scenarios {
			s, err := r.subject(ruleset, file)
			if err != nil {
				return err
			}
			s.of = i
			r.subjects = append(r.subjects, s)
		}
	}
	if len(r.subjects) == 0 {
		return errors.New("there is no scenario to measure with")
	}
	return nil
}

// close removes what scenarios were prepared with.
func (r *run) close() {
	for _, s := range r.subjects {
		_ = s.scenario.Close() // it was only read
	}
}

// warm plays everything until it goes as it always will, and counts allocations.
func (r *run) warm(ctx context.Context) error {
	for round := range warmRounds + heapRounds {
		for _, s := range append(r.subjects, r.yardstick) {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("interrupted in round %d of warming up: %w", round+1, err)
			}
			if _, err := s.play(r, round >= warmRounds); err != nil {
				return err
			}
		}
	}
	for _, s := range append(r.subjects, r.yardstick) {
		s.evaluations, s.rounds, s.calls = nil, nil, nil
	}
	return nil
}

// measure plays rounds until there are enough.
func (r *run) measure(ctx context.Context) error {
	random := rand.New(rand.NewPCG(r.Seed, 0))
	began := r.Clock()
	for round := 0; r.more(round, r.Clock()-began); round++ {
		for i, at := range random.Perm(len(r.subjects)) {
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("interrupted in round %d: %w", round+1, err)
			}
			if i%yardstickEvery == 0 {
				if err := r.yardstick.round(r); err != nil {
					return err
				}
			}
			if err := r.subjects[at].round(r); err != nil {
				return err
			}
		}
		r.yards = append(r.yards, r.yardstick.rounds)
		r.yardstick.rounds = nil
		r.Step(round+1, r.guess(round+1, r.Clock()-began))
	}
	return nil
}

func (r *run) more(done int, gone time.Duration) bool {
	if r.Rounds > 0 {
		return done < r.Rounds
	}
	return done < RoundsMin || gone < r.Time && done < roundsEnough
}

// guess is how many rounds there will be, going on as it did.
func (r *run) guess(done int, gone time.Duration) int {
	if r.Rounds > 0 {
		return r.Rounds
	}
	return min(roundsEnough, max(RoundsMin, int(float64(done)*float64(r.Time)/float64(max(1, gone)))))
}

// unit is the yardstick's time around a round: machines change their speed within
// a run, too.
func (r *run) unit(round int) float64 {
	var near []float64
	for i := max(0, round-yardstickAround); i <= min(round+yardstickAround, len(r.yards)-1); i++ {
		for _, took := range r.yards[i] {
			near = append(near, float64(took))
		}
	}
	return stats.Quantile(near, .5)
}

package rulebench

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// ErrFails is the error of a scenario that does not pass.
var ErrFails = errors.New("does not pass")

// subject is one scenario of one ruleset.
type subject struct {
	of       int // place of the ruleset
	id       string
	name     string
	hash     string // SHA-256 of the scenario's file and its catalog
	scenario *ruletest.Prepared
	player   ruletest.Player

	evaluations []evaluation    // every event that was played
	rounds      []time.Duration // all events together, each at its least
	calls       map[string]callCost
	cost        cost
	objects     []float64 // that one play allocated
	bytes       []float64
}

// evaluation is where the time of one event went.
type evaluation struct{ all, start, guest, host time.Duration }

// cost is what every play of a scenario uses alike.
type cost struct {
	events, hostCalls int
	fuel              int64
	memory            int64 // bytes in the account of the guest that had most
}

// unlike says in what two plays of a scenario differ.
func (c cost) unlike(other cost) string {
	var parts []string
	for _, part := range []struct {
		name       string
		one, other int64
	}{
		{"events", int64(c.events), int64(other.events)},
		{"host calls", int64(c.hostCalls), int64(other.hostCalls)},
		{"units of fuel", c.fuel, other.fuel},
		{"bytes of memory", c.memory, other.memory},
	} {
		if part.one != part.other {
			parts = append(parts, fmt.Sprintf("%d %s once and %d another time", part.one, part.name, part.other))
		}
	}
	return strings.Join(parts, ", ")
}

func (r *run) subject(ruleset Ruleset, file ruletest.File) (*subject, error) {
	s := &subject{
		id: ruleset.Manifest.ID, name: file.Name,
		player: ruletest.Player{Engine: watched(r.Engine, r.watch), Ruleset: ruleset.Ruleset, Budgets: r.Budgets, Index: r.Index},
	}
	sum := sha256.New()
	sum.Write(file.Data)
	if read := file.Read; read != nil {
		file.Read = func(name string) ([]byte, error) {
			data, err := read(name)
			fmt.Fprintf(sum, "%q %d:", name, len(data))
			sum.Write(data)
			return data, err
		}
	}
	var err error
	if s.scenario, err = s.player.Prepare(file); err != nil {
		return nil, fmt.Errorf("%q: %w", file.Path, err)
	}
	s.hash = hex.EncodeToString(sum.Sum(nil))
	return s, nil
}

// tries is how often a scenario is played in a round. The least time of each event
// counts for the comparison: what is above it is the machine's doing.
const tries = 3

// round plays the scenario in one round.
func (s *subject) round(r *run) error {
	var best []time.Duration
	for range tries {
		took, err := s.play(r, false)
		if err != nil {
			return err
		}
		if best == nil {
			best = took
		}
		for i := range best {
			best[i] = min(best[i], took[i])
		}
	}
	total := time.Duration(0)
	for _, took := range best {
		total += took
	}
	s.rounds = append(s.rounds, total)
	return nil
}

// play plays the scenario once and returns the time of each event. Looking at the
// heap takes time, so that either that is counted or what is allocated.
func (s *subject) play(r *run, heap bool) ([]time.Duration, error) {
	var used cost
	var took []time.Duration
	var grown Heap
	failures := s.scenario.Play(func(host *recorded.Host, context abi.Context) engine.Outcome {
		r.Rest()
		var before Heap
		if heap {
			before = r.Heap()
		}
		r.watch.begin()
		outcome := s.player.Consult(host, context)
		one := r.watch.end()
		if heap {
			after := r.Heap()
			grown.Objects += after.Objects - before.Objects
			grown.Bytes += after.Bytes - before.Bytes
		}
		s.evaluations = append(s.evaluations, one)
		took = append(took, one.all)
		s.count(r.watch, &used)
		return outcome
	})
	if heap {
		s.objects, s.bytes = append(s.objects, float64(grown.Objects)), append(s.bytes, float64(grown.Bytes))
	}
	if len(failures) > 0 {
		return nil, fmt.Errorf("%s: scenario %q %w (event %d: %s); only what passes is measured, see: impressionism rules test", s.id, s.name, ErrFails, failures[0].Event, failures[0].What)
	}
	if s.cost.events > 0 && s.cost != used {
		return nil, fmt.Errorf("%s: scenario %q does not cost the same each time: %s; equal inputs must cost the same", s.id, s.name, s.cost.unlike(used))
	}
	s.cost = used
	return took, nil
}

// count adds what the last evaluation used.
func (s *subject) count(w *watch, used *cost) {
	used.events++
	used.fuel += w.fuel
	used.memory = max(used.memory, w.memory)
	if s.calls == nil {
		s.calls = map[string]callCost{}
	}
	for name, call := range w.calls {
		used.hostCalls += call.count
		sum := s.calls[name]
		sum.count, sum.time = sum.count+call.count, sum.time+call.time
		s.calls[name] = sum
	}
}

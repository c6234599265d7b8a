package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
)

// samples are what was measured of one subject.
type samples struct {
	ms    []float64 // late runs included, as late
	cpu   []float64 // ms of processor time, of all runs
	peak  int64     // bytes, the largest of all runs
	late  int
	why   error // the first run that was late
	wrong error // the first answer that was not what it should be
}

// rounds runs every subject once a round in an order that differs each time, so
// that whatever else the machine does meets all of them alike.
type rounds struct {
	launcher launcher
	subjects []subject
	count    int
	slow     int
	seed     uint64
	progress func(done, all int)
}

// run returns the samples in the order of the subjects. An error means that
// nothing could be run; wrong answers are among the samples.
func (r rounds) run(ctx context.Context) ([]samples, error) {
	taken := make([]samples, len(r.subjects))
	for i, one := range r.subjects { // files into memory, databases made
		if one.slow {
			continue
		}
		if _, err := r.once(ctx, one, "warm"); err != nil {
			return nil, fmt.Errorf("%s: %w", r.subjects[i].name, err)
		}
	}
	for round := range r.count {
		r.progress(round, r.count)
		order := rand.New(rand.NewPCG(r.seed, uint64(round))).Perm(len(r.subjects))
		for _, i := range order {
			one := r.subjects[i]
			if one.slow && round >= r.slow {
				continue
			}
			got, err := r.once(ctx, one, fmt.Sprintf("round-%d", round))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", one.name, err)
			}
			taken[i].add(got, one.check(got))
		}
	}
	return taken, nil
}

// once runs a subject in a session of its own.
func (r rounds) once(ctx context.Context, one subject, label string) (outcome, error) {
	session := label + "-" + one.name
	if one.prepare != nil {
		if err := one.prepare(ctx, session); err != nil {
			return outcome{}, err
		}
	}
	return r.launcher.run(ctx, one.process(session))
}

func (s *samples) add(got outcome, wrong error) {
	s.cpu = append(s.cpu, float64(got.reading.CPU)/1e6)
	s.peak = max(s.peak, got.reading.PeakBytes)
	switch {
	case errors.Is(wrong, errLate):
		s.late++
		s.why = cmp.Or(s.why, wrong)
		s.ms = append(s.ms, late)
	case wrong != nil:
		if s.wrong == nil {
			s.wrong = wrong
		}
	default:
		s.ms = append(s.ms, got.reading.ms())
	}
}

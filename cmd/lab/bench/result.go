package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"runtime"
)

// result is one run of the bench, as -json writes it.
type result struct {
	System    string        `json:"system"` // "linux/amd64"
	CPUs      int           `json:"cpus"`
	Go        string        `json:"go"`
	Skills    int           `json:"skills"`
	Catalog   string        `json:"catalog"`
	Rounds    int           `json:"rounds"`
	Seed      uint64        `json:"seed"`
	Yardstick string        `json:"yardstick"`
	Measures  []measured    `json:"measures"`
	Warm      []warmth      `json:"warm"`
	Load      float64       `json:"load"`           // of the machine, before
	Busy      []counted     `json:"busy,omitempty"` // beside other work, and many at once
	Server    *memory       `json:"server,omitempty"`
	Handed    []handed      `json:"handed,omitempty"`
	Lessons   []withoutThis `json:"lessons,omitempty"`
	Code      *codeResult   `json:"code,omitempty"`
	Embedding *throughput   `json:"embedding,omitempty"`
	Refused   []string      `json:"refused"` // cases without numbers, and why
	Skipped   []string      `json:"skipped"` // what this machine cannot measure
}

// measured is one case. Ratios are to the yardstick's median. A quantile that
// falls among late runs is absent.
type measured struct {
	Name     string   `json:"name"`
	Ratio    float64  `json:"ratio"`
	RatioP95 *float64 `json:"ratio_p95"`
	MedianMS float64  `json:"median_ms"`
	P95MS    *float64 `json:"p95_ms"`
	CPUMS    float64  `json:"cpu_ms"`         // median of the processor time, which other work changes less
	PeakMB   float64  `json:"peak_mb"`        // 1e6 bytes, the largest of all runs
	Goal     float64  `json:"goal,omitempty"` // multiple of the yardstick
	GoalMS   float64  `json:"goal_ms,omitempty"`

	Runs int       `json:"runs"`
	Late int       `json:"late"`
	MS   []float64 `json:"ms"` // of the runs that were not late
}

func newResult(o options, catalog string, skills int) *result {
	return &result{
		System: runtime.GOOS + "/" + runtime.GOARCH, CPUs: runtime.NumCPU(), Go: runtime.Version(),
		Skills: skills, Catalog: catalog, Rounds: o.rounds, Seed: o.seed, Yardstick: yardstick,
		Refused: []string{}, Skipped: []string{},
	}
}

// add sums up the samples. A case with a wrong answer has no numbers, nor has
// one of which half the runs were late: its median would be the deadline.
func (r *result) add(subjects []subject, taken []samples) {
	base := math.NaN()
	for i, one := range subjects {
		if one.name == yardstick && taken[i].wrong == nil {
			base = median(taken[i].ms)
		}
	}
	for i, one := range subjects {
		s := taken[i]
		switch {
		case s.wrong != nil:
			r.refuse(one.name, "a wrong answer: %v", s.wrong)
		case len(s.ms) == 0:
			r.Skipped = append(r.Skipped, one.name+": no round runs it")
		case math.IsInf(median(s.ms), 1):
			r.refuse(one.name, "%d of %d runs were late, the first: %v", s.late, len(s.ms), s.why)
		case !(base > 0):
			r.refuse(one.name, "there is no yardstick to compare with")
		default:
			r.Measures = append(r.Measures, sumUp(one, s, base))
		}
	}
}

func (r *result) refuse(name, format string, args ...any) {
	r.Refused = append(r.Refused, name+": "+fmt.Sprintf(format, args...))
}

func sumUp(one subject, s samples, base float64) measured {
	m := measured{
		Name: one.name, Goal: one.goal, GoalMS: one.goalMS, Runs: len(s.ms), Late: s.late,
		MedianMS: median(s.ms), CPUMS: median(s.cpu), PeakMB: float64(s.peak) / 1e6, MS: []float64{},
	}
	m.Ratio = ratio(m.MedianMS, base)
	if p95 := quantile(s.ms, .95); !math.IsInf(p95, 1) {
		m.P95MS, m.RatioP95 = &p95, new(ratio(p95, base))
	}
	for _, ms := range s.ms {
		if !math.IsInf(ms, 1) {
			m.MS = append(m.MS, ms)
		}
	}
	return m
}

func (r *result) write(path string) error {
	encoded, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("encode the result: %w", err)
	}
	return os.WriteFile(path, append(encoded, '\n'), 0o644)
}

package rulebench

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// Baseline is what a bench measured, as it is kept to compare later ones with.
type Baseline struct {
	Format    int            `json:"format"`
	Program   string         `json:"program"` // version of impressionism
	Machine   Machine        `json:"machine"`
	Rounds    int            `json:"rounds"`
	Yardstick Yardstick      `json:"yardstick"`
	Rulesets  []SavedRuleset `json:"rulesets"`
}

// Machine is where it was measured; what else it is is nobody's business.
type Machine struct {
	OS   string `json:"os"`
	Arch string `json:"arch"`
	CPUs int    `json:"cpus"`
}

// SavedRuleset is one ruleset of a baseline.
type SavedRuleset struct {
	ID        string          `json:"id"`
	Hash      string          `json:"hash"`
	Scenarios []SavedScenario `json:"scenarios"`
}

// SavedScenario is one scenario of a baseline; see Row.
type SavedScenario struct {
	Name           string    `json:"name"`
	Hash           string    `json:"hash"` // of its file
	Fuel           int64     `json:"fuel"`
	HostCalls      int       `json:"host_calls"`
	Allocations    int64     `json:"allocations"`
	AllocatedBytes int64     `json:"allocated_bytes"`
	Ratios         []float64 `json:"ratios"` // time of all events in yardsticks, by round
}

const (
	baselineFormat = 1
	// BaselineBytesMax bounds a baseline: 200 scenarios in RoundsMax rounds.
	BaselineBytesMax = 16 << 20
)

// Save makes a baseline of a report.
func Save(r Report, program string, machine Machine) ([]byte, error) {
	b := Baseline{Format: baselineFormat, Program: program, Machine: machine, Rounds: r.Rounds, Yardstick: r.Yardstick, Rulesets: []SavedRuleset{}}
	for _, m := range r.Rulesets {
		saved := SavedRuleset{ID: m.ID, Hash: m.Hash, Scenarios: []SavedScenario{}}
		for _, row := range m.Scenarios {
			saved.Scenarios = append(saved.Scenarios, SavedScenario{
				Name: row.Name, Hash: row.hash, Fuel: row.Fuel, HostCalls: row.HostCalls,
				Allocations: row.Allocations, AllocatedBytes: row.AllocatedBytes, Ratios: row.samples,
			})
		}
		b.Rulesets = append(b.Rulesets, saved)
	}
	data, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encode baseline: %w", err)
	}
	if len(data) > BaselineBytesMax {
		return nil, fmt.Errorf("the baseline would have %d bytes, at most %d are kept; measure fewer rounds or rulesets", len(data), BaselineBytesMax)
	}
	return append(data, '\n'), nil
}

const saveAnew = "save a baseline anew with --save"

// Load reads a baseline and checks that everything in it can be compared.
func Load(data []byte) (Baseline, error) {
	if len(data) > BaselineBytesMax+1 {
		return Baseline{}, fmt.Errorf("more than %d bytes; it is no baseline that impressionism wrote", BaselineBytesMax)
	}
	var head struct{ Format *int }
	if err := json.Unmarshal(data, &head); err != nil {
		return Baseline{}, fmt.Errorf("it is damaged or no baseline (%w); %s", err, saveAnew)
	}
	switch {
	case head.Format == nil:
		return Baseline{}, errors.New("it is no baseline: it has no format; write one with --save")
	case *head.Format != baselineFormat:
		return Baseline{}, fmt.Errorf("its format is %d, this impressionism reads %d; %s", *head.Format, baselineFormat, saveAnew)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	var b Baseline
	if err := decoder.Decode(&b); err != nil {
		return Baseline{}, fmt.Errorf("it is damaged (%w); %s", err, saveAnew)
	}
	if err := b.check(); err != nil {
		return Baseline{}, fmt.Errorf("it is damaged (%w); %s", err, saveAnew)
	}
	return b, nil
}

func (b Baseline) check() error {
	if b.Rounds < RoundsMin || b.Rounds > RoundsMax {
		return fmt.Errorf("rounds is %d, not %d to %d", b.Rounds, RoundsMin, RoundsMax)
	}
	seen := map[string]bool{}
	for _, ruleset := range b.Rulesets {
		if seen[ruleset.ID] {
			return fmt.Errorf("ruleset %.100q is there twice", ruleset.ID)
		}
		seen[ruleset.ID] = true
		names := map[string]bool{}
		for _, s := range ruleset.Scenarios {
			if names[s.Name] {
				return fmt.Errorf("%.100q: scenario %.100q is there twice", ruleset.ID, s.Name)
			}
			names[s.Name] = true
			if err := s.check(b.Rounds); err != nil {
				return fmt.Errorf("%.100q: scenario %.100q: %w", ruleset.ID, s.Name, err)
			}
		}
	}
	return nil
}

func (s SavedScenario) check(rounds int) error {
	if len(s.Ratios) != rounds {
		return fmt.Errorf("%d times, but %d rounds", len(s.Ratios), rounds)
	}
	for _, ratio := range s.Ratios {
		if !(ratio > 0) || ratio > math.MaxFloat32 {
			return fmt.Errorf("a time of %g yardsticks", ratio)
		}
	}
	if min(s.Fuel, int64(s.HostCalls), s.Allocations, s.AllocatedBytes) < 0 {
		return errors.New("a number below 0")
	}
	return nil
}

package activation

import (
	"context"
	"errors"
	"fmt"
)

// Control is the wording of trials without a suggestion.
const Control = "control"

// Trial is one run of the client.
type Trial struct {
	Prompt  int    // which
	Wording string // Control: nothing is suggested
	Repeat  int
}

// Outcome is what came of a trial.
type Outcome struct {
	Trial
	Told    bool // the expected skill was suggested
	Loaded  bool // the model called for it
	Other   bool // it called for another
	Answers int  // requests that the trial took
	USD     float64
	Failure string // why it tells nothing, or empty
}

// Trials lays out every prompt with every wording and without, so often. Whole
// rounds follow each other: what changes with time changes for all wordings.
func Trials(prompts int, wordings []string, repeats int) []Trial {
	var trials []Trial
	for repeat := range repeats {
		for prompt := range prompts {
			for _, wording := range append([]string{Control}, wordings...) {
				trials = append(trials, Trial{Prompt: prompt, Wording: wording, Repeat: repeat})
			}
		}
	}
	return trials
}

// Limits bound what a measurement costs.
type Limits struct {
	Answers  int // a trial may take
	Requests int // all may take
	USD      float64
}

// failuresMax in a row end a measurement: a wrong key fails everywhere.
const failuresMax = 3

// Measure runs trials one after the other while the limits allow. What was
// measured until it ended is always returned; the error says why it ended early.
func Measure(ctx context.Context, trials []Trial, limits Limits, run func(context.Context, Trial, float64) (Outcome, error)) ([]Outcome, error) {
	var outcomes []Outcome
	requests, failures, spent := 0, 0, 0.
	for i, trial := range trials {
		left := limits.USD - spent
		switch {
		case requests+limits.Answers > limits.Requests:
			return outcomes, fmt.Errorf("ended after %d of %d trials: another could go over %d requests", i, len(trials), limits.Requests)
		case left <= 0:
			return outcomes, fmt.Errorf("ended after %d of %d trials: the client's account is at %.2f USD", i, len(trials), spent)
		}
		outcome, err := run(ctx, trial, left)
		if err != nil {
			return outcomes, err
		}
		outcome.Trial = trial
		outcomes = append(outcomes, outcome)
		requests, spent = requests+max(outcome.Answers, 1), spent+outcome.USD
		if failures++; outcome.Failure == "" {
			failures = 0
		}
		if failures == failuresMax {
			return outcomes, fmt.Errorf("ended after %d of %d trials: the last %d failed, at last with: %w", i+1, len(trials), failures, errors.New(outcome.Failure))
		}
	}
	return outcomes, nil
}

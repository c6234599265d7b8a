package probe

import (
	"math"
)

// Standing is how an item did with a prompt.
type Standing struct {
	ID    string
	Logit float64 // of fitting, against nothing
	Fit   float64 // calibrated similarity by itself, 0–1, whatever else fits
}

// Margin is how far, in logits, the second of two may be behind for the prompt
// to count as wanted by both: within it the measured recipe suggested two.
const Margin = .6

// reach is the similarity from which on an item could be suggested at all: the
// threshold of the ruleset that suggests most.
const reach = .5

// rivalsMax bounds how many items may contest one prompt.
const rivalsMax = 3

// Contest is a prompt that two items want.
type Contest struct {
	Prompt
	First, Second string
	Behind        float64 // how far the second is, in logits, at least 0
	Lost          bool    // the prompt's owner is the second

	FirstFit, SecondFit float64 // calibrated similarities; 0: not found
}

// Other is the item beside an id.
func (c Contest) Other(id string) string {
	if c.First == id {
		return c.Second
	}
	return c.First
}

// Contests returns which items contest a prompt. Of an item's own prompt, they are
// those that come before it, or close behind; of the user's, those close behind
// the first. The standings are best first; nothing that is out of reach counts.
func Contests(p Prompt, standings []Standing) []Contest {
	own := Standing{ID: p.Owner, Logit: math.Inf(-1)}
	for i, s := range standings {
		if s.ID == p.Owner || (p.Owner == "" && i == 0) {
			own = s
			break
		}
	}
	var contests []Contest
	for _, s := range standings {
		if len(contests) == rivalsMax || s.Fit < reach {
			break
		}
		switch {
		case s.ID == own.ID:
		case s.Logit > own.Logit:
			contests = append(contests, Contest{Prompt: p, First: s.ID, Second: own.ID, Behind: min(s.Logit-own.Logit, behindMax), Lost: true, FirstFit: s.Fit, SecondFit: own.Fit})
		case own.Logit-s.Logit <= Margin && own.Fit >= reach:
			contests = append(contests, Contest{Prompt: p, First: own.ID, Second: s.ID, Behind: own.Logit - s.Logit, FirstFit: own.Fit, SecondFit: s.Fit})
		}
	}
	return contests
}

// behindMax stands for an item that was not found at all.
const behindMax = 20

// weight is how bad a contest is: 1 where the prompt is lost, else up to ½.
func (c Contest) weight() float64 {
	if c.Lost {
		return 1
	}
	return (1 - c.Behind/Margin) / 2
}

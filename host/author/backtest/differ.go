package backtest

import (
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Comparison is where two rulesets part, on prompts.
type Comparison struct {
	Prompts   int         `json:"prompts"`
	Same      int         `json:"same"`      // the same decision, and the same said
	OnlyA     int         `json:"only_a"`    // only the first would have spoken
	OnlyB     int         `json:"only_b"`    // only the second
	Otherwise int         `json:"otherwise"` // both, not of the same items
	Unheard   int         `json:"unheard"`   // other decisions, of which the model would not have heard
	UsedA     int         `json:"used_a"`    // of all that differ, those where what only the first told was used in time
	UsedB     int         `json:"used_b"`
	Examples  []Differing `json:"examples"` // those where something was used come first
}

// Differing is a prompt on which two rulesets part.
type Differing struct {
	Moment
	Decision Difference `json:"decision"`
	ToldA    []abi.Ref  `json:"told_a"`
	ToldB    []abi.Ref  `json:"told_b"`
	Used     []abi.Ref  `json:"used"` // of what either told, in time
}

// comparison is one under way.
type comparison struct {
	most    int // examples
	c       Comparison
	telling []Differing // where something was used
	others  []Differing
	open    []*Differing // of the session under way
}

func (c *comparison) prompt(w *walk, a, b Answer) {
	c.c.Prompts++
	d := &Differing{
		Moment: w.prompt, Decision: Compare(a.Decision, b.Decision),
		ToldA: slices.Clip(append([]abi.Ref{}, a.Told...)), ToldB: slices.Clip(append([]abi.Ref{}, b.Told...)), Used: []abi.Ref{},
	}
	heard := !Part(a.Told, b.Told).Same()
	switch {
	case !heard && d.Decision.Same():
		c.c.Same++
		return
	case !heard:
		c.c.Unheard++
	case len(b.Told) == 0:
		c.c.OnlyA++
	case len(a.Told) == 0:
		c.c.OnlyB++
	default:
		c.c.Otherwise++
	}
	c.open = append(c.open, d)
}

func (c *comparison) invoked(w *walk, key abi.Ref) {
	for _, d := range c.open {
		told := slices.Contains(d.ToldA, key) || slices.Contains(d.ToldB, key)
		if told && w.prompts-d.Number <= session.UsedPrompts && !slices.Contains(d.Used, key) {
			d.Used = append(d.Used, key)
		}
	}
}

func (c *comparison) endSession() {
	for _, d := range c.open {
		parted := Part(d.ToldA, d.ToldB)
		if slices.ContainsFunc(parted.OnlyA, func(key abi.Ref) bool { return slices.Contains(d.Used, key) }) {
			c.c.UsedA++
		}
		if slices.ContainsFunc(parted.OnlyB, func(key abi.Ref) bool { return slices.Contains(d.Used, key) }) {
			c.c.UsedB++
		}
		to := &c.others
		if len(d.Used) > 0 {
			to = &c.telling
		}
		if len(*to) < c.most {
			*to = append(*to, *d)
		}
	}
	c.open = nil
}

func (c *comparison) result() Comparison {
	result := c.c
	result.Examples = slices.Concat(c.telling, c.others)
	result.Examples = append([]Differing{}, result.Examples[:min(len(result.Examples), c.most)]...)
	return result
}

// Package whynot explains why an item was not suggested for a prompt, and finds small
// changes of prompt or settings that would have it suggested. It decides with the
// inputs passed to it, as on a session's first prompt, and stores nothing.
package whynot

import (
	"cmp"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/fit"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Why an item was not suggested.
const (
	NotCommand   = "command"    // the prompt names a command: nothing is decided on it
	NotBlank     = "blank"      // there is no prompt
	NotFailed    = "failed"     // the ruleset failed
	NotSilent    = "silent"     // the prompt says too little
	NotFound     = "not-found"  // prompt and item have nothing in common
	NotWanted    = "never"      // the user's settings never suggest it
	NotMax       = "max"        // more fit than suggest.max
	NotKind      = "kind"       // other items of its kind fit better, and one text has no more of them
	NotMargin    = "margin"     // it fits clearly less well than the first
	NotBeside    = "beside"     // another kind of item is suggested, and it does not fit surely enough beside that
	NotTogether  = "together"   // its group is told, with others of it
	NotRoom      = "room"       // there was no room in the text
	NotSession   = "session"    // one session is told less of its kind
	NotTemplate  = "template"   // the user's settings leave no words for its kind (suggest.templates)
	NotSayable   = "unsayable"  // its id or kind cannot be told
	NotActive    = "max-active" // more of its family fit than may be active
	NotSure      = "sure"       // words alone were sure of another item
	NotCalled    = "called"     // it fits, but the prompt calls another one by its name
	NotBehind    = "behind"     // it fits, but another one fits clearly better
	NotNearer    = "nearer"     // the prompt is nearer to something else that people ask for
	NotGate      = "gate"       // the prompt is hardly about anything
	NotThreshold = "threshold"  // it fits too little
	NotRuleset   = "ruleset"    // the ruleset did not choose it, by rules of its own
)

// Standing is how one item fared with one prompt.
type Standing struct {
	Chosen      bool   // it is suggested
	Why         string // one of the Not constants, else empty
	Tier        string
	Place       int // among what was found, from 1; 0: not found
	Similarity  float64
	Ruleset     string    // whose threshold that is
	Threshold   float64   // as a similarity, of several rulesets the lowest; NaN: none has one
	Score       float64   // that the ruleset gave; NaN: it did not choose the item
	Told        []abi.Ref // what is suggested
	Kin         []abi.Ref // of that, what the item competes with
	Before      []abi.Ref // of that, what leaves the item less of Max
	Max         int       // suggest.max
	Beside      string    // beside which of them the item is named, as one that says nearly the same
	Fit         *fit.Fit  // nil: not found
	Explanation index.Explanation
	called      bool // the prompt calls an item by its name
	part        int  // the ruleset's, of those that were asked
	tried       tried
}

// Stand returns how an item fares with a prompt.
func (t *Trial) Stand(event abi.Event, ref abi.Ref) (Standing, error) {
	tried, err := t.decide(event)
	if err != nil {
		return Standing{}, err
	}
	part := decide.LeastPart(tried.Outcome)
	asked := tried.Outcome.Trace.Parts()[part]
	s := Standing{
		Chosen: tried.suggests(ref), Tier: tried.Tier, Score: math.NaN(), tried: tried,
		part: part, Ruleset: cmp.Or(asked.Ruleset, tried.Outcome.Ruleset), Threshold: decide.Asked(asked, decide.ParameterThreshold),
	}
	for _, told := range tried.Said.Told {
		s.Told = append(s.Told, told.Ref)
		if tried.Said.Named[told.Ref] == ref {
			s.Beside = told.Ref.ID
		}
	}
	s.limit(ref)
	if entry, ok := tried.entry(ref); ok && entry.Score != nil {
		s.Score = *entry.Score
	}
	hit, place := tried.hit(ref)
	if s.Place = place; place > 0 {
		s.Similarity, s.called = hit.Similarity, tried.Found.Called
		s.Fit = fit.Search{View: t.view, Recipe: t.view.RecipeOf, Threshold: s.Threshold, Context: tried.Found.Context}.Of(hit)
	}
	if !s.Chosen {
		s.Why = s.why(event, ref)
	}
	return s, nil
}

// limit says by what of the told suggest.max is spent for an item: each pool has all of it, but
// one whose items have to be surer beside others has what the pools before it leave.
func (s *Standing) limit(ref abi.Ref) {
	settings := s.tried.inputs.Settings
	s.Max = settings.Suggest.Max
	place := func(kind string) int {
		return slices.IndexFunc(settings.Kinds, func(k catalog.Kind) bool { return settings.Kinds.Pool(k.Name) == settings.Kinds.Pool(kind) })
	}
	own := place(ref.Kind)
	shares := settings.Kinds.BudgetAt(settings.Kinds.Pool(ref.Kind), catalog.AtPrompt).Beside > 0
	for _, told := range s.Told {
		at := place(told.Kind)
		if at == own {
			s.Kin = append(s.Kin, told)
		}
		if at == own || shares && at >= 0 && at < own {
			s.Before = append(s.Before, told)
		}
	}
}

// Explain adds what each word is worth.
func (t *Trial) Explain(s *Standing, ref abi.Ref) (err error) {
	if hit, place := s.tried.hit(ref); place > 0 {
		s.Explanation, err = t.view.Explain(s.tried.query(), hit)
	}
	return err
}

func (s Standing) why(event abi.Event, ref abi.Ref) string {
	switch {
	case event.Command != "":
		return NotCommand
	case !s.tried.asked:
		return NotBlank
	case s.tried.FirstFault() != nil && !s.tried.Outcome.Ran:
		return NotFailed
	}
	if s.tried.never(ref) {
		return NotWanted
	}
	if _, chosen := s.tried.entry(ref); chosen {
		return s.dropped(ref)
	}
	switch {
	case s.tried.Found.Silent:
		return NotSilent
	case s.Place == 0:
		return NotFound
	case math.IsNaN(s.Threshold):
		return NotRuleset
	case s.Similarity >= s.Threshold && s.isFull(ref):
		return NotActive
	case s.Similarity >= s.Threshold:
		return NotRuleset
	}
	return s.tooLow()
}

// isFull reports whether as many items of an item's family were chosen as may be active.
// Where the ruleset asked for no such number, any is enough to say so.
func (s Standing) isFull(ref abi.Ref) bool {
	chosen := len(decide.FamilyOf(ref, s.tried.chosen()))
	most := decide.Asked(s.tried.Outcome.Trace.Parts()[s.part], decide.ParameterActiveMax)
	return float64(chosen) >= most || math.IsNaN(most) && chosen > 0
}

// dropped returns why a chosen item is not told.
func (s Standing) dropped(ref abi.Ref) string {
	for _, dropped := range s.tried.Said.Dropped {
		if dropped.Ref != ref {
			continue
		}
		switch dropped.Why {
		case suggest.WhyOverMax, suggest.WhyNone:
			return NotMax
		case suggest.WhyOverKind:
			return NotKind
		case suggest.WhyBehind:
			return NotMargin
		case suggest.WhyBeside:
			return NotBeside
		case suggest.WhyTogether:
			return NotTogether
		case suggest.WhyOverChars:
			return NotRoom
		case suggest.WhySession, suggest.WhyOneSession:
			return NotSession
		case suggest.WhyNoTemplate:
			return NotTemplate
		}
	}
	return NotSayable
}

// tooLow returns which part keeps an item below the threshold.
func (s Standing) tooLow() string {
	needed := s.Fit.Needed.Odds
	about := s.Fit.Parts.Gate + s.Fit.Parts.Manner // both tell of the prompt alone
	switch {
	case s.Fit.Bound && s.Fit.Odds >= needed:
		return NotSure
	case s.called && s.Fit.Odds >= needed:
		return NotCalled
	case s.Fit.Odds-s.Fit.Behind >= needed:
		return NotBehind
	case about < 0 && s.Fit.Odds-about >= needed:
		return NotGate
	case s.Fit.Nearer != "" && s.Fit.Odds-s.Fit.Parts.Background >= needed:
		return NotNearer
	}
	return NotThreshold
}

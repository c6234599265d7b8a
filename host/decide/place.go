package decide

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// Code answers what a decision asks of the sources of the event's workspace. Nothing is opened
// before it is asked. The zero value knows no sources.
type Code struct {
	Find func(text string) ([]Place, error) // the best first, at most abi.PlacesMax, each ref once; none where the workspace has no index
	Same func(Place) bool                   // whether the file is as it was when it was indexed
}

// Place is a place of the sources, as a search found it.
type Place struct {
	abi.Candidate
	Shown string // the path of its file from the workspace, slash-separated
}

// textsMax is how many texts one event may search the sources for: each search opens the
// database again, in some milliseconds.
const textsMax = 8

// sources are the places that were found for one event.
type sources struct {
	code     Code
	problems *Problems
	texts    map[string][]Place
	known    map[abi.Ref]Place // with the best similarity that it had
}

func newSources(code Code, problems *Problems) *sources {
	return &sources{code: code, problems: problems, texts: map[string][]Place{}, known: map[abi.Ref]Place{}}
}

// find returns the places that fit a text. A search that fails finds nothing, and is a problem
// of the decision.
func (s *sources) find(text string) ([]Place, error) {
	if s == nil || s.code.Find == nil || strings.TrimSpace(text) == "" {
		return nil, nil
	}
	if places, known := s.texts[text]; known {
		return places, nil
	}
	if len(s.texts) == textsMax {
		return nil, &abi.Fault{Code: abi.Limit, Message: fmt.Sprintf("search: the sources are searched for at most %d texts in one event", textsMax)}
	}
	places, err := s.code.Find(text)
	s.problems.Add(ProblemCode, err)
	places = places[:min(len(places), abi.PlacesMax)]
	s.texts[text] = places
	for _, one := range places {
		if before, known := s.known[one.Item.Ref]; !known || before.Similarity < one.Similarity {
			s.known[one.Item.Ref] = one
		}
	}
	return places, nil
}

func (s *sources) has(ref abi.Ref) bool {
	_, known := s.known[ref]
	return known
}

// searchPlaces adds to what a search found what it finds in the sources, if these are asked for.
func (c *calls) searchPlaces(r abi.SearchRequest, found []abi.Candidate) ([]abi.Candidate, error) {
	if !slices.Contains(r.Kinds, abi.KindCode) {
		return found, nil
	}
	places, err := c.sources.find(r.Text)
	if err != nil {
		return nil, err
	}
	for _, one := range places {
		found = append(found, one.Candidate)
	}
	slices.SortStableFunc(found, func(a, b abi.Candidate) int { return cmp.Compare(b.Similarity, a.Similarity) })
	return found[:min(len(found), r.Limit)], nil
}

// Why a place that was chosen is not told.
const (
	WhyCodeOff     = "code.tell is off, so no prompt tells places of the sources; with tell: files below code: in your config.yaml they are told"
	WhyAtPrompts   = "places of the sources are told at prompts alone"
	WhyPlaceUnsure = "it is not sure enough a place: those with a similarity of %.2f or more are told"
	WhyPlaceOver   = "one prompt is told no more places"
	WhyPlaceOdd    = "its path or symbol is no plain word, and could be prose"
	WhyPlaceStale  = "its file is gone, or was changed since it was indexed"
)

// SettingCode is the setting that has places told, in the stored decision the chooser of those
// that no ruleset chose.
const SettingCode = "code.tell"

// likely returns the places that are told because the user wants them told, where no ruleset
// that is asked sees places: those that see them choose for themselves.
func likely(in Inputs, s *sources, found Found, neutral bool) []choice {
	if !in.Settings.TellPlaces || in.Event.Name != abi.EventPrompt || in.DeactivateOnly || neutral || found.Silent || sees(in, abi.KindCode) {
		return nil
	}
	places, err := s.find(in.Prompt.Text)
	s.problems.Add(ProblemCode, err)
	kind, _ := in.Settings.Kinds.Find(abi.KindCode)
	var choices []choice
	for _, one := range places {
		if one.Similarity >= kind.Budget.Beside && !forbidden(in.Settings.Wishes, one.Item.Ref) && len(choices) < kind.Budget.Together {
			reason := fmt.Sprintf("a likely place, similarity=%.2f", one.Similarity)
			choices = append(choices, choice{Entry: abi.Entry{Ref: one.Item.Ref, Score: new(one.Similarity), Reason: reason}, alone: true, setting: SettingCode})
		}
	}
	return choices
}

// sees reports whether one of the user's rulesets sees items of a kind.
func sees(in Inputs, kind string) bool {
	return slices.ContainsFunc(in.Settings.Rulesets, func(id string) bool {
		ruleset, err := in.Rulesets.Set.Load(id)
		return err == nil && ruleset.Manifest.Sees(kind)
	})
}

// placed puts the places among the choices into one suggestion; nil: none is told. It returns
// what else was chosen, and which places are not told and why. At most as many files are looked
// at as places are told.
func (s *sources) placed(in Inputs, choices []choice) (told *suggest.Suggestion, others []choice, dropped []suggest.Dropped) {
	var words []string
	looked := 0
	kind, _ := in.Settings.Kinds.Find(abi.KindCode)
	for _, chosen := range choices {
		if chosen.Ref.Kind != abi.KindCode {
			others = append(others, chosen)
			continue
		}
		one := s.known[chosen.Ref]
		text, why := s.sayable(in, one)
		if text != "" {
			if looked++; looked > kind.Budget.Together {
				why = WhyPlaceOver
			} else if s.code.Same == nil || !s.code.Same(one) {
				why = WhyPlaceStale
			}
		}
		switch {
		case why != "":
			dropped = append(dropped, suggest.Dropped{Ref: chosen.Ref, Why: why})
			continue
		case text == "":
			continue // was told before
		case told == nil:
			told = &suggest.Suggestion{Ref: chosen.Ref, Score: one.Similarity}
		default:
			told.With = append(told.With, chosen.Ref)
		}
		words = append(words, text)
	}
	if told != nil {
		told.Places = strings.Join(words, ", ")
	}
	return told, others, dropped
}

// sayable returns the words for a place, or why it is not told; neither of one that the session
// was told before. The file is not looked at.
func (s *sources) sayable(in Inputs, one Place) (text, why string) {
	kind, _ := in.Settings.Kinds.Find(abi.KindCode)
	text, sayable := suggest.QuotePlace(one.Shown, one.Item.Place)
	switch {
	case !in.Settings.TellPlaces:
		return "", WhyCodeOff
	case in.Event.Name != abi.EventPrompt:
		return "", WhyAtPrompts
	case withheld(in.Session, one.Item.Ref) != "":
		return "", withheld(in.Session, one.Item.Ref)
	case one.Similarity < kind.Budget.Beside:
		return "", fmt.Sprintf(WhyPlaceUnsure, kind.Budget.Beside)
	case !sayable:
		return "", WhyPlaceOdd
	case !mayTell(in, one.Item.Ref):
		return "", ""
	}
	return text, ""
}

// placeScores are the results of the places that are told.
func (s *sources) placeScores(said suggest.Said) (scores []Score) {
	for _, item := range said.Told {
		for _, ref := range append([]abi.Ref{item.Ref}, item.With...) {
			one, known := s.known[ref]
			if !known {
				continue
			}
			score := Score{Ref: ref, Similarity: one.Similarity, Enough: true, Cosine: one.Cosine}
			if one.BM25 != nil {
				score.BM25 = *one.BM25
			}
			scores = append(scores, score)
		}
	}
	return scores
}

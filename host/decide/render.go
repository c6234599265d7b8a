package decide

import (
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Values of Settings.Notify.
const (
	NotifyFirst  = "first"
	NotifyAlways = "always"
	NotifyNever  = "never"
)

// render puts into words what is worth saying s.
func render(in Inputs, s situation, found Found, choices []choice, refused []suggest.Dropped) (suggest.Said, error) {
	var items []suggest.Suggestion
	occasion := catalog.AtPrompt
	if in.Event.Name == abi.EventFileTouched {
		occasion = catalog.AtFile
	}
	places, others, unsaid := s.sources.placed(in, choices)
	refused = append(refused, unsaid...)
	best := map[string]float64{} // by pool, of what is chosen, suggested before or not
	for _, chosen := range found.hinted.inPlace(in.Settings.Kinds, others) {
		if chosen.Score != nil {
			pool := in.Settings.Kinds.Pool(chosen.Ref.Kind)
			best[pool] = max(best[pool], *chosen.Score-chosen.lift)
		}
		if !in.View.Has(chosen.Ref) {
			continue
		}
		if why := withheld(in.Session, chosen.Ref); why != "" {
			refused = append(refused, suggest.Dropped{Ref: chosen.Ref, Why: why})
			continue
		}
		if !mayTell(in, chosen.Ref) || occasion != catalog.AtPrompt && !toldAtFiles(in, chosen.Ref) {
			continue
		}
		suggestion, err := suggestionOf(chosen, found, s)
		if err != nil {
			return suggest.Said{}, err
		}
		suggestion.Unscored = suggestion.Unscored || occasion != catalog.AtPrompt
		items = append(items, suggestion)
	}
	whole, more := grouped(in, found, items)
	if places != nil {
		whole = append(whole, *places)
	}
	said := suggest.Render(suggest.Input{
		Items: whole, Occasion: occasion, Kinds: in.Settings.Kinds, Best: best, Spent: spent(in.Settings.Kinds, in.Session.Suggested), Limits: in.Settings.Suggest, Templates: in.Settings.Templates, FirmAbove: in.Settings.FirmAbove,
	})
	said.Dropped = slices.Concat(said.Dropped, together(whole, said.Dropped, choices), more, refused)
	return said, nil
}

// spent is what the session was told before, by pool.
func spent(kinds catalog.Kinds, told session.Tellings) map[string]suggest.Spent {
	sums := map[string]suggest.Spent{}
	for ref, telling := range told.ByItem {
		pool := kinds.Pool(ref.Kind)
		sum := sums[pool]
		sums[pool] = suggest.Spent{Items: sum.Items + telling.Count, Chars: sum.Chars + telling.Chars}
	}
	return sums
}

// together returns what was chosen and would have been told with an item that was dropped.
func together(whole []suggest.Suggestion, dropped []suggest.Dropped, choices []choice) (with []suggest.Dropped) {
	for _, one := range dropped {
		at := slices.IndexFunc(whole, func(item suggest.Suggestion) bool { return item.Ref == one.Ref })
		if at < 0 {
			continue
		}
		for _, ref := range whole[at].With {
			if slices.ContainsFunc(choices, func(c choice) bool { return c.Ref == ref }) {
				with = append(with, suggest.Dropped{Ref: ref, Why: one.Why})
			}
		}
	}
	return with
}

// toldAtFiles reports whether items of a kind are told where a tool touched a file.
func toldAtFiles(in Inputs, ref abi.Ref) bool {
	kind, _ := in.Settings.Kinds.Find(ref.Kind)
	return kind.AtFile.Items > 0
}

// mayTell reports whether an item may be suggested now. What is suggested by group is loaded
// for the rest of the session, so that it is suggested once.
func mayTell(in Inputs, ref abi.Ref) bool {
	retell := in.Settings.RetellPrompts
	if kind, _ := in.Settings.Kinds.Find(ref.Kind); kind.Once {
		retell = math.MaxInt
	}
	return in.Session.Suggested.MayTell(ref, retell)
}

// suggestionOf puts together what is said of an item.
func suggestionOf(chosen choice, found Found, s situation) (suggest.Suggestion, error) {
	key, _ := s.view.Key(chosen.Ref)
	item, err := s.view.Item(key)
	if err != nil {
		return suggest.Suggestion{}, err
	}
	suggestion := suggest.Suggestion{
		Ref: item.Ref, Description: item.Description, Title: item.Name,
		Unscored: chosen.Score == nil || chosen.wanted != nil || chosen.judged, Wished: chosen.wanted != nil,
		Doubt: s.view.Doubt(key),
		Firm:  chosen.wanted != nil && chosen.wanted.Setting == wish.Words, Similar: nameable(s.similar(found, key)),
	}
	if chosen.Score != nil {
		suggestion.Score = *chosen.Score
	}
	return suggestion, nil
}

// Why the user's word keeps an item from being suggested.
const (
	WhyRefused = "you called it bad in this session; to take that back: impressionism bad --undo"
	WhySilent  = "suggestions are off in this session; to switch them on: impressionism on"
)

// withheld returns why the user wants to hear nothing of an item, or nothing at all, in
// this session; "": they do. It is decided all the same, so that what is active is as it
// would be, and `why` can explain it.
func withheld(known Session, ref abi.Ref) string {
	switch {
	case known.Recorded.Silent:
		return WhySilent
	case known.Suggested.Refused(ref):
		return WhyRefused
	}
	return ""
}

// noticeOf is the line for the user: of the session's first suggestion, or of a ruleset
// that failed where that is wanted.
func noticeOf(in Inputs, said suggest.Said, ofRulesets string) string {
	if ofRulesets != "" {
		return ofRulesets
	}
	if len(said.Told) == 0 || in.Settings.Notify == NotifyNever || (in.Settings.Notify != NotifyAlways && in.Session.Suggested.Ever) {
		return ""
	}
	return suggest.Notice(said.Told, in.Settings.Templates)
}

// suggested are the items of a rendered text.
func suggested(said suggest.Said) []abi.Ref {
	var refs []abi.Ref
	for _, item := range said.Told {
		refs = append(refs, item.Ref)
	}
	return refs
}

// told are the items of a rendered text as they are stored.
func told(said suggest.Said) []session.ToldItem {
	var items []session.ToldItem
	for i, item := range said.Told {
		items = append(items, session.ToldItem{Ref: item.Ref, Wording: said.Worded[i].Wording, Chars: said.Worded[i].Units})
		for _, ref := range item.With {
			items = append(items, session.ToldItem{Ref: ref, Wording: said.Worded[i].Wording})
		}
	}
	return items
}

package why

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/code"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
	"github.com/ed-irl/impressionism/host/decide/wish"
)

// notPlace returns why a place of the sources is not told for a prompt, or that it may be. Places
// have no entry in the catalog: each prompt searches them anew.
func notPlace(e *env.Env, workspace string, ref abi.Ref, prompt, sessionID string) error {
	if e.Loaded.Code.Tell == "off" {
		return errors.New(decide.WhyCodeOff)
	}
	var notes []string
	if prompt == "" {
		asked, err := storedPrompt(e, sessionID, catalog.Entry{Kind: ref.Kind, ID: ref.ID})
		if err != nil {
			return err
		}
		prompt, notes = asked.text, asked.notes
	}
	why, err := whyNotPlace(e, workspace, ref, prompt)
	if err != nil {
		return err
	}
	return errors.New(strings.Join(append([]string{why}, notes...), "; "))
}

// whyNotPlace returns why a place is not told for a prompt, whatever the session knows.
func whyNotPlace(e *env.Env, workspace string, ref abi.Ref, prompt string) (string, error) {
	if pattern, never := wish.Wishes(e.Loaded.Wishes()).Forbids(ref.ID); never {
		return fmt.Sprintf("%s (%s: %s)", decide.WhyNever, wish.Never, pattern), nil
	}
	if e.Loaded.Suggest.Max == 0 {
		return suggest.WhyNone, nil
	}
	sources := wire.Code(e, workspace)
	places, err := sources.Find(prompt)
	if err != nil {
		return "", err
	}
	at := slices.IndexFunc(places, func(one decide.Place) bool { return one.Item.Ref == ref })
	if at < 0 {
		return fmt.Sprintf("it is not among the best %d places for this prompt; see: impressionism code search --explain", abi.PlacesMax), nil
	}
	one, budget := places[at], code.Kind.Budget
	_, sayable := suggest.QuotePlace(one.Shown, one.Item.Place)
	switch {
	case one.Similarity < budget.Beside:
		return fmt.Sprintf(decide.WhyPlaceUnsure+", and this one has %.2f", budget.Beside, one.Similarity), nil
	case !sayable:
		return decide.WhyPlaceOdd, nil
	case at >= budget.Together:
		return fmt.Sprintf("%s, and %d fit better", decide.WhyPlaceOver, at), nil
	case !sources.Same(one):
		return decide.WhyPlaceStale, nil
	}
	return fmt.Sprintf("it fits with a similarity of %.2f: it is told once a session where suggest.max leaves room, if a ruleset that sees places chooses it, or none sees places", one.Similarity), nil
}

package why

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/code"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/decide/suggest"
)

// notPlace returns why a place of the sources is not told for a prompt, or that it may be. Places
// have no entry in the catalog: each prompt searches them anew.
func notPlace(e *env.Env, workspace string, ref abi.Ref, prompt, sessionID string) error {
	if e.Loaded.Code.Tell == "off" {
		return errors.New(decide.WhyCodeOff)
	}
	if prompt == "" {
		asked, err := storedPrompt(e, sessionID, catalog.Entry{Kind: ref.Kind, ID: ref.ID})
		if err != nil {
			return err
		}
		prompt = asked.text
	}
	sources := wire.Code(e, workspace)
	places, err := sources.Find(prompt)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(places, func(one decide.Place) bool { return one.Item.Ref == ref })
	if at < 0 {
		return fmt.Errorf("it is not among the best %d places for this prompt; see: impressionism code search --explain", abi.PlacesMax)
	}
	one, budget := places[at], code.Kind.Budget
	_, sayable := suggest.QuotePlace(one.Shown, one.Item.Place)
	switch {
	case one.Similarity < budget.Beside:
		return fmt.Errorf("%s, and this one has %.2f", fmt.Sprintf(decide.WhyPlaceUnsure, budget.Beside), one.Similarity)
	case !sayable:
		return errors.New(decide.WhyPlaceOdd)
	case at >= budget.Together:
		return fmt.Errorf("%s, and %d fit better", decide.WhyPlaceOver, at)
	case !sources.Same(one):
		return errors.New(decide.WhyPlaceStale)
	}
	return fmt.Errorf("it fits with a similarity of %.2f: it is told once a session, if a ruleset that sees places chooses it, or none sees places", one.Similarity)
}

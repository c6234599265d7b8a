package data

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/store/index"
)

// exportCards writes the user's cards, one JSON object a line, and of a file that is no card
// why it is none.
func exportCards(e *env.Env, out io.Writer) error {
	stored, err := wire.Cards(e).List()
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, s := range stored {
		line := map[string]any{"entity": "cards", "hash": s.Hash}
		if s.Fault != nil {
			line["fault"] = s.Fault.Error()
		} else {
			line["of"], line["asks"], line["not"] = s.Ref.String(), s.Card.Asks, textline.OrEmpty(s.Card.Not)
		}
		if err := encoder.Encode(line); err != nil {
			return fmt.Errorf("export cards: %w", err)
		}
	}
	return nil
}

// forgetCards deletes the user's cards, and returns words about them to add to those about
// sessions.
func forgetCards(e *env.Env) (string, error) {
	n, err := wire.Cards(e).Clear()
	if n > 0 {
		e.Did("forgot", "cards", "", e.Paths.Cards)
		return " and " + textline.Count(n, "card", "cards"), err
	}
	return "", err
}

// forgetIndexed deletes what the index has of cards and lists of tools.
func forgetIndexed(e *env.Env) (string, error) {
	if !env.Exists(e.Paths.IndexDB) {
		return "", nil
	}
	x, err := index.Open(e.Paths.IndexDB)
	if err != nil {
		return "", err
	}
	return "", errors.Join(x.Forget(), x.Close())
}

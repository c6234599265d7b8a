package cards

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/scratch"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/foreign"
)

func editCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "edit NAME",
		Short: "Edit your card of an item in $VISUAL or $EDITOR, and judge it",
		Long: `Edit your card of an item in $VISUAL or $EDITOR, and judge it. Where you have none,
you begin with its author's, else with an empty one. A card that harms is not kept;
what you wrote stays in a file that is named.`,
		Example: "  impressionism cards edit pdf-forms",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return edit(e, args[0]) },
	}
}

func edit(e *env.Env, name string) error {
	s, err := open(e)
	if err != nil {
		return err
	}
	s.edited = true
	item, err := s.find(name)
	if err != nil {
		return err
	}
	before := editable(item)
	folder, err := scratch.Make("card")
	if err != nil {
		return env.Failed(err)
	}
	file := folder.At(item.short() + ".json")
	if err := os.WriteFile(file, before, 0o600); err != nil {
		return env.Failed(errors.Join(err, folder.Remove()))
	}
	after, err := edited(e, file)
	if err != nil {
		return env.Failed(errors.Join(err, folder.Remove()))
	}
	if bytes.Equal(before, after) {
		fmt.Fprintln(e.Out, "Nothing was changed.")
		return folder.Remove()
	}
	if err := s.keepEdited(item, after); err != nil {
		return env.Failed(fmt.Errorf("the card of %s was not kept: %w; what you wrote is in %s: mend it, then run: impressionism cards put --whole %s", item.entry.ID, err, file, file))
	}
	return folder.Remove()
}

// errHarms is why a card was not kept whose faults are printed.
var errHarms = errors.New("it is to be mended")

// keepEdited judges the card that somebody wrote for an item, and keeps it.
func (s *study) keepEdited(item studied, written []byte) error {
	answers, err := cardjudge.ReadAnswer(written)
	if err != nil {
		return err
	}
	if answers[0].ID == "" {
		return answers[0].Fault
	}
	if len(answers) != 1 || answers[0].ID != item.ref().String() {
		return fmt.Errorf("the file is to have one card, with \"id\": %q", item.ref().String())
	}
	j := s.judge()
	result, err := s.put(context.Background(), j, answers, func(int) {})
	j.close()
	for _, note := range result.Notes {
		fmt.Fprintln(s.env.ErrOut, "impressionism: note:", textline.Plain(note))
	}
	for _, row := range result.Cards {
		printPutCard(s.env, row)
	}
	if err == nil && result.Kept == 0 {
		return errHarms
	}
	s.refreshed()
	return err
}

// editable is the card of an item as people edit it: in the form that `cards put` takes.
func editable(item studied) []byte {
	c := item.card
	if len(c.Asks) == 0 {
		c = card.Card{Asks: []string{""}, Not: []string{""}}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(struct { // strings always encode, and a buffer takes all
		ID   string   `json:"id"`
		Hash string   `json:"hash"`
		Asks []string `json:"asks"`
		Not  []string `json:"not"`
	}{item.ref().String(), item.short(), c.Asks, c.Not})
	return out.Bytes()
}

// edited has a file edited, and returns what it then holds.
func edited(e *env.Env, file string) ([]byte, error) {
	if err := cli.Edit(e, file); err != nil {
		return nil, err
	}
	written, err := foreign.Read(file, cardjudge.AnswerBytesMax)
	if err != nil {
		return nil, fmt.Errorf("read what was edited: %w", err)
	}
	return written, nil
}

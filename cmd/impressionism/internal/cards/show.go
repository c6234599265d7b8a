package cards

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog/skill"
)

func showCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use:     "show NAME",
		Short:   "Show the card of an item, and where it is",
		Example: "  impressionism cards show pdf-forms",
		Args:    cobra.ExactArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return show(e, args[0]) },
	}
	return cli.JSONFlag(e, command)
}

func show(e *env.Env, name string) error {
	s, err := open(e)
	if err != nil {
		return err
	}
	item, err := s.find(name)
	if err != nil {
		return err
	}
	result := shape.CardShow{
		Ref: item.ref(), Hash: item.hash, Card: item.has, Path: s.pathOf(item),
		Asks: textline.OrEmpty(item.card.Asks), Not: textline.OrEmpty(item.card.Not),
	}
	if item.fault != nil {
		result.Fault = item.fault.Error()
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printShow(e, result)
	return nil
}

// pathOf is the file that has an item's card; empty: there is none.
func (s *study) pathOf(item studied) string {
	switch {
	case item.has == hasOwn || item.has == hasBegun || item.fault != nil:
		return s.folder.Path(item.hash)
	case item.has == hasAuthor:
		return authorsCard(item)
	}
	return ""
}

func printShow(e *env.Env, r shape.CardShow) {
	name := textline.Plain(r.Ref.ID)
	if r.Fault != "" {
		cli.PrintProse(e, "", "", fmt.Sprintf("The file %s is no card: %s.", textline.Plain(cli.ShortPath(e, r.Path)), textline.OneLine(r.Fault)))
	}
	switch r.Card {
	case hasNone:
		cli.PrintProse(e, "", "", name+" has no card; write one: impressionism cards edit "+name)
		return
	case hasEarlier:
		cli.PrintProse(e, "", "", name+" has a card of an earlier text, which does not count; write one: impressionism cards edit "+name)
		return
	}
	whose := "your card"
	if r.Card == hasBegun {
		whose = "your card, of what you added to it"
	}
	if r.Card == hasAuthor {
		whose = "its author's card"
	}
	fmt.Fprintf(e.Out, "%s: %s, %s\n", name, whose, textline.Plain(cli.ShortPath(e, r.Path)))
	for _, part := range []struct {
		title string
		lines []string
	}{{"asks", r.Asks}, {"not", r.Not}} {
		fmt.Fprintf(e.Out, "\n%s\n", part.title)
		for _, line := range part.lines {
			cli.PrintProse(e, "  - ", "    ", line)
		}
	}
}

func removeCommand(e *env.Env) *cobra.Command {
	all := false
	command := &cobra.Command{
		Use:     "remove NAME|--all",
		Short:   "Delete your card of an item, or all of yours",
		Example: "  impressionism cards remove pdf-forms\n  impressionism cards remove --all",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if all == (len(args) == 1) {
				return fmt.Errorf("cards remove wants either a name or --all")
			}
			if all {
				return removeAll(e)
			}
			return remove(e, args[0])
		},
	}
	command.Flags().BoolVar(&all, "all", false, "every card of yours, of items that are not here, too")
	return command
}

func remove(e *env.Env, name string) error {
	s, err := open(e)
	if err != nil {
		return err
	}
	hashes := s.kept(name)
	for _, hash := range hashes {
		if err := s.folder.Remove(hash); err != nil {
			return env.Failed(fmt.Errorf("remove the card of %s: %w", name, err))
		}
		e.Did("removed", "card", name, s.folder.Path(hash))
	}
	if len(hashes) > 0 {
		s.refreshed()
		fmt.Fprintf(e.Out, "Removed the card of %s.\n", textline.Plain(name))
		return nil
	}
	item, err := s.find(name)
	switch {
	case err != nil:
		return err
	case item.has == hasAuthor:
		return env.Failed(fmt.Errorf("%s has no card of yours; its author's is %s", name, authorsCard(item)))
	}
	return env.Failed(fmt.Errorf("%s has no card", name))
}

// kept are the hashes under which cards of an item are kept: of its text, of earlier ones,
// of one that is gone.
func (s *study) kept(name string) []string {
	var hashes []string
	for _, item := range s.items {
		if wire.IsNamed(item.ref(), name) && (item.has == hasOwn || item.has == hasBegun || item.fault != nil) {
			hashes = append(hashes, item.hash)
		}
	}
	for _, stored := range s.stored {
		if stored.Fault == nil && wire.IsNamed(stored.Ref, name) && !slices.Contains(hashes, stored.Hash) {
			hashes = append(hashes, stored.Hash)
		}
	}
	return hashes
}

func removeAll(e *env.Env) error {
	if err := e.Ready(); err != nil {
		return err
	}
	n, err := wire.Cards(e).Clear()
	if err != nil {
		return env.Failed(err)
	}
	e.Did("removed", "cards", "", e.Paths.Cards)
	if n > 0 {
		(&study{env: e}).refreshed()
	}
	fmt.Fprintf(e.Out, "Removed %s.\n", textline.Count(n, "card", "cards"))
	return nil
}

// authorsCard is the file in which an author keeps a card.
func authorsCard(item studied) string { return skill.FindCard(item.entry).Path }

package cards

import (
	"fmt"
	"slices"
	"strings"

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
	printShow(e, result, item)
	return nil
}

// pathOf is the file that has an item's card, or that is none in its place; empty: there is
// none.
func (s *study) pathOf(item studied) string {
	switch {
	case item.has == hasOwn || item.has == hasBegun || item.fault != nil:
		return s.folder.Path(item.hash)
	case item.has == hasAuthor:
		return authorsCard(item)
	}
	return ""
}

func printShow(e *env.Env, r shape.CardShow, item studied) {
	name := textline.Plain(r.Ref.ID)
	if r.Fault != "" {
		cli.PrintProse(e, "", "", fmt.Sprintf("The file %s is no card: %s.", textline.Plain(cli.ShortPath(e, r.Path)), textline.OneLine(r.Fault)))
	}
	switch r.Card {
	case hasNone:
		cli.PrintProse(e, "", "", name+" has no card; write one: impressionism cards edit "+textline.ShellQuoted(r.Ref.ID))
		return
	case hasEarlier:
		cli.PrintProse(e, "", "", name+" has a card "+earlierWords+", which does not count; write one: impressionism cards edit "+textline.ShellQuoted(r.Ref.ID))
		return
	}
	whose, path := "your card", r.Path
	if r.Card == hasBegun {
		whose = "your card, of what you added to it"
	}
	if r.Card == hasAuthor {
		whose, path = "its author's card", authorsCard(item) // r.Path may be that of a file of the user's which is no card
	}
	fmt.Fprintf(e.Out, "%s: %s, %s\n", name, whose, textline.Plain(cli.ShortPath(e, path)))
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
	all, hash := false, ""
	command := &cobra.Command{
		Use:   "remove NAME|--all",
		Short: "Delete your card of an item, or all of yours",
		Long: `Delete your card of an item, or all of yours. Cards of other texts that have the
item's name stay and are named: they are of earlier texts, or of other projects' items.
--hash removes one of these.`,
		Example: "  impressionism cards remove pdf-forms\n  impressionism cards remove --all",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if all == (len(args) == 1) || all && hash != "" {
				return fmt.Errorf("cards remove wants either a name or --all")
			}
			if all {
				return removeAll(e)
			}
			return remove(e, args[0], hash)
		},
	}
	command.Flags().BoolVar(&all, "all", false, "every card of yours, of items that are not here, too")
	command.Flags().StringVar(&hash, "hash", "", "the card of NAME for the text with this hash")
	return command
}

func remove(e *env.Env, name, hash string) error {
	if hash != "" && len(hash) < nameMin {
		return fmt.Errorf("--hash is %q; give at least %d characters of it", hash, nameMin)
	}
	s, err := open(e)
	if err != nil {
		return err
	}
	own, other := s.kept(name)
	if hash != "" {
		if own, other = withHash(slices.Concat(own, other), hash), nil; len(own) == 0 {
			return env.Failed(fmt.Errorf("%s has no card with the hash %.80q", name, hash))
		}
	}
	if len(own) == 0 {
		if own, err = s.meant(name, other); err != nil {
			return err
		}
		other = nil
	}
	for _, hash := range own {
		if err := s.folder.Remove(hash); err != nil {
			return env.Failed(fmt.Errorf("remove the card of %s: %w", name, err))
		}
		e.Did("removed", "card", name, s.folder.Path(hash))
	}
	s.refreshed()
	if len(own) == 1 {
		fmt.Fprintf(e.Out, "Removed the card of %s.\n", textline.Plain(name))
	} else {
		fmt.Fprintf(e.Out, "Removed %d cards of %s.\n", len(own), textline.Plain(name))
	}
	if len(other) > 0 {
		fmt.Fprintf(e.Out, "%s, of %s: %s\nTo remove %s: %s\n", textline.Count(len(other), "other card of that name stays", "other cards of that name stay"),
			textOrTexts(other), hashWords(other), itOrOne(other), textline.Plain(removeWords(name, other)))
	}
	return nil
}

// kept are the hashes under which cards of a name are kept: of the texts that its items have
// here, and of others. These are earlier ones, those of items that are gone, and those of other
// projects' items of that name: a card does not say which.
func (s *study) kept(name string) (own, other []string) {
	for _, item := range s.items {
		if wire.IsNamed(item.ref(), name) && (item.has == hasOwn || item.has == hasBegun || item.fault != nil) && !slices.Contains(own, item.hash) {
			own = append(own, item.hash)
		}
	}
	for _, stored := range s.stored {
		if stored.Fault == nil && wire.IsNamed(stored.Ref, name) && !slices.Contains(own, stored.Hash) {
			other = append(other, stored.Hash)
		}
	}
	return own, other
}

// meant is the card that a name means which has none of a text that is here: the only one of an
// item that is not here. An error names those that may be meant.
func (s *study) meant(name string, other []string) ([]string, error) {
	item, err := s.find(name)
	switch {
	case len(other) == 0 && err != nil:
		return nil, err
	case len(other) == 0 && item.has == hasAuthor:
		return nil, env.Failed(fmt.Errorf("%s has no card of yours; its author's is %s", name, authorsCard(item)))
	case len(other) == 0:
		return nil, env.Failed(fmt.Errorf("%s has no card", name))
	case len(other) == 1 && err != nil:
		return other, nil
	}
	return nil, env.Failed(fmt.Errorf("%s has no card for its text here; %s of %s: %s; to remove %s: %s", name,
		textline.Count(len(other), "card of that name is", "cards of that name are"), textOrTexts(other), hashWords(other), itOrOne(other), removeWords(name, other)))
}

func withHash(hashes []string, begin string) []string {
	return slices.DeleteFunc(hashes, func(hash string) bool { return !strings.HasPrefix(hash, begin) })
}

// hashWords are the beginnings of hashes, which name them well enough.
func hashWords(hashes []string) string {
	short := make([]string, len(hashes))
	for i, hash := range hashes {
		short[i] = hash[:min(len(hash), hashChars)]
	}
	return strings.Join(short, ", ")
}

func removeWords(name string, hashes []string) string {
	return fmt.Sprintf("impressionism cards remove %s --hash %s", textline.ShellQuoted(name), hashWords(hashes[:1]))
}

func textOrTexts(hashes []string) string {
	if len(hashes) == 1 {
		return "another text"
	}
	return "other texts"
}

func itOrOne(hashes []string) string {
	if len(hashes) == 1 {
		return "it"
	}
	return "one"
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

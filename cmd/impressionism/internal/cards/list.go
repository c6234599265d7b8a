package cards

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
)

func listCommand(e *env.Env) *cobra.Command {
	command := &cobra.Command{
		Use:     "list",
		Short:   "List which items have a card, and files in its folder that are none",
		Example: "  impressionism cards list\n  impressionism cards list --json",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return list(e) },
	}
	return cli.JSONFlag(e, command)
}

func list(e *env.Env) error {
	s, err := open(e)
	if err != nil {
		return err
	}
	result := s.shape()
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printList(e, result)
	return nil
}

func (s *study) shape() shape.Cards {
	left := s.left()
	result := shape.Cards{
		Items: len(s.items), Left: len(left), Cards: []shape.ItemCard{}, Faulty: []shape.FaultCard{}, Folder: s.env.Paths.Cards,
	}
	result.TokensRead, result.TokensWrite = cost(left, batchItems)
	here := map[string]bool{}
	refs := map[abi.Ref]bool{}
	for _, item := range s.items {
		here[item.hash], refs[item.ref()] = true, true
		switch item.has {
		case hasOwn:
			result.Own++
		case hasAuthor:
			result.Author++
		}
		result.Cards = append(result.Cards, shape.ItemCard{
			Ref: item.ref(), Path: item.entry.Path, Hash: item.hash, Card: item.has, Asks: len(item.card.Asks), Not: len(item.card.Not),
		})
	}
	for _, stored := range s.stored {
		switch {
		case stored.Fault != nil:
			result.Faulty = append(result.Faulty, shape.FaultCard{Hash: stored.Hash, Reason: stored.Fault.Error()})
		case !here[stored.Hash] && !refs[stored.Ref]:
			result.Elsewhere++
		}
	}
	return result
}

func printList(e *env.Env, result shape.Cards) {
	rows := make([][]string, 0, len(result.Cards))
	for _, c := range result.Cards {
		rows = append(rows, []string{c.Ref.ID, stateWords(c)})
	}
	if len(rows) > 0 {
		cli.Table(e, []string{"item", "card"}, rows)
		fmt.Fprintln(e.Out)
	}
	cli.PrintProse(e, "", "", summary(result))
	if result.Elsewhere > 0 {
		cli.PrintProse(e, "", "", textline.Count(result.Elsewhere, "card is", "cards are")+" of items that are not here: of another project, or gone.")
	}
	for _, f := range result.Faulty {
		cli.PrintProse(e, "no card  ", "         ", f.Hash+".json: "+textline.OneLine(f.Reason)+"; the next study writes it anew, if its item is here")
	}
}

// earlierWords say whose a card may be that has an item's name, but is not of its text: it does
// not say which.
const earlierWords = "of an earlier text, or of another project's item"

func stateWords(c shape.ItemCard) string {
	sizes := textline.Count(c.Asks, "ask", "asks") + ", " + textline.Count(c.Not, "not", "nots")
	switch c.Card {
	case hasOwn:
		return "yours: " + sizes
	case hasBegun:
		return "begun by you: " + sizes
	case hasAuthor:
		return "its author's: " + sizes
	case hasEarlier:
		return earlierWords
	}
	return "none"
}

func summary(result shape.Cards) string {
	if result.Items == 0 {
		return "There is no item here that could have a card."
	}
	words := fmt.Sprintf("%d of %s a card", result.Own+result.Author, textline.Count(result.Items, "item has", "items have"))
	if result.Author > 0 {
		words += fmt.Sprintf(", %d of these their author's alone", result.Author)
	}
	if result.Left == 0 {
		return words + "."
	}
	return words + ". " + costWords(result.Left, result.TokensRead, result.TokensWrite) + " To begin or go on: impressionism cards make, or in a session: /impressionism:study"
}

// costWords say what the rest of a study takes.
func costWords(left, read, write int) string {
	return fmt.Sprintf("For the other %s: about %d tokens to read, %d to write.", textline.Count(left, "text", "texts"), rounded(read), rounded(write))
}

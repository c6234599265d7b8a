package lessons

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/find"
)

func searchCommand(e *env.Env) *cobra.Command {
	limit, explain := 10, false
	command := &cobra.Command{
		Use: "search QUERY", Short: "Find lessons that may be told, by words and meaning",
		Long: `Find lessons that may be told, by words and meaning. Those that wait for your yes are not
among them: impressionism lessons review. With --explain each similarity's parts are shown,
as impressionism search does.`,
		Example: "  impressionism lessons search \"migration blocks postings\"\n  impressionism lessons search lock_timeout --explain",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			return searchLessons(e, find.Query{Text: strings.Join(args, " "), Limit: limit, Kinds: []string{abi.KindLesson}}, explain)
		},
	}
	command.Flags().BoolVar(&explain, "explain", false, "tell how each similarity came about")
	command.Flags().IntVar(&limit, "limit", limit, "how many to show, 1 to 1000")
	return cli.JSONFlag(e, command)
}

func searchLessons(e *env.Env, query find.Query, explain bool) error {
	d, err := openToShow(e) // a file that a person has just written is looked at first
	if err != nil {
		return err
	}
	result, err := search.Ask(e, query, explain)
	if err != nil {
		return err
	}
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	search.Print(e, result, "title", func(hit shape.Hit) string {
		found, err := d.find(hit.Ref.ID)
		if err != nil {
			return textline.Shorten(hit.Description, 90)
		}
		return textline.Shorten(fmt.Sprintf("%s (%s)", strings.TrimRight(found.Title, "."), found.Entry.Source), 90)
	})
	return nil
}

package eval

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/explain"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/skills"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/stats"
	"github.com/ed-irl/impressionism/host/store/index"
)

// reachOptions say what is searched for.
type reachOptions struct {
	evalhost.AnswerOptions
	every    int
	eachWord bool
}

func reachCommand(e *env.Env) *cobra.Command {
	o := reachOptions{AnswerOptions: evalhost.AnswerOptions{Cached: true}, every: 1}
	command := &cobra.Command{
		Use:   "reach CORPUS",
		Short: "Tell how many items of a corpus search finds by their own description without their name",
		Long: `Tell how many items of a corpus search finds among the first five by their own
description without their name. So many skills would still be reached if the client
listed their names alone.

The name goes as it is written: "pdf-forms" takes "PDF forms" out. With --each-word
each of its words goes, wherever it stands. What is left of two descriptions may then
be the same; how often is told, because no search can tell these apart.`,
		Example: `  impressionism eval reach ../shared/eval/corpora/large.jsonl
  impressionism eval reach corpus.jsonl --model none --every 20`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return reach(e, args[0], o) },
	}
	flags := command.Flags()
	flags.StringVar(&o.Model, "model", "", "an installed model, or none for words alone; the configured one where absent")
	flags.IntVar(&o.every, "every", o.every, "search for every so many-th item only, among all")
	flags.BoolVar(&o.eachWord, "each-word", false, "leave out every word of the name by itself")
	return cli.JSONFlag(e, command)
}

func reach(e *env.Env, path string, o reachOptions) error {
	if o.every < 1 {
		return errors.New("--every is a number from 1")
	}
	if err := e.Ready(); err != nil {
		return err
	}
	corpus, err := eval.OpenCorpus(path)
	if err != nil {
		return env.Failed(err)
	}
	result, err := reachAll(e, corpus, o)
	if err != nil {
		return env.Failed(err)
	}
	result.Corpus = path
	if e.JSON {
		return cli.PrintJSON(e, result)
	}
	printReach(e, result)
	return nil
}

func reachAll(e *env.Env, corpus eval.Corpus, o reachOptions) (shape.EvalReach, error) {
	result := shape.EvalReach{Items: len(corpus.Items()), Tier: index.TierLexical, Within: skills.ReachedWithin, Missed: []shape.ReachMiss{}}
	x, err := evalhost.Index(e, corpus, o.AnswerOptions)
	if err != nil {
		return result, err
	}
	defer x.Close() //nolint:errcheck // only read from here on
	s, wired := &evalhost.Asker{}, wire.Host(e, "", nil)
	defer s.Close()
	model, err := evalhost.Model(e, s, o.AnswerOptions)
	if err != nil {
		return result, err
	}
	view, err := x.View(corpus.Listing(), wired.Pools)
	if err != nil {
		return result, err
	}
	defer view.Close() //nolint:errcheck // only read
	search := &skills.Reach{View: view, Model: model, Tier: index.TierLexical}
	bar := cli.NewProgress(e, e.JSON)
	defer bar.End()
	first, found := 0, 0
	for i := 0; i < result.Items; i += o.every {
		bar.Step("search", i, result.Items)
		item := corpus.Items()[i]
		read, _, _, err := corpus.Load(corpus.Listing().Entries[i])
		if err != nil {
			return result, err
		}
		at, err := search.Place(item.ID, read, skills.LookedAtMax, nameWords(item, o.eachWord)...)
		if err != nil {
			return result, err
		}
		result.Asked++
		switch {
		case at == 1:
			first, found = first+1, found+1
		case at > 0 && at <= skills.ReachedWithin:
			found++
		default:
			result.Missed = append(result.Missed, shape.ReachMiss{ID: item.ID, Place: at})
		}
	}
	result.First, result.Found, result.Tier = stats.Wilson(first, result.Asked), stats.Wilson(found, result.Asked), search.Tier
	result.Same = sameLeft(corpus, o)
	return result, nil
}

// nameWords are the single words of an item's names, where they are to go too.
func nameWords(item eval.Item, each bool) []string {
	if !each {
		return nil
	}
	return probe.NameWords(item.ID, item.Name)
}

// sameLeft counts the items of whose description nothing is left that is not left
// of another's, word for word.
func sameLeft(corpus eval.Corpus, o reachOptions) int {
	left := map[string]int{}
	text := func(item eval.Item) string {
		return strings.ToLower(probe.Unnamed(item.Description, append(nameWords(item, o.eachWord), item.ID, item.Name)...))
	}
	for _, item := range corpus.Items() {
		left[text(item)]++
	}
	same := 0
	for i, item := range corpus.Items() {
		if i%o.every == 0 && left[text(item)] > 1 {
			same++
		}
	}
	return same
}

func printReach(e *env.Env, result shape.EvalReach) {
	fmt.Fprintf(e.Out, "%d of %s, searched for by their own description without their name (%s)\n\n",
		result.Asked, textline.Count(result.Items, "item", "items"), explain.TierWord(result.Tier))
	cli.Table(e, []string{"", "items", "share", "95 % interval"}, [][]string{
		reachRow("first", result.First), reachRow(fmt.Sprintf("among the first %d", result.Within), result.Found),
	})
	fmt.Fprintf(e.Out, "\nOf %d nothing is left that is not left of another, word for word.\n", result.Same)
	for _, miss := range result.Missed[:min(len(result.Missed), skills.HiddenShown)] {
		place := fmt.Sprintf("at place %d", miss.Place)
		if miss.Place == 0 {
			place = fmt.Sprintf("not among the first %d", skills.LookedAtMax)
		}
		fmt.Fprintf(e.Out, "  %s: %s\n", textline.Plain(miss.ID), place)
	}
}

func reachRow(name string, r stats.Rate) []string {
	return []string{name, fmt.Sprint(r.Count), textline.Decimal(r.Share), textline.Decimal(r.Low) + " to " + textline.Decimal(r.High)}
}

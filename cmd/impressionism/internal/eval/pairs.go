package eval

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/eval/memory"
	"github.com/ed-irl/impressionism/host/stats"
)

func pairsCommand(e *env.Env) *cobra.Command {
	o := evalhost.AnswerOptions{Cached: true}
	command := &cobra.Command{
		Use:   "pairs DIR",
		Short: "Answer what the two lessons of each pair of a data set are to each other",
		Long: `Answer what the two lessons of each pair of a data set are to each other: the same,
perhaps against, near or none. DIR has pairs.jsonl; answers are JSON Lines on
stdout, a table of counts goes to stderr. The model says how near two texts are;
without one, words alone decide.`,
		Example: `  impressionism eval pairs my-pairs > answers.jsonl
  impressionism eval pairs my-pairs --model none`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return pairsSet(e, args[0], o) },
	}
	command.Flags().StringVar(&o.Model, "model", "", "an installed model, or none for words alone; the configured one where absent")
	return command
}

func pairsSet(e *env.Env, dir string, o evalhost.AnswerOptions) error {
	if err := e.Ready(); err != nil {
		return err
	}
	pairs, err := readSet(filepath.Join(dir, "pairs.jsonl"), memory.ReadPairs)
	if err != nil {
		return err
	}
	asker := &evalhost.Asker{}
	defer asker.Close()
	embed, err := pairEmbedder(e, asker, o)
	if err != nil {
		return env.Failed(err)
	}
	out := json.NewEncoder(cli.Exact(e))
	out.SetEscapeHTML(false)
	var answers []memory.PairAnswer
	for _, p := range pairs {
		answer, err := memory.Compare(p, embed)
		if err != nil {
			return env.Failed(err)
		}
		if err := out.Encode(answer); err != nil {
			return env.Failed(err)
		}
		answers = append(answers, answer)
	}
	printPairScore(e, memory.ScorePairs(pairs, answers), embed != nil)
	return nil
}

// pairEmbedder returns how texts become vectors; nil for words alone.
func pairEmbedder(e *env.Env, asker *evalhost.Asker, o evalhost.AnswerOptions) (func(string) ([]float32, error), error) {
	if o.Model != "" && o.Model != evalhost.NoModel {
		e.Loaded.Parameters["embedding_model"], e.ExactModel = o.Model, true
		if !wire.ModelInstalled(e) {
			return nil, fmt.Errorf("%s is not installed; see: impressionism model list", o.Model)
		}
	}
	model, err := evalhost.Model(e, asker, o)
	if err != nil || model == nil {
		return nil, err
	}
	return func(text string) ([]float32, error) { return wire.EmbedNow(e, model, text) }, nil
}

func printPairScore(e *env.Env, s memory.PairScore, hasModel bool) {
	fmt.Fprintf(e.ErrOut, "%s\n\n", map[bool]string{true: "words and meaning", false: "words only"}[hasModel])
	for _, row := range []struct {
		name string
		rate stats.Rate
	}{
		{"related pairs, shown", s.Shown},
		{"reversals, called against", s.Named},
		{"reversals, called the same", s.Reversals},
		{"repetitions, called the same", s.Repeated},
		{"different pairs, called the same or against", s.Mistaken},
		{"different pairs, shown", s.Disturbing},
	} {
		fmt.Fprintf(e.ErrOut, "%-44s %d of %d  (%s)\n", row.name, row.rate.Count, row.rate.Of, textline.Span(row.rate.Low, row.rate.High))
	}
}

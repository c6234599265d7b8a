package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/cmd/lab/tunecode"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/eval/codeset"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// codeOptions are those of tune-code.
type codeOptions struct {
	corpora         []string
	model, out      string
	ablate, measure bool
}

func tuneCodeCommand(e *env.Env) *cobra.Command {
	var o codeOptions
	tune := &cobra.Command{
		Use:   "tune-code SET…",
		Short: "Fit how places of source code are ranked, and write the file that the program embeds",
		Long: `Fit the weights and sureties of host/rank/place on labelled questions about published packages. Prints what was
reached on packages that the fit had not seen: each is left out once. The sources come from fetch.py and bare.py of
../shared/eval/dev/code. Vectors of places are kept in the cache.`,
		Example: `  go run ./cmd/lab tune-code ../shared/eval/dev/code host/eval/testdata/code-b \
    --corpora /tmp/code-dev --corpora /tmp/code-b --out host/rank/place/data/recipe.json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return env.Failed(runTuneCode(e, args, o)) },
	}
	tune.Flags().StringArrayVar(&o.corpora, "corpora", nil, "a folder with the sources of the packages: one for all sets, or one for each")
	tune.Flags().StringVar(&o.model, "model", "", "an installed model, or none to fit for words alone; the configured one where absent")
	tune.Flags().StringVar(&o.out, "out", "", "file to write the recipe to; only measure where absent")
	tune.Flags().BoolVar(&o.ablate, "ablate", false, "fit without each feature in turn instead, with vectors where there is a model")
	tune.Flags().BoolVar(&o.measure, "measure", false, "score the recipe as it is instead")
	return tune
}

func runTuneCode(e *env.Env, dirs []string, o codeOptions) error {
	if err := e.Ready(); err != nil {
		return err
	}
	sets, err := codeSets(dirs, o.corpora)
	if err != nil {
		return err
	}
	embed, err := codeEmbed(e, o.model)
	if err != nil {
		return err
	}
	bench, err := tunecode.NewBench(sets, embed, func(format string, args ...any) { fmt.Fprintf(e.ErrOut, format+"\n", args...) })
	if err != nil {
		return err
	}
	run := bench.Tune
	switch {
	case o.ablate:
		run = bench.Ablate
	case o.measure:
		run = bench.Measure
	}
	result, err := run(place.Default())
	if err != nil {
		return err
	}
	printCode(e, result)
	if o.out == "" || o.ablate || o.measure {
		return nil
	}
	data, err := json.MarshalIndent(result.Recipe, "", "  ")
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Out, "Write %s.\n", o.out)
	return os.WriteFile(o.out, append(data, '\n'), 0o644)
}

func codeSets(dirs, corpora []string) ([]tunecode.Set, error) {
	if len(corpora) != 1 && len(corpora) != len(dirs) {
		return nil, errors.New("name the sources with --corpora: one folder for all sets, or one for each")
	}
	var sets []tunecode.Set
	for i, dir := range dirs {
		set, err := codeset.Open(dir)
		if err != nil {
			return nil, err
		}
		sets = append(sets, tunecode.Set{Set: set, Name: filepath.Base(filepath.Clean(dir)), Corpora: corpora[i%len(corpora)]})
	}
	return sets, nil
}

// codeEmbed returns what embeds through a cache, nil for words alone.
func codeEmbed(e *env.Env, name string) (tunecode.Embed, error) {
	if name == evalhost.NoModel {
		return nil, nil
	}
	if name != "" {
		e.Loaded.Parameters["embedding_model"], e.ExactModel = name, true
	}
	model := wire.Model(e, wire.Documents)
	if model == nil {
		return nil, errors.New("no embedding model is installed; run: impressionism model install, or tune with --model none")
	}
	vectors, err := eval.OpenVectors(filepath.Join(e.Paths.Cache, "eval", "tune-code-"+wire.ModelName(e)+".vectors"), model.Identity())
	if err != nil {
		return nil, err
	}
	return vectors.Through(func(text string) ([]float32, error) { return wire.EmbedNow(e, model, text) }), nil
}

func printCode(e *env.Env, result tunecode.Result) {
	var rows [][]string
	for _, row := range result.Rows {
		for i, g := range row.Groups {
			if row.Name != "words" && row.Name != "vectors" && i > 0 {
				break
			}
			rows = append(rows, []string{
				row.Name, row.Set, g.Name, fmt.Sprint(g.Questions),
				fmt.Sprintf("%.3f (%.3f–%.3f)", g.NDCG.Value, g.NDCG.Low, g.NDCG.High), fmt.Sprintf("%.3f (%.3f–%.3f)", g.First.Value, g.First.Low, g.First.High),
				fmt.Sprintf("%.3f", g.MRR.Value), fmt.Sprintf("%.3f", g.File.Value), fmt.Sprintf("%.3f", g.Recall.Value),
			})
		}
	}
	cli.Table(e, []string{"by", "set", "questions", "n", "nDCG@10", "hit@1", "MRR", "file@5", "R@10"}, rows)
	rows = nil
	for _, s := range result.Surety {
		rows = append(rows, []string{
			s.Name, s.Set, fmt.Sprintf("%.3f", s.Tenth), fmt.Sprintf("%.3f", s.Place), fmt.Sprintf("%.3f", s.Third), fmt.Sprintf("%.3f", s.Alarms),
			fmt.Sprintf("%.3f", s.Told), fmt.Sprintf("%.3f", s.Correct), fmt.Sprintf("%.3f", s.Error),
		})
	}
	if len(rows) > 0 {
		cli.Table(e, []string{"surety by", "set", "surest tenth: file", "place", "third: file", "no answer, sure", "sure", "right of these", "ECE"}, rows)
	}
}

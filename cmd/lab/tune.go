package main

import (
	"cmp"
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
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank"
)

// tuneOptions are common to tuning and ablation.
type tuneOptions struct {
	bank, model string
}

func (o *tuneOptions) flags(command *cobra.Command) {
	command.Flags().StringVar(&o.bank, "bank", filepath.FromSlash("cmd/lab/tune/bank"), "folder with concepts.jsonl, more.jsonl, nulls.jsonl and calibration.json")
	command.Flags().StringVar(&o.model, "model", "", "an installed model, or none to fit for words alone; the configured one where absent")
}

func tuneCommand(e *env.Env) *cobra.Command {
	var o tuneOptions
	var out string
	tune := &cobra.Command{
		Use:   "tune DIR…",
		Short: "Fit a recipe on labelled sets and write the files that the program embeds",
		Long: `Fit a recipe on labelled sets: the adapter on a bank of concepts, gates on prompts with and without a need, weights on the
labels, floors on sets that the fit had not seen: each is left out once, as whoever uses the program wrote none of them (of a
single set, a fifth of its families). Vectors of texts are kept in the cache; from them the same files come out to the byte.
Prints what was reached on unseen prompts.`,
		Example: `  go run ./cmd/lab tune ../shared/eval/dev/skills-real \
    host/eval/testdata/prompts --out host/rank/data`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runTune(e, args, o, out) },
	}
	o.flags(tune)
	tune.Flags().StringVar(&out, "out", "", "folder to write recipe-NAME.json, recipe-NAME.bin, recipe-any.json, words.txt, manner.txt and nulls.txt to; only measure where absent")
	return tune
}

func runTune(e *env.Env, dirs []string, o tuneOptions, out string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	in, err := tuneInput(e, dirs, o)
	if err != nil {
		return env.Failed(err)
	}
	result, err := tune.Fit(in, rank.For(""), nil)
	if err != nil {
		return env.Failed(err)
	}
	printUnseen(e, in, result)
	if out == "" {
		return nil
	}
	if in.Embed == nil {
		return env.Failed(errors.New("words alone make no recipe; tune with a model to write one"))
	}
	other, err := tune.Fit(in, rank.For(""), tune.Parts{"adapter": true, "gate": true})
	if err != nil {
		return env.Failed(err)
	}
	return env.Failed(writeRecipe(e, result.Recipe, result.ForAny(other), result, out))
}

// tuneInput reads the sets and the bank. The cache of vectors stays open as long
// as the process lives.
func tuneInput(e *env.Env, dirs []string, o tuneOptions) (tune.Input, error) {
	in := tune.Input{Kind: "skill", Say: func(format string, args ...any) { fmt.Fprintf(e.ErrOut, format+"\n", args...) }}
	bank, err := tune.ReadBank(o.bank)
	if err != nil {
		return in, err
	}
	in.Concepts, in.More, in.Nulls, in.Bank = bank.Concepts, bank.More, bank.Nulls, bank.Calibration
	for _, dir := range dirs {
		set, err := eval.OpenSet(dir)
		if err != nil {
			return in, err
		}
		in.Sets = append(in.Sets, tuneSet(filepath.Base(filepath.Clean(dir)), set))
	}
	if o.model == evalhost.NoModel {
		return in, nil
	}
	if o.model != "" {
		e.Loaded.Parameters["embedding_model"], e.ExactModel = o.model, true
	}
	return in, tuneModel(e, &in)
}

// tuneModel lets the input embed, through a cache.
func tuneModel(e *env.Env, in *tune.Input) error {
	open := func(use wire.ModelUse, kind string) (func(string) ([]float32, error), error) {
		model := wire.Model(e, use)
		if model == nil {
			return nil, errors.New("no embedding model is installed; run: impressionism model install, or tune with --model none")
		}
		vectors, err := eval.OpenVectors(filepath.Join(e.Paths.Cache, "eval", "tune-"+kind+"-"+wire.ModelName(e)+".vectors"), model.Identity()+" "+kind)
		if err != nil {
			return nil, err
		}
		return vectors.Through(func(text string) ([]float32, error) { return wire.EmbedNow(e, model, text) }), nil
	}
	var err error
	if in.Embed, err = open(wire.Queries, "query"); err != nil {
		return err
	}
	in.EmbedText, err = open(wire.Documents, "text")
	return err
}

func tuneSet(name string, set eval.Set) tune.Set {
	out := tune.Set{Name: name}
	for _, item := range set.Corpus.Items() {
		out.Items = append(out.Items, tune.Item{ID: item.ID, Document: rank.Document{
			Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body,
		}})
	}
	for i, q := range set.Queries {
		label := set.Labels[i]
		out.Prompts = append(out.Prompts, tune.Prompt{ID: q.ID, Text: q.Text, Family: label.Family, Level: label.Level, Gold: label.Gold, OK: label.OK})
	}
	return out
}

// printUnseen tells what was reached on prompts that the fit had not seen.
func printUnseen(e *env.Env, in tune.Input, result *tune.Result) {
	var rows [][]string
	for _, tier := range []struct {
		name     string
		outcomes []tune.Outcome
		floor    float64
	}{{"words and meaning", result.Unseen, result.Recipe.Profiles.Default.Floor}, {"words only", result.Lexical, result.Recipe.LexicalProfiles.Default.Floor}} {
		if len(tier.outcomes) == 0 {
			continue
		}
		for _, set := range in.Sets {
			of := tune.Of(tier.outcomes, set.Name)
			precision, recall, alarms := tune.At(of, tier.floor)
			rows = append(rows, []string{
				tier.name, set.Name, fmt.Sprintf("%.3f", tune.First(of, "")), fmt.Sprintf("%.3f", tune.First(of, "hard")),
				fmt.Sprintf("%.3f", precision), fmt.Sprintf("%.3f", recall), fmt.Sprintf("%.3f", alarms), fmt.Sprintf("%.2f", tier.floor),
			})
		}
	}
	cli.Table(e, []string{"tier", "unseen prompts of", "hit@1", "hard", "P", "R", "FAR", "from odds"}, rows)
}

// writeRecipe writes the recipe of the model, the one for models that nothing was
// fitted for, and the tables that both share.
func writeRecipe(e *env.Env, own, other *rank.Recipe, tables *tune.Result, out string) error {
	name := "recipe-" + cmp.Or(rank.FittedFor(wire.ModelName(e)), wire.ModelName(e))
	files := map[string][]byte{name + ".bin": []byte(own.Vectors), "words.txt": tables.Words, "manner.txt": tables.Manner, "nulls.txt": tables.Nulls}
	for file, recipe := range map[string]*rank.Recipe{name + ".json": own, "recipe-any.json": other} {
		scalars, err := json.MarshalIndent(recipe, "", "  ")
		if err != nil {
			return err
		}
		files[file] = append(scalars, '\n')
	}
	for file, data := range files {
		if err := os.WriteFile(filepath.Join(out, file), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(e.Out, "Wrote %s, recipe %s.\n", filepath.Join(out, name+".json"), own.ID)
	return nil
}

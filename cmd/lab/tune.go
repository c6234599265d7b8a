package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/evalhost"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/abroad"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// tuneOptions are common to tuning and ablation.
type tuneOptions struct {
	bank, model string
	abroad      bool
	cards       []string
	kind        string
	bid         []string
}

func (o *tuneOptions) flags(command *cobra.Command) {
	command.Flags().StringVar(&o.bank, "bank", filepath.FromSlash("cmd/lab/tune/bank"), "folder with concepts.jsonl, more.jsonl, nulls.jsonl and calibration.json")
	command.Flags().StringVar(&o.model, "model", "", "an installed model, or none to fit for words alone; the configured one where absent")
}

func tuneCommand(e *env.Env) *cobra.Command {
	var o tuneOptions
	var out string
	var forAny bool
	tune := &cobra.Command{
		Use:   "tune DIR…",
		Short: "Fit a recipe on labelled sets and write the files that the program embeds",
		Long: `Fit a recipe on labelled sets: the adapter on a bank of concepts, gates on prompts with and without a need, weights on the
labels, floors on sets that the fit had not seen: each is left out once, as whoever uses the program wrote none of them (of a
single set, a fifth of its families). Each prompt is asked over parts of its catalog, too, as users have 12 to 100 items. Vectors of texts are kept in the cache; from them the same files come out to the byte.
Prints what was reached on unseen prompts.`,
		Example: `  go run ./cmd/lab tune ../shared/eval/dev/skills-real \
    host/eval/testdata/prompts --out host/rank/data`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return runTune(e, args, o, out, forAny) },
	}
	o.flags(tune)
	tune.Flags().BoolVar(&o.abroad, "languages", false, "fit weights for prompts in other languages than English, too; host/rank/abroad has tables for the model")
	tune.Flags().StringArrayVar(&o.cards, "cards", nil, "a file of JSON lines {id, asks, not}: cards of the items, to fit their weights, too")
	tune.Flags().StringVar(&o.kind, "kind", abi.KindSkill, "the kind of the sets' items; of another than skills, weights and floors are fitted, and all else is shared")
	tune.Flags().StringSliceVar(&o.bid, "bid", nil, "with --kind: names of sets whose items bid against those of others, as concepts do")
	tune.Flags().StringVar(&out, "out", "", "folder to write recipe-NAME.json, recipe-NAME.bin, words.txt, manner.txt, nulls.txt and concepts.txt to; only measure where absent")
	tune.Flags().BoolVar(&forAny, "any", false, "fit again without what belongs to one encoder, and write recipe-any.json too")
	return tune
}

func runTune(e *env.Env, dirs []string, o tuneOptions, out string, forAny bool) error {
	if err := e.Ready(); err != nil {
		return err
	}
	in, err := tuneInput(e, dirs, o)
	if err != nil {
		return env.Failed(err)
	}
	if in.Kind != abi.KindSkill {
		return env.Failed(tuneKind(e, in, out, forAny))
	}
	result, err := tune.Fit(in, rank.For(""), nil)
	if err != nil {
		return env.Failed(err)
	}
	printUnseen(e, in, result, tune.DrawSizes())
	if out == "" {
		return nil
	}
	if in.Embed == nil {
		return env.Failed(errors.New("words alone make no recipe; tune with a model to write one"))
	}
	if err := writeForeign(e, result, out); err != nil {
		return env.Failed(err)
	}
	in.EmbedAbroad = nil
	recipes := map[string]*rank.Recipe{recipeName(e): result.Recipe}
	if forAny {
		other, err := tune.Fit(in, rank.For(""), tune.Parts{"adapter": true, "gate": true, rank.ShareBackground: true})
		if err != nil {
			return env.Failed(err)
		}
		recipes["recipe-any"] = result.ForAny(other)
	}
	return env.Failed(writeRecipes(e, recipes, result, out))
}

// tuneKind fits the weights and floors of a kind that shares all else with skills: with the
// encoder's recipe or, for any encoder, with what no encoder needs.
func tuneKind(e *env.Env, in tune.Input, out string, forAny bool) error {
	base, name := rank.For(wire.ModelName(e)), cmp.Or(rank.FittedFor(wire.ModelName(e)), wire.ModelName(e))
	if forAny {
		base, name = rank.For(""), "any"
	}
	result, err := tune.FitKind(in, base)
	if err != nil {
		return err
	}
	printUnseen(e, in, result, tune.KindSizes(in.Kind))
	if out == "" {
		return nil
	}
	scalars, err := json.MarshalIndent(result.Recipe, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(out, "recipe-"+in.Kind+"-"+name)
	fmt.Fprintf(e.Out, "Write %s.json, recipe %s.\n", path, result.Recipe.ID)
	if own := result.Recipe.Own; own != "" {
		err = os.WriteFile(path+".bin", []byte(own), 0o644)
		if names := result.Recipe.OwnNames; names != "" {
			err = errors.Join(err, os.WriteFile(filepath.Join(out, "concepts-"+in.Kind+".txt"), []byte(names), 0o644))
		}
	}
	return errors.Join(err, os.WriteFile(path+".json", append(scalars, '\n'), 0o644))
}

// tuneInput reads the sets and the bank. The cache of vectors stays open as long
// as the process lives.
func tuneInput(e *env.Env, dirs []string, o tuneOptions) (tune.Input, error) {
	in := tune.Input{Kind: cmp.Or(o.kind, abi.KindSkill), Say: func(format string, args ...any) { fmt.Fprintf(e.ErrOut, format+"\n", args...) }}
	bank, err := tune.ReadBank(o.bank)
	if err != nil {
		return in, err
	}
	in.Concepts, in.More, in.Neighbours, in.Nulls, in.Bank = bank.Concepts, bank.More, bank.Neighbours, bank.Nulls, bank.Calibration
	switch in.Kind {
	case abi.KindTool:
		in.Neighbours = bank.Tools
	case abi.KindLesson:
		in.Neighbours = nil // the bank's lessons as bidders would take .005 off FAR, for 350 KB of program
	}
	cards, err := eval.ReadCards(o.cards...)
	if err != nil {
		return in, err
	}
	for _, dir := range dirs {
		set, err := eval.OpenSet(dir)
		if err != nil {
			return in, err
		}
		made := tuneSet(filepath.Base(filepath.Clean(dir)), set, in.Kind, cards)
		made.Bids = slices.Contains(o.bid, made.Name)
		if in.Kind == abi.KindLesson {
			in.Sets = append(in.Sets, byFamily(made)...)
			continue
		}
		in.Sets = append(in.Sets, made)
	}
	if o.model == evalhost.NoModel {
		return in, nil
	}
	if o.model != "" {
		e.Loaded.Parameters["embedding_model"], e.ExactModel = o.model, true
	}
	if err := tuneModel(e, &in); err != nil || !o.abroad {
		return in, err
	}
	return in, tuneAbroad(e, &in)
}

// multilingual opens the model for other languages than English, and returns what embeds by
// it through a cache.
func multilingual(e *env.Env) (*onnx.Embedder, func(string) ([]float32, error), error) {
	dir, err := wire.ModelDir(e, onnx.Multilingual)
	if err != nil {
		return nil, nil, err
	}
	embedder, err := onnx.Open(onnx.Config{Dir: dir, Model: onnx.Multilingual})
	if err != nil {
		return nil, nil, err
	}
	embed, err := cached(e, onnx.Multilingual, embedder.Model(), embedder.Embed)
	return embedder, embed, err
}

// tuneAbroad lets the input embed prompts as if they were in another language.
func tuneAbroad(e *env.Env, in *tune.Input) error {
	table, ok := abroad.For(wire.ModelName(e))
	if !ok {
		return fmt.Errorf("there are no tables for prompts in other languages and %s; make them: go run ./cmd/lab gloss", wire.ModelName(e))
	}
	embedder, embed, err := multilingual(e)
	if err != nil {
		return err
	}
	in.EmbedAbroad = func(text string) ([]float32, error) {
		return table.Read(text, abroad.Encoder{Embed: embed, Pieces: embedder.Pieces}, table.Noisy, in.Embed)
	}
	return nil
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
	if in.Embed, err = open(wire.QueriesAlone, "query"); err != nil {
		return err
	}
	in.EmbedText, err = open(wire.Documents, "text")
	return err
}

func tuneSet(name string, set eval.Set, kind string, cards map[string]card.Card) tune.Set {
	out := tune.Set{Name: name, Days: set.Days()}
	for _, item := range set.Corpus.Items() {
		item = item.Searched(kind)
		made := tune.Item{ID: item.ID, Document: rank.Document{
			Name: item.Name, Description: item.Description, Keywords: item.Keywords, Body: item.Body,
		}}
		if kind == abi.KindTool {
			made.Group = tool.Server(item.ID)
		}
		if c, has := cards[item.ID]; has {
			made.Card = &c
		}
		out.Items = append(out.Items, made)
	}
	for i, q := range set.Queries {
		label := set.Labels[i]
		out.Prompts = append(out.Prompts, tune.Prompt{ID: q.ID, Text: q.Text, Family: label.Family, Level: label.Level, Gold: label.Gold, OK: label.OK})
	}
	return out
}

// byFamily parts a set of lessons by the project that its prompts are of: a project is left
// out as a whole, as whoever uses the program has another.
func byFamily(set tune.Set) []tune.Set {
	var sets []tune.Set
	at := map[string]int{}
	for _, p := range set.Prompts {
		place, known := at[p.Family]
		if !known {
			place = len(sets)
			at[p.Family] = place
			part := set
			part.Name, part.Prompts = set.Name+"/"+p.Family, nil
			sets = append(sets, part)
		}
		sets[place].Prompts = append(sets[place].Prompts, p)
	}
	return sets
}

// printUnseen tells what was reached on prompts that the fit had not seen.
func printUnseen(e *env.Env, in tune.Input, result *tune.Result, sizes []int) {
	var rows [][]string
	for _, tier := range []struct {
		name     string
		outcomes []tune.Outcome
		floor    float64
	}{
		{"words and meaning", result.Unseen, result.Recipe.Profiles.Default.Floor},
		{"with cards", result.Carded, result.Recipe.Profiles.Default.Floor},
		{"words only", result.Lexical, result.Recipe.LexicalProfiles.Default.Floor},
		{"words only, with cards", result.LexicalCarded, result.Recipe.LexicalProfiles.Default.Floor},
		{"other languages", result.Abroad, result.AbroadFloor()},
	} {
		if len(tier.outcomes) == 0 {
			continue
		}
		row := func(name string, of []tune.Outcome) {
			precision, recall, alarms := tune.At(of, tier.floor)
			rows = append(rows, []string{
				tier.name, name, fmt.Sprintf("%.3f", tune.First(of, "")), fmt.Sprintf("%.3f", tune.First(of, "hard")),
				fmt.Sprintf("%.3f", precision), fmt.Sprintf("%.3f", recall), fmt.Sprintf("%.3f", alarms), fmt.Sprintf("%.3f", tune.Right(of, tier.floor)),
				fmt.Sprintf("%.2f", tier.floor),
			})
		}
		for _, size := range sizes {
			row(fmt.Sprintf("all sets, draws of %d", size), tune.OfSize(tier.outcomes, size))
		}
		for _, set := range in.Sets {
			row(set.Name, whole(tune.Of(tier.outcomes, set.Name)))
		}
		row("all days", tune.OfSize(tier.outcomes, tune.SizeOwn))
	}
	cli.Table(e, []string{"tier", "unseen prompts of", "hit@1", "hard", "P", "R", "FAR", "right", "from odds"}, rows)
}

func whole(outcomes []tune.Outcome) []tune.Outcome {
	return slices.DeleteFunc(outcomes, func(o tune.Outcome) bool { return o.Size > tune.SizeWhole })
}

// writeForeign writes the weights for prompts in other languages, where some were fitted.
func writeForeign(e *env.Env, result *tune.Result, out string) error {
	if result.Foreign == nil {
		return nil
	}
	scalars, err := json.MarshalIndent(result.Foreign, "", "  ")
	if err != nil {
		return err
	}
	name := "foreign-" + cmp.Or(rank.FittedFor(wire.ModelName(e)), wire.ModelName(e)) + ".json"
	return os.WriteFile(filepath.Join(out, name), append(scalars, '\n'), 0o644)
}

// recipeName is the name of the files of the model's recipe.
func recipeName(e *env.Env) string {
	return "recipe-" + cmp.Or(rank.FittedFor(wire.ModelName(e)), wire.ModelName(e))
}

// writeRecipes writes recipes by their names, and the tables that all share.
func writeRecipes(e *env.Env, recipes map[string]*rank.Recipe, tables *tune.Result, out string) error {
	own := recipes[recipeName(e)]
	files := map[string][]byte{recipeName(e) + ".bin": []byte(own.Vectors), "words.txt": tables.Words, "manner.txt": tables.Manner, "nulls.txt": tables.Nulls, "concepts.txt": tables.Concepts}
	for name, recipe := range recipes {
		scalars, err := json.MarshalIndent(recipe, "", "  ")
		if err != nil {
			return err
		}
		files[name+".json"] = append(scalars, '\n')
	}
	for file, data := range files {
		if err := os.WriteFile(filepath.Join(out, file), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Fprintf(e.Out, "Wrote %s, recipe %s.\n", filepath.Join(out, recipeName(e)+".json"), own.ID)
	return nil
}

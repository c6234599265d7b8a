package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/cmd/lab/gloss"
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// glossWordMin is how often the bank must have a word for a gloss to use it.
const glossWordMin = 6

func glossCommand(e *env.Env) *cobra.Command {
	var bank, out string
	command := &cobra.Command{
		Use:   "gloss",
		Short: "Make the tables by which prompts in other languages are read",
		Long: `Make the tables by which prompts in other languages are read, of the bank of concepts and both
encoders: places of its English words, and a map from the multilingual encoder's vectors to the
configured one's. No labelled prompt is read.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := e.Ready(); err != nil {
				return err
			}
			return env.Failed(makeGloss(e, bank, out))
		},
	}
	command.Flags().StringVar(&bank, "bank", filepath.FromSlash("cmd/lab/tune/bank"), "folder of the bank of concepts")
	command.Flags().StringVar(&out, "out", filepath.FromSlash("host/rank/abroad/data"), "folder to write words.txt and vectors.bin to")
	return command
}

func makeGloss(e *env.Env, bank, out string) error {
	read, err := tune.ReadBank(bank)
	if err != nil {
		return err
	}
	texts := bankTexts(read)
	model := wire.Model(e, wire.QueriesAlone)
	if model == nil {
		return errors.New("the configured model is not installed; run: impressionism model install")
	}
	home, err := cached(e, wire.ModelName(e), model.Identity(), func(text string) ([]float32, error) { return wire.EmbedNow(e, model, text) })
	if err != nil {
		return err
	}
	_, abroad, err := multilingual(e)
	if err != nil {
		return err
	}
	words := glossWords(texts)
	of, err := embedAll(abroad, words)
	if err != nil {
		return err
	}
	from, err := embedAll(abroad, texts)
	if err != nil {
		return err
	}
	to, err := embedAll(home, texts)
	if err != nil {
		return err
	}
	vectors := gloss.Fit(of, from, to)
	fmt.Fprintf(e.Out, "%d words, %d texts, %d bytes\n", len(words), len(texts), len(vectors))
	return errors.Join(
		os.WriteFile(filepath.Join(out, "words.txt"), []byte(strings.Join(words, "\n")+"\n"), 0o644),
		os.WriteFile(filepath.Join(out, "vectors.bin"), []byte(vectors), 0o644))
}

// cached embeds through the cache that tuning uses.
func cached(e *env.Env, model, identity string, embed func(string) ([]float32, error)) (func(string) ([]float32, error), error) {
	vectors, err := eval.OpenVectors(filepath.Join(e.Paths.Cache, "eval", "tune-query-"+model+".vectors"), identity+" query")
	if err != nil {
		return nil, err
	}
	return vectors.Through(embed), nil
}

func embedAll(embed func(string) ([]float32, error), texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	for i, text := range texts {
		var err error
		if vectors[i], err = embed(text); err != nil {
			return nil, err
		}
	}
	return vectors, nil
}

// bankTexts are what concepts are about and how people ask for them.
func bankTexts(bank tune.Bank) []string {
	var texts []string
	for _, concept := range slices.Concat(bank.Concepts, bank.More, bank.Neighbours) {
		texts = append(append(texts, concept.Name+": "+concept.About), concept.Asks...)
	}
	return append(texts, bank.Nulls...)
}

// glossWords are the bank's words, as they stand, that are more than grammar and chatter,
// sorted. The client's name is one that a prompt spells as it is.
func glossWords(texts []string) []string {
	count := map[string]int{}
	for _, text := range texts {
		for word := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool { return r < 'a' || r > 'z' }) {
			count[word]++
		}
	}
	var words []string
	for word, n := range count {
		if n >= glossWordMin && len(word) > 2 && word != "claude" && !language.Grammar(word) {
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return words
}

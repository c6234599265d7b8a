package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that what is embedded is what `lab tune` makes: the tables of words,
// of how prompts are asked and of null prompts to the byte, and the weights of words. Vectors need minutes
// of embedding: make tune does all of it.
func TestEmbeddedTablesAreTuned(t *testing.T) {
	data := envtest.SharedEval(t)
	bank, err := tune.ReadBank("../../cmd/lab/tune/bank")
	if err != nil {
		t.Fatal(err)
	}
	in := tune.Input{Kind: "skill", Concepts: bank.Concepts, More: bank.More, Neighbours: bank.Neighbours, Nulls: bank.Nulls, Bank: bank.Calibration, Unmeasured: true}
	own := "../../host/eval/testdata/"
	dirs := []string{filepath.Join(data, "dev", "skills-real")}
	for _, name := range []string{"prompts", "prompts-b", "prompts-c", "prompts-d", "prompts-e", "prompts-f", "prompts-g", "terse", "terse-b", "long", "long-b"} {
		dirs = append(dirs, own+name)
	}
	days, err := filepath.Glob(own + "days/*")
	if err != nil || len(days) == 0 {
		t.Fatal("no days", err)
	}
	for _, dir := range append(dirs, days...) {
		set, err := eval.OpenSet(dir)
		if err != nil {
			t.Fatal(err)
		}
		in.Sets = append(in.Sets, tuneSet(filepath.Base(dir), set, abi.KindSkill, nil))
	}
	result, err := tune.Fit(in, rank.For(""), nil)
	if err != nil {
		t.Fatal(err)
	}
	for file, got := range map[string][]byte{"words.txt": result.Words, "manner.txt": result.Manner, "nulls.txt": result.Nulls} {
		want, err := os.ReadFile(filepath.Join("../../host/rank/data", file))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what lab tune makes; run: make tune", file)
		}
	}
	if got, want := result.Recipe.Lexical, rank.Default().Lexical; got != want {
		t.Errorf("weights of words: got %+v want %+v; run: make tune", got, want)
	}
}

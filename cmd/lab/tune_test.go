package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/lab/tune"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/sampletest"
)

var update = flag.Bool("update", false, "write the vectors of null prompts that the program has")

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

// Ensure that the vectors of null prompts that are embedded are the default model's, give or
// take the step that they are stored in.
func TestNullVectorsAreTheModels(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		envtest.SkipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	recipe := rank.Default()
	embedder, err := onnx.Open(onnx.Config{Dir: models, Model: recipe.Model})
	envtest.Must(t, err)
	defer embedder.Close()
	nulls := recipe.Nulls()
	if *update {
		table, err := os.ReadFile("../../host/rank/data/nulls.txt")
		envtest.Must(t, err)
		made := fmt.Appendf(nil, "%s %x\n", embedder.Model(), sha256.Sum256(table))
		for _, null := range nulls {
			vector, err := embedder.Embed(null.Text)
			envtest.Must(t, err)
			for _, x := range vector {
				made = binary.LittleEndian.AppendUint16(made, uint16(int16(math.Round(float64(x)*math.MaxInt16))))
			}
		}
		envtest.Must(t, os.WriteFile("../../host/rank/data/nulls-minilm-skills.bin", made, 0o644))
		return // the program that was built has the vectors before
	}
	vectors := recipe.NullVectors(embedder.Model())
	if len(vectors) != len(nulls) {
		t.Fatalf("%d vectors of %d null prompts by %s; run: make tune", len(vectors), len(nulls), embedder.Model())
	}
	places := make([]int, len(nulls))
	for i := range places {
		places[i] = i
	}
	for _, i := range sampletest.Some(places, 20, strconv.Itoa) {
		want, err := embedder.Embed(nulls[i].Text)
		envtest.Must(t, err)
		for j, x := range want {
			if len(vectors[i]) != len(want) || math.Abs(float64(x-vectors[i][j])) > 1e-4 {
				t.Errorf("null prompt %d, %.60q: %d numbers, number %d is not the model's; run: make tune", i, nulls[i].Text, len(vectors[i]), j)
				break
			}
		}
	}
}

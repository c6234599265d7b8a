package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/eval"
)

var update = flag.Bool("update", false, "commit the scores that the program has now")

// committedScores is written by this test's -update and by lab evaluate -save.
const committedScores = "../../host/eval/testdata/scores.json"

// Ensure that the whole program, index, ruleset and sessions included, chooses
// as well as when its scores were committed, give or take what chance explains:
// 1.645 standard deviations of the difference in a paired bootstrap over the
// same prompts, so that three prompts lost and none won are too many. And ensure
// that it finds the right skill first more often than words with bodies do.
func TestChoosing(t *testing.T) {
	data, models := envtest.SharedEval(t), envtest.Models()
	if models == "" {
		envtest.SkipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	home := t.TempDir()
	if err := os.Symlink(models, filepath.Join(home, "models")); err != nil {
		t.Fatal(err)
	}
	committed := readCommitted(t)
	for _, name := range eval.Guarded {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(data, "dev", name)
			set, err := eval.OpenSet(folder)
			if err != nil {
				t.Fatal(err)
			}
			answers := answered(t, home, folder)
			if *update {
				committed.Commit(name, set, answers)
			}
			moves, err := committed.Moves(name, set, answers)
			if err != nil {
				t.Fatal(err)
			}
			for _, move := range moves {
				if move.Better {
					t.Logf("%v; commit it: go test ./cmd/impressionism -run TestChoosing -update", move)
				} else {
					t.Error(move)
				}
			}
			if !set.Sessions() {
				beatsWords(t, set, answers, answered(t, home, folder, "--ranker", "bm25+body"))
			}
		})
	}
	t.Run("other languages", func(t *testing.T) { holdsInOtherLanguages(t, home) }) // over the first catalog, which is embedded by now
	if *update {
		writeCommitted(t, committed)
	}
}

// beatsWords compares hit@1, the first of all metrics.
func beatsWords(t *testing.T, set eval.Set, ours, words eval.Rankings) {
	t.Helper()
	comparison, err := set.Compare(words, ours)
	if err != nil {
		t.Fatal(err)
	}
	if first := comparison.Differences[0]; first.Name != "hit@1" || first.Verdict() != eval.Better {
		t.Errorf("%s is %.3f, BM25 with bodies has %.3f", first.Name, first.B, first.A)
	}
}

// answered sends a set's queries through the program.
func answered(t *testing.T, home, folder string, flags ...string) eval.Rankings {
	t.Helper()
	corpus, err := eval.CorpusPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	queries, err := os.Open(filepath.Join(folder, "queries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer queries.Close()
	var out, errOut bytes.Buffer
	environ := []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home}
	if code := run(append([]string{"eval", "rank", corpus}, flags...), environ, queries, &out, &errOut); code != env.ExitOK {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	rankings, err := eval.ReadRankings(&out)
	if err != nil {
		t.Fatal(err)
	}
	return rankings
}

func readCommitted(t *testing.T) eval.Committed {
	t.Helper()
	data, err := os.ReadFile(committedScores)
	if errors.Is(err, os.ErrNotExist) && *update {
		return eval.Committed{}
	}
	if err != nil {
		t.Fatal(err)
	}
	committed, err := eval.ReadCommitted(data)
	if err != nil {
		t.Fatal(err)
	}
	return committed
}

func writeCommitted(t *testing.T, committed eval.Committed) {
	t.Helper()
	data, err := committed.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(committedScores, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

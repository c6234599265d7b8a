package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sharedEval is the folder of labelled prompts beside the checkout. Where it is
// absent the test is skipped, where CI=true it fails.
func sharedEval(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared/eval")
	if err != nil {
		t.Fatal(err)
	}
	if !exists(dir) {
		skipOrFail(t, "needs ../shared/eval beside the checkout")
	}
	return dir
}

func skipOrFail(t *testing.T, why string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// score is what the harness says of rankings.
type score struct {
	Ranking   map[string]float64 `json:"ranking"`
	Selection map[string]float64 `json:"selection"`
}

func harness(t *testing.T, data string, args ...string) []byte {
	t.Helper()
	command := exec.Command("python3", append([]string{filepath.Join(data, "harness", "evalkit.py")}, args...)...)
	var errOut bytes.Buffer
	command.Stderr = &errOut
	out, err := command.Output()
	if err != nil {
		t.Fatalf("harness %v: %v\n%s", args, err, errOut.String())
	}
	return out
}

func scored(t *testing.T, data, rankings string) score {
	t.Helper()
	var s score
	out := harness(t, data, "score", "--set", filepath.Join(data, "dev", "skills-real"), "--rankings", rankings, "--json")
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// Ensure that the whole program, index, ruleset and sessions included, finds the
// right skill first more often than words with bodies do, is right in most of
// what it says, and is all but silent where nothing fits. Bounds are three
// prompts below what is measured; docs/selection.md has the numbers.
func TestChoosingOnRealSkills(t *testing.T) {
	data, models := sharedEval(t), testModels()
	if models == "" {
		skipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	home := t.TempDir()
	if err := os.Symlink(models, filepath.Join(home, "models")); err != nil {
		t.Fatal(err)
	}
	set := filepath.Join(data, "dev", "skills-real")
	queries, err := os.ReadFile(filepath.Join(set, "queries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var out, errOut bytes.Buffer
	environ := []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home}
	if code := run(strings.Fields("eval rank "+filepath.Join(set, "corpus.jsonl")), environ, bytes.NewReader(queries), &out, &errOut); code != exitOK {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	ours, words := filepath.Join(home, "ours.jsonl"), filepath.Join(home, "words.jsonl")
	writeTestFile(t, ours, out.String())
	harness(t, data, "rank", "--set", set, "--ranker", "bm25+body", "--out", words)
	got, base := scored(t, data, ours), scored(t, data, words)
	t.Logf("hit@1 %.3f, BM25 with body %.3f; P %.3f R %.3f FAR %.3f", got.Ranking["hit@1"], base.Ranking["hit@1"],
		got.Selection["P"], got.Selection["R"], got.Selection["FAR"])
	if got.Ranking["hit@1"] <= base.Ranking["hit@1"] {
		t.Errorf("hit@1 %.3f does not beat BM25 with body, %.3f", got.Ranking["hit@1"], base.Ranking["hit@1"])
	}
	if got.Selection["P"] < .88 || got.Selection["R"] < .63 || got.Selection["FAR"] > .03 {
		t.Errorf("P %.3f R %.3f FAR %.3f, want at least .88, .63, at most .03", got.Selection["P"], got.Selection["R"], got.Selection["FAR"])
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/eval"
	"github.com/ed-irl/impressionism/host/sampletest"
)

var update = flag.Bool("update", false, "commit the scores that the program has now")

// committedScores is written by this test's -update and by lab evaluate -save.
const committedScores = "../../host/eval/testdata/scores.json"

// Ensure that the whole program, index, ruleset and sessions included, chooses
// as well as when its scores were committed, give or take what chance explains:
// 1.645 standard deviations of the difference in a paired bootstrap over the
// same prompts, so that three prompts lost and none won are too many. Ensure that it is
// as silent over a part of the catalog, which a fit over a whole catalog is not. And ensure
// that it finds the right skill first more often than words with bodies do. Of what is tried
// beside the first set, each commit tries some.
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
	beside := append(slices.Clone(eval.Guarded[1:]), otherLanguages)
	if !*update {
		beside = sampletest.Some(beside, 2, func(name string) string { return name })
	}
	for _, name := range append(eval.Guarded[:1:1], beside...) {
		if name == otherLanguages {
			t.Run(name, func(t *testing.T) { holdsInOtherLanguages(t, home) }) // over the first catalog, which is embedded by now
			continue
		}
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(data, "dev", name)
			set, err := eval.OpenSet(folder)
			if err != nil {
				t.Fatal(err)
			}
			flags := kindFlags[name]
			answers := answered(t, home, folder, flags...)
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
				beatsWords(t, set, answers, answered(t, home, folder, append(flags, "--ranker", "bm25+body")...))
			}
			if !set.Sessions() && flags == nil {
				holdsInSmallCatalogs(t, home, folder, set)
			}
		})
	}
	if *update {
		writeCommitted(t, committed)
	}
}

// otherLanguages stands for prompts in other languages among the names of sets.
const otherLanguages = "other languages"

// kindFlags are for sets of other items than skills.
var kindFlags = map[string][]string{"tools": {"--kind", "tool"}, "lessons": {"--kind", "lesson"}}

// holdsInSmallCatalogs asks every second prompt of a set over a random part of its catalog, as
// large as catalogs that people have. Thresholds that were fitted over the whole catalog tell
// .10 of these prompts something whose item was not drawn. With cards more is found and less
// is told wrongly.
func holdsInSmallCatalogs(t *testing.T, home, folder string, set eval.Set) {
	t.Helper()
	const size, alarmsMax, foundMin = 60, .08, .55
	const cardedAlarmsMax, cardedFoundMin = .04, .75
	whole, err := eval.CorpusPath(folder)
	if err != nil {
		t.Fatal(err)
	}
	part := t.TempDir()
	corpus, err := filepath.Rel(part, whole)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, at := range rand.New(rand.NewPCG(1, size)).Perm(len(set.Corpus.Items()))[:size] {
		id := set.Corpus.Items()[at].ID
		drawn[id] = true
		corpus += "\n" + id
	}
	data, err := os.ReadFile(filepath.Join(folder, "queries.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var queries string
	for i, line := range strings.SplitAfter(string(data), "\n") {
		if i%2 == 0 {
			queries += line
		}
	}
	for name, text := range map[string]string{"CORPUS": corpus, "queries.jsonl": queries} {
		if err := os.WriteFile(filepath.Join(part, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ways := sampletest.Some([]string{"without cards", "with cards"}, 1, func(way string) string { return way })
	if slices.Contains(ways, "without cards") {
		countDrawn(set, drawn, answered(t, home, part)).hold(t, alarmsMax, foundMin)
	}
	if slices.Contains(ways, "with cards") {
		withCards(t, folder, part, set, drawn)
		countDrawn(set, drawn, answered(t, home, part)).hold(t, cardedAlarmsMax, cardedFoundMin)
	}
}

// withCards gives the items of a part of a catalog their cards.
func withCards(t *testing.T, folder, part string, set eval.Set, drawn map[string]bool) {
	t.Helper()
	cards, err := eval.ReadCards(filepath.Join(folder, "cards.jsonl"))
	envtest.Must(t, err)
	var corpus bytes.Buffer
	encoder := json.NewEncoder(&corpus)
	for _, item := range set.Corpus.Items() {
		c, has := cards[item.ID]
		if !has {
			t.Fatalf("%s has no card", item.ID)
		}
		if item.Card = &c; drawn[item.ID] {
			envtest.Must(t, encoder.Encode(item))
		}
	}
	envtest.Must(t, os.Remove(filepath.Join(part, "CORPUS")))
	envtest.WriteFile(t, filepath.Join(part, "corpus.jsonl"), corpus.String())
}

// drawnCounts is what is counted over a part of a catalog.
type drawnCounts struct{ needs, found, negatives, alarms float64 }

// hold reports a larger share of alarms, or a smaller one of needs that are met.
func (c drawnCounts) hold(t *testing.T, alarmsMax, foundMin float64) {
	t.Helper()
	if c.alarms > alarmsMax*c.negatives || c.found < foundMin*c.needs {
		t.Errorf("%.0f of %.0f prompts without a need are told something, and %.0f of %.0f needs are met", c.alarms, c.negatives, c.found, c.needs)
	}
}

// countDrawn leaves out the prompts of which only tolerated items were drawn.
func countDrawn(set eval.Set, drawn map[string]bool, answers eval.Rankings) drawnCounts {
	var c drawnCounts
	isDrawn := func(id string) bool { return drawn[id] }
	for _, label := range set.Labels {
		answer, asked := answers[label.ID]
		gold, told := slices.Concat(label.Gold...), answer.Selected
		switch {
		case !asked:
		case slices.ContainsFunc(gold, isDrawn):
			c.needs++
			if slices.ContainsFunc(told, func(id string) bool { return slices.Contains(gold, id) }) {
				c.found++
			}
		case !slices.ContainsFunc(label.OK, isDrawn):
			c.negatives++
			if len(told) > 0 {
				c.alarms++
			}
		}
	}
	return c
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

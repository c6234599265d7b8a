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
// same prompts, so that three prompts lost and none won are too many. And ensure that
// it finds the right item first more often than words with bodies do. Each commit tries a
// catalog as large as those that people have and one set beside it; a soak tries all sets.
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
	dev := func(name string) string { return filepath.Join(data, "dev", name) }
	sets := []labelled{
		{name: "skills-small-cards", part: true, cards: true, alarmsMax: .04, foundMin: .75, folder: dev("skills-real")},
		{name: "languages-small", folder: "../../host/eval/testdata/languages-small"},
		{name: "tools", folder: dev("tools"), flags: []string{"--kind", "tool"}},
		{name: "lessons", folder: dev("lessons"), flags: []string{"--kind", "lesson"}},
		{name: "skills-real", folder: dev("skills-real")},
		{name: "sessions", folder: dev("sessions")},
		{name: otherLanguages},
	}
	if !*update {
		sets = sampletest.Some(sets, 1, func(set labelled) string { return set.name })
	}
	for _, one := range append(sets, labelled{name: "skills-small", part: true, alarmsMax: .08, foundMin: .55, folder: dev("skills-real")}) {
		t.Run(one.name, func(t *testing.T) {
			if one.name == otherLanguages {
				holdsInOtherLanguages(t, home)
				return
			}
			if one.part {
				one.folder = drawn(t, one.folder, one.cards)
			}
			set, err := eval.OpenSet(one.folder)
			envtest.Must(t, err)
			answers := answered(t, home, one.folder, one.flags...)
			if *update {
				committed.Commit(one.name, set, answers)
			}
			if one.part {
				var now eval.Committed
				now.Commit(one.name, set, answers)
				if scores := now.Sets[one.name].Scores; scores["FAR"] > one.alarmsMax || scores["R"] < one.foundMin {
					t.Errorf("of prompts without a need %.3f are told something, want at most %g; %.3f of needs are met, want at least %g", scores["FAR"], one.alarmsMax, scores["R"], one.foundMin)
				}
			}
			moves, err := committed.Moves(one.name, set, answers)
			envtest.Must(t, err)
			for _, move := range moves {
				if move.Better {
					t.Logf("%v; commit it: go test ./cmd/impressionism -run TestChoosing -update", move)
				} else {
					t.Error(move)
				}
			}
			if !set.Sessions() {
				beatsWords(t, set, answers, answered(t, home, one.folder, append(one.flags, "--ranker", "bm25+body")...))
			}
		})
	}
	if *update {
		writeCommitted(t, committed)
	}
}

// otherLanguages stands for prompts in other languages among the names of sets.
const otherLanguages = "other languages"

// labelled is a set of labelled prompts.
type labelled struct {
	name, folder string
	part, cards  bool     // over a part of the catalog that is drawn, whose items have their cards
	alarmsMax    float64  // of a part: the highest FAR, whatever was committed
	foundMin     float64  // of a part: the lowest R
	flags        []string // of eval rank
}

// drawn writes a set over 60 random items of another's catalog, with their cards or without,
// and returns its folder. A prompt whose items were not drawn needs nothing there; one of which
// only tolerated items were drawn is left out.
func drawn(t *testing.T, folder string, carded bool) string {
	t.Helper()
	const size = 60
	whole, err := eval.OpenSet(folder)
	envtest.Must(t, err)
	cards, err := eval.ReadCards(filepath.Join(folder, "cards.jsonl"))
	envtest.Must(t, err)
	var corpus, queries, labels bytes.Buffer
	has := map[string]bool{}
	for _, at := range rand.New(rand.NewPCG(1, size)).Perm(len(whole.Corpus.Items()))[:size] {
		item := whole.Corpus.Items()[at]
		card, known := cards[item.ID]
		if !known {
			t.Fatalf("%s has no card", item.ID)
		}
		if carded {
			item.Card = &card
		}
		has[item.ID] = true
		envtest.Must(t, json.NewEncoder(&corpus).Encode(item))
	}
	gone := func(id string) bool { return !has[id] }
	for i, label := range whole.Labels {
		label.Gold = slices.DeleteFunc(label.Gold, func(ids []string) bool { return !slices.ContainsFunc(ids, func(id string) bool { return has[id] }) })
		for i, ids := range label.Gold {
			label.Gold[i] = slices.DeleteFunc(ids, gone)
		}
		label.OK = slices.DeleteFunc(label.OK, gone)
		if len(label.Gold) == 0 && len(label.OK) > 0 {
			continue
		}
		envtest.Must(t, json.NewEncoder(&queries).Encode(whole.Queries[i]))
		envtest.Must(t, json.NewEncoder(&labels).Encode(label))
	}
	part := t.TempDir()
	for name, text := range map[string]*bytes.Buffer{"corpus.jsonl": &corpus, "queries.jsonl": &queries, "qrels.jsonl": &labels} {
		envtest.WriteFile(t, filepath.Join(part, name), text.String())
	}
	return part
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

package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Ensure that every number is what the harness of the data sets says of the
// same answers, on every set: answers drawn from right, tolerated and wrong
// items, some repeated, some missing.
func TestScoresOfTheHarness(t *testing.T) {
	for _, name := range devSets {
		t.Run(name, func(t *testing.T) {
			set := openShared(t, name)
			path := filepath.Join(t.TempDir(), "rankings.jsonl")
			drawAnswers(t, set, path)
			rankings := readRankings(t, path)
			folder := filepath.Join(shared(t), "dev", name)
			if set.Sessions() {
				sameSessions(t, set, rankings, folder, path)
			} else {
				samePrompts(t, set, rankings, folder, path)
			}
		})
	}
}

// Ensure the same of sessions as nobody would have them: topics that share items
// and come back, neutral turns first.
func TestOddSessionsOfTheHarness(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	ids := []string{"a", "b", "c", "d", "e", "f"}
	var corpus, queries, labels strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&corpus, "{\"id\":%q}\n", id)
	}
	for s := range 60 {
		for turn := range 12 {
			at := random.IntN(4)
			kind, topic, must := kindTopic, fmt.Sprintf("%q", ids[at]), fmt.Sprintf("[[%q,%q],[%q]]", ids[at], ids[at+1], ids[at+2])
			if random.IntN(3) == 0 {
				kind, topic, must = []string{kindNeutral, "offtopic"}[random.IntN(2)], "null", "[]"
			}
			fmt.Fprintf(&queries, "{\"id\":\"%d#%d\",\"session\":\"%d\",\"text\":\"x\"}\n", s, turn, s)
			fmt.Fprintf(&labels, "{\"id\":\"%d#%d\",\"session\":\"%d\",\"kind\":%q,\"topic\":%s,\"must\":%s,\"may\":[%q,%q]}\n", s, turn, s, kind, topic, must, ids[at], ids[at+1])
		}
	}
	folder := writeSet(t, map[string]string{"corpus.jsonl": corpus.String(), "queries.jsonl": queries.String(), "qrels.jsonl": labels.String()})
	set, err := OpenSet(folder)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, "rankings.jsonl")
	drawAnswers(t, set, path)
	sameSessions(t, set, readRankings(t, path), folder, path)
}

func sameSessions(t *testing.T, set Set, rankings Rankings, folder, path string) {
	t.Helper()
	var want map[string]float64
	harness(t, "k.sessions(sys.argv[2], k.load(sys.argv[3]))", &want, folder, path)
	got, err := set.Score(rankings, "")
	if err != nil {
		t.Fatal(err)
	}
	delete(want, "turns")
	sameNumbers(t, "", got.Metrics, want)
}

func samePrompts(t *testing.T, set Set, rankings Rankings, folder, path string) {
	t.Helper()
	for _, by := range []string{"level", "kind", "family"} {
		var want struct {
			Positives int                           `json:"n_pos"`
			Negatives int                           `json:"n_neg"`
			Ranking   map[string]float64            `json:"ranking"`
			Selection map[string]*float64           `json:"selection"`
			By        map[string]map[string]float64 `json:"by"`
		}
		harness(t, "k.score(sys.argv[2], k.load(sys.argv[3]), by=sys.argv[4])", &want, folder, path, by)
		got, err := set.Score(rankings, by)
		if err != nil {
			t.Fatal(err)
		}
		if got.Positives != want.Positives || got.Negatives != want.Negatives {
			t.Errorf("got %d positives and %d negatives, want %d and %d", got.Positives, got.Negatives, want.Positives, want.Negatives)
		}
		all := want.Ranking
		for metric, value := range want.Selection {
			if !slices.Contains([]string{"neg", "pos", "thr", "cap"}, metric) {
				all[metric] = math.NaN()
				if value != nil {
					all[metric] = *value
				}
			}
		}
		sameNumbers(t, "", got.Metrics, all)
		for _, group := range got.Groups {
			if wanted, ok := want.By[group.Name]; ok {
				delete(wanted, "n")
				sameNumbers(t, group.Name, group.Metrics[:8], wanted)
				delete(want.By, group.Name)
			} else if group.Positives > 0 {
				t.Errorf("the harness has no group %q", group.Name)
			}
		}
		if len(want.By) > 0 {
			t.Errorf("by %s: groups are missing: %v", by, want.By)
		}
	}
}

func sameNumbers(t *testing.T, where string, got []Metric, want map[string]float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: got %d metrics, want %d: %v", where, len(got), len(want), want)
	}
	for _, m := range got {
		wanted, ok := want[m.Name]
		if !ok || !(math.Abs(m.Value-wanted) <= 1e-9 || math.IsNaN(m.Value) && math.IsNaN(wanted)) {
			t.Errorf("%s %s: got %v want %v (%v)", where, m.Name, m.Value, wanted, ok)
		}
		if !math.IsNaN(m.Value) && !(m.Low <= m.Value && m.Value <= m.High) {
			t.Errorf("%s %s: %v is outside of its interval %v to %v", where, m.Name, m.Value, m.Low, m.High)
		}
	}
}

// drawAnswers writes answers that reach every branch of the metrics.
func drawAnswers(t *testing.T, set Set, path string) {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 7))
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	encoder := json.NewEncoder(file)
	for _, label := range set.Labels {
		if random.IntN(20) == 0 {
			continue // no answer
		}
		pool := append(slices.Concat(label.Gold...), slices.Concat(label.Must...)...)
		pool = append(pool, pool...) // repeated
		pool = append(pool, label.OK[:min(3, len(label.OK))]...)
		pool = append(pool, label.May[:min(3, len(label.May))]...)
		for range 1 + random.IntN(12) {
			pool = append(pool, set.Corpus.items[random.IntN(len(set.Corpus.items))].ID)
		}
		random.Shuffle(len(pool), func(i, j int) { pool[i], pool[j] = pool[j], pool[i] })
		answer := map[string]any{"id": label.ID, "selected": pool[:random.IntN(min(4, len(pool)))]}
		ranking := [][2]any{}
		for i, id := range pool {
			ranking = append(ranking, [2]any{id, 1 / float64(i+1)})
		}
		answer["ranking"] = ranking
		if set.Sessions() && random.IntN(4) > 0 { // else what is told counts as active
			answer["active"] = pool[:random.IntN(min(4, len(pool)))]
		}
		if err := encoder.Encode(answer); err != nil {
			t.Fatal(err)
		}
	}
}

func readRankings(t *testing.T, path string) Rankings {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rankings, err := ReadRankings(file)
	if err != nil {
		t.Fatal(err)
	}
	return rankings
}

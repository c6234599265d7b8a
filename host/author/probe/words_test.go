package probe_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/rank"
)

var (
	airflow = item("airflow", "Build nightly data pipelines in Airflow with operators.", "",
		"A backfill must do no harm. Plan the backfill, try the backfill.\n```\nxcom xcom xcom xcom\n```\nOnce: templating.")
	dagster = item("dagster", "Build nightly data pipelines in Dagster with assets.", "", "Declare.")
	all     = []probe.Item{airflow, dagster}
)

// rarity is the recipe's, of the background alone.
func rarity(stem string) float64 {
	return rank.Default().Lexicon(rank.Query{Terms: []string{stem}, Counts: []int{1}}, 0, nil).Mass()
}

// ask ranks the two items by BM25, the real one of the search.
func ask(text string) ([]probe.Standing, error) {
	query := rank.NewQuery(text)
	lexicon := rank.Default().Lexicon(query, 0, nil)
	var standings []probe.Standing
	for _, i := range all {
		weighted := rank.Weigh(i.Document)
		s := probe.Standing{ID: i.ID, Fit: 1}
		for t, term := range query.Terms {
			s.Logit += lexicon.Share(t, weighted.Terms[term], weighted.Length)
		}
		standings = append(standings, s)
	}
	return standings, nil
}

// Ensure that words which only one item has are found as they are written, with
// where they stand; neither code nor what is said once in a body is one.
func TestCandidates(t *testing.T) {
	words := probe.NewWords(all, rarity)
	got := map[string]string{}
	for _, w := range words.Candidates("airflow", "dagster") {
		got[w.Word] = w.Where
	}
	want := map[string]string{"airflow": probe.InDescription, "operators": probe.InDescription, "backfill": probe.InBody}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if got := words.Candidates("airflow", "nobody"); got != nil {
		t.Errorf("of an item that is not there: got %v", got)
	}
}

// Ensure that what two items have in common is told and measured.
func TestCommon(t *testing.T) {
	words := probe.NewWords(all, rarity)
	common := words.Common("airflow", "dagster")
	if len(common) == 0 || !slices.Contains(common, "nightly") || slices.Contains(common, "airflow") {
		t.Errorf("got %v, want nightly among them and not airflow", common)
	}
	if alike := words.Alike("airflow", "dagster"); alike < .2 || alike > .9 {
		t.Errorf("got %.2f alike, want between", alike)
	}
	if alike := words.Alike("airflow", "airflow"); alike < .999 {
		t.Errorf("with itself: got %.2f, want 1", alike)
	}
	if alike := words.Alike("airflow", "nobody"); alike != 0 {
		t.Errorf("with an item that is not there: got %.2f", alike)
	}
}

// Ensure that parting words do what is said of them: put into the prompt, each
// moves the two apart by its shift, towards its owner.
func TestPart(t *testing.T) {
	words := probe.NewWords(all, rarity)
	prompt := "build nightly data pipelines"
	parting, err := words.Part(probe.Pair{A: "airflow", B: "dagster"}, prompt, ask)
	if err != nil {
		t.Fatal(err)
	}
	owners := map[string]int{}
	for _, w := range parting {
		owners[w.Owner]++
		if got := lead(t, prompt+" "+w.Word, w.Owner) - lead(t, prompt, w.Owner); got != w.Shift || got <= 0 {
			t.Errorf("%s of %s: got shift %v, measured %v", w.Word, w.Owner, w.Shift, got)
		}
	}
	if owners["airflow"] == 0 || owners["dagster"] == 0 {
		t.Errorf("got words of %v, want some of both", owners)
	}
}

// lead is by how much an item is before the other.
func lead(t *testing.T, text, id string) float64 {
	t.Helper()
	standings, err := ask(text)
	if err != nil {
		t.Fatal(err)
	}
	difference := standings[0].Logit - standings[1].Logit
	if id == standings[1].ID {
		return -difference
	}
	return difference
}

// Ensure that a word which moves nothing is not told.
func TestPartMovesNothing(t *testing.T) {
	pair := probe.Pair{A: "airflow", B: "dagster"}
	same := []probe.Standing{{ID: "airflow", Logit: 1}, {ID: "dagster", Logit: .9}}
	parting, err := probe.NewWords(all, rarity).Part(pair, "x", func(string) ([]probe.Standing, error) { return same, nil })
	if err != nil || len(parting) != 0 {
		t.Errorf("got %v, %v, want nothing", parting, err)
	}
}

// Ensure that a search that fails is told with the pair it was for.
func TestPartFails(t *testing.T) {
	broken := errors.New("the index is closed")
	pair := probe.Pair{A: "airflow", B: "dagster"}
	_, err := probe.NewWords(all, rarity).Part(pair, "x", func(string) ([]probe.Standing, error) { return nil, broken })
	if !errors.Is(err, broken) || err.Error() != "part airflow and dagster: the index is closed" {
		t.Errorf("got %v", err)
	}
}

package tune

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/stats"
)

// world is small: subjects with words for descriptions and others for asks.
var world = []struct{ name, told, asked string }{
	{"payments", "stripe checkout billing webhook invoice", "charge customers money card subscription monthly"},
	{"containers", "docker image registry build layer", "ship package run everywhere machine same"},
	{"databases", "postgres index query schema migration", "slow table rows lookup report columns"},
	{"testing", "pytest fixture assertion mock coverage", "prove works break change safely check"},
	{"design", "css layout typography spacing colour", "ugly pretty page crooked look align"},
	{"search", "ranking embedding retrieval bm25 recall", "find nothing typed results irrelevant answers"},
}

// toyVector puts a text near the subjects whose words it has, and near where
// asks are, which is elsewhere.
func toyVector(text string) ([]float32, error) {
	vector := make([]float64, 16)
	for i, subject := range world {
		for _, word := range strings.Fields(subject.told + " " + subject.name) {
			vector[i] += float64(strings.Count(text, word))
		}
		for _, word := range strings.Fields(subject.asked) {
			vector[8+i] += float64(strings.Count(text, word))
		}
	}
	sum := fnv.New64a()
	fmt.Fprint(sum, text)
	chance := rand.New(rand.NewPCG(sum.Sum64(), 1))
	for i := range vector {
		vector[i] += .2 * chance.NormFloat64()
	}
	length := math.Sqrt(stats.Dot(vector, vector))
	narrow := make([]float32, len(vector))
	for i := range vector {
		narrow[i] = float32(vector[i] / length)
	}
	return narrow, nil
}

func toyInput() Input {
	in := Input{Kind: "skill", Embed: toyVector, EmbedText: toyVector}
	set := Set{Name: "toy"}
	chance := rand.New(rand.NewPCG(7, 7))
	some := func(words string) string {
		list := strings.Fields(words)
		chance.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		return strings.Join(list[:3], " ")
	}
	for i, subject := range world {
		asks := make([]string, 1500) // enough steps for the adapter
		for n := range asks {
			asks[n] = "we want " + some(subject.asked)
		}
		in.Concepts = append(in.Concepts, Concept{Name: subject.name, About: subject.told, Asks: asks[:200]})
		in.More = append(in.More, Concept{Name: subject.name, Asks: asks[200:]})
		set.Items = append(set.Items, Item{ID: subject.name, Document: rank.Document{Name: subject.name, Description: "Use for " + subject.told}})
		for n := range 10 {
			set.Prompts = append(set.Prompts, Prompt{
				ID: fmt.Sprintf("p%03d", 10*i+n), Text: "please " + some(subject.asked), Family: fmt.Sprint(n % 5), Level: "hard", Gold: [][]string{{subject.name}},
			})
		}
	}
	for n := range 60 {
		null := fmt.Sprintf("rename variable number %d then continue with step %d", n, n%7)
		in.Nulls = append(in.Nulls, null)
		in.Bank = append(in.Bank, "undo "+null)
		set.Prompts = append(set.Prompts, Prompt{ID: fmt.Sprintf("n%03d", n), Text: "again " + null, Family: fmt.Sprint(n % 5)})
	}
	in.Sets = []Set{set}
	return in
}

// fittedToy is one fit on all of toyInput, for the tests that change nothing of it.
var fittedToy = sync.OnceValues(func() (*Result, error) { return Fit(toyInput(), rank.For(""), nil) })

// Ensure that a fit learns: prompts without one word of a description find it,
// and prompts about nothing find none.
func TestFitLearns(t *testing.T) {
	result, err := fittedToy()
	if err != nil {
		t.Fatal(err)
	}
	if first := First(OfSize(result.Unseen, 0), "hard"); first < .9 {
		t.Errorf("hit@1 on unseen prompts: %v", first)
	}
	if recall := BestRecall(OfSize(result.Unseen, 0), .02); recall < .8 {
		t.Errorf("recall on unseen prompts: %v", recall)
	}
	plain, err := Fit(toyInput(), rank.For(""), Parts{"adapter": true, "gate": true, "related": true})
	if err != nil {
		t.Fatal(err)
	}
	if with, without := First(result.Unseen, ""), First(plain.Unseen, ""); with <= without {
		t.Errorf("hit@1 %v with all parts, %v without adapter and associations", with, without)
	}
}

// Ensure that the same input makes the same bytes, and that what is written is
// what the program can read.
func TestFitIsReproducible(t *testing.T) {
	one, err := fittedToy()
	if err != nil {
		t.Fatal(err)
	}
	two, err := Fit(toyInput(), rank.For(""), nil)
	if err != nil {
		t.Fatal(err)
	}
	if one.Recipe.ID != two.Recipe.ID || one.Recipe.Vectors != two.Recipe.Vectors || !bytes.Equal(one.Words, two.Words) || !bytes.Equal(one.Manner, two.Manner) || !bytes.Equal(one.Nulls, two.Nulls) {
		t.Error("two fits of one input differ")
	}
	if got := len(one.Recipe.Nulls()); got != 60 {
		t.Errorf("%d null prompts", got)
	}
	query, _ := toyVector("charge card monthly")
	if gate := one.Recipe.Gate(query); gate <= 0 {
		t.Errorf("gate of a prompt with a need: %v", gate)
	}
	if gate := one.Recipe.WordGate(rank.Prompt("charge card monthly")); gate <= 0 {
		t.Errorf("word gate of a prompt with a need: %v", gate)
	}
	need, order := one.Recipe.MannerGate(rank.Prompt("we want charge card")), one.Recipe.MannerGate(rank.Prompt("then continue with step 3"))
	if need <= 0 || order >= 0 {
		t.Errorf("manner of a need %v, of an order %v", need, order)
	}
	for i, null := range one.Recipe.Nulls() {
		if null.MannerGate >= 0 || null.WordGate >= 0 {
			t.Errorf("null prompt %d: %+v", i, null)
		}
	}
}

// Ensure that each of several sets is measured on by a fit that saw nothing of it: a set
// whose prompts are labelled the other way round is then always told wrong.
func TestFitBySet(t *testing.T) {
	in := toyInput()
	other := Set{Name: "reversed", Items: in.Sets[0].Items}
	for i := range 20 {
		other.Prompts = append(other.Prompts, Prompt{ID: fmt.Sprintf("r%03d", i), Text: fmt.Sprintf("please charge customers card number %d", i), Family: fmt.Sprint(i)})
	}
	in.Sets = append(in.Sets, other)
	result, err := Fit(in, rank.For(""), nil)
	if err != nil {
		t.Fatal(err)
	}
	whole := OfSize(result.Unseen, 0)
	if first := First(Of(whole, "toy"), ""); len(whole) != 140 || first < .5 {
		t.Errorf("%d outcomes, hit@1 %v", len(whole), first)
	}
	if _, _, alarms := At(Of(whole, "reversed"), 0); alarms < .9 {
		t.Errorf("alarms on a set that was not seen: %v", alarms)
	}
}

// Ensure that words go together that stand in asks and descriptions of the same
// concepts much more often than by chance, strongest first.
func TestAssociated(t *testing.T) {
	got := associated("charg", map[string]int{"stripe": 4, "billing": 3, "data": 4, "once": 1, "charg": 4}, 4,
		map[string]int{"stripe": 5, "billing": 6, "data": 90, "once": 1, "charg": 4}, 100)
	if len(got) != 2 || got[0].Term != "stripe" || got[1].Term != "billing" || got[0].Weight <= got[1].Weight {
		t.Errorf("got %v", got)
	}
}

// Ensure that a fit on nothing says what is missing.
func TestFitNeedsData(t *testing.T) {
	if _, err := Fit(Input{}, rank.For(""), nil); err == nil {
		t.Error("fitted on nothing")
	}
}

// Ensure that floors keep what they promise and are as low as that allows.
func TestFloors(t *testing.T) {
	var outcomes []Outcome
	for i := range 100 {
		odds := float64(i)/25 - 2 // −2 to 2
		outcomes = append(outcomes,
			Outcome{Positive: true, Items: 400, Needs: 1, Odds: odds, Right: i >= 40},
			Outcome{Items: 400, Odds: odds - 1.5})
	}
	floor := promise{.8, [5]float64{.05, .05, .05, .05, .05}, .03}.floor(outcomes, promiseSizes)
	precision, alarms := Right(outcomes, floor), alarms(outcomes, floor)
	if precision < .8 || alarms > .05 {
		t.Errorf("from %v: precision %v, alarms %v", floor, precision, alarms)
	}
	if precision, _, alarms := At(outcomes, floor-2*floorStep); Right(outcomes, floor-2*floorStep) >= .8 && alarms <= .05 {
		t.Errorf("%v would do too: %v, %v", floor-2*floorStep, precision, alarms)
	}
}

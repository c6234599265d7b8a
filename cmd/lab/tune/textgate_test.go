package tune

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure that a gate learns which words tell a need, gives none to a word of few
// texts, and says of a text what the recipe that carries it says.
func TestTextGate(t *testing.T) {
	var rows []textRow
	for i := range 40 {
		rows = append(rows,
			textRow{rank.Manner(fmt.Sprintf("how could we do it? word%c", 'a'+i%20)), true, 1},
			textRow{rank.Manner("now do it."), false, 1})
	}
	g := fitTextGate(rows, 3)
	if g.weights["?"] <= 0 || g.weights["."] >= 0 || math.Abs(g.weights["do"]) >= g.weights["?"] {
		t.Errorf("got %v", g.weights)
	}
	if _, found := fitTextGate(rows, 41).weights["how"]; found {
		t.Error("a word of 40 texts has a weight where 41 are asked for")
	}
	recipe := rank.Default().With(rank.Tables{Manner: string(g.encode())}, "")
	for _, text := range []string{"how now?", "", "unknown words only", "12 do it"} {
		if got, want := recipe.MannerGate(rank.NewQuery(text)), g.of(rank.Manner(text)); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: the recipe says %v, the fit %v", text, got, want)
		}
	}
}

// Ensure that words that hardly tell anything are left out, and the lightest of
// too many.
func TestTextGateLightened(t *testing.T) {
	g := textGate{map[string]float64{"light": mannerWeightMin / 2, "heavy": -1}, .5}
	for i := range mannerWordsKept {
		g.weights[fmt.Sprintf("w%04d", i)] = .1 + float64(i)/1e4
	}
	kept := g.lightened()
	if _, found := kept.weights["light"]; found || len(kept.weights) != mannerWordsKept || kept.weights["heavy"] != -1 || kept.bias != .5 {
		t.Errorf("%d kept, light %v, heavy %v", len(kept.weights), found, kept.weights["heavy"])
	}
	if _, found := kept.weights["w0000"]; found {
		t.Error("the lightest of too many was kept")
	}
	few := textGate{map[string]float64{"light": mannerWeightMin / 2, "heavy": -1}, 0}.lightened()
	if len(few.weights) != 1 {
		t.Errorf("got %v, want the heavy word alone", few.weights)
	}
	if lines := strings.Count(string(kept.encode()), "\n"); lines != mannerWordsKept+1 {
		t.Errorf("%d lines", lines)
	}
}

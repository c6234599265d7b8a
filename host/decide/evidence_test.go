package decide

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/decide/wish"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/index"
)

// Ensure a project's hint takes no item's place, not even that of the item which it names: what
// is told without the hint is told with it, in the same order.
func TestHintTakesNoPlace(t *testing.T) {
	ids := []string{"tables", "columns", "orders"} // as they fit the first prompt
	for _, prompt := range []string{"please add the column to our orders table, via a migration", "use the columns skill for the table of orders"} {
		in := inputs(t, prompt)
		in.View = viewOf(t, index.Sources{Pools: catalog.Pools{Default: in.Recipe}, Now: in.Now}, map[string]string{
			"tables":  "Change the columns of tables by a migration.",
			"columns": "Name columns of a table well.",
			"orders":  "Run the tools of the database, and look at orders.",
		})
		all := strings.Replace(eager, "0.5", "0.2", 1)
		in.Rulesets.Set = engine.Find(engine.Places{Builtin: fstest.MapFS{"eager/eager.lua": {Data: []byte(all)}}})
		for _, in.Settings.Suggest.Margin = range []float64{0, 1} {
			for in.Settings.Suggest.Max = range 4 {
				in.Settings.ProjectWishes = wish.Wishes{}
				want := Decide(in).Suggested
				for _, id := range ids {
					in.Settings.ProjectWishes = wish.Wishes{Words: map[string][]string{"orders": {id}}}
					if got := Decide(in).Suggested; !slices.Equal(got, want) {
						t.Errorf("%q, at most %d, margin %v, with a hint at %s: got %v, want %v", prompt, in.Settings.Suggest.Max, in.Settings.Suggest.Margin, id, got, want)
					}
				}
			}
		}
	}
}

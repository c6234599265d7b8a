package explain

import (
	"reflect"
	"testing"

	"github.com/ed-irl/impressionism/host/decide/fit"
)

// Ensure that no part of a score is shown whose name the help does not explain.
func TestPartsAreExplained(t *testing.T) {
	whole := fit.Fit{Beside: &fit.Beside{Points: 1}}
	parts := reflect.ValueOf(&whole.Parts).Elem()
	for i := range parts.NumField() {
		parts.Field(i).SetFloat(1)
	}
	shown := partsOf(whole)
	if len(shown) < parts.NumField() { // two are shown as one, and there is one beside them
		t.Errorf("%d of %d parts are shown", len(shown), parts.NumField())
	}
	for _, part := range shown {
		if PartHelp(part.Name) == "" {
			t.Errorf("the help does not say what %q is", part.Name)
		}
	}
	for _, name := range []string{"", "card?", "cards"} {
		if help := PartHelp(name); help != "" {
			t.Errorf("%q, which is no part: %q", name, help)
		}
	}
}

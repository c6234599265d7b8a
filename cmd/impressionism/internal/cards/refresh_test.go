package cards

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// Ensure that where the time ran out before the index was up to date, a card is not said to
// count from the next prompt on.
func TestRefreshLate(t *testing.T) {
	for name, test := range map[string]struct {
		step time.Duration // that passes with each look at the clock
		want []string
		add  string
	}{
		"in time": {0, nil, "This counts from the next prompt on."},
		"late":    {refreshTime, []string{"the cards count once all is indexed: impressionism index"}, "This counts once all is indexed: impressionism index."},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errOut bytes.Buffer
			e := env.Of(wire.ShippedKinds(), envtest.HookEnviron(t), strings.NewReader(""), &out, &errOut, time.Now())
			e.Dir = t.TempDir()
			envtest.Must(t, e.Ready())
			added := adding{}
			if got := added.counts(e); got != "This counts from the next prompt on." {
				t.Fatalf("got %q, %s", got, errOut.String())
			}
			at := time.Now()
			e.Now = func() time.Time { at = at.Add(test.step); return at }
			if got := added.counts(e); got != test.add {
				t.Errorf("add: got %q", got)
			}
			if got := refresh(t.Context(), e, refreshTime, nil); strings.Join(got, "\n") != strings.Join(test.want, "\n") {
				t.Errorf("refresh: got %q", got)
			}
		})
	}
}

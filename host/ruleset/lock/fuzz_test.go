package lock_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// FuzzDecode holds that whatever is read can be written, and reads the same again.
func FuzzDecode(f *testing.F) {
	f.Add(lock.Encode(whole))
	f.Add([]byte(`{"lock": 1, "rulesets": null}`))
	f.Add([]byte("{\n<<<<<<<"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first, err := lock.Decode(data)
		if err != nil {
			return
		}
		again, err := lock.Decode(lock.Encode(first))
		if diff := cmp.Diff(first, again); err != nil || diff != "" {
			t.Errorf("%v (-first +again)\n%s", err, diff)
		}
		for _, entry := range first.Rulesets {
			if !engine.ValidID(entry.ID) {
				t.Errorf("%q is no id", entry.ID)
			}
			entry.Locate("/rules")
		}
	})
}

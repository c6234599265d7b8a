package session

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Ensure a ruleset's health comes back as it was left, and one never heard of is
// healthy.
func TestHealth(t *testing.T) {
	store := openTest(t)
	if got, err := store.Health("custom/a"); err != nil || got != (Health{RulesetID: "custom/a"}) {
		t.Errorf("unknown: got %+v, %v", got, err)
	}
	paused := Health{RulesetID: "custom/a", Hash: "h", Failures: 3, PausedAt: began, Skipped: 7, LastError: "fuel: spent"}
	if err := store.SetHealth(paused); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Health("custom/a"); err != nil || got != paused {
		t.Errorf("got %+v, %v want %+v", got, err, paused)
	}
	skipped, err := store.UpdateHealth("custom/a", func(h *Health) { h.Skipped++ })
	if paused.Skipped++; err != nil || skipped != paused {
		t.Errorf("skipped: got %+v, %v want %+v", skipped, err, paused)
	}
	resumed, err := store.UpdateHealth("custom/a", func(h *Health) { h.Failures, h.PausedAt = 0, time.Time{} })
	if err != nil || resumed.Failures != 0 || !resumed.PausedAt.IsZero() || resumed.Hash != "h" {
		t.Errorf("resumed: got %+v, %v", resumed, err)
	}
	if all, err := store.AllHealth(); err != nil || !cmp.Equal(all, []Health{resumed}) {
		t.Errorf("all: got %+v, %v", all, err)
	}
}

// Ensure failures that happen at once are all counted, so that a broken ruleset
// is paused in time.
func TestHealthAtOnce(t *testing.T) {
	first := openTest(t)
	stores := []*Store{first, openAt(t, first.Path()), openAt(t, first.Path())}
	var group sync.WaitGroup
	for _, store := range stores {
		group.Go(func() {
			for range 10 {
				if _, err := store.UpdateHealth("custom/a", func(h *Health) { h.Failures++ }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got, err := first.Health("custom/a"); err != nil || got.Failures != 30 {
		t.Errorf("got %+v, %v want 30 failures", got, err)
	}
}

// Ensure the last good sources of a ruleset come back, an unchanged version is
// not written again, and no bundle is larger than the limit.
func TestGood(t *testing.T) {
	store := openTest(t)
	good := func() (string, string) {
		t.Helper()
		hash, err := store.GoodHash("custom/a")
		must(t, err)
		bundle, err := store.Version("custom/a", hash)
		must(t, err)
		return hash, string(bundle)
	}
	if hash, bundle := good(); hash != "" || bundle != "" {
		t.Errorf("unknown: got %q, %q", hash, bundle)
	}
	for i, save := range []struct{ hash, bundle, want string }{{"1", "one", "one"}, {"1", "other", "one"}, {"2", "two", "two"}} {
		if err := store.SaveGood("custom/a", save.hash, []byte(save.bundle), began); err != nil {
			t.Fatal(err)
		}
		if hash, bundle := good(); hash != save.hash || bundle != save.want {
			t.Errorf("after save %d: got %q, %q", i+1, hash, bundle)
		}
	}
	if err := store.SaveGood("custom/a", "3", make([]byte, GoodBytesMax+1), began); err == nil {
		t.Error("a bundle over the limit was taken")
	}
}

// Ensure values are kept by key.
func TestMeta(t *testing.T) {
	store := openTest(t)
	for _, value := range []string{"", "one", "two"} {
		if value != "" {
			if err := store.SetMeta("k", value); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := store.Meta("k"); got != value || err != nil {
			t.Errorf("got %q, %v want %q", got, err, value)
		}
	}
	if err := store.SetMeta("k", strings.Repeat("x", metaValueBytesMax+1)); err == nil {
		t.Error("a value over the limit was taken")
	}
}

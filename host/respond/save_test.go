package respond

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/store/session"
)

// Ensure that what is kept of a ruleset and of a prompt is stored, too, where the trace is too
// large.
func TestStoreWithoutTrace(t *testing.T) {
	noise := make([]byte, 180<<10)
	seed := rand.NewChaCha8([32]byte{})
	_, _ = seed.Read(noise) // never fails
	user := t.TempDir()
	code := fmt.Sprintf(`return { evaluate_activation = function()
	local noise = %q
	for _ = 1, 2 do impressionism.log("info", noise) end
	return {}
end }`, base64.StdEncoding.EncodeToString(noise))
	if err := os.MkdirAll(filepath.Join(user, "acme"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(user, "acme", "noisy.lua"), []byte(code), 0o600); err != nil {
		t.Fatal(err)
	}
	r := opining(t, nil)
	r.Engine.Set, r.Settings.Rulesets, r.Redact = engine.Find(engine.Places{User: user}), []string{"acme/noisy"}, nil
	response := respondTo(r, "s", "write a database migration for the orders table", Options{})
	if !slices.ContainsFunc(response.Problems, func(p decide.Problem) bool { return errors.Is(p.Err, session.ErrTraceTooLarge) }) {
		t.Fatalf("problems %v", response.Problems)
	}
	if hash, err := r.Sessions.GoodHash("acme/noisy"); hash == "" || err != nil {
		t.Errorf("no version is kept: %v", err)
	}
}

// Ensure that failures of events that run at once are all counted, and that an event which began
// before a person let a paused ruleset answer again does not pause it.
func TestHealthMeanwhile(t *testing.T) {
	user := t.TempDir()
	if err := os.MkdirAll(filepath.Join(user, "acme"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(user, "acme", "bad.lua"), []byte(`return { evaluate_activation = function() error("oops") end }`), 0o600); err != nil {
		t.Fatal(err)
	}
	r := opining(t, nil)
	r.Engine.Set, r.Settings.Rulesets, r.Opinion = engine.Find(engine.Places{User: user}), []string{"acme/bad"}, nil
	health := func() session.Health {
		t.Helper()
		h, err := r.Sessions.Health("acme/bad")
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	within := func(id string, meanwhile func()) {
		respondTo(r, id, "write a database migration", Options{Print: func(Response, session.Handover) bool {
			meanwhile()
			return true
		}})
	}
	within("s1", func() {
		within("s2", func() { within("s3", func() {}) })
	})
	if got := health(); got.Failures != engine.FailuresMax || got.PausedAt.IsZero() {
		t.Fatalf("after three failures at once: %+v", got)
	}
	within("s4", func() { within("s5", func() {}) })
	if got := health(); got.Skipped != 2 {
		t.Errorf("after two events at once while it is paused: %+v", got)
	}
	within("s6", func() {
		if err := r.Sessions.SetHealth(session.Health{RulesetID: "acme/bad"}); err != nil {
			t.Error(err)
		}
	})
	if got := health(); got.Failures != 0 || !got.PausedAt.IsZero() {
		t.Errorf("resumed within an event: %+v", got)
	}
}

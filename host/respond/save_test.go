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

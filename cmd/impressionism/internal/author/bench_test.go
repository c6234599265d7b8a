package author

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
)

// Ensure that a bench that was interrupted ends as one that could not measure, and not as
// one with a regression.
func TestRulesBenchInterrupted(t *testing.T) {
	dir := t.TempDir()
	e := &env.Env{Kinds: wire.ShippedKinds(), Environ: []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}, Out: &bytes.Buffer{}, ErrOut: &bytes.Buffer{}, Started: time.Now(), Now: time.Now}
	e.Modules = modules.New(&e.Paths)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	err := (&bench{env: e, format: "human", rounds: 20}).command(ctx, []string{"builtin/minimal"})
	var exit *env.ExitError
	if !errors.Is(err, context.Canceled) || errors.As(err, &exit) && exit.Code != env.ExitUsage {
		t.Errorf("got %v", err)
	}
}

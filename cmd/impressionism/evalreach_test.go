package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure that of 1,415 public skills at least 95 % are among the first five of a
// search for their own description without their name, by words alone: of every
// fiftieth, which is what there is time for here; all of them, and with a model, are
// measured by eval reach (docs/listing.md).
func TestReach(t *testing.T) {
	corpus := filepath.Join(envtest.SharedEval(t), "corpora", "large.jsonl")
	environ := append(envtest.HookEnviron(t)[2:], "HOME="+t.TempDir(), "IMPRESSIONISM_HOME="+t.TempDir())
	var out, errOut bytes.Buffer
	args := []string{"eval", "reach", corpus, "--model", "none", "--every", "50", "--json"}
	if code := run(args, environ, strings.NewReader(""), &out, &errOut); code != env.ExitOK {
		t.Fatalf("exit code %d: %s", code, errOut.String())
	}
	var reach shape.EvalReach
	envtest.Must(t, json.Unmarshal(out.Bytes(), &reach))
	if reach.Items != 1415 || reach.Asked != 29 || reach.Found.Share < .95 {
		t.Errorf("got %d of %d found among %d items, missed %v", reach.Found.Count, reach.Asked, reach.Items, reach.Missed)
	}
}

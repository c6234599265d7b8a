package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// Ensure the bundled catalog shows what the program does: most of its prompts
// get a skill that fits, those without one get silence.
func TestSampleCatalog(t *testing.T) {
	models := envtest.Models()
	if models == "" {
		envtest.SkipOrFail(t, "needs the models of make test: IMPRESSIONISM_TEST_MODELS")
	}
	home := t.TempDir()
	envtest.Must(t, os.Symlink(models, filepath.Join(home, "models")))
	samples, err := filepath.Abs("../../examples/skills")
	envtest.Must(t, err)
	environ := []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home, "IMPRESSIONISM_SKILLS_DIR=" + samples}
	output := func(args ...string) string {
		t.Helper()
		var out, errOut bytes.Buffer
		if code := run(args, environ, strings.NewReader(""), &out, &errOut); code != env.ExitOK {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
		return out.String()
	}
	output("index", "--quiet")
	data, err := os.ReadFile("../../examples/prompts.jsonl")
	envtest.Must(t, err)
	positives, right, alarms := 0, 0, 0
	for line := range strings.Lines(string(data)) {
		var prompt struct {
			Text   string
			Expect []string
		}
		envtest.Must(t, json.Unmarshal([]byte(line), &prompt))
		said := output("select", "--prompt", prompt.Text)
		suggested := strings.Contains(said, "additionalContext")
		switch {
		case len(prompt.Expect) == 0 && suggested:
			alarms++
			t.Logf("false alarm: %s", prompt.Text)
		case len(prompt.Expect) > 0:
			positives++
			found := false
			for _, id := range prompt.Expect {
				found = found || strings.Contains(said, "/"+id+" ")
			}
			if found {
				right++
			} else {
				t.Logf("not found: %s", prompt.Text)
			}
		}
	}
	t.Logf("%d of %d found, %d false alarms", right, positives, alarms)
	if right*10 < positives*7 || alarms > 1 {
		t.Errorf("%d of %d found, %d false alarms; want at least seven of ten and at most one", right, positives, alarms)
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
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
	environ := sampleHome(t, models)
	output := func(args ...string) string {
		t.Helper()
		var out, errOut bytes.Buffer
		if code := run(args, environ, strings.NewReader(""), &out, &errOut); code != env.ExitOK {
			t.Fatalf("%v: exit code %d: %s", args, code, errOut.String())
		}
		return out.String()
	}
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

// sampleIndex is the index of the bundled skills by the model, which takes ten seconds of a
// processor to make.
var sampleIndex struct {
	sync.Mutex
	data []byte
}

// sampleHome returns the environment of a home that has the bundled skills. With models, they are
// embedded there.
func sampleHome(t *testing.T, models string) (environ []string) {
	t.Helper()
	home := t.TempDir()
	samples, err := filepath.Abs("../../examples/skills")
	envtest.Must(t, err)
	environ = []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home, "IMPRESSIONISM_SKILLS_DIR=" + samples}
	if models == "" {
		return environ
	}
	envtest.Must(t, os.Symlink(models, filepath.Join(home, "models")))
	embedSamples(t, home, environ)
	return environ
}

// embedSamples gives a data folder the index of the bundled skills. A program that finds the same
// texts in another folder embeds none of them again.
func embedSamples(t *testing.T, data string, environ []string) {
	t.Helper()
	sampleIndex.Lock()
	defer sampleIndex.Unlock()
	name := filepath.Join(data, "index.db")
	if sampleIndex.data != nil {
		envtest.Must(t, os.WriteFile(name, sampleIndex.data, 0o600))
	}
	var out bytes.Buffer
	if code := run([]string{"index", "--quiet"}, environ, strings.NewReader(""), &out, &out); code != env.ExitOK {
		t.Fatalf("index: exit code %d: %s", code, out.String())
	}
	var err error
	sampleIndex.data, err = os.ReadFile(name)
	envtest.Must(t, err)
}

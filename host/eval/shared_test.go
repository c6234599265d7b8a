package eval

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder of labelled prompts beside the checkout. Where it is
// absent the test is skipped, where CI=true it fails.
func shared(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../shared/eval")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("needs ../shared/eval beside the checkout: %v", err)
		}
		t.Skipf("needs ../shared/eval beside the checkout: %v", err)
	}
	return dir
}

// devSets are the data sets with prompts.
var devSets = []string{"skills-real", "authored", "metatool", "sealtools", "sessions"}

func openShared(t *testing.T, name string) Set {
	t.Helper()
	set, err := OpenSet(filepath.Join(shared(t), "dev", name))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// harness runs a line of Python with the harness of the data sets imported as k
// and gives the JSON that it prints.
func harness(t *testing.T, line string, into any, args ...string) {
	t.Helper()
	program := "import sys, json, math; sys.path.insert(0, sys.argv[1]); import evalkit as k\n" +
		"def plain(x): return {n: plain(y) for n, y in x.items()} if isinstance(x, dict) else None if isinstance(x, float) and math.isnan(x) else x\n" +
		"print(json.dumps(plain(" + line + ")))"
	command := exec.Command("python3", append([]string{"-c", program, filepath.Join(shared(t), "harness")}, args...)...)
	var errOut bytes.Buffer
	command.Stderr = &errOut
	out, err := command.Output()
	if err != nil {
		t.Fatalf("harness: %v\n%s", err, errOut.String())
	}
	if err := json.Unmarshal(out, into); err != nil {
		t.Fatalf("harness: %v\n%.200s", err, out)
	}
}

func corpusOf(t testing.TB, lines ...string) Corpus {
	t.Helper()
	corpus, err := ReadCorpus(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return corpus
}

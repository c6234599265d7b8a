package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure that what `rules new` writes builds as its README says, and that the
// scenarios it brings pass in the host, those in Go under go test as well (Rust, Go). One language
// is drawn; TestCompiledRepository builds and tests both.
func TestScaffolds(t *testing.T) {
	if os.Getenv("IMPRESSIONISM_TEST_GUESTS") == "" {
		t.Skip("the scaffolds need their languages' toolchains: make guests")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	native := map[string]string{"go": "go vet . && go test .", "rust": "cargo check"}
	for _, language := range sampletest.Some([]string{"go", "rust"}, 1, strings.Clone) {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			work := t.TempDir()
			script := "impressionism rules new acme/my.careful-1 --lang " + language + " --sdk \"$SDK\"\n" +
				"cd my.careful-1\nsh build.sh\n" + native[language] + "\nimpressionism rules test --format junit\n" +
				"impressionism rules inspect .\ntest ! -e ../data\nimpressionism rules add . --yes\n"
			command := exec.Command("bash", "-euo", "pipefail", "-c", script)
			command.Dir = work
			command.Env = append(buildEnviron(root), "SDK="+filepath.Join(root, "sdk"), "IMPRESSIONISM_HOME="+filepath.Join(work, "data"), "PWD="+work)
			output, err := command.CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, output)
			}
			for _, want := range []string{`tests="2" failures="0" errors="0"`, "acme/my.careful-1 0.1.0, wasm", "Added acme/my.careful-1"} {
				if !bytes.Contains(output, []byte(want)) {
					t.Errorf("%s is missing in\n%s", want, output)
				}
			}
		})
	}
}

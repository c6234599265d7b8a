package capture_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/ed-irl/impressionism/host/eval/memory"
)

// sharedSet is a folder of ../shared/eval; without it the test skips, and fails where CI
// promises it.
func sharedSet(t *testing.T, name string) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "..", "shared", "eval", "dev", name)
	if _, err := os.Stat(dir); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return dir
}

func exchanges(t testing.TB, dir string) []memory.Exchange {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "exchanges.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := memory.ReadExchanges(file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func labels(t testing.TB, dir string) []memory.Label {
	t.Helper()
	file, err := os.Open(filepath.Join(dir, "labels.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	all, err := memory.ReadLabels(file)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

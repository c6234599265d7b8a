package rank

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// shared gives a path below ../shared of the repository. Without it the test
// skips, and fails where CI promises it.
func shared(t testing.TB, parts ...string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		if folder == filepath.Dir(folder) {
			t.Fatal("no go.mod above the test")
		}
		folder = filepath.Dir(folder)
	}
	path := filepath.Join(append([]string{folder, "..", "shared"}, parts...)...)
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("reference data is missing: %v", err)
		}
		t.Skipf("reference data is missing: %v", err)
	}
	return path
}

// readLines decodes a file of one JSON object a line.
func readLines[T any](t testing.TB, path string) []T {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var rows []T
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row T
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("decode %s: %v", path, err)
		}
		rows = append(rows, row)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

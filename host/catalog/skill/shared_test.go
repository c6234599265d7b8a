package skill

import (
	"os"
	"path/filepath"
	"testing"
)

// shared gives a path below the reference data beside the repository; without
// it the test is skipped, in CI it fails.
func shared(tb testing.TB, name string) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatal("there is no go.mod above the test")
		}
		dir = parent
	}
	path := filepath.Join(dir, "..", "shared", name)
	if _, err := os.Stat(path); err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		tb.Fatalf("%s is missing; CI must have it", path)
	}
	tb.Skipf("%s is missing", path)
	return ""
}

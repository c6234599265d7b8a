package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that the scenarios which the SDKs play natively hold in the engine too,
// and that it plays the one that they leave out.
func TestRulesTestShared(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("..", "..", "sdk", "testdata", "asking"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var out, errOut bytes.Buffer
	environ := []string{"HOME=" + dir, "IMPRESSIONISM_HOME=" + filepath.Join(dir, "data")}
	code := run([]string{"rules", "test", folder}, environ, strings.NewReader(""), &out, &errOut)
	for _, want := range []string{"ok    active\n", "ok    answered\n", "ok    failing\n", "ok    real\n", "4 passed, 0 failed"} {
		if code != 0 || !strings.Contains(out.String(), want) {
			t.Errorf("want %s, got %d\n%s%s", want, code, &out, &errOut)
		}
	}
}

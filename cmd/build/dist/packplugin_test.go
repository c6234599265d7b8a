package dist

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure `dist pack` packs by its options alone, and says what is missing.
func TestPackCommand(t *testing.T) {
	root := sources(t)
	output := filepath.Join(t.TempDir(), "x.tar.gz")
	args := []string{
		"pack", "-output", output, "-name", "x", "-binary", filepath.Join(root, "plugin/bin/impressionism"),
		"-manifest", filepath.Join(root, "plugin/.claude-plugin/plugin.json"), "-skills", filepath.Join(root, "plugin/skills"),
	}
	var out, errOut bytes.Buffer
	if code := Run(t.Context(), args, &out, &errOut); code != 0 || strings.TrimSpace(out.String()) != output {
		t.Errorf("got %d, %q, %q", code, out.String(), errOut.String())
	}
	if _, err := os.Stat(output); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{append(args, "-hooks", "gone.json,there.json"), 1, "gone.json"},
		{[]string{"pack", "-nmae", "x"}, 2, "usage: "},
		{[]string{"pack", "x"}, 2, `"x" is no option`},
		{[]string{"-help"}, 0, "usage: "},
	} {
		errOut.Reset()
		if code := Run(t.Context(), test.args, &out, &errOut); code != test.code || !strings.Contains(errOut.String(), test.want) {
			t.Errorf("%q: got %d, %q", test.args, code, errOut.String())
		}
	}
}

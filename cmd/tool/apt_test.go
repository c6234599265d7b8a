package tool

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure packages are installed from the lists at hand, and where those do not do, from
// today's; that a lock is waited for; and that an end is made of what never works.
func TestAptInstall(t *testing.T) {
	was := aptPause
	aptPause = 0
	t.Cleanup(func() { aptPause = was })
	for name, c := range map[string]struct {
		script string // run with the command as $1
		want   []string
		fails  bool
	}{
		"at hand":    {"exit 0", []string{"install"}, false},
		"old lists":  {`[ "$1" = update ] && touch fresh; [ -e fresh ]`, []string{"install", "update", "install"}, false},
		"lists lock": {`[ "$1" = update ] && [ $(grep -c update log) -gt 1 ] && touch fresh; [ -e fresh ]`, []string{"install", "update", "update", "install"}, false},
		"never":      {"echo no such package >&2; exit 100", []string{"install", "update", "update", "update"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			apt := filepath.Join(folder, "apt-get")
			script := "#!/bin/sh\ncd " + folder + "\nshift 4\necho \"$*\" >>log\n" + c.script + "\n"
			if err := os.WriteFile(apt, []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			err := aptInstall(t.Context(), apt, []string{"one", "two"})
			if (err != nil) != c.fails || c.fails && !strings.Contains(err.Error(), "no such package") {
				t.Errorf("got %v", err)
			}
			log, err := os.ReadFile(filepath.Join(folder, "log"))
			if err != nil {
				t.Fatal(err)
			}
			want := strings.ReplaceAll(strings.Join(c.want, "\n")+"\n", "install", "install -y --no-install-recommends one two")
			if string(log) != want {
				t.Errorf("it called\n%swant\n%s", log, want)
			}
		})
	}
}

//go:build unix

package engine_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Ensure that names which show as other names, links, and folders beyond the limits are
// refused, each with what to do.
func TestFreezeRefuses(t *testing.T) {
	link := func(folder string) error { return os.Symlink("/etc/hosts", filepath.Join(folder, "part.lua")) }
	named := func(name string) func(string) error {
		return func(folder string) error { return os.WriteFile(filepath.Join(folder, name), nil, 0o600) }
	}
	for want, prepare := range map[string]func(folder string) error{
		"characters that nobody sees": named("A 2 abc\nb.txt"),
		`x\u202eaul.a" has`:           named("x\u202eaul.a"),
		`x\xff" has`:                  named("x\xff"),
		"part.lua is a link":          link,
		"more than 500": func(folder string) (err error) {
			for i := range 501 {
				err = errors.Join(err, os.Mkdir(filepath.Join(folder, fmt.Sprint(i)), 0o700))
			}
			return err
		},
		"deep": func(folder string) error { return os.MkdirAll(folder+strings.Repeat("/d", 12), 0o700) },
		"more than 32 MiB": func(folder string) error {
			return errors.Join(named("big")(folder), os.Truncate(filepath.Join(folder, "big"), 32<<20+1))
		},
	} {
		folder := t.TempDir()
		if err := prepare(folder); err != nil {
			t.Fatal(err)
		}
		if _, err := engine.Freeze(folder); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	folder := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(folder, "rules")); err != nil {
		t.Fatal(err)
	}
	if _, err := engine.Freeze(filepath.Join(folder, "rules")); err == nil {
		t.Error("a link in the folder's place was followed")
	}
}

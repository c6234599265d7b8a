package browser

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// browserIn writes a program that says something as its version.
func browserIn(t *testing.T, folder, name, script string) string {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func nothing(context.Context, ...string) error { return errors.New("nothing can be installed") }

// Ensure the browser that somebody names is taken and no other in its place, that of those
// on the path a stub which does not run is passed over, and that one is installed where
// there is none.
func TestFind(t *testing.T) {
	folder, elsewhere := t.TempDir(), t.TempDir()
	t.Setenv("PATH", folder)
	names = names[:5] // none of this machine
	named := browserIn(t, elsewhere, "mine", "echo Mine 1")
	broken := browserIn(t, elsewhere, "broken", "exit 1")

	if program, version, err := find(t.Context(), named, nothing); err != nil || program != named || version != "Mine 1" {
		t.Errorf("got %s, %s, %v", program, version, err)
	}
	if _, _, err := find(t.Context(), "", nothing); err == nil || !strings.Contains(err.Error(), "install one, or let IMPRESSIONISM_BROWSER name it: nothing can be installed") {
		t.Errorf("got %v", err)
	}
	program, _, err := find(t.Context(), "", func(_ context.Context, packages ...string) error {
		browserIn(t, folder, packages[0], "echo Chromium 2")
		return nil
	})
	if err != nil || program != filepath.Join(folder, "chromium") {
		t.Errorf("got %s, %v", program, err)
	}
	if _, _, err := find(t.Context(), broken, nothing); err == nil || !strings.Contains(err.Error(), "IMPRESSIONISM_BROWSER names no browser that runs") {
		t.Errorf("got %v", err)
	}
	browserIn(t, folder, "chromium", "echo install it first >&2; exit 1")
	chrome := browserIn(t, folder, "google-chrome", "echo Chrome 3")
	if program, _, err := find(t.Context(), "", nothing); err != nil || program != chrome {
		t.Errorf("got %s, %v", program, err)
	}
}

// Ensure a machine without a browser is told so in words, and that this is no failure.
func TestNoBrowser(t *testing.T) {
	folder, empty := t.TempDir(), t.TempDir()
	t.Setenv("PATH", empty)
	t.Setenv(Variable, filepath.Join(empty, "none"))
	var out, errOut bytes.Buffer
	// axe-core cannot be had either, and that is one.
	if code := Run(t.Context(), []string{"-folder", folder}, &out, &errOut); code != 1 {
		t.Errorf("got %d", code)
	}
	for _, want := range []string{"IMPRESSIONISM_BROWSER names no browser that runs", "tests in a browser are not run", "install axe-core: there is no npm"} {
		if !strings.Contains(errOut.String(), want) {
			t.Errorf("%q is missing in %s", want, &errOut)
		}
	}
	if path, err := os.ReadFile(filepath.Join(folder, "browser", "path")); err != nil || strings.TrimSpace(string(path)) != "" {
		t.Errorf("got %q, %v", path, err)
	}
}

// Ensure a package manager that hands out other bytes than the pinned ones is refused, and
// that nothing of it stays.
func TestOtherBytes(t *testing.T) {
	tools, folder := t.TempDir(), t.TempDir()
	t.Setenv("PATH", tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	browserIn(t, tools, "npm", `[ "$1" != install ] || { mkdir -p node_modules/axe-core && echo other >node_modules/axe-core/axe.min.js; }`)
	var out bytes.Buffer
	if err := ensureAxe(t.Context(), folder, &out); err == nil || !strings.Contains(err.Error(), "is not the pinned one") {
		t.Errorf("got %v", err)
	}
	if left, err := os.ReadDir(filepath.Join(folder, "axe")); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
}

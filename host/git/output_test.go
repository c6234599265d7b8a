//go:build unix

package git

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Ensure of more than is asked for the first bytes are returned, with an error of their own, and
// that an end of waiting is told apart.
func TestOutput(t *testing.T) {
	folder := t.TempDir()
	program := filepath.Join(folder, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\nshift $(($# - 1)); yes | head -c $1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := Program{Path: program, Environ: os.Environ()}
	for arg, want := range map[string]error{"10": nil, "11": ErrMore, "1000000": ErrMore} {
		out, err := p.Output(t.Context(), folder, 10, arg)
		if len(out) != 10 || !errors.Is(err, want) {
			t.Errorf("%s bytes: got %d, %v", arg, len(out), err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Output(ended, folder, 10, "11"); !errors.Is(err, context.Canceled) {
		t.Errorf("ended: got %v", err)
	}
}

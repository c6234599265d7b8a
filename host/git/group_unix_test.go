//go:build unix

package git

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Ensure what git started ends with it, and that what it says of a failure is kept.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	program, started := filepath.Join(folder, "program"), filepath.Join(folder, "started")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("sleep 60 & echo $! > '" + started + ".next'; mv '" + started + ".next' '" + started + "'; wait")
	ctx, cancel := context.WithCancel(t.Context())
	go func() { // it stops waiting once the child runs
		defer cancel()
		for range 2000 {
			if _, err := os.Stat(started); err == nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	if err := (Program{Path: program, Environ: os.Environ()}).Run(ctx, folder, io.Discard, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	text, err := os.ReadFile(started)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	alive := true
	for range 500 { // its new parent has to take note of its end
		state, _ := os.ReadFile("/proc/" + strconv.Itoa(child) + "/stat")
		if err := syscall.Kill(child, 0); errors.Is(err, syscall.ESRCH) || strings.Contains(string(state), ") Z ") {
			alive = false
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if alive {
		t.Errorf("process %d runs on", child)
	}
	write("yes words | head -c 1000000 >&2; exit 3")
	err = (Program{Path: program, Environ: os.Environ()}).Run(t.Context(), folder, io.Discard, "x")
	if failure, ok := errors.AsType[*Failure](err); !ok || !strings.HasPrefix(failure.Says, "words") || len(failure.Says) > saysBytesMax || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("got %.100v", err)
	}
}

//go:build unix

package opinion

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// program is a client that is a script of the shell.
func program(t *testing.T, script string) *Asker {
	t.Helper()
	asker, err := New(Config{Provider: ProviderClient, Model: "small", Program: Program{
		Path: "/bin/sh", Folder: t.TempDir(), Environ: []string{"PATH=/usr/bin:/bin", "GUARD=1"},
		Args: func(model, system, schema string) []string { return []string{"-c", script, model, system, schema} },
		Read: func(output []byte) Reply {
			text := strings.TrimSpace(string(output))
			return Reply{Choice: []byte(text), Failed: text == "failed"}
		},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return asker
}

// Ensure that a client gets the question on stdin, the rest as arguments, and only the
// environment that it was given.
func TestProgram(t *testing.T) {
	script := `test "$0" = small && test "$GUARD" = 1 && test -z "$HOME" && grep -q orders && echo '{"ids": ["skill:pdf"]}'`
	answer, err := program(t, script).Ask(t.Context(), question)
	if err != nil || !slices.Equal(answer.IDs, []string{"skill:pdf"}) {
		t.Errorf("got %+v, %v", answer, err)
	}
}

// Ensure that an answer counts though something that the client started still holds its output.
func TestProgramLeavesChild(t *testing.T) {
	answer, err := program(t, `echo '{"ids": ["skill:pdf"]}'; sleep 5 & exit 0`).Ask(t.Context(), question)
	if err != nil || !slices.Equal(answer.IDs, []string{"skill:pdf"}) {
		t.Errorf("got %+v, %v", answer, err)
	}
}

// Ensure that whatever a client does instead of answering has a cause.
func TestProgramFails(t *testing.T) {
	for script, want := range map[string]string{
		"exit 1": CauseProgram, "kill -9 $$": CauseProgram, "echo failed; exit 1": CauseProgram, "echo '{'": CauseMalformed, "true": CauseMalformed,
		"yes": CauseTooLarge,
	} {
		if _, err := program(t, script).Ask(t.Context(), question); causeOf(err) != want {
			t.Errorf("%s: got %v, want %s", script, err, want)
		}
	}
	absent := Program{Path: filepath.Join(t.TempDir(), "absent"), Args: func(_, _, _ string) []string { return nil }}
	asker, err := New(Config{Provider: ProviderClient, Model: "small", Program: absent})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := asker.Ask(t.Context(), question); causeOf(err) != CauseProgram {
		t.Errorf("got %v", err)
	}
}

// Ensure that a client which does not end is ended at the deadline, with all that it
// started.
func TestProgramIsKilled(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	began := time.Now()
	_, err := program(t, `sleep 600 & echo $! > `+pid+`; wait`).Ask(ctx, question)
	if causeOf(err) != CauseTimeout || time.Since(began) > plenty {
		t.Errorf("got %v after %v", err, time.Since(began))
	}
	written, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	child, err := strconv.Atoi(strings.TrimSpace(string(written)))
	if err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(plenty); ; time.Sleep(10 * time.Millisecond) {
		if errors.Is(syscall.Kill(child, 0), syscall.ESRCH) || isZombie(child) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("process %d is still there", child)
		}
	}
}

// isZombie reports whether a process has ended and only waits to be heard of.
func isZombie(pid int) bool {
	status, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(status), ") Z ")
}

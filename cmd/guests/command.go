package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// command is one run of a tool.
type command struct {
	dir  string
	env  []string // besides this process's own
	args []string
}

// linesMax of what a tool said stand in an error; compilers say the cause first
// and sum up at the end, so both ends are kept.
const linesMax = 30

// output gives what the tool wrote to stdout. What it wrote to stderr is the
// error, where it fails.
func (c command) output(ctx context.Context) (string, error) {
	run := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	run.Dir = c.dir
	run.Env = append(os.Environ(), c.env...)
	run.WaitDelay = 5 * time.Second
	var out, errOut bytes.Buffer
	run.Stdout, run.Stderr = &out, &errOut
	if err := run.Run(); err != nil {
		said := errOut.String()
		if strings.TrimSpace(said) == "" {
			said = out.String()
		}
		return "", fmt.Errorf("%s: %w\n%s", filepath.Base(c.args[0]), err, indent(said))
	}
	return out.String(), nil
}

func (c command) run(ctx context.Context) error {
	_, err := c.output(ctx)
	return err
}

func indent(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	if left := len(lines) - linesMax; left > 0 {
		half := linesMax / 2
		lines = append(append(lines[:half:half], fmt.Sprintf("… %d lines …", left)), lines[len(lines)-half:]...)
	}
	return "    " + strings.Join(lines, "\n    ")
}

// version gives what a tool says of itself, or "" where there is none.
func version(ctx context.Context, args ...string) string {
	said, err := command{args: args}.output(ctx)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(said)
}

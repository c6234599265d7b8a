// Package tool runs the tools that the tools of development call.
package tool

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

// Call is one run of a tool.
type Call struct {
	Dir  string
	Env  []string // besides this process's own
	Args []string
}

// linesMax of what a tool said stand in an error; compilers say the cause first
// and sum up at the end, so both ends are kept.
const linesMax = 30

// Output returns what the tool wrote to stdout. What it wrote to stderr is the
// error, where it fails.
func (c Call) Output(ctx context.Context) (string, error) {
	run := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	run.Dir = c.Dir
	run.Env = append(os.Environ(), c.Env...)
	run.WaitDelay = 5 * time.Second
	var out, errOut bytes.Buffer
	run.Stdout, run.Stderr = &out, &errOut
	if err := run.Run(); err != nil {
		said := errOut.String()
		if strings.TrimSpace(said) == "" {
			said = out.String()
		}
		return "", fmt.Errorf("%s: %w\n%s", filepath.Base(c.Args[0]), err, indent(said))
	}
	return out.String(), nil
}

// Run is Output for tools whose word does not matter.
func (c Call) Run(ctx context.Context) error {
	_, err := c.Output(ctx)
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

// Version returns what a tool says of itself, or "" where there is none.
func Version(ctx context.Context, args ...string) string {
	said, err := Call{Args: args}.Output(ctx)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(said)
}

package cli

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
)

// fullWriter fails each write.
type fullWriter struct{ err error }

func (w fullWriter) Write([]byte) (int, error) { return 0, w.err }

// Ensure that a command whose output is lost fails and says so, however it printed and ended,
// and that one whose reader has gone does not.
func TestRunWithLostOutput(t *testing.T) {
	full := errors.New("no space")
	for _, c := range []struct {
		name, columns string
		write, end    error
		code          int
		says          string
	}{
		{"whole lines", "", full, nil, env.ExitFailed, "no space"},
		{"folded", "60", full, nil, env.ExitFailed, "no space"},
		{"of findings", "", full, &env.ExitError{Code: env.ExitFailed}, env.ExitFailed, "no space"},
		{"of an error", "", full, errors.New("lost"), env.ExitFailed, "lost"},
		{"reader gone", "", syscall.EPIPE, nil, env.ExitOK, ""},
		{"reader gone, and the command says so", "", syscall.EPIPE, fmt.Errorf("print: %w", syscall.EPIPE), env.ExitOK, ""},
		{"pipe closed", "60", io.ErrClosedPipe, nil, env.ExitOK, ""},
		{"used wrongly", "", nil, errors.New("no such flag"), env.ExitUsage, "no such flag"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var said strings.Builder
			e := &env.Env{Environ: []string{"COLUMNS=" + c.columns}, Out: io.Discard, ErrOut: &said}
			if c.write != nil {
				e.Out = fullWriter{c.write}
			}
			_, code := Run(e, func(e *env.Env) *cobra.Command {
				return Root(e, &cobra.Command{Use: "x", RunE: func(*cobra.Command, []string) error {
					fmt.Fprint(e.Out, "begun") // a wrapping holds it back until the end
					return c.end
				}})
			}, []string{})
			if code != c.code || (c.says == "") != (said.Len() == 0) || !strings.Contains(said.String(), c.says) {
				t.Errorf("ended with %d and said %q", code, said.String())
			}
		})
	}
}

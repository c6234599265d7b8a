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
	as := func(end error) func(error) error { return func(error) error { return end } }
	findings := func(err error) error {
		if err == nil {
			err = &env.ExitError{Code: env.ExitFailed}
		}
		return err
	}
	alone := func(err error) error { return err }
	joined := func(err error) error { return env.Failed(errors.Join(errors.New("lost"), err)) }
	for _, c := range []struct {
		name, columns string
		write         error
		end           func(printed error) error
		code          int
		says          string
	}{
		{"whole lines", "", full, as(nil), env.ExitFailed, "no space"},
		{"folded", "60", full, as(nil), env.ExitFailed, "no space"},
		{"of findings", "", full, as(&env.ExitError{Code: env.ExitFailed}), env.ExitFailed, "no space"},
		{"of an error", "", full, as(errors.New("lost")), env.ExitFailed, "lost"},
		{"of findings, unless it printed", "", full, findings, env.ExitFailed, "no space"},
		{"of what it printed", "", full, alone, env.ExitFailed, "no space"},
		{"of what it printed and another", "", full, joined, env.ExitFailed, "lost\nno space"},
		{"reader gone", "", syscall.EPIPE, as(nil), env.ExitOK, ""},
		{"reader gone, which it passes on", "", syscall.EPIPE, alone, env.ExitOK, ""},
		{"reader gone, as its failure", "60", syscall.EPIPE, env.Failed, env.ExitOK, ""},
		{"reader gone, beside another failure", "", syscall.EPIPE, joined, env.ExitFailed, "lost\n"},
		{"reader gone of findings", "", syscall.EPIPE, findings, env.ExitFailed, ""},
		{"pipe closed", "60", io.ErrClosedPipe, as(nil), env.ExitOK, ""},
		{"used wrongly", "", nil, as(errors.New("no such flag")), env.ExitUsage, "no such flag"},
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
					return c.end(PrintJSON(e, "printed"))
				}})
			}, []string{})
			if code != c.code || (c.says == "") != (said.Len() == 0) || !strings.Contains(said.String(), c.says) || strings.Contains(said.String(), "pipe") {
				t.Errorf("ended with %d and said %q", code, said.String())
			}
		})
	}
}

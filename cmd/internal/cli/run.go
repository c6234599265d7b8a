package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// Run executes one command line of the root that build returns, and returns the command
// that was called and its exit code. Errors are printed. The streams of e wrap meanwhile.
func Run(e *env.Env, build func(*env.Env) *cobra.Command, args []string) (called *cobra.Command, code int) {
	return RunIn(context.Background(), e, build, args)
}

// RunIn is Run for commands that heed a context: they end early with it. Output that could not
// be written fails a command, unless whoever read it wanted no more.
func RunIn(ctx context.Context, e *env.Env, build func(*env.Env) *cobra.Command, args []string) (called *cobra.Command, code int) {
	out, errOut := NewWrapping(e.Out, Columns(e)), NewWrapping(e.ErrOut, ColumnsOf(e, e.RawErr))
	e.Out, e.ErrOut = out, errOut
	defer out.Flush()
	defer errOut.Flush()
	root := build(e)
	root.SetArgs(args)
	called, err := root.ExecuteContextC(ctx)
	out.Flush()
	lost := Gone(out.failed)
	if err == nil && lost == nil {
		return called, env.ExitOK
	}
	code = env.ExitUsage
	if coded, ok := errors.AsType[*env.ExitError](err); ok {
		code, err = coded.Code, coded.Err
	} else if lost != nil {
		code = env.ExitFailed
	}
	if sqlite.IsFull(err) && !strings.Contains(err.Error(), "make room") {
		err = fmt.Errorf("%w; make room, see: impressionism doctor", err)
	}
	if err = cmp.Or(err, lost); err != nil {
		fmt.Fprintln(e.ErrOut, root.Name()+":", err)
	}
	return called, code
}

// Gone takes it for no error that the reader of the output has gone.
func Gone(err error) error {
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	if code, ok := errors.AsType[syscall.Errno](err); ok && runtime.GOOS == "windows" && (code == brokenPipe || code == noData) {
		return nil
	}
	return err
}

// What Windows says of a pipe without a reader: ERROR_BROKEN_PIPE and ERROR_NO_DATA.
const (
	brokenPipe syscall.Errno = 109
	noData     syscall.Errno = 232
)

// Root prepares the root of a program's commands, which the caller adds after: streams,
// and the flags that every command has.
func Root(e *env.Env, root *cobra.Command) *cobra.Command {
	root.SilenceUsage, root.SilenceErrors, root.DisableAutoGenTag = true, true, true
	root.SetIn(e.In)
	root.SetOut(Exact(e)) // cobra's own: versions, scripts of completion and what they ask for
	root.SetErr(e.ErrOut)
	root.PersistentFlags().StringVar(&e.ConfigDir, "config-dir", "", "directory of config.yaml and rules/")
	var settings []string
	root.PersistentFlags().StringArrayVar(&settings, "set", nil, "a setting for this run, as key=value")
	root.PersistentPreRunE = func(*cobra.Command, []string) error { return e.ParseSettings(settings) }
	return root
}

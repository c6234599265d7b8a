// Package program is the whole program: the table of its commands, and the way from a command
// line to the one that answers it.
package program

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/trace"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// started is the closest a program gets to the moment its process began: the
// hook's deadlines count from here.
var started = time.Now()

// Main answers the command line of this process and returns its exit code.
func Main() int {
	if len(os.Args) > 1 && os.Args[1] == "hook" {
		started = started.Add(-relay.Age()) // on a busy machine it may have been started long ago
	}
	return Run(wire.ShippedKinds(), started, os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)
}

// Run answers one command line and returns the exit code. A hook's deadlines count from
// the moment when it was started.
func Run(kinds catalog.Kinds, started time.Time, args, environ []string, in io.Reader, out, errOut io.Writer) (code int) {
	defer func() { // a panic would end with 2, which blocks a prompt
		if reason := recover(); reason != nil {
			fmt.Fprintf(errOut, "impressionism: internal error: %v\n%s", reason, debug.Stack())
			code = env.ExitFailed
		}
	}()
	e := env.Of(kinds, environ, in, out, errOut, started)
	asksHelp := len(args) > 1 && (args[1] == "--help" || args[1] == "-h")
	if len(args) > 0 && args[0] == "hook" && !asksHelp {
		return hook.Run(e, args[1:], otherCommands())
	}
	if len(args) == 0 {
		fmt.Fprintln(e.ErrOut, "impressionism: a command is missing; see: impressionism help")
		return env.ExitFailed
	}
	e.AcceptModel = install.Accept
	return Execute(e, args)
}

// otherCommands are what a hook calls.
func otherCommands() hook.Commands {
	return hook.Commands{Execute: Execute, PrintTrace: trace.PrintTrace}
}

// Execute runs one command of people and returns the exit code.
func Execute(e *env.Env, args []string) int { return ExecuteIn(context.Background(), e, args) }

// ExecuteIn runs one command of people, which ends early with ctx, and returns the exit code.
func ExecuteIn(ctx context.Context, e *env.Env, args []string) int {
	called, code := cli.RunIn(ctx, e, Root, args)
	return neverBlocking(called, code)
}

// neverBlocking keeps the commands that a client may call from exit code 2,
// wherever the flags stand.
func neverBlocking(called *cobra.Command, code int) int {
	switch called.Name() {
	case "hook":
		return env.ExitOK
	case "select", "log":
		return min(code, env.ExitFailed)
	}
	return code
}

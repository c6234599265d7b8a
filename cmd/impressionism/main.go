// Command impressionism decides which skills fit a prompt and tells the model.
// `impressionism hook` is called by the client; every other command is for
// people. This package alone knows every part.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/hook"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/trace"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/modules"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/visible"
)

// started is the closest a program gets to the moment its process began: the
// hook's deadlines count from here.
var started = time.Now()

func main() {
	os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr))
}

// run answers one command line.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) (code int) {
	return runWith(wire.ShippedKinds(), args, environ, in, out, errOut)
}

// runWith is run of a program that knows other kinds of items.
func runWith(kinds catalog.Kinds, args, environ []string, in io.Reader, out, errOut io.Writer) (code int) {
	defer func() { // a panic would end with 2, which blocks a prompt
		if reason := recover(); reason != nil {
			fmt.Fprintf(errOut, "impressionism: internal error: %v\n%s", reason, debug.Stack())
			code = env.ExitFailed
		}
	}()
	e := &env.Env{Kinds: kinds, Environ: environ, In: in, RawOut: out, RawErr: errOut, Started: started, Now: time.Now, Worked: env.ProcessorTime}
	out, errOut = visible.NewWriter(out), visible.NewWriter(errOut)
	e.Out, e.ErrOut = out, errOut
	e.Modules = modules.New(&e.Paths)
	if dir, err := os.Getwd(); err == nil {
		e.Dir = dir
	}
	if path, err := os.Executable(); err == nil {
		e.Executable = path
	}
	asksHelp := len(args) > 1 && (args[1] == "--help" || args[1] == "-h")
	if len(args) > 0 && args[0] == "hook" && !asksHelp {
		return hook.Run(e, args[1:], otherCommands())
	}
	if len(args) == 0 {
		fmt.Fprintln(errOut, "impressionism: a command is missing; see: impressionism help")
		return env.ExitFailed
	}
	e.Unhurried = true
	return execute(e, args)
}

// otherCommands are what a hook calls.
func otherCommands() hook.Commands {
	return hook.Commands{
		Execute:    func(e *env.Env, args []string) int { return execute(e, args) },
		PrintTrace: func(e *env.Env, event abi.Event, response respond.Response) { trace.PrintTrace(e, event, response) },
	}
}

// execute runs one command of people.
func execute(e *env.Env, args []string) int {
	out, errOut := cli.NewWrapping(e.Out, cli.Columns(e)), cli.NewWrapping(e.ErrOut, cli.ColumnsOf(e, e.RawErr))
	e.Out, e.ErrOut = out, errOut
	defer out.Flush()
	defer errOut.Flush()
	root := rootCommand(e)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return env.ExitOK
	}
	code := env.ExitUsage
	if coded, ok := errors.AsType[*env.ExitError](err); ok {
		code, err = coded.Code, coded.Err
	}
	if err != nil {
		fmt.Fprintln(e.ErrOut, "impressionism:", err)
	}
	return neverBlocking(root, args, code)
}

// neverBlocking keeps the commands that a client may call from exit code 2,
// wherever the flags stand.
func neverBlocking(root *cobra.Command, args []string, code int) int {
	called, _, err := root.Find(args)
	if err != nil {
		return code
	}
	switch called.Name() {
	case "hook":
		return env.ExitOK
	case "select", "log":
		return min(code, env.ExitFailed)
	}
	return code
}

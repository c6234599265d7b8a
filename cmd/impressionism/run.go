package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/visible"
)

// Exit codes. `hook`, `select` and `log` never end with exitUsage: the client
// would block the prompt. See RATIONALE.md.
const (
	exitOK     = 0
	exitFailed = 1 // it failed, or there are findings
	exitUsage  = 2 // used wrongly, or it could not run
)

// run answers one command line.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) (code int) {
	return runWith(shippedKinds(), args, environ, in, out, errOut)
}

// runWith is run of a program that knows other kinds of items.
func runWith(kinds catalog.Kinds, args, environ []string, in io.Reader, out, errOut io.Writer) (code int) {
	defer func() { // a panic would end with 2, which blocks a prompt
		if reason := recover(); reason != nil {
			fmt.Fprintf(errOut, "impressionism: internal error: %v\n%s", reason, debug.Stack())
			code = exitFailed
		}
	}()
	a := &app{kinds: kinds, environ: environ, in: in, rawOut: out, rawErr: errOut, started: started, now: time.Now, worked: processorTime}
	out, errOut = visible.NewWriter(out), visible.NewWriter(errOut)
	a.out, a.errOut = out, errOut
	a.modules = newModules(&a.paths)
	if dir, err := os.Getwd(); err == nil {
		a.cwd = dir
	}
	if path, err := os.Executable(); err == nil {
		a.executable = path
	}
	asksHelp := len(args) > 1 && (args[1] == "--help" || args[1] == "-h")
	if len(args) > 0 && args[0] == "hook" && !asksHelp {
		return a.runHook(args[1:], otherCommands())
	}
	if len(args) == 0 {
		fmt.Fprintln(errOut, "impressionism: a command is missing; see: impressionism help")
		return exitFailed
	}
	a.unhurried = true
	return a.execute(args)
}

// otherCommands are what a hook calls.
func otherCommands() commands {
	return commands{
		execute:    func(a *app, args []string) int { return a.execute(args) },
		printTrace: func(a *app, event abi.Event, response respond.Response) { a.printTrace(event, response) },
	}
}

// execute runs one command of people.
func (a *app) execute(args []string) int {
	out, errOut := newWrapping(a.out, a.columns()), newWrapping(a.errOut, a.columnsOf(a.rawErr))
	a.out, a.errOut = out, errOut
	defer out.flush()
	defer errOut.flush()
	root := a.rootCommand()
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return exitOK
	}
	code := exitUsage
	if coded, ok := errors.AsType[*exitError](err); ok {
		code, err = coded.code, coded.err
	}
	if err != nil {
		fmt.Fprintln(a.errOut, "impressionism:", err)
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
		return exitOK
	case "select", "log":
		return min(code, exitFailed)
	}
	return code
}

// exitError is an error with its exit code; a nil err was told already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// failed marks an error that is no fault of how the command was called.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{code: exitFailed, err: err}
}

// lookup finds a variable of the environment.
func (a *app) lookup(name string) string {
	for _, entry := range a.environ {
		if value, ok := strings.CutPrefix(entry, name+"="); ok {
			return value
		}
	}
	return ""
}

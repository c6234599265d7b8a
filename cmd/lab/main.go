// Command lab measures and fits what the program is made with, and is never shipped: the
// tables and weights of ranking, what each of their parts is worth, the wordings of
// suggestions.
package main

import (
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/cmd/lab/bench"
	"github.com/ed-irl/impressionism/cmd/lab/evaluate"
	"github.com/ed-irl/impressionism/cmd/lab/peers"
	"github.com/ed-irl/impressionism/cmd/lab/peers/codesearch"

	"github.com/ed-irl/impressionism/cmd/lab/growth"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
)

func main() { os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)) }

// run answers one command line.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) int {
	e := env.Of(wire.ShippedKinds(), environ, in, out, errOut, time.Now())
	e.AcceptModel = install.Accept
	_, code := cli.Run(e, rootCommand, args)
	return code
}

func rootCommand(e *env.Env) *cobra.Command {
	root := cli.Root(e, &cobra.Command{Use: "lab", Short: "Measures and fits what impressionism is made with"})
	root.AddCommand(
		tuneCommand(e), tuneCodeCommand(e), glossCommand(e), ablateCommand(e), activationCommand(e),
		withOwnFlags(e, "evaluate", "Score choosing on the labelled prompts, beside baselines", evaluate.Run),
		withOwnFlags(e, "bench", "Time the program as a process, in multiples of an empty one", bench.Run),
		withOwnFlags(e, "peers", "Measure the program beside other hooks that suggest skills", peers.Run),
		withOwnFlags(e, "peers-code", "Measure search_code beside grep and another search of code", codesearch.Run),

		withOwnFlags(e, "growth", "Measure and draw how a hook's time grows with items, sessions and history", growth.Run),
	)
	cli.HelpOn(root)
	cli.HelpFits(e, root)
	return root
}

// withOwnFlags is a command that reads its flags itself, and returns an exit code.
func withOwnFlags(e *env.Env, name, short string, run func(args []string, out, errOut io.Writer) int) *cobra.Command {
	return &cobra.Command{
		Use: name, Short: short, DisableFlagParsing: true,
		RunE: func(_ *cobra.Command, args []string) error {
			if code := run(args, cli.Exact(e), e.ErrOut); code != env.ExitOK {
				return &env.ExitError{Code: code}
			}
			return nil
		},
	}
}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/engine"
	"github.com/ed-irl/impressionism/host/engine/install"
)

func (a *app) rulesAddCommand() *cobra.Command {
	var yes bool
	command := &cobra.Command{
		Use:   "add FILE|DIR",
		Short: "Copy a ruleset into your rules folder; a WebAssembly module is vetted first",
		Long: `Copy a ruleset, a folder or one .lua or .wasm file, into your rules folder under
the id that its manifest gives. It shows what the ruleset may do and asks. A
WebAssembly module is vetted first: its imports and exports are checked and it is
compiled in a process with limits. None of the ruleset's code runs.`,
		Example: "  impressionism rules add ./careful\n  impressionism rules add careful.wasm --yes",
		Args:    cobra.ExactArgs(1),
		RunE:    func(command *cobra.Command, args []string) error { return a.rulesAdd(command, args[0], yes) },
	}
	command.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return command
}

func (a *app) rulesAdd(command *cobra.Command, name string, yes bool) error {
	if err := a.ready(); err != nil {
		return err
	}
	set := a.engine("").Set
	ruleset, err := set.Open(name)
	if err != nil {
		return failed(err)
	}
	a.describe(ruleset)
	if err := a.vet(command.Context(), ruleset); err != nil {
		return failed(err)
	}
	if former, err := set.Load(ruleset.Manifest.ID); err == nil {
		if former.Hash == ruleset.Hash {
			fmt.Fprintf(a.out, "%s is there already, with the same files.\n", ruleset.Manifest.ID)
			return nil
		}
		fmt.Fprintf(a.out, "It takes the place of %s %s (%.8s).\n", former.Manifest.ID, former.Manifest.Version, former.Hash)
	}
	if !yes {
		if err := a.confirm("Add it?"); err != nil {
			return failed(err)
		}
	}
	target, err := install.Add(a.paths.Rules, ruleset)
	if err != nil {
		return failed(err)
	}
	fmt.Fprintf(a.out, "Added %s: %s\n", ruleset.Manifest.ID, target)
	if a.loaded.ActiveRuleset != ruleset.Manifest.ID {
		fmt.Fprintf(a.out, "To let it decide: impressionism rules use %s\n", ruleset.Manifest.ID)
	}
	return nil
}

// describe tells what a ruleset is and what it may do.
func (a *app) describe(r engine.Ruleset) {
	m := r.Manifest
	fmt.Fprintf(a.out, "%s, %s, %s, hash %.12s\n", strings.TrimSpace(m.ID+" "+m.Version), r.Language, size(len(r.Program.Code)), r.Hash)
	if m.Summary != "" {
		fmt.Fprintln(a.out, plain(m.Summary))
	}
	calls := "every host call"
	if m.Calls != nil {
		calls = strings.Join(m.Calls, ", ")
	}
	if calls == "" {
		calls = "no host call"
	}
	events := abi.EventPrompt
	if len(m.Events) > 0 {
		events = strings.Join(m.Events, ", ")
	}
	fmt.Fprintf(a.out, "It may use %s, on %s. It has no other access to anything.\n", calls, events)
}

var errDeclined = errors.New("nothing was changed")

// confirm asks for a yes. Where nobody can answer it says which flag to use.
func (a *app) confirm(question string) error {
	if input, ok := a.in.(*os.File); !ok || !isTerminal(input) {
		return fmt.Errorf("%w: nobody can be asked here; add --yes to go on without", errDeclined)
	}
	fmt.Fprint(a.out, question, " [y/N] ")
	answer, err := bufio.NewReader(io.LimitReader(a.in, 100)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errDeclined
}

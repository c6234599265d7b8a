package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// rulesAdd is how `rules add` was called.
type rulesAdd struct {
	app                  *app
	yes, frozen, project bool
	folder               *rulesFolder
}

func (a *app) rulesAddCommand() *cobra.Command {
	r := &rulesAdd{app: a}
	command := &cobra.Command{
		Use:   "add [FILE|DIR]",
		Short: "Copy a ruleset into your rules folder; a WebAssembly module is vetted first",
		Long: `Copy a ruleset, a folder or one .lua or .wasm file, into your rules folder under
the id that its manifest gives. It shows what the ruleset may do and which files are
copied, and asks. A folder with a link in it is refused. A
WebAssembly module is vetted first: its imports and exports are checked and it is
compiled in a process with limits; none of it runs. A Lua file is loaded once in the
sandbox, without a host, and has to give a table with the two functions.

What was added, its version, hash and source, is kept in ` + lock.Name + ` in the
rules folder. With --frozen only what has the hash in that file is added, without
asking, and the file stays as it is. --frozen alone adds everything that the file
names, from its sources; if any of it differs or is missing, nothing is changed.`,
		Example: `  impressionism rules add ./careful
  impressionism rules add careful.wasm --yes
  impressionism rules add --frozen --project`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return r.command(command.Context(), args) },
	}
	command.Flags().BoolVarP(&r.yes, "yes", "y", false, "do not ask")
	command.Flags().BoolVar(&r.frozen, "frozen", false, "add only what has the hash in the lock file")
	projectFlag(command, &r.project)
	return command
}

func (r *rulesAdd) command(ctx context.Context, args []string) error {
	if len(args) == 0 && !r.frozen {
		return errors.New("name a file or folder to add; or add what the lock file names: impressionism rules add --frozen")
	}
	var err error
	if r.folder, err = r.app.rulesFolderToChange(r.project); err != nil {
		return err
	}
	if len(args) == 0 {
		return failed(r.restore(ctx))
	}
	return failed(r.one(ctx, args[0]))
}

func (r *rulesAdd) one(ctx context.Context, name string) error {
	a := r.app
	ruleset, err := openRuleset(r.folder.set, name)
	if err != nil {
		return err
	}
	if r.frozen {
		if err := r.asLocked(ruleset); err != nil {
			return err
		}
	}
	a.describe(ruleset)
	a.tellCost(ruleset)
	if err := errors.Join(checkLoads(ruleset), a.tellStale(ruleset, name)); err != nil {
		return err
	}
	if err := a.vet(ctx, ruleset); err != nil {
		return err
	}
	if former, err := r.folder.own.Load(ruleset.Manifest.ID); err == nil {
		if former.FilesHash() == ruleset.FilesHash() {
			fmt.Fprintf(a.out, "%s is there already, with the same files.\n", ruleset.Manifest.ID)
			return r.lock(ruleset, name)
		}
		fmt.Fprintf(a.out, "It takes the place of %s %s (%.8s).\n", former.Manifest.ID, former.Manifest.Version, former.FilesHash())
		a.printChange(former, ruleset)
	}
	if !r.yes && !r.frozen {
		if err := a.confirm("Add it?"); err != nil {
			return err
		}
	}
	target, err := install.Add(r.folder.path, ruleset)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.out, "Added %s: %s\n", ruleset.Manifest.ID, target)
	if err := r.lock(ruleset, name); err != nil {
		return err
	}
	switch {
	case r.project:
		fmt.Fprintln(a.out, "It runs once the project's configuration chooses it and everybody has said: impressionism rules trust")
	case !slices.Contains(a.loaded.ActiveRuleset, ruleset.Manifest.ID):
		fmt.Fprintf(a.out, "To let it decide: impressionism rules use %s\n", ruleset.Manifest.ID)
	}
	return nil
}

// lock keeps what was added. What lies in the rules folder already keeps the
// source that it has.
func (r *rulesAdd) lock(ruleset engine.Ruleset, name string) error {
	entry := lock.Of(ruleset, r.app.source(r.folder, name))
	former, locked := r.folder.lock.Find(entry.ID)
	if r.frozen || entry == former || locked && entry.Source == "" && entry.SHA256 == former.SHA256 {
		return nil
	}
	return r.folder.keep(entry)
}

// describe tells what a ruleset is and what it may do.
func (a *app) describe(r engine.Ruleset) {
	m := r.Manifest
	fmt.Fprintf(a.out, "%s, %s, %s, hash %.12s\n", strings.TrimSpace(m.ID+" "+m.Version), r.Language, size(len(r.Program.Code)), r.FilesHash())
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
	if m.Calls == nil || slices.Contains(m.Calls, "evaluate") {
		fmt.Fprintln(a.out, "With evaluate it may ask other rulesets, which read what their own manifests list; it sees their decisions only.")
	}
	files := r.Files()
	fmt.Fprintf(a.out, "%s:\n", count(len(files), "file", "files"))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(a.out, "  %s, %s\n", plain(name), size(len(files[name])))
	}
}

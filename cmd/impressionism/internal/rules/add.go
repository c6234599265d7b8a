package rules

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// add is how `rules add` was called.
type add struct {
	env                             *env.Env
	yes, frozen, overwrite, project bool
	folder                          *folder
}

func addCommand(e *env.Env) *cobra.Command {
	r := &add{env: e}
	command := &cobra.Command{
		Use:   "add [FILE|DIR]",
		Short: "Copy a ruleset into your rules folder; a WebAssembly module is vetted first",
		Long: `Copy a ruleset, a folder or one .lua or .wasm file, into your rules folder under
the id that its manifest gives. It shows what the ruleset may do and which files are
copied, and asks. A folder with a link in it is refused, and a manifest in which rules
validate finds an error that nothing disables. A WebAssembly module is vetted first:
its imports and exports are checked and it is compiled in a process with limits; none
of it runs. A Lua file and its functions are run once in the sandbox, without a host;
the file has to return a table.

What was added, its version, hash and source, is kept in ` + lock.Name + ` in the
rules folder. With --frozen only what has the hash in that file is added, without
asking, and the file stays as it is. --frozen alone adds everything that the file
names, from its sources; if any of it differs or is missing, nothing is changed. A
ruleset that was changed where it is installed is refused without --overwrite.`,
		Example: `  impressionism rules add ./careful
  impressionism rules add careful.wasm --yes
  impressionism rules add --frozen --project`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, args []string) error { return r.command(command.Context(), args) },
	}
	command.Flags().BoolVarP(&r.yes, "yes", "y", false, "do not ask")
	command.Flags().BoolVar(&r.frozen, "frozen", false, "add only what has the hash in the lock file")
	command.Flags().BoolVar(&r.overwrite, "overwrite", false, "with --frozen: take the locked files where the installed ones were changed")
	projectFlag(command, &r.project)
	return command
}

func (r *add) command(ctx context.Context, args []string) error {
	if len(args) == 0 && !r.frozen {
		return errors.New("name a file or folder to add; or add what the lock file names: impressionism rules add --frozen")
	}
	if r.overwrite && !r.frozen {
		return errors.New("--overwrite goes with --frozen; without --frozen, what changes is shown and asked about")
	}
	var err error
	if r.folder, err = folderToChange(r.env, r.project); err != nil {
		return err
	}
	if len(args) == 0 {
		return env.Failed(r.restore(ctx))
	}
	return env.Failed(r.one(ctx, args[0]))
}

func (r *add) one(ctx context.Context, name string) error {
	e := r.env
	ruleset, err := rulesets.OpenRuleset(r.folder.set, name)
	if err != nil {
		return err
	}
	if r.frozen {
		err = r.asLocked(ruleset)
	} else {
		err = rulesets.CheckManifest(e, ruleset, name)
	}
	if err != nil {
		return err
	}
	describe(e, ruleset)
	TellCost(e, ruleset)
	if err := errors.Join(checkLoads(ruleset), TellStale(e, ruleset, name)); err != nil {
		return err
	}
	if err := rulesets.Vet(ctx, e, ruleset); err != nil {
		return err
	}
	former, err := r.folder.own.Load(ruleset.Manifest.ID)
	switch {
	case err == nil:
		if former.FilesHash() == ruleset.FilesHash() {
			fmt.Fprintf(e.Out, "%s is there already, with the same files.\n", ruleset.Manifest.ID)
			return r.lock(ruleset, name)
		}
		fmt.Fprintf(e.Out, "It takes the place of %s %s (%.8s).\n", former.Manifest.ID, former.Manifest.Version, former.FilesHash())
		printChange(e, former, ruleset)
	case lock.Lies(r.folder.path, ruleset.Manifest.ID):
		fmt.Fprintln(e.Out, "It takes the place of what cannot be read:", textline.Plain(err.Error()))
	}
	if !r.yes && !r.frozen {
		if err := cli.Confirm(e, "Add it?"); err != nil {
			return err
		}
	}
	target, err := install.Add(r.folder.path, ruleset)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.Out, "Added %s: %s\n", ruleset.Manifest.ID, target)
	if err := r.lock(ruleset, name); err != nil {
		return err
	}
	switch {
	case r.project:
		fmt.Fprintln(e.Out, "It runs once the project's configuration chooses it and everybody has said: impressionism rules trust")
	case !slices.Contains(e.Loaded.ActiveRuleset, ruleset.Manifest.ID):
		fmt.Fprintf(e.Out, "To let it decide: impressionism rules use %s\n", ruleset.Manifest.ID)
	}
	return nil
}

// lock keeps what was added. What lies in the rules folder already keeps the
// source that it has.
func (r *add) lock(ruleset engine.Ruleset, name string) error {
	entry := lock.Of(ruleset, source(r.env, r.folder, name))
	r.folder.noteInstalled(r.env, entry)
	if err := r.folder.readAgain(); err != nil {
		return err
	}
	former, locked := r.folder.lock.Find(entry.ID)
	if r.frozen || entry == former || locked && entry.Source == "" && entry.SHA256 == former.SHA256 {
		return nil
	}
	return r.folder.keep(entry)
}

// describe tells what a ruleset is and what it may do.
func describe(e *env.Env, r engine.Ruleset) {
	m := r.Manifest
	fmt.Fprintf(e.Out, "%s, %s, %s, hash %.12s\n", strings.TrimSpace(m.ID+" "+m.Version), r.Language, textline.Size(len(r.Program.Code)), r.FilesHash())
	if m.Summary != "" {
		fmt.Fprintln(e.Out, textline.Plain(m.Summary))
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
	fmt.Fprintf(e.Out, "It may use %s, on %s, and sees items of the kinds %s. It has no other access to anything.\n", calls, events, strings.Join(m.SeenKinds(), ", "))
	if m.Calls == nil || slices.Contains(m.Calls, "evaluate") {
		fmt.Fprintln(e.Out, "With evaluate it may ask other rulesets, which read what their own manifests list; it sees their decisions only.")
	}
	TellPlaces(e, m)
	files := r.Files()
	fmt.Fprintf(e.Out, "%s:\n", textline.Count(len(files), "file", "files"))
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(e.Out, "  %s, %s\n", textline.Plain(name), textline.Size(len(files[name])))
	}
}

// asLocked holds a ruleset, and what is installed under its id, to the lock file.
func (r *add) asLocked(ruleset engine.Ruleset) error {
	entry, locked := r.folder.lock.Find(ruleset.Manifest.ID)
	if !locked {
		return fmt.Errorf("%s is not in the lock file %s, and --frozen adds nothing else; without it, it is put there", ruleset.Manifest.ID, filepath.Join(r.folder.path, lock.Name))
	}
	if got := ruleset.FilesHash(); got != entry.SHA256 {
		return fmt.Errorf("%s is not as it was locked, so it was not added:\n  lock file %s %s\n  here      %s %s\nIf the change is meant, add it without --frozen",
			entry.ID, entry.SHA256, entry.Version, got, ruleset.Manifest.Version)
	}
	return r.unchanged(entry)
}

// unchanged refuses to replace what was changed where it is installed: the change would be lost.
func (r *add) unchanged(entry lock.Entry) error {
	if r.overwrite || !lock.Lies(r.folder.path, entry.ID) {
		return nil
	}
	lies, err := r.folder.own.FilesHash(entry.ID)
	switch {
	case err != nil:
		return fmt.Errorf("%s: what is installed cannot be read (%w), and a change in it would be lost; if that is meant: --overwrite", entry.ID, err)
	case lies != entry.SHA256 && !r.folder.asInstalled(r.env, entry.ID, lies):
		return fmt.Errorf("%s was changed where it is installed, or not installed by this program:\n  lock file %s %s\n  installed %s\nTo take the locked files instead: --overwrite", entry.ID, entry.SHA256, entry.Version, lies)
	}
	return nil
}

// restore brings the rules folder to what the lock file says: all of it or, if
// anything differs, nothing.
func (r *add) restore(ctx context.Context) error {
	if len(r.folder.lock.Rulesets) == 0 {
		return fmt.Errorf("there is nothing to add: no ruleset is in %s", filepath.Join(r.folder.path, lock.Name))
	}
	var wanted []engine.Ruleset
	var problems []error
	there := map[string]bool{}
	for _, entry := range r.folder.lock.Rulesets {
		ruleset, already, err := r.locked(entry)
		if err == nil {
			err = rulesets.Vet(ctx, r.env, ruleset)
		}
		if err != nil {
			problems = append(problems, err)
			continue
		}
		wanted, there[entry.ID] = append(wanted, ruleset), already
	}
	if len(problems) > 0 {
		return fmt.Errorf("nothing was changed: %w", errors.Join(problems...))
	}
	var installed []lock.Entry
	defer func() { r.folder.noteInstalled(r.env, installed...) }() // those before one that failed, too
	for _, ruleset := range wanted {
		id := ruleset.Manifest.ID
		entry, _ := r.folder.lock.Find(id)
		if there[id] {
			installed = append(installed, entry)
			fmt.Fprintf(r.env.Out, "%s is there already, with the same files.\n", id)
			continue
		}
		target, err := install.Add(r.folder.path, ruleset)
		if err != nil {
			return err
		}
		installed = append(installed, entry)
		fmt.Fprintf(r.env.Out, "Added %s: %s\n", id, target)
	}
	return nil
}

// locked opens what an entry stands for: where it lies already, else at its
// source.
func (r *add) locked(entry lock.Entry) (ruleset engine.Ruleset, there bool, err error) {
	if ruleset, err = r.folder.own.Load(entry.ID); err == nil && ruleset.FilesHash() == entry.SHA256 {
		return ruleset, true, nil
	}
	if err := r.unchanged(entry); err != nil {
		return ruleset, false, err
	}
	ruleset, err = lock.Open(r.folder.set, r.folder.path, entry)
	if err != nil {
		return ruleset, false, fmt.Errorf("%s: %w; if you have it elsewhere: impressionism rules add FILE|DIR --frozen", entry.ID, err)
	}
	if ruleset.Manifest.ID != entry.ID {
		return ruleset, false, fmt.Errorf("%s: at its source %s lies %s", entry.ID, textline.Plain(entry.Source), ruleset.Manifest.ID)
	}
	return ruleset, false, r.asLocked(ruleset)
}

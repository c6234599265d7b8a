package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/program"
)

func (a *app) uninstallCommand() *cobra.Command {
	u := &uninstall{app: a}
	command := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove what setup placed; with --purge also settings, rulesets and memory",
		Long: `Remove what setup placed and what can be made again: the program in the data
folder, models, index, caches, log. Settings, rulesets and what is remembered stay,
for whoever comes back; --purge removes them, too, and nothing brings them back.

Only files of impressionism's own are removed, and folders that are empty then. The
plugin is the client's: remove it there first, or its next hook begins anew. What a
project has in .claude/impressionism is the project's and stays.`,
		Example: "  impressionism uninstall --dry-run\n  impressionism uninstall --purge",
		Args:    cobra.NoArgs,
		RunE:    func(*cobra.Command, []string) error { return u.run() },
	}
	command.Flags().BoolVar(&u.purge, "purge", false, "also remove config.yaml, rulesets and everything that is remembered")
	command.Flags().BoolVar(&u.dry, "dry-run", false, "say what would be removed and change nothing")
	command.Flags().BoolVar(&u.yes, "yes", false, "do not ask before --purge")
	return command
}

// uninstall is one run of the command.
type uninstall struct {
	*app
	purge, dry, yes bool
}

// belonging is a file or folder of ours. Patterns are those of filepath.Glob below
// the folder, which is never removed for more than being empty.
type belonging struct {
	folder   string
	patterns []string
	what     string
	lost     bool // nothing can make it again
}

func (u *uninstall) belongings() []belonging {
	data, config := filepath.Dir(u.paths.StateDB), filepath.Dir(u.paths.Config)
	return []belonging{
		{data, program.Files(), "the program", false},
		{filepath.Dir(u.paths.Models), []string{filepath.Base(u.paths.Models)}, "models and the library that runs them", false},
		{filepath.Dir(u.paths.IndexDB), databaseFiles(u.paths.IndexDB), "the index", false},
		{u.paths.Cache, []string{"compiled", "eval", "run"}, "caches", false},
		{filepath.Dir(u.paths.Log), []string{filepath.Base(u.paths.Log), filepath.Base(u.paths.Log) + ".[0-9]", filepath.Base(u.paths.Log) + ".[0-9][0-9]"}, "the log", false},
		{config, []string{filepath.Base(u.paths.Config)}, "your settings", true},
		{filepath.Dir(u.paths.Rules), []string{filepath.Base(u.paths.Rules)}, "your rulesets", true},
		{filepath.Dir(u.paths.Vetted), []string{filepath.Base(u.paths.Vetted)}, "modules that you allowed to run", true},
		{data, databaseFiles(u.paths.StateDB), "what is remembered: sessions, decisions, ratings", true},
	}
}

// databaseFiles are a database, its log, and what mending it left beside it.
func databaseFiles(path string) []string {
	name := filepath.Base(path)
	return []string{name, name + "-wal", name + "-shm", name + ".*"}
}

func (u *uninstall) run() error {
	if err := u.ready(); err != nil {
		return err
	}
	if folder := u.sharedFolder(); folder != "" {
		return failed(fmt.Errorf("%s is not impressionism's alone, and what has the name of a file of ours may be another's. Remove by hand what is: program, models, index.db, state.db, vetted, log, cache, config.yaml, rules", folder))
	}
	var remove []string
	lost := false
	for _, b := range u.belongings() {
		found := b.find()
		gone := u.purge || !b.lost
		for _, path := range found {
			fmt.Fprintf(u.out, "%-7s %8.1f MB  %s  (%s)\n", keepWord(gone), megabytes(bytesIn(path)), path, b.what)
		}
		if gone {
			remove, lost = append(remove, found...), lost || b.lost && len(found) > 0
		}
	}
	if len(remove) == 0 {
		fmt.Fprintln(u.out, "There is nothing to remove.")
	}
	u.sayPlugin()
	if u.dry {
		fmt.Fprintln(u.out, "Nothing was changed.")
		return nil
	}
	if lost {
		fmt.Fprintln(u.out, "Settings, rulesets and what is remembered can not be brought back; `impressionism export` writes the latter to a file.")
		if err := u.agree(); err != nil {
			return failed(err)
		}
	}
	if err := u.remove(remove); err != nil {
		return failed(fmt.Errorf("uninstall: %w; the rest is gone, run it again to remove this, too", err))
	}
	if len(remove) > 0 {
		fmt.Fprintln(u.out, "Removed.")
	}
	return nil
}

// sharedFolder is one of our folders that was put where the user or the client has
// files of the same names; empty where there is none.
func (u *uninstall) sharedFolder() string {
	for _, file := range []string{u.paths.StateDB, u.paths.Config} {
		folder := filepath.Dir(file)
		ours, err := os.Stat(folder)
		if err != nil {
			continue // there is nothing to remove in it
		}
		for _, other := range []string{u.userDir(), u.clientHome()} {
			if info, err := os.Stat(other); err == nil && os.SameFile(ours, info) {
				return folder
			}
		}
	}
	return ""
}

func (u *uninstall) agree() error {
	if u.yes {
		return nil
	}
	return u.confirm("Remove all of it?")
}

func keepWord(gone bool) string {
	if gone {
		return "remove"
	}
	return "keep"
}

// find gives what there is of it.
func (b belonging) find() []string {
	entries, err := os.ReadDir(b.folder) // no Glob of the whole path: a folder's name may have brackets in it
	if err != nil {
		return nil
	}
	var found []string
	for _, entry := range entries {
		if slices.ContainsFunc(b.patterns, func(pattern string) bool {
			ok, err := filepath.Match(pattern, entry.Name())
			return ok && err == nil
		}) {
			found = append(found, filepath.Join(b.folder, entry.Name()))
		}
	}
	return found
}

// remove deletes paths, as far as it can, and then our folders where they are empty.
func (u *uninstall) remove(paths []string) error {
	var failures []error
	for _, path := range paths {
		failures = append(failures, os.RemoveAll(path)) // a link goes, not what it leads to
	}
	for _, folder := range []string{u.paths.Cache, filepath.Dir(u.paths.StateDB), filepath.Dir(u.paths.Config)} {
		_ = os.Remove(folder) // stays where something is in it
	}
	return errors.Join(failures...)
}

// sayPlugin says how the client gets rid of the plugin.
func (u *uninstall) sayPlugin() {
	if ours, found := u.installedPlugin(); found {
		fmt.Fprintf(u.out, "The client still has the plugin; before all else run: claude plugin uninstall %s\n", ours.Key())
	}
}

// bytesIn is what a file or folder takes on disk.
func bytesIn(path string) (total int64) {
	_ = filepath.WalkDir(path, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it is only told
		}
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			total += info.Size()
		}
		return nil
	})
	return total
}

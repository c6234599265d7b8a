package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

func (a *app) uninstallCommand() *cobra.Command {
	u := &uninstall{app: a}
	command := &cobra.Command{
		Use:   "uninstall",
		Short: "Remove what setup placed; with --purge also settings, rulesets and memory",
		Long: `Remove what setup placed and what can be made again: the program in the data
folder, models, index, caches, log. Settings, rulesets and what is remembered stay,
for whoever comes back; --purge removes them, too, and nothing brings them back.

Only files of impressionism's own are removed, and folders that are empty then: what a
record lists, or what has a form that nothing else has. The rest is named and stays, also
another program's file that lay in the place of a database and was moved aside, and
so does everything where no database of impressionism's lies in the folder. The
plugin is the client's: remove it there first, or its next hook begins anew. What a
project has in ` + filepath.Dir(a.projectConfig("")) + ` is the project's and stays.`,
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

func (u *uninstall) run() error {
	if err := u.ready(); err != nil {
		return err
	}
	if folder := u.sharedFolder(); folder != "" {
		return failed(fmt.Errorf("%s is not impressionism's alone, and what has the name of a file of ours may be another's. Remove by hand what is: program, models, index.db, state.db, vetted, log, cache, config.yaml, rules", folder))
	}
	found := u.find()
	if len(found) > 0 && !isMark(u.paths.StateDB) && !isMark(u.paths.IndexDB) {
		return failed(u.notMarked(found))
	}
	remove := slices.DeleteFunc(slices.Clone(found), func(f foundFiles) bool { return f.lost && !u.purge })
	u.print(found)
	if len(remove) == 0 {
		fmt.Fprintln(u.out, "There is nothing to remove.")
	}
	u.sayPlugin()
	if u.dry {
		fmt.Fprintln(u.out, "Nothing was changed.")
		return nil
	}
	if slices.ContainsFunc(remove, func(f foundFiles) bool { return f.lost }) {
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

// foundFiles are the files of a belonging that are ours.
type foundFiles struct {
	belonging
	files []string
}

// find looks at every belonging and says which files in their places are not ours.
func (u *uninstall) find() []foundFiles {
	var all []foundFiles
	var others []string
	for _, b := range u.belongings() {
		files, left := b.sift()
		if len(files) > 0 {
			all = append(all, foundFiles{b, files})
		}
		others = append(others, left...)
	}
	for _, name := range others[:min(len(others), othersShown)] {
		fmt.Fprintf(u.out, "leave                %s  (nothing says that it is impressionism's)\n", plain(name))
	}
	if more := len(others) - othersShown; more > 0 {
		fmt.Fprintf(u.out, "leave                … and %d more\n", more)
	}
	for _, database := range []string{u.paths.IndexDB, u.paths.StateDB} {
		for _, name := range sqlite.Aside(database) {
			fmt.Fprintf(u.out, "leave                %s  (another program's: it was in the place of %s and was moved aside)\n", plain(name), filepath.Base(database))
		}
	}
	return all
}

// othersShown bounds how many files of others are named.
const othersShown = 20

func (u *uninstall) print(found []foundFiles) {
	for _, f := range found {
		bytes := int64(0)
		for _, file := range f.files {
			bytes += sizeOf(file)
		}
		fmt.Fprintf(u.out, "%-7s %8.1f MB  %s  (%s)\n", keepWord(u.purge || !f.lost), megabytes(bytes), plain(f.root), f.what)
	}
}

// notMarked refuses a folder that may be somebody else's.
func (u *uninstall) notMarked(found []foundFiles) error {
	var names []string
	for _, f := range found {
		names = append(names, f.root)
	}
	return fmt.Errorf("no state.db and no index.db of impressionism's lies in %s, so the folder may be another's, and nothing was removed. Remove by hand what is impressionism's: %s",
		filepath.Dir(u.paths.StateDB), strings.Join(names, ", "))
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

// remove deletes files, as far as it can, and then our folders where they are empty.
func (u *uninstall) remove(found []foundFiles) error {
	var failures []error
	for _, f := range found {
		failures = append(failures, f.removeAll(f.files)...)
	}
	for _, folder := range []string{u.paths.Cache, filepath.Dir(u.paths.StateDB), filepath.Dir(u.paths.Config)} {
		removeEmpty(folder)
	}
	return errors.Join(failures...)
}

// sayPlugin says how the client gets rid of the plugin.
func (u *uninstall) sayPlugin() {
	if ours, found := u.installedPlugin(); found {
		fmt.Fprintf(u.out, "The client still has the plugin; before all else run: %s\n", u.client().Program.Uninstall(ours.Key()))
	}
}

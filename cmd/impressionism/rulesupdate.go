package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// rulesUpdate is how `rules update` was called.
type rulesUpdate struct {
	app                                     *app
	yes, allowDowngrade, overwrite, project bool
	folder                                  *rulesFolder
}

func (a *app) rulesUpdateCommand() *cobra.Command {
	u := &rulesUpdate{app: a}
	command := &cobra.Command{
		Use:   "update [ID…]",
		Short: "Take what lies at the sources of your rulesets now, after showing what is different",
		Long: `Take what lies at the file or folder that a ruleset was added from; every ruleset
of the lock file where no id is given. It shows what is different (files, host
calls, events, parameters) and asks. A module is vetted as by rules add; none of the
code runs. It stops at the first ruleset that cannot be updated or is declined.

A source whose version is lower is refused without --allow-downgrade, and a ruleset
that was changed where it is installed without --overwrite.`,
		Example: "  impressionism rules update\n  impressionism rules update acme/careful --yes",
		RunE:    func(command *cobra.Command, ids []string) error { return u.command(command.Context(), ids) },
	}
	flags := command.Flags()
	flags.BoolVarP(&u.yes, "yes", "y", false, "do not ask")
	flags.BoolVar(&u.allowDowngrade, "allow-downgrade", false, "take a lower version, too")
	flags.BoolVar(&u.overwrite, "overwrite", false, "take the source's files where the installed ones were changed")
	projectFlag(command, &u.project)
	return command
}

func (u *rulesUpdate) command(ctx context.Context, ids []string) error {
	var err error
	if u.folder, err = u.app.rulesFolderToChange(u.project); err != nil {
		return err
	}
	entries, err := u.folder.chosen(ids)
	if err != nil {
		return err
	}
	updated := 0
	for _, entry := range entries {
		line, ruleset := u.folder.beside(entry)
		switch line.State {
		case sourceOutdated, sourceOlder:
			if err := u.one(ctx, entry, ruleset); err != nil {
				return failed(fmt.Errorf("update %s: %w", entry.ID, err))
			}
			updated++
		case sourceUnreadable:
			return failed(fmt.Errorf("update %s: %s; add it from where it is now: impressionism rules add FILE|DIR", entry.ID, plain(line.Problem)))
		}
	}
	if updated == 0 {
		fmt.Fprintln(u.app.out, "Nothing is outdated.")
	}
	return nil
}

func (u *rulesUpdate) one(ctx context.Context, entry lock.Entry, ruleset engine.Ruleset) error {
	a := u.app
	former, loadErr := u.folder.own.Load(entry.ID)
	if err := u.allowed(entry, ruleset, former, loadErr); err != nil {
		return err
	}
	before := shape.RulesetMark{Version: entry.Version, Hash: entry.SHA256}
	after := shape.RulesetMark{Version: ruleset.Manifest.Version, Hash: ruleset.FilesHash()}
	fmt.Fprintf(a.out, "%s: %s becomes %s\n", entry.ID, markWords(before), markWords(after))
	a.describe(ruleset)
	if loadErr == nil {
		a.printChange(former, ruleset)
	}
	if err := a.vet(ctx, ruleset); err != nil {
		return err
	}
	if !u.yes {
		if err := a.confirm("Update it?"); err != nil {
			return err
		}
	}
	if _, err := install.Add(u.folder.path, ruleset); err != nil {
		return err
	}
	if err := u.folder.keep(lock.Of(ruleset, entry.Source)); err != nil {
		return err
	}
	a.did("updated", "ruleset", entry.ID, "")
	fmt.Fprintf(a.out, "Updated %s.\n", entry.ID)
	if u.project {
		fmt.Fprintln(a.out, "It runs once it is trusted again: impressionism rules trust")
	}
	return nil
}

// allowed refuses what would take away more than was asked for.
func (u *rulesUpdate) allowed(entry lock.Entry, ruleset, former engine.Ruleset, loadErr error) error {
	if engine.CompareVersions(ruleset.Manifest.Version, entry.Version) < 0 && !u.allowDowngrade {
		return fmt.Errorf("at its source lies %s, which is before %s; if that is meant: --allow-downgrade", orNone(ruleset.Manifest.Version), entry.Version)
	}
	if loadErr == nil && former.FilesHash() != entry.SHA256 && former.FilesHash() != ruleset.FilesHash() && !u.overwrite {
		return fmt.Errorf("it was changed since it was added (%.8s, now %.8s), and the change would be lost; if that is meant: --overwrite", entry.SHA256, former.FilesHash())
	}
	return nil
}

// printChange shows in what a ruleset differs from the one in whose place it
// comes. What is configured for a parameter stays.
func (a *app) printChange(former, ruleset engine.Ruleset) {
	for _, line := range engine.DiffManifests(former.Manifest, ruleset.Manifest) {
		fmt.Fprintln(a.out, " ", plain(line))
	}
	var files []string
	for _, f := range engine.DiffFiles(former, ruleset) {
		files = append(files, f.Name+" "+f.How)
	}
	if len(files) > 0 {
		fmt.Fprintln(a.out, "  files:", plain(strings.Join(files, ", ")))
	}
}

func orNone(version string) string {
	if version == "" {
		return "one without a version"
	}
	return version
}

package rules

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/rulesets"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/install"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

// What a source is to what was added from it.
const (
	sourceCurrent    = "current"
	sourceOutdated   = "outdated"
	sourceOlder      = "older"
	sourceNone       = "no source"
	sourceUnreadable = "unreadable"
)

func outdatedCommand(e *env.Env) *cobra.Command {
	var project bool
	command := cli.JSONFlag(e, &cobra.Command{
		Use:   "outdated [ID…]",
		Short: "Look at the sources of your rulesets again and tell which are other than what was added",
		Long: `Look at the file or folder that each ruleset of the lock file was added from, and
tell which holds something else now: outdated, or older by its version. Nothing is
changed and nothing runs; rules update takes what is there.

Ends with 0 where every ruleset is current or has no source, 1 where one is not or
its source cannot be read, 2 where the lock file cannot be read.`,
		Example: "  impressionism rules outdated\n  impressionism rules outdated acme/careful --json",
		RunE:    func(_ *cobra.Command, ids []string) error { return outdated(e, ids, project) },
	})
	projectFlag(command, &project)
	return command
}

func outdated(e *env.Env, ids []string, project bool) error {
	folder, err := openFolder(e, project)
	if err != nil {
		return err
	}
	entries, err := folder.chosen(ids)
	if err != nil {
		return err
	}
	result := shape.RulesOutdated{Rulesets: []shape.OutdatedRuleset{}}
	for _, entry := range entries {
		line, _ := folder.beside(entry)
		switch line.State {
		case sourceOutdated, sourceOlder:
			result.Outdated++
		case sourceUnreadable:
			result.Problems++
		}
		result.Rulesets = append(result.Rulesets, line)
	}
	if e.JSON {
		err = cli.PrintJSON(e, result)
	} else {
		printOutdated(e, result)
	}
	if err == nil && result.Outdated+result.Problems > 0 {
		err = &env.ExitError{Code: env.ExitFailed}
	}
	return err
}

// beside looks at what lies at an entry's source now.
func (f *folder) beside(entry lock.Entry) (shape.OutdatedRuleset, engine.Ruleset) {
	line := shape.OutdatedRuleset{
		ID: entry.ID, State: sourceCurrent, Source: entry.Locate(f.path),
		Locked: shape.RulesetMark{Version: entry.Version, Hash: entry.SHA256},
	}
	if entry.Source == "" {
		line.State = sourceNone
		return line, engine.Ruleset{}
	}
	ruleset, err := lock.Open(f.set, f.path, entry)
	if err == nil && ruleset.Manifest.ID != entry.ID {
		err = fmt.Errorf("there lies %s now", ruleset.Manifest.ID)
	}
	if err != nil {
		line.State, line.Problem = sourceUnreadable, err.Error()
		return line, engine.Ruleset{}
	}
	line.There = &shape.RulesetMark{Version: ruleset.Manifest.Version, Hash: ruleset.FilesHash()}
	if line.There.Hash != entry.SHA256 {
		line.State = sourceOutdated
		if engine.CompareVersions(ruleset.Manifest.Version, entry.Version) < 0 {
			line.State = sourceOlder
		}
	}
	return line, ruleset
}

func printOutdated(e *env.Env, result shape.RulesOutdated) {
	if len(result.Rulesets) == 0 {
		fmt.Fprintln(e.Out, "No ruleset was added here.")
		return
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		there := ""
		if r.There != nil {
			there = markWords(*r.There)
		}
		where := cli.ShortPath(e, r.Source)
		if r.Problem != "" {
			where = textline.Shorten(r.Problem, 100)
		}
		rows = append(rows, []string{r.ID, r.State, markWords(r.Locked), there, where})
	}
	cli.Table(e, []string{"ruleset", "state", "added", "there now", "source"}, rows)
}

func markWords(m shape.RulesetMark) string {
	if m.Version == "" {
		return fmt.Sprintf("%.8s", m.Hash)
	}
	return fmt.Sprintf("%s (%.8s)", m.Version, m.Hash)
}

// update is how `rules update` was called.
type update struct {
	env                                     *env.Env
	yes, allowDowngrade, overwrite, project bool
	folder                                  *folder
}

func updateCommand(e *env.Env) *cobra.Command {
	u := &update{env: e}
	command := &cobra.Command{
		Use:   "update [ID…]",
		Short: "Take what lies at the sources of your rulesets now, after showing what is different",
		Long: `Take what lies at the file or folder that a ruleset was added from; every ruleset
of the lock file where no id is given. It shows what is different (files, host
calls, events, parameters) and asks. A module is vetted as by rules add; none of the
code runs. A ruleset that cannot be updated or is declined stays as it is; the others
are updated, and the command ends with 1.

A manifest that rules validate calls wrong is refused, as by rules add. A source whose version is lower is refused without --allow-downgrade, and a ruleset
that was changed where it is installed, or cannot be read there, without --overwrite.`,
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

func (u *update) command(ctx context.Context, ids []string) error {
	var err error
	if u.folder, err = folderToChange(u.env, u.project); err != nil {
		return err
	}
	entries, err := u.folder.chosen(ids)
	if err != nil {
		return err
	}
	some := false
	var problems []error
	for _, entry := range entries {
		line, ruleset := u.folder.beside(entry)
		switch line.State {
		case sourceOutdated, sourceOlder:
			some = true
			if err := u.one(ctx, entry, ruleset); err != nil {
				problems = append(problems, fmt.Errorf("update %s: %w", entry.ID, err))
			}
		case sourceUnreadable:
			problems = append(problems, fmt.Errorf("update %s: %s; add it from where it is now: impressionism rules add FILE|DIR", entry.ID, textline.Plain(line.Problem)))
		}
		if ctx.Err() != nil {
			break
		}
	}
	if !some && problems == nil {
		fmt.Fprintln(u.env.Out, "Nothing is outdated.")
	}
	return env.Failed(errors.Join(problems...))
}

func (u *update) one(ctx context.Context, entry lock.Entry, ruleset engine.Ruleset) error {
	e := u.env
	former, loadErr := u.folder.own.Load(entry.ID)
	if err := u.allowed(entry, ruleset, former, loadErr); err != nil {
		return err
	}
	if err := rulesets.CheckManifest(e, ruleset, entry.Locate(u.folder.path)); err != nil {
		return err
	}
	before := shape.RulesetMark{Version: entry.Version, Hash: entry.SHA256}
	after := shape.RulesetMark{Version: ruleset.Manifest.Version, Hash: ruleset.FilesHash()}
	fmt.Fprintf(e.Out, "%s: %s becomes %s\n", entry.ID, markWords(before), markWords(after))
	describe(e, ruleset)
	if loadErr == nil {
		printChange(e, former, ruleset)
	}
	if err := rulesets.Vet(ctx, e, ruleset); err != nil {
		return err
	}
	if !u.yes {
		if err := cli.Confirm(e, "Update it?"); err != nil {
			return err
		}
	}
	if _, err := install.Add(u.folder.path, ruleset); err != nil {
		return err
	}
	updated := lock.Of(ruleset, entry.Source)
	u.folder.noteInstalled(e, updated)
	if err := u.folder.keep(updated); err != nil {
		return err
	}
	e.Did("updated", "ruleset", entry.ID, "")
	fmt.Fprintf(e.Out, "Updated %s.\n", entry.ID)
	if u.project {
		fmt.Fprintln(e.Out, "It runs once it is trusted again: impressionism rules trust")
	}
	return nil
}

// allowed refuses what would take away more than was asked for.
func (u *update) allowed(entry lock.Entry, ruleset, former engine.Ruleset, loadErr error) error {
	if engine.CompareVersions(ruleset.Manifest.Version, entry.Version) < 0 && !u.allowDowngrade {
		return fmt.Errorf("at its source lies %s, which is before %s; if that is meant: --allow-downgrade", orNone(ruleset.Manifest.Version), entry.Version)
	}
	lies, err := u.folder.own.FilesHash(entry.ID)
	if loadErr != nil && lock.Lies(u.folder.path, entry.ID) && (err != nil || lies != entry.SHA256) && !u.overwrite {
		return fmt.Errorf("what is installed cannot be read (%w), and a change of yours in it would be lost; if that is meant: --overwrite", loadErr)
	}
	if loadErr == nil && former.FilesHash() != entry.SHA256 && former.FilesHash() != ruleset.FilesHash() && !u.overwrite && !u.folder.asInstalled(u.env, entry.ID, former.FilesHash()) {
		return fmt.Errorf("it was changed since it was added (%.8s, now %.8s), and the change would be lost; if that is meant: --overwrite", entry.SHA256, former.FilesHash())
	}
	return nil
}

// printChange shows in what a ruleset differs from the one in whose place it
// comes. What is configured for a parameter stays.
func printChange(e *env.Env, former, ruleset engine.Ruleset) {
	for _, line := range engine.DiffManifests(former.Manifest, ruleset.Manifest) {
		fmt.Fprintln(e.Out, " ", textline.Plain(line))
	}
	var files []string
	for _, f := range engine.DiffFiles(former, ruleset) {
		files = append(files, f.Name+" "+f.How)
	}
	if len(files) > 0 {
		fmt.Fprintln(e.Out, "  files:", textline.Plain(strings.Join(files, ", ")))
	}
}

func orNone(version string) string {
	if version == "" {
		return "one without a version"
	}
	return version
}

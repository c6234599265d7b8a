package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
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

func (a *app) rulesOutdatedCommand() *cobra.Command {
	var project bool
	command := a.jsonFlag(&cobra.Command{
		Use:   "outdated [ID…]",
		Short: "Look at the sources of your rulesets again and tell which are other than what was added",
		Long: `Look at the file or folder that each ruleset of the lock file was added from, and
tell which holds something else now: outdated, or older by its version. Nothing is
changed and nothing runs; rules update takes what is there.

Ends with 0 where every ruleset is current or has no source, 1 where one is not or
its source cannot be read, 2 where the lock file cannot be read.`,
		Example: "  impressionism rules outdated\n  impressionism rules outdated acme/careful --json",
		RunE:    func(_ *cobra.Command, ids []string) error { return a.rulesOutdated(ids, project) },
	})
	projectFlag(command, &project)
	return command
}

func (a *app) rulesOutdated(ids []string, project bool) error {
	folder, err := a.rulesFolder(project)
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
	if a.json {
		err = a.printJSON(result)
	} else {
		a.printOutdated(result)
	}
	if err == nil && result.Outdated+result.Problems > 0 {
		err = &exitError{code: exitFailed}
	}
	return err
}

// beside looks at what lies at an entry's source now.
func (f *rulesFolder) beside(entry lock.Entry) (shape.OutdatedRuleset, engine.Ruleset) {
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

func (a *app) printOutdated(result shape.RulesOutdated) {
	if len(result.Rulesets) == 0 {
		fmt.Fprintln(a.out, "No ruleset was added here.")
		return
	}
	var rows [][]string
	for _, r := range result.Rulesets {
		there := ""
		if r.There != nil {
			there = markWords(*r.There)
		}
		where := a.shortPath(r.Source)
		if r.Problem != "" {
			where = shorten(r.Problem, 100)
		}
		rows = append(rows, []string{r.ID, r.State, markWords(r.Locked), there, where})
	}
	a.table([]string{"ruleset", "state", "added", "there now", "source"}, rows)
}

func markWords(m shape.RulesetMark) string {
	if m.Version == "" {
		return fmt.Sprintf("%.8s", m.Hash)
	}
	return fmt.Sprintf("%s (%.8s)", m.Version, m.Hash)
}

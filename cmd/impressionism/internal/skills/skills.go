// Package skills holds the commands for authors of skills: lint, card, probe, collide
// and budget.
package skills

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/diag"
)

// Command returns the command skills, with those below it.
func Command(e *env.Env) *cobra.Command {
	command := cli.Group("skills", "Look at the catalog as the client and the search see it, and mend it")
	command.AddCommand(budgetCommand(e), lintCommand(e), cardCommand(e), collideCommand(e), mapCommand(e), probeCommand(e))
	return command
}

// lintTargets are the skills to look at, and those that they stand beside.
type lintTargets struct {
	wanted   []skilllint.Skill
	beside   []skilllint.Skill
	rejected []catalog.Rejection // that concern the wanted
}

// findTargets finds the skills that the arguments mean: all of the workspace
// without any.
func findTargets(a *env.Env, args []string) (lintTargets, error) {
	listing := wire.Listed(a, wire.List(a, a.WorkspaceOf("")))
	installed := slices.DeleteFunc(slices.Clone(listing.Entries), func(e catalog.Entry) bool { return e.Kind != abi.KindSkill })
	if len(args) == 0 {
		targets := lintTargets{rejected: listing.Rejected}
		targets.wanted, targets.rejected = readSkills(installed, targets.rejected)
		return targets, nil
	}
	targets := lintTargets{}
	var wanted []catalog.Entry
	for _, arg := range args {
		entries, rejected, err := lintTarget(a, listing, arg)
		if err != nil {
			return targets, err
		}
		wanted = append(wanted, entries...)
		targets.rejected = append(targets.rejected, rejected...)
	}
	wanted = distinctPaths(wanted)
	isWanted := func(e catalog.Entry) bool {
		return slices.ContainsFunc(wanted, func(w catalog.Entry) bool { return w.Path == e.Path })
	}
	targets.beside, _ = readSkills(slices.DeleteFunc(installed, isWanted), nil)
	targets.wanted, targets.rejected = readSkills(wanted, targets.rejected)
	return targets, nil
}

// lintTarget finds what one argument means: an id, else a path.
func lintTarget(e *env.Env, listing catalog.Listing, arg string) ([]catalog.Entry, []catalog.Rejection, error) {
	var rejected []catalog.Rejection
	for _, r := range listing.Rejected {
		if filepath.Base(filepath.Dir(r.Path)) == arg {
			rejected = append(rejected, r)
		}
	}
	for _, entry := range listing.Entries {
		if wire.IsNamed(entry.Ref(), arg) && entry.Kind == abi.KindSkill {
			return []catalog.Entry{entry}, rejected, nil
		}
	}
	path := arg
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.Dir, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return below(path)
	case err == nil:
		return below(filepath.Dir(path))
	case len(rejected) > 0:
		return nil, rejected, nil
	}
	return nil, nil, UnknownItem(wire.OfKinds(listing, []string{abi.KindSkill}), arg, abi.KindSkill)
}

// below returns the skill that a folder is, else all at any depth below it.
func below(dir string) ([]catalog.Entry, []catalog.Rejection, error) {
	root := catalog.Root{Dir: dir, Boundary: dir, Source: catalog.SourceUser}
	if entry, ok := skill.FindOne(root); ok {
		return []catalog.Entry{entry}, nil, nil
	}
	entries, rejected := skill.Search(root, []string{"**/SKILL.md"}, []string{"**/node_modules/**", "**/.git/**"})
	if len(entries)+len(rejected) == 0 {
		return nil, nil, fmt.Errorf("there is no SKILL.md in or below %s", dir)
	}
	return entries, rejected, nil
}

// UnknownItem returns why the listing left an item out, else which of its items, of the kinds
// that are named, have a name like it.
func UnknownItem(listing catalog.Listing, name string, kinds ...string) error {
	for _, r := range listing.Rejected {
		if wire.RejectedAs(r, name) {
			return fmt.Errorf("%s is left out (%s): %s: %s", name, r.Code, textline.OneLine(r.Reason), textline.OneLine(r.Path))
		}
	}
	var like []string
	for _, entry := range listing.Entries {
		if slices.Contains(kinds, entry.Kind) && (strings.Contains(entry.ID, name) || strings.HasSuffix(name, entry.ID) || strings.HasPrefix(entry.ID, name[:min(len(name), 4)])) {
			like = append(like, entry.ID)
		}
	}
	what := strings.Join(kinds, " or ")
	if len(like) == 0 {
		return fmt.Errorf("there is no %s %q here; see: impressionism search %q", what, name, name)
	}
	return fmt.Errorf("there is no %s %q here; there are: %s", what, name, strings.Join(like[:min(len(like), 5)], ", "))
}

func distinctPaths(entries []catalog.Entry) []catalog.Entry {
	var distinct []catalog.Entry
	for _, entry := range entries {
		if !slices.ContainsFunc(distinct, func(e catalog.Entry) bool { return e.Path == entry.Path }) {
			distinct = append(distinct, entry)
		}
	}
	return distinct
}

// readSkills reads the files; those that cannot be read join the rejected.
func readSkills(entries []catalog.Entry, rejected []catalog.Rejection) ([]skilllint.Skill, []catalog.Rejection) {
	var skills []skilllint.Skill
	for _, entry := range entries {
		data, _, rejection, err := markdown.Read(entry)
		if err != nil {
			rejection = &catalog.Rejection{Path: entry.Path, Code: "unreadable", Reason: err.Error()}
		}
		if rejection != nil {
			rejected = append(rejected, *rejection)
			continue
		}
		skills = append(skills, skilllint.Skill{Entry: entry, Data: data, Card: skill.FindCard(entry), Beside: skill.FindMetadata(entry)})
	}
	return skills, rejected
}

// findings of the wanted skills, by file and line.
func (t lintTargets) findings(linter skilllint.Linter) []diag.Finding {
	findings := skilllint.Rejected(t.rejected)
	wanted := map[string]bool{}
	for _, s := range t.wanted {
		wanted[s.Entry.Path] = true
		findings = append(findings, linter.File(s)...)
	}
	for _, f := range linter.Twins(slices.Concat(t.wanted, t.beside)) {
		if wanted[f.File] {
			findings = append(findings, f)
		}
	}
	skilllint.Sort(findings)
	return findings
}

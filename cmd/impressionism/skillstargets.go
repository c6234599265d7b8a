package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/skilllint"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/diag"
)

// lintTargets are the skills to look at, and those that they stand beside.
type lintTargets struct {
	wanted   []skilllint.Skill
	beside   []skilllint.Skill
	rejected []catalog.Rejection // that concern the wanted
}

// lintTargets finds the skills that the arguments mean: all of the workspace
// without any.
func (a *app) lintTargets(args []string) (lintTargets, error) {
	listing := a.list(a.workspaceOf(""))
	installed := slices.DeleteFunc(slices.Clone(listing.Entries), func(e catalog.Entry) bool { return e.Kind != abi.KindSkill })
	if len(args) == 0 {
		targets := lintTargets{rejected: listing.Rejected}
		targets.wanted, targets.rejected = readSkills(installed, targets.rejected)
		return targets, nil
	}
	targets := lintTargets{}
	var wanted []catalog.Entry
	for _, arg := range args {
		entries, rejected, err := a.lintTarget(listing, arg)
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
func (a *app) lintTarget(listing catalog.Listing, arg string) ([]catalog.Entry, []catalog.Rejection, error) {
	var rejected []catalog.Rejection
	for _, r := range listing.Rejected {
		if filepath.Base(filepath.Dir(r.Path)) == arg {
			rejected = append(rejected, r)
		}
	}
	for _, entry := range listing.Entries {
		if isNamed(entry.Ref(), arg) && entry.Kind == abi.KindSkill {
			return []catalog.Entry{entry}, rejected, nil
		}
	}
	path := arg
	if !filepath.IsAbs(path) {
		path = filepath.Join(a.cwd, path)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return skillsBelow(path)
	case err == nil:
		return skillsBelow(filepath.Dir(path))
	case len(rejected) > 0:
		return nil, rejected, nil
	}
	return nil, nil, a.unknownItem(listing, arg, abi.KindSkill)
}

// skillsBelow gives the skill that a folder is, else all at any depth below it.
func skillsBelow(dir string) ([]catalog.Entry, []catalog.Rejection, error) {
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

// isNamed reports whether a person means an item: by its id, as the client lists it,
// or by its ref.
func isNamed(item abi.Ref, name string) bool { return item.ID == name || item.String() == name }

func entryNamed(listing catalog.Listing, name string) (catalog.Entry, bool) {
	at := slices.IndexFunc(listing.Entries, func(e catalog.Entry) bool { return isNamed(e.Ref(), name) })
	if at < 0 {
		return catalog.Entry{}, false
	}
	return listing.Entries[at], true
}

// unknownItem says why the listing left an item out, else which items have a name
// like it.
func (a *app) unknownItem(listing catalog.Listing, name, kind string) error {
	for _, r := range listing.Rejected {
		if rejectedAs(r, name) {
			return fmt.Errorf("%s is left out (%s): %s: %s", name, r.Code, oneLine(r.Reason), oneLine(r.Path))
		}
	}
	var like []string
	for _, entry := range listing.Entries {
		if (kind == "" || entry.Kind == kind) && (strings.Contains(entry.ID, name) || strings.HasSuffix(name, entry.ID) || strings.HasPrefix(entry.ID, name[:min(len(name), 4)])) {
			like = append(like, entry.ID)
		}
	}
	what := cmp.Or(kind, strings.Join(a.kinds.Names(), " or "))
	if len(like) == 0 {
		return fmt.Errorf("there is no %s %q here; see: impressionism search %q", what, name, name)
	}
	return fmt.Errorf("there is no %s %q here; there are: %s", what, name, strings.Join(like[:min(len(like), 5)], ", "))
}

// rejectedAs reports whether a rejected file would be the item of that name, of
// which a plugin's item has the last part in its path.
func rejectedAs(r catalog.Rejection, name string) bool {
	name = name[strings.LastIndex(name, ":")+1:]
	base := filepath.Base(r.Path)
	if strings.EqualFold(base, "SKILL.md") {
		base = filepath.Base(filepath.Dir(r.Path))
	}
	return strings.TrimSuffix(base, ".md") == name
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
		skills = append(skills, skilllint.Skill{Entry: entry, Data: data})
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

// shortPath gives a path as people write it here.
func (a *app) shortPath(path string) string {
	if rel, err := filepath.Rel(a.cwd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	if rel, err := filepath.Rel(a.userDir(), path); err == nil && a.userDir() != "" && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}

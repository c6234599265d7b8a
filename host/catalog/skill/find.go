package skill

import (
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
)

const (
	fileName  = "SKILL.md"
	separator = string(filepath.Separator)
)

// Find returns the skills of one folder as the client sees them: <dir>/SKILL.md,
// one level deep, in exact case. The id is the directory's name.
func Find(root catalog.Root) ([]catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return nil, area.Rejected
	}
	folders := area.ReadDir(root.Dir)
	entries := make([]catalog.Entry, 0, len(folders))
	for _, entry := range folders {
		dir := root.Dir + separator + entry.Name() // filepath.Join would clean each anew
		if root.Skip[entry.Name()] || !area.IsDir(dir, entry) {
			continue
		}
		file := dir + separator + fileName
		found, ok := area.Entry(abi.KindSkill, entry.Name(), file)
		if !ok || !exactCase(file) {
			explain(area, dir)
			continue
		}
		entries = append(entries, withCard(area, found))
	}
	return entries, area.Rejected
}

// FindOne returns the skill whose folder the root itself is; false where it is none.
func FindOne(root catalog.Root) (catalog.Entry, bool) {
	area, ok := tree.Open(root)
	if !ok {
		return catalog.Entry{}, false
	}
	file := filepath.Join(root.Dir, fileName)
	found, ok := area.Entry(abi.KindSkill, filepath.Base(root.Dir), file)
	if !ok || !exactCase(file) {
		return found, false
	}
	return withCard(area, found), true
}

// Search returns the skills at any depth below a folder whose path matches one of
// the doublestar patterns and none of ignore; invalid ones match nothing. A SKILL.md is named for its
// directory, another file for itself.
func Search(root catalog.Root, patterns, ignore []string) ([]catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return nil, area.Rejected
	}
	var entries []catalog.Entry
	area.Walk(tree.Walk{
		Skip: func(rel string) bool { return matchesAny(ignore, rel) },
		Visit: func(file, rel string) {
			if !matchesAny(patterns, rel) {
				return
			}
			if found, ok := area.Entry(abi.KindSkill, nameOf(root.Dir, rel), file); ok {
				entries = append(entries, withCard(area, found))
			}
		},
	})
	return entries, area.Rejected
}

func nameOf(dir, rel string) string {
	base := path.Base(rel)
	if !ownsFolder(base) {
		return strings.TrimSuffix(base, path.Ext(base))
	}
	if parent := path.Dir(rel); parent != "." {
		return path.Base(parent)
	}
	return filepath.Base(dir)
}

func matchesAny(patterns []string, rel string) bool {
	for _, pattern := range patterns {
		if doublestar.MatchUnvalidated(pattern, rel) {
			return true
		}
	}
	return false
}

// exactCase reports whether a file that exists has exactly this name; only some
// systems answer to another case too.
func exactCase(file string) bool {
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" {
		return true
	}
	entries, err := os.ReadDir(filepath.Dir(file))
	return err == nil && slices.ContainsFunc(entries, func(entry os.DirEntry) bool {
		return entry.Name() == filepath.Base(file)
	})
}

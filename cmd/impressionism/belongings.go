package main

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/logfile"
	"github.com/ed-irl/impressionism/host/program"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// belonging is a file or folder that has the name of one of ours. What is in it is ours
// where a record of ours lists it or where it has our form; the rest is somebody else's.
type belonging struct {
	root string
	what string
	lost bool // nothing can make it again
	file bool // no folder
	// owns reports about a file by its path below root, with slashes; "." is root itself.
	owns func(name string) bool
}

// belongings are in the order in which they are removed: the marks of our folders last.
func (u *uninstall) belongings() []belonging {
	data := filepath.Dir(u.paths.StateDB)
	all := []belonging{
		{u.paths.Models, "models and the library that runs them", false, false, install.Owns(u.paths.Models)},
		{filepath.Join(u.paths.Cache, "compiled"), "caches", false, false, matching(`wazero-[^/]+/([0-9a-f]{64}|building-\d+)/.+`)},
		{filepath.Join(u.paths.Cache, "eval"), "caches", false, false, matching(`(queries|tune)-.+\.vectors|[0-9a-f]{16}\.db(-wal|-shm)?`)},
		{filepath.Join(u.paths.Cache, "run"), "caches", false, false, matching(`[0-9a-z]+\.(sock|lock|late)`)},
		{u.paths.Vetted, "modules that you allowed to run", true, false, matching(`[0-9a-f]{64}-\d+\.wasm|\.[0-9a-f]{64}-\d+\.wasm\.\d+\.tmp`)},
		{u.paths.Rules, "your rulesets", true, false, ownedRules(u.paths.Rules)},
		{u.paths.Config, "your settings", true, true, func(string) bool { return config.IsConfig(u.paths.Config) }},
	}
	for _, name := range beside(u.paths.Log, matching(`\.\d\d?`)) {
		all = append(all, belonging{name, "the log", false, true, func(string) bool { return logfile.IsLog(name) }})
	}
	for _, folder := range beside(filepath.Join(data, program.Dir), program.IsLeftover) {
		all = append(all, belonging{folder, "the program", false, false, program.Owns(folder)})
	}
	for _, name := range beside(u.paths.IndexDB, matching(besideDatabase+`|\`+index.SoundSuffix)) {
		all = append(all, belonging{name, "the index", false, true, databaseFile(u.paths.IndexDB, name)})
	}
	for _, name := range beside(u.paths.StateDB, matching(besideDatabase)) {
		all = append(all, belonging{name, "what is remembered: sessions, decisions, ratings", true, true, databaseFile(u.paths.StateDB, name)})
	}
	return all
}

// matching is a check of a whole text.
func matching(pattern string) func(string) bool {
	return regexp.MustCompile(`^(` + pattern + `)$`).MatchString
}

// beside lists the paths that begin with a name and go on as the check wants, the name by
// itself last.
func beside(name string, goesOn func(rest string) bool) []string {
	var found []string
	entries, _ := os.ReadDir(filepath.Dir(name)) // what cannot be listed is not removed
	for _, entry := range entries {
		if rest, ok := strings.CutPrefix(entry.Name(), filepath.Base(name)); ok && rest != "" && goesOn(rest) {
			found = append(found, filepath.Join(filepath.Dir(name), entry.Name()))
		}
	}
	return append(found, name)
}

// besideDatabase is how the names go on of what SQLite and mending leave beside a database.
const besideDatabase = `-wal|-shm|\.(salvage|fresh|patched|corrupt-[0-9A-Za-z-]+)(-wal|-shm)?`

func databaseFile(database, name string) func(string) bool {
	return func(string) bool { return name != database || isMark(database) }
}

// marks are what a database of ours has in it, by its name: the name of a table.
var marks = map[string]string{"state.db": session.Mark, "index.db": index.Mark}

// isMark reports whether a database is ours: one that has its name and our table, in the
// file or in its log.
func isMark(database string) bool {
	return sizeOf(database)+sizeOf(database+"-wal") > 0 && sqlite.IsMarked(database, marks[filepath.Base(database)])
}

// ownedRules knows the files of rulesets, the lock file, and what an interrupted `rules
// add` left.
func ownedRules(folder string) func(string) bool {
	owned := map[string]bool{engine.OwnerCustom + "/": true}
	if _, err := lock.Read(folder); err == nil {
		owned[lock.Name] = true
	}
	set := engine.Find(engine.Places{User: folder})
	for _, found := range set.List() {
		ruleset, err := set.Load(found.ID)
		if err != nil || !bytes.Contains(ruleset.Program.Code, []byte("evaluate_")) {
			continue // it may be anything
		}
		below, err := filepath.Rel(folder, found.Path)
		if err != nil {
			continue
		}
		for name := range ruleset.Files() {
			if info, err := os.Lstat(found.Path); err == nil && info.Mode().IsRegular() {
				name = "."
			}
			owned[path.Join(filepath.ToSlash(below), name)] = true
		}
	}
	return func(name string) bool { return owned[name] || strings.HasPrefix(name, ".adding-") }
}

// sift divides what is there into files to remove and what to leave: a folder in which
// nothing is ours is left as one. A link is nobody's of ours, wherever it leads.
func (b belonging) sift() (remove, left []string) { return b.siftBelow(b.root, ".") }

func (b belonging) siftBelow(at, name string) (remove, left []string) {
	info, err := os.Lstat(at)
	switch {
	case err != nil:
		return nil, nil
	case info.Mode()&os.ModeSymlink != 0:
		return nil, []string{at}
	case !info.IsDir() && b.owns(name):
		return []string{at}, nil
	case !info.IsDir() || b.file:
		return nil, []string{at}
	}
	entries, err := os.ReadDir(at)
	if err == nil && len(entries) == 0 && (name == "." || b.owns(name+"/")) {
		return []string{at}, nil
	}
	for _, entry := range entries {
		ours, others := b.siftBelow(filepath.Join(at, entry.Name()), path.Join(name, entry.Name()))
		remove, left = append(remove, ours...), append(left, others...)
	}
	if len(remove) == 0 {
		return nil, []string{at}
	}
	return remove, left
}

// removeAll deletes files and the folders that are empty then, up to the root.
func (b belonging) removeAll(files []string) []error {
	var failures []error
	folders := map[string]bool{}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			failures = append(failures, err)
		}
		for folder := filepath.Dir(file); isBelow(b.root, folder) && !folders[folder]; folder = filepath.Dir(folder) {
			folders[folder] = true
		}
	}
	deepest := make([]string, 0, len(folders))
	for folder := range folders {
		deepest = append(deepest, folder)
	}
	slices.SortFunc(deepest, func(x, y string) int { return len(y) - len(x) })
	for _, folder := range deepest {
		removeEmpty(folder)
	}
	return failures
}

// removeEmpty removes a folder that has nothing in it, and no link to one.
func removeEmpty(folder string) {
	if info, err := os.Lstat(folder); err == nil && info.IsDir() {
		_ = os.Remove(folder) // stays where something is in it
	}
}

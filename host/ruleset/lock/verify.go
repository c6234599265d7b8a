package lock

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// What a rules folder holds, against what its lock file says.
const (
	OK       = "ok"
	Changed  = "changed"
	Missing  = "missing"
	Unlocked = "not locked"
)

// Checked is one ruleset of the folder or of the lock file.
type Checked struct {
	ID      string
	State   string
	Entry   Entry             // empty where it is not locked
	Hash    string            // of the files that lie there; empty where they cannot be read
	Problem string            // why they cannot be
	Files   []engine.FileDiff // what is changed, where the source still is as it was locked
}

// Verify holds what lies in a rules folder to its lock file, by id. It reads
// every file and runs none.
func Verify(folder string, f File) []Checked {
	set := engine.Find(engine.Places{User: folder})
	var list []Checked
	for _, entry := range f.Rulesets {
		list = append(list, verify(set, folder, entry))
	}
	for _, found := range set.List() {
		if _, locked := f.Find(found.ID); !locked {
			list = append(list, Checked{ID: found.ID, State: Unlocked, Hash: found.Files, Problem: found.Problem})
		}
	}
	slices.SortStableFunc(list, func(a, b Checked) int { return cmp.Compare(a.ID, b.ID) })
	return list
}

func verify(set engine.Set, folder string, entry Entry) Checked {
	checked := Checked{ID: entry.ID, State: OK, Entry: entry}
	ruleset, err := set.Load(entry.ID)
	switch {
	case err != nil && !Lies(folder, entry.ID):
		checked.State = Missing
	case err != nil:
		checked.State, checked.Problem = Changed, err.Error()
	case ruleset.FilesHash() != entry.SHA256:
		checked.State, checked.Hash = Changed, ruleset.FilesHash()
		if former, err := Open(set, folder, entry); err == nil && former.FilesHash() == entry.SHA256 {
			checked.Files = engine.DiffFiles(former, ruleset)
		}
	default:
		checked.Hash = entry.SHA256
	}
	return checked
}

// Open reads an entry's source as it is now.
func Open(set engine.Set, folder string, entry Entry) (engine.Ruleset, error) {
	if entry.Source == "" {
		return engine.Ruleset{}, errors.New("it has no source: it was locked as it lay in the rules folder")
	}
	return set.Open(entry.Locate(folder))
}

// Lies reports whether anything lies in a rules folder where a ruleset would, readable or not.
func Lies(folder, id string) bool {
	found, err := engine.LiesAt(folder, id)
	return err != nil || len(found) > 0
}

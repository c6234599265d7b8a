// Package lock reads and writes the lock file of a rules folder, which lists the
// installed rulesets and their sources, and compares the folder with it. A hook never reads
// it: what may run is a matter of trust, by hash. It runs no ruleset and puts
// none into place.
package lock

import (
	"cmp"
	"slices"
)

// Name is that of the lock file, in the rules folder.
const Name = "rules.lock.json"

// Format counts up when a program that knows the former one would misread a file.
const Format = 1

// File is a lock file.
type File struct {
	Lock     int     `json:"lock" jsonschema:"minimum=1,maximum=1"`
	Rulesets []Entry `json:"rulesets" jsonschema:"maxItems=2000"` // by id
}

// Entry is one ruleset as it was added.
type Entry struct {
	ID      string `json:"id"`
	Version string `json:"version,omitempty"`
	ABI     int    `json:"abi" jsonschema:"minimum=1"`
	SHA256  string `json:"sha256" jsonschema:"pattern=^[0-9a-f]{64}$"` // over its own files: engine.Ruleset.FilesHash
	Source  string `json:"source,omitempty"`                           // where it came from; a relative path begins at the lock file's folder
	Kind    string `json:"kind,omitempty" jsonschema:"enum=file,enum=folder"`
}

// Kinds of a source.
const (
	KindFile   = "file"
	KindFolder = "folder"
)

// Find returns the entry of an id.
func (f File) Find(id string) (Entry, bool) {
	at := slices.IndexFunc(f.Rulesets, func(e Entry) bool { return e.ID == id })
	if at < 0 {
		return Entry{}, false
	}
	return f.Rulesets[at], true
}

// With returns the file with an entry in the place of the one with its id.
func (f File) With(entry Entry) File {
	f = f.Without(entry.ID)
	f.Rulesets = append(f.Rulesets, entry)
	slices.SortFunc(f.Rulesets, func(a, b Entry) int { return cmp.Compare(a.ID, b.ID) })
	return f
}

// Without returns the file without the entry of an id.
func (f File) Without(id string) File {
	f.Rulesets = slices.DeleteFunc(slices.Clone(f.Rulesets), func(e Entry) bool { return e.ID == id })
	return f
}

package engine

import (
	"io/fs"
	"maps"
	"path"
)

// Files returns what the ruleset consists of, by the path inside its folder.
func (r Ruleset) Files() map[string][]byte { return maps.Clone(r.files) }

// IsFile reports whether it is one file rather than a folder.
func (r Ruleset) IsFile() bool {
	_, hasManifest := r.files[manifestFile]
	return len(r.files) == 1 && !hasManifest
}

// Locate returns where a ruleset is loaded from, for people.
func (s Set) Locate(id string) (string, bool) {
	p, where, ok := s.find(id)
	if !ok {
		return "", false
	}
	return p.locate(where.path), true
}

// FilesHash is SHA-256, hex, over the ruleset's own files. It is the same
// wherever they lie and whatever else is installed, and it is Hash where nothing
// of other rulesets is required.
func (r Ruleset) FilesHash() string { return hashOf(r.installed(), nil) }

// FilesHash is Ruleset.FilesHash of what lies where an id is loaded from, though it is no
// ruleset that this program can run.
func (s Set) FilesHash(id string) (string, error) {
	p, where, ok := s.find(id)
	if !ok {
		return "", fs.ErrNotExist
	}
	files, err := p.read(where)
	return hashOf(files, nil), err
}

// installed returns the files under the names that they have once they are installed:
// a lone file is called after its id.
func (r Ruleset) installed() map[string][]byte {
	if !r.IsFile() {
		return r.files
	}
	name := path.Base(r.Manifest.ID) + path.Ext(r.Manifest.Code)
	return map[string][]byte{name: r.files[r.Manifest.Code]}
}

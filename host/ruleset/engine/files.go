package engine

import (
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

// installed returns the files under the names that they have once they are installed:
// a lone file is called after its id.
func (r Ruleset) installed() map[string][]byte {
	if !r.IsFile() {
		return r.files
	}
	name := path.Base(r.Manifest.ID) + path.Ext(r.Manifest.Code)
	return map[string][]byte{name: r.files[r.Manifest.Code]}
}

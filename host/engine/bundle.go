package engine

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// bundle is a ruleset as it is kept for the case that a later version fails.
type bundle struct {
	ID      string            `json:"id"`
	Hash    string            `json:"hash"`
	Files   map[string][]byte `json:"files"`
	Modules map[string]module `json:"modules,omitempty"`
}

// BundleBytesMax bounds an encoded bundle: base64 of bytesMax and some JSON.
const BundleBytesMax = 24 << 20

// Bundle writes all files and modules of a ruleset; equal rulesets give equal
// bytes.
func Bundle(r Ruleset) []byte {
	data, err := json.Marshal(bundle{ID: r.Manifest.ID, Hash: r.Hash, Files: r.files, Modules: r.modules})
	if err != nil {
		panic(err) // strings and bytes always encode
	}
	return data
}

// Unbundle reads what Bundle wrote and checks that it still has its hash.
func Unbundle(data []byte) (Ruleset, error) {
	if len(data) > BundleBytesMax {
		return Ruleset{}, fmt.Errorf("unbundle ruleset: %d bytes are more than %d", len(data), BundleBytesMax)
	}
	var b bundle
	if err := json.Unmarshal(data, &b); err != nil {
		return Ruleset{}, fmt.Errorf("unbundle ruleset: %w", err)
	}
	if !ValidID(b.ID) {
		return Ruleset{}, fmt.Errorf("unbundle ruleset: %.100q is no id", b.ID)
	}
	if len(b.Files) > filesMax || len(b.Modules) > modulesMax {
		return Ruleset{}, fmt.Errorf("unbundle ruleset %s: %d files and %d modules are too many", b.ID, len(b.Files), len(b.Modules))
	}
	for name := range b.Files {
		if !fs.ValidPath(name) {
			return Ruleset{}, fmt.Errorf("unbundle ruleset %s: %.100q is no path inside a folder", b.ID, name)
		}
	}
	ruleset, err := assemble(b.ID, b.Files, b.Modules)
	if err != nil {
		return Ruleset{}, fmt.Errorf("unbundle ruleset %s: %w", b.ID, err)
	}
	if ruleset.Hash != b.Hash {
		return Ruleset{}, fmt.Errorf("unbundle ruleset %s: its files have hash %s, not %.64s: the bundle is damaged", b.ID, ruleset.Hash, b.Hash)
	}
	return ruleset, nil
}

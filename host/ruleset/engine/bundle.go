package engine

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// bundle is a ruleset as it is kept for the case that a later version fails, and as it is
// sent: what can run of it and no other file.
type bundle struct {
	ID      string            `json:"id"`
	Hash    string            `json:"hash"`
	Sum     string            `json:"sum,omitempty"` // over files and modules; empty: that is Hash, and all files are there
	Folder  bool              `json:"folder,omitempty"`
	Project bool              `json:"project,omitempty"`
	Files   map[string][]byte `json:"files"`
	Modules map[string]module `json:"modules,omitempty"`
}

// BundleBytesMax bounds an encoded bundle: base64 of bytesMax and some JSON.
const BundleBytesMax = 24 << 20

// Bundle writes what can run of a ruleset; equal rulesets make equal bytes.
func Bundle(r Ruleset) []byte {
	b := bundle{ID: r.Manifest.ID, Hash: r.Hash, Folder: r.Program.Name == path.Join(r.Manifest.ID, r.Manifest.Code), Project: r.project, Files: r.reachable(), Modules: r.modules}
	b.Sum = hashOf(b.Files, b.Modules)
	data, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings and bytes always encode
	}
	return data
}

// reachable are the manifest, the code, and what Lua code may require of its own folder.
func (r Ruleset) reachable() map[string][]byte {
	files := map[string][]byte{}
	for name, content := range r.files {
		stem, isLua := strings.CutSuffix(name, ".lua")
		if name == manifestFile || name == r.Manifest.Code || r.Language == "lua" && isLua && !strings.Contains(stem, ".") {
			files[name] = content
		}
	}
	return files
}

// Redacted returns what can run of a ruleset with its texts redacted, under the hash that
// it had, and whether that changed anything. It is to be sent and not to be run: redacted
// code is other code.
func (r Ruleset) Redacted(redact func(string) string) (redacted Ruleset, changed bool, err error) {
	files, modules := r.reachable(), map[string]module{}
	clean := func(text []byte) []byte {
		cleaned := redact(string(text))
		changed = changed || cleaned != string(text)
		return []byte(cleaned)
	}
	for name, content := range files {
		if languageOf(name) != "wasm" {
			files[name] = clean(content)
		}
	}
	for name, m := range r.modules {
		modules[name] = module{Name: m.Name, Source: clean(m.Source)}
	}
	if !changed {
		return r, false, nil
	}
	redacted, err = assemble(r.Manifest.ID, files, modules)
	if err != nil {
		return Ruleset{}, true, fmt.Errorf("redact ruleset %s: %w", r.Manifest.ID, err)
	}
	redacted.Hash, redacted.Program.Name, redacted.project = r.Hash, r.Program.Name, r.project
	return redacted, true, nil
}

// Unbundle reads what Bundle wrote and checks that it is whole.
func Unbundle(data []byte) (Ruleset, error) {
	if len(data) > BundleBytesMax {
		return Ruleset{}, fmt.Errorf("unbundle ruleset: %d bytes are more than %d", len(data), BundleBytesMax)
	}
	var b bundle
	if err := json.Unmarshal(data, &b); err != nil {
		return Ruleset{}, fmt.Errorf("unbundle ruleset: %w", err)
	}
	if err := b.check(); err != nil {
		return Ruleset{}, err
	}
	ruleset, err := assemble(b.ID, b.Files, b.Modules)
	if err != nil {
		return Ruleset{}, fmt.Errorf("unbundle ruleset %s: %w", b.ID, err)
	}
	want := b.Sum
	if want == "" {
		want = b.Hash
	}
	if ruleset.Hash != want {
		return Ruleset{}, fmt.Errorf("unbundle ruleset %s: its files have hash %s, not %.64s: the bundle is damaged", b.ID, ruleset.Hash, want)
	}
	ruleset.Hash, ruleset.project = b.Hash, b.Project
	if b.Folder {
		ruleset.Program.Name = path.Join(b.ID, ruleset.Manifest.Code)
	}
	return ruleset, nil
}

func (b bundle) check() error {
	if !ValidID(b.ID) {
		return fmt.Errorf("unbundle ruleset: %.100q is no id", b.ID)
	}
	if len(b.Files) > FilesMax || len(b.Modules) > modulesMax {
		return fmt.Errorf("unbundle ruleset %s: %d files and %d modules are too many", b.ID, len(b.Files), len(b.Modules))
	}
	if b.Sum != "" && !isHash(b.Hash) {
		return fmt.Errorf("unbundle ruleset %s: %.64q is no hash", b.ID, b.Hash)
	}
	for name := range b.Files {
		if !fs.ValidPath(name) {
			return fmt.Errorf("unbundle ruleset %s: %.100q is no path inside a folder", b.ID, name)
		}
	}
	return nil
}

func isHash(text string) bool {
	return len(text) == 64 && strings.Trim(text, "0123456789abcdef") == ""
}

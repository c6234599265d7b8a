package engine

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// OwnerCustom owns the rulesets that have no manifest, so no owner of their own.
const OwnerCustom = "custom"

// Open reads a ruleset wherever it lies, a folder or one file, under the id that
// its manifest has, or custom/<name>. Modules of other rulesets come from the
// set. None of its code runs.
func (s Set) Open(name string) (Ruleset, error) {
	info, err := os.Stat(name)
	if err != nil {
		return Ruleset{}, fmt.Errorf("open ruleset: %w", err)
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return Ruleset{}, fmt.Errorf("open ruleset %s: %w", name, err)
	}
	where := spot{path: filepath.Base(absolute), folder: info.IsDir()}
	if !where.folder && languageOf(where.path) == "" {
		return Ruleset{}, fmt.Errorf("open ruleset %s: a ruleset is a .lua or .wasm file, or a folder with ruleset.json", name)
	}
	p := place{files: foreign.Dir(filepath.Dir(absolute)), path: filepath.Dir(absolute)}
	ruleset, err := s.open(p, where)
	if err != nil {
		return Ruleset{}, fmt.Errorf("open ruleset %s: %w", name, err)
	}
	return ruleset, nil
}

func (s Set) open(p place, where spot) (Ruleset, error) {
	files, err := p.read(where)
	if err != nil {
		return Ruleset{}, err
	}
	if where.id = ownID(files); where.id == "" {
		where.id = OwnerCustom + "/" + strings.TrimSuffix(where.path, path.Ext(where.path))
	}
	if !ValidID(where.id) {
		return Ruleset{}, fmt.Errorf("%.100q is no id: <owner>/<name> in small letters, digits, '_', '.' and '-', at most %d of them, as in acme/careful", where.id, abi.IDBytesMax)
	}
	if strings.HasPrefix(where.id, ownerBuiltin+"/") {
		return Ruleset{}, fmt.Errorf("its id is %s, but %s/ is kept for the rulesets inside the program: choose another owner", where.id, ownerBuiltin)
	}
	modules, err := s.modules(files)
	if err != nil {
		return Ruleset{}, err
	}
	ruleset, err := assemble(where.id, files, modules)
	if err != nil {
		return Ruleset{}, err
	}
	return ruleset, s.meant(ruleset.Manifest)
}

// ownID is the id by a ruleset's own manifest, or "" where none can be read.
func ownID(files map[string][]byte) string {
	data, ok := files[manifestFile]
	for name, content := range files {
		if !ok && len(files) == 1 && languageOf(name) == "wasm" {
			data, _, _ = binary.Custom(content, abi.ManifestSection) // what is wrong with it, assemble tells
		}
	}
	manifest, err := abi.DecodeManifest(data)
	if err != nil {
		return ""
	}
	return manifest.ID
}

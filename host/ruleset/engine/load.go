package engine

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/levenshtein"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ruleset is everything that a ruleset's code may use, in memory: the code that runs is
// exactly the code that Hash covers.
type Ruleset struct {
	Manifest abi.Manifest
	Program  abi.Program
	Language string // "lua", "wasm"
	Hash     string // SHA-256, hex, over all files and the modules that they name
	files    map[string][]byte
	modules  map[string]module // of other rulesets, by the name in require
	project  bool              // it counts in one workspace
}

type module struct {
	Name   string `json:"name"` // for error messages
	Source []byte `json:"source"`
}

const manifestFile = "ruleset.json"

// Load reads a ruleset. Its modules are those that its sources name as text, so
// that no other code can run under its hash.
func (s Set) Load(id string) (Ruleset, error) {
	if ruleset, ok := s.held[id]; ok {
		return ruleset, nil
	}
	p, where, ok := s.find(id)
	if !ok {
		return Ruleset{}, s.unknown(id)
	}
	files, fixed := p.files.(embed.FS)
	key := embeddedKey{files, s.product, id}
	if known, ok := embedded.Load(key); ok && fixed {
		return known.(Ruleset), nil
	}
	ruleset, err := s.read(p, where)
	if err != nil {
		return Ruleset{}, fmt.Errorf("load ruleset %s: %w", id, err)
	}
	if fixed {
		embedded.Store(key, ruleset)
	}
	return ruleset, nil
}

// embedded are the rulesets inside the program that were loaded: they do not change.
var embedded sync.Map // embeddedKey to Ruleset

// embeddedKey names a ruleset that is part of a program.
type embeddedKey struct {
	files   embed.FS
	product string
	id      string
}

// Wants reports whether a ruleset subscribed to an event, by its manifest alone
// where that is a file: most events are none that it wants, and its code may be
// megabytes. One that cannot be read wants nothing.
func (s Set) Wants(id, event string) bool {
	ruleset, held := s.held[id]
	if held {
		return ruleset.Manifest.Wants(event)
	}
	p, where, ok := s.find(id)
	if !ok {
		return false
	}
	if where.folder {
		if data, err := readFile(p.files, path.Join(where.path, manifestFile), sourceMax); err == nil {
			manifest, err := decodeManifest(where.id, manifestFile, data)
			return err == nil && manifest.Wants(event)
		}
	}
	ruleset, err := s.read(p, where)
	return err == nil && ruleset.Manifest.Wants(event)
}

// ErrNoCode is returned where the code file that a ruleset's manifest names is missing.
var ErrNoCode = errors.New("there is no .lua or .wasm file")

// Meant returns the id that was probably meant by one that is not there, or "".
func (s Set) Meant(id string) string { return levenshtein.Nearest(id, s.ids()) }

func (s Set) ids() []string {
	var ids []string
	for _, p := range s.places {
		for _, where := range p.spots() {
			ids = append(ids, where.id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (s Set) unknown(id string) error {
	ids := s.ids()
	if meant := levenshtein.Nearest(id, ids); meant != "" {
		return fmt.Errorf("there is no ruleset %.100q; did you mean %s?", id, meant)
	}
	return fmt.Errorf("there is no ruleset %.100q; there are: %s", id, strings.Join(ids[:min(len(ids), 20)], ", "))
}

func (s Set) read(p place, where spot) (Ruleset, error) {
	if !ValidID(where.id) {
		return Ruleset{}, fmt.Errorf("its name is no id: small letters, digits, '_', '.' and '-' only, at most %d of them", abi.IDBytesMax)
	}
	if p.owner == "" && strings.HasPrefix(where.id, ownerBuiltin+"/") {
		return Ruleset{}, fmt.Errorf("%s/ is kept for the rulesets inside the program: move it to custom/", ownerBuiltin)
	}
	files, err := p.read(where)
	if err != nil {
		return Ruleset{}, err
	}
	modules, err := s.modules(files)
	if err != nil {
		return Ruleset{}, err
	}
	ruleset, err := assemble(where.id, files, modules)
	if err != nil {
		return Ruleset{}, err
	}
	ruleset.project = p.project
	return ruleset, s.meant(ruleset.Manifest)
}

// assemble makes a ruleset of its files: a folder's, or a single one.
func assemble(id string, files map[string][]byte, modules map[string]module) (Ruleset, error) {
	manifest, code, err := manifestOf(id, files)
	if err != nil {
		return Ruleset{}, err
	}
	manifest.Code = code
	ruleset := Ruleset{Manifest: manifest, Language: languageOf(code), files: files, modules: modules}
	ruleset.Hash = ruleset.hash()
	ruleset.Program = abi.Program{ID: id, Name: id + "/" + code, Code: files[code], Require: ruleset.require}
	if len(files) == 1 && path.Base(id)+path.Ext(code) == code {
		ruleset.Program.Name = id + path.Ext(code)
	}
	return ruleset, nil
}

// manifestOf returns a ruleset's manifest and the name of its code file. The
// manifest is ruleset.json, else what a module carries in itself, else implied.
func manifestOf(id string, files map[string][]byte) (abi.Manifest, string, error) {
	if data, ok := files[manifestFile]; ok {
		manifest, err := decodeManifest(id, manifestFile, data)
		if err != nil {
			return abi.Manifest{}, "", err
		}
		code, err := codeFile(manifest, files)
		return manifest, code, err
	}
	manifest := abi.ImpliedManifest(id)
	code, err := codeFile(manifest, files)
	if err != nil || languageOf(code) != "wasm" {
		return manifest, code, err
	}
	data, carried, err := binary.Custom(files[code], abi.ManifestSection)
	if err != nil {
		return abi.Manifest{}, "", fmt.Errorf("%s: %w", code, err)
	}
	if carried {
		manifest, err = decodeManifest(id, code+": its manifest", data)
	}
	return manifest, code, err
}

func decodeManifest(id, from string, data []byte) (abi.Manifest, error) {
	manifest, err := abi.DecodeManifest(data)
	if err != nil {
		return abi.Manifest{}, fmt.Errorf("%s: %w", from, err)
	}
	if manifest.ID != id {
		return abi.Manifest{}, fmt.Errorf("%s: id is %.100q, but it lies where %s belongs", from, manifest.ID, id)
	}
	for _, name := range manifest.Calls {
		if _, ok := abi.Lookup(name); !ok {
			return abi.Manifest{}, fmt.Errorf("%s: calls: this host has no call %.60q: a spelling error, or the ruleset needs a newer impressionism", from, name)
		}
	}
	return manifest, checkVersions(from, manifest)
}

// codeFile returns the manifest's code file, else the one named for the folder,
// for "ruleset", or for a lone file.
func codeFile(manifest abi.Manifest, files map[string][]byte) (string, error) {
	if manifest.Code != "" {
		if _, ok := files[manifest.Code]; !ok || languageOf(manifest.Code) == "" {
			return "", fmt.Errorf("%s: code: %w %.100q in the folder", manifestFile, ErrNoCode, manifest.Code)
		}
		return manifest.Code, nil
	}
	name := path.Base(manifest.ID)
	for _, language := range languages {
		for _, stem := range []string{name, "ruleset"} {
			if _, ok := files[stem+language.ending]; ok {
				return stem + language.ending, nil
			}
		}
	}
	return "", fmt.Errorf("it has no code: there is no %s.lua, ruleset.lua, %s.wasm or ruleset.wasm", name, name)
}

func (r Ruleset) hash() string { return hashOf(r.files, r.modules) }

func hashOf(files map[string][]byte, modules map[string]module) string {
	sum := newDigest()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		sum.add('f', name, files[name])
	}
	for _, name := range slices.Sorted(maps.Keys(modules)) {
		sum.add('m', name, modules[name].Source)
	}
	return sum.String()
}

// digest is SHA-256 over named parts, each length before what is that long: no name and
// no content can look like several parts.
type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) add(sort byte, name string, content []byte) {
	fmt.Fprintf(d, "%c%d:%s%d:", sort, len(name), name, len(content))
	d.Write(content)
}

func (d digest) String() string { return hex.EncodeToString(d.Sum(nil)) }

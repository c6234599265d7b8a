package onnx

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/foreign"
)

//go:embed models
var embedded embed.FS

// Multilingual is the model for prompts in other languages than English.
const Multilingual = "universal-sentence-encoder-multilingual-3"

// ModelIDs are the models whose manifests are built in, the default first.
var ModelIDs = []string{"all-MiniLM-L6-v2-skills", "all-MiniLM-L6-v2", "all-MiniLM-L6-v2-int8", "bge-small-en-v1.5", Multilingual}

// Find returns the manifest of a built-in model, or of a user's own in
// DIR/<id>/model.json, by id or alias.
func Find(dir, idOrAlias string) (Manifest, error) {
	for _, id := range ModelIDs {
		manifest, err := builtIn(id)
		if err != nil {
			return Manifest{}, err
		}
		if manifest.named(idOrAlias) {
			return manifest, nil
		}
	}
	return findOwn(dir, idOrAlias)
}

// builtIns are the manifests that builtIn has read: each event of a server asks.
var builtIns sync.Map

func builtIn(id string) (Manifest, error) {
	if known, ok := builtIns.Load(id); ok {
		return known.(Manifest), nil
	}
	data, err := embedded.ReadFile("models/" + id + ".json")
	if err != nil {
		return Manifest{}, err
	}
	manifest, err := decodeManifest(data)
	if err == nil {
		builtIns.Store(id, manifest)
	}
	return manifest, err
}

func (m Manifest) named(name string) bool {
	return m.ID == name || slices.Contains(m.Aliases, name)
}

func findOwn(dir, name string) (Manifest, error) {
	if !isID(name) {
		return Manifest{}, fmt.Errorf("find model %.80q: an id is letters, digits, '.', '_' and '-', at most %d of them", name, idCharsMax)
	}
	own, err := readOwn(dir, name)
	if err == nil || !errors.Is(err, fs.ErrNotExist) {
		return own, err
	}
	all, err := Manifests(dir)
	if err != nil {
		return Manifest{}, err
	}
	var ids []string
	for _, manifest := range all {
		if manifest.named(name) {
			return manifest, nil
		}
		ids = append(ids, manifest.ID)
	}
	return Manifest{}, fmt.Errorf("find model %q: there are %s; another needs a manifest in %s",
		name, strings.Join(ids, ", "), filepath.Join(dir, name, ManifestFile))
}

// Manifests returns the built-in ones and then a user's own that can be read.
func Manifests(dir string) ([]Manifest, error) {
	var all []Manifest
	for _, id := range ModelIDs {
		manifest, err := builtIn(id)
		if err != nil {
			return nil, err
		}
		all = append(all, manifest)
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list models: %w", err)
	}
	for _, entry := range entries {
		if slices.Contains(ModelIDs, entry.Name()) {
			continue
		}
		if own, err := readOwn(dir, entry.Name()); err == nil {
			all = append(all, own)
		}
	}
	return all, nil
}

func readOwn(dir, id string) (Manifest, error) {
	path := filepath.Join(dir, id, ManifestFile)
	data, err := foreign.Read(path, manifestBytesMax)
	if err != nil {
		return Manifest{}, err
	}
	manifest, err := decodeManifest(data)
	if err == nil && manifest.ID != id {
		err = fmt.Errorf("the id is %q, the directory %q", manifest.ID, id)
	}
	if err != nil {
		return Manifest{}, fmt.Errorf("read %s: %w", path, err)
	}
	return manifest, nil
}

// Embedded opens a gzipped file that an Origin names.
func Embedded(name string) (io.ReadCloser, error) {
	return embedded.Open("models/" + name)
}

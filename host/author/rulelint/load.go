package rulelint

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
)

// Limits of what is read of a folder.
const (
	depthMax    = 8
	fileExtra   = 1 // a byte more than allowed shows that a file is too large
	textFileMax = 1 << 20
)

// Load reads what a linter looks at of the ruleset at name: a folder, or one .lua
// or .wasm file. Of a folder other files, such as sources of a module, are left.
func Load(files fs.FS, name string) (Ruleset, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return Ruleset{}, fmt.Errorf("read ruleset: %w", err)
	}
	r := Ruleset{Name: path.Base(name), Folder: info.IsDir(), Files: map[string][]byte{}}
	if !r.Folder {
		r.Name = strings.TrimSuffix(r.Name, path.Ext(name))
		err = r.add(files, name, path.Base(name))
	} else {
		err = r.folder(files, name, "", depthMax)
		if err == nil {
			r.Sources, err = Sources(files, name)
		}
	}
	if err != nil {
		return Ruleset{}, fmt.Errorf("read ruleset %s: %w", name, err)
	}
	return r, nil
}

func (r Ruleset) folder(files fs.FS, root, inside string, depth int) error {
	entries, err := fs.ReadDir(files, path.Join(root, inside))
	if err != nil || depth == 0 {
		return err
	}
	for _, entry := range entries {
		name := path.Join(inside, entry.Name())
		if !strings.HasPrefix(entry.Name(), ".") || looked(name) {
			err = engine.CheckEntry(name, entry)
		}
		switch {
		case err != nil:
		case entry.IsDir():
			if !engine.PassedOver(entry.Name()) {
				err = r.folder(files, root, name, depth-1)
			}
		case looked(name):
			err = r.add(files, path.Join(root, name), name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// looked reports whether a linter looks at a file of this name in a folder.
func looked(name string) bool {
	switch name {
	case manifestFile, "README.md", DisableFile:
		return true
	}
	base := path.Base(name)
	return !strings.HasPrefix(base, ".") && (path.Ext(name) == ".lua" ||
		path.Ext(name) == ".wasm" && path.Dir(name) == "." ||
		path.Ext(name) == ".yaml" && path.Dir(name) == "scenarios" || mayBeCatalog(name))
}

// mayBeCatalog reports whether a scenario might name a file as its catalog.
func mayBeCatalog(name string) bool {
	return (path.Ext(name) == ".yaml" || path.Ext(name) == ".json") && path.Dir(name) != "scenarios" && name != manifestFile
}

func (r Ruleset) add(files fs.FS, name, as string) error {
	if len(r.Files) == engine.FilesMax {
		return fmt.Errorf("it has more than %d files", engine.FilesMax)
	}
	info, err := fs.Stat(files, name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file", as)
	}
	file, err := files.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	limit := textFileMax
	switch {
	case path.Ext(as) == ".wasm":
		limit = moduleBytesMax
	case mayBeCatalog(as):
		if limit = scenario.CatalogBytesMax; info.Size() > int64(limit) {
			return nil // a scenario that names it is told so
		}
	}
	data, err := io.ReadAll(io.LimitReader(file, int64(limit+fileExtra)))
	if err != nil {
		return err
	}
	if len(data) > limit && path.Ext(as) != ".wasm" && path.Ext(as) != ".lua" {
		return fmt.Errorf("%s has more than %d bytes", as, limit)
	}
	r.Files[as] = data
	return nil
}

// Find returns the rulesets at and below a folder: those with a manifest anywhere,
// and in the folder itself lone .lua and .wasm files too.
func Find(files fs.FS, root string) ([]string, error) {
	if has(files, path.Join(root, manifestFile)) {
		return []string{root}, nil
	}
	entries, err := fs.ReadDir(files, root)
	if err != nil {
		return nil, fmt.Errorf("look for rulesets: %w", err)
	}
	base := path.Base(root)
	var found []string
	for _, entry := range entries {
		stem, ending := strings.TrimSuffix(entry.Name(), path.Ext(entry.Name())), path.Ext(entry.Name())
		if entry.IsDir() || ending != ".lua" && ending != ".wasm" || strings.HasSuffix(stem, ".d") {
			continue
		}
		if stem == base || stem == "ruleset" {
			return []string{root}, nil
		}
		if err := engine.CheckEntry(entry.Name(), entry); err != nil {
			return nil, fmt.Errorf("look for rulesets: %w", err)
		}
		found = append(found, path.Join(root, entry.Name()))
	}
	below, err := engine.Below(files, root)
	return append(found, below...), err
}

func has(files fs.FS, name string) bool {
	info, err := fs.Stat(files, name)
	return err == nil && info.Mode().IsRegular()
}

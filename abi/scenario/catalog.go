package scenario

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/foreign"
)

// CatalogBytesMax bounds a catalog file; 1,400 skills with descriptions have 500 KB.
const CatalogBytesMax = 4 << 20

// takeCatalog puts the items of the catalog file before those of the scenario.
func (s *Scenario) takeCatalog(read func(string) ([]byte, error)) error {
	if s.Catalog == "" {
		return nil
	}
	name := path.Clean(s.Catalog)
	switch {
	case read == nil:
		return fmt.Errorf("catalog: %.100s cannot be read here: the scenario stands by itself", s.Catalog)
	case !fs.ValidPath(name):
		return fmt.Errorf("catalog: %.100q is no path inside the ruleset's folder", s.Catalog)
	}
	data, err := read(name)
	if err != nil {
		return fmt.Errorf("catalog: %w", err)
	}
	items, err := decodeCatalog(data)
	if err != nil {
		return fmt.Errorf("catalog %s: %w", name, err)
	}
	s.Items = slices.Concat(items, s.Items)
	return nil
}

// decodeCatalog reads a list of items, in YAML or JSON.
func decodeCatalog(data []byte) ([]abi.Item, error) {
	if len(data) > CatalogBytesMax {
		return nil, fmt.Errorf("a catalog has at most %d bytes", CatalogBytesMax)
	}
	document, err := parse(data)
	if err != nil {
		if document = parseJSON(data); document == nil {
			return nil, err
		}
	}
	c := converter{}
	if err := c.value(document, reflect.TypeFor[[]abi.Item](), "", 0); err != nil {
		return nil, err
	}
	var items []abi.Item
	return items, json.Unmarshal(c.out.Bytes(), &items)
}

// parseJSON reads JSON with escapes that YAML does not have, as \/ and those of
// characters in two halves; nil: it is no JSON.
func parseJSON(data []byte) *yaml.Node {
	var value any
	if json.Unmarshal(data, &value) != nil {
		return nil
	}
	encoded, err := json.Marshal(value)
	if err != nil {
		return nil
	}
	document, err := parse(encoded)
	if err != nil {
		return nil
	}
	return document
}

// Folder reads catalog files inside a folder on disk, and nowhere else.
func Folder(folder string) func(name string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		root, err := os.OpenRoot(folder)
		if err != nil {
			return nil, err
		}
		defer root.Close() //nolint:errcheck // it was only read
		data, err := foreign.ReadIn(foreign.Inside(root), filepath.ToSlash(name), CatalogBytesMax)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, fmt.Errorf("the ruleset has no file %s", name)
		case errors.Is(err, foreign.ErrNotRegular), errors.Is(err, foreign.ErrTooLarge):
			return nil, errors.New(name + " is no file, or too large for a catalog")
		}
		return data, err
	}
}

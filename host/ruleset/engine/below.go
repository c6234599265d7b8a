package engine

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Limits of looking for rulesets below a folder.
const (
	belowDepthMax   = 8
	belowFoldersMax = 2000
)

// PassedOver reports whether no author keeps a ruleset, or its own files, in folders of
// this name: they are hidden, or have what tools write and others' code.
func PassedOver(name string) bool {
	return strings.HasPrefix(name, ".") || slices.Contains([]string{"target", "node_modules", "testdata", "vendor"}, name)
}

// Below returns the folders below one that have a manifest; it does not look into those.
func Below(files fs.FS, root string) ([]string, error) {
	left := belowFoldersMax
	return below(files, root, belowDepthMax, &left)
}

func below(files fs.FS, folder string, depth int, left *int) ([]string, error) {
	if *left--; *left < 0 {
		return nil, fmt.Errorf("look for rulesets: there are more than %d folders; name the ones that count", belowFoldersMax)
	}
	entries, err := fs.ReadDir(files, folder)
	if err != nil || depth == 0 {
		return nil, nil //nolint:nilerr // a folder that cannot be read holds no ruleset of ours
	}
	var found []string
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		if !entry.IsDir() || PassedOver(entry.Name()) {
			continue
		}
		if info, err := fs.Stat(files, path.Join(name, manifestFile)); err == nil && info.Mode().IsRegular() {
			found = append(found, name)
			continue
		}
		inside, err := below(files, name, depth-1, left)
		if err != nil {
			return nil, err
		}
		found = append(found, inside...)
	}
	return found, nil
}

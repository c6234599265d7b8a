package codeset

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Counts reports whether a file of a corpus is a candidate, as Sources has it.
func (s Set) Counts(corpus, file string) bool {
	c, known := s.corpus(corpus)
	if !known || !counts(file) {
		return false
	}
	folders := strings.Split(path.Dir(file), "/")
	for _, name := range []string{"node_modules", "dist", "build", ".git"} {
		if slices.Contains(folders, name) {
			return false
		}
	}
	return slices.ContainsFunc(c.Roots, func(root string) bool {
		root = path.Clean(filepath.ToSlash(root))
		return root == "." || strings.HasPrefix(file, root+"/")
	})
}

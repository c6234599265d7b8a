package codeset

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Limits of a corpus.
const (
	filesMax     = 50_000
	fileBytesMax = 4 << 20
)

// Source is a file of a corpus.
type Source struct {
	Path string // below the corpus's folder, with slashes
	Data []byte
}

// Sources reads the files of a question's folder below dir that count as candidates: those
// of the five languages of the sets, in the roots of the corpus, less what was built and
// declarations of types alone. In the order of their paths.
func (s Set) Sources(dir, folder string) ([]Source, error) {
	corpus, known := s.corpus(strings.TrimSuffix(folder, bareSuffix))
	if !known {
		return nil, fmt.Errorf("read sources: there is no corpus %q", folder)
	}
	root, err := os.OpenRoot(filepath.Join(dir, folder))
	if err != nil {
		return nil, fmt.Errorf("read sources (fetch.py of the set gets them): %w", err)
	}
	defer root.Close()
	var sources []Source
	for _, from := range corpus.Roots {
		if err := eachSource(root.FS(), path.Clean(filepath.ToSlash(from)), func(name string) error {
			if len(sources) >= filesMax {
				return fmt.Errorf("more than %d files", filesMax)
			}
			data, err := fs.ReadFile(root.FS(), name)
			if err == nil {
				sources = append(sources, Source{name, data})
			}
			return err
		}); err != nil {
			return nil, fmt.Errorf("read sources of %s: %w", folder, err)
		}
	}
	slices.SortFunc(sources, func(a, b Source) int { return strings.Compare(a.Path, b.Path) })
	return sources, nil
}

func eachSource(files fs.FS, from string, each func(name string) error) error {
	return fs.WalkDir(files, from, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", "dist", "build", ".git":
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > fileBytesMax || !counts(name) {
			return err
		}
		return each(name)
	})
}

func counts(name string) bool {
	switch path.Ext(name) {
	case ".go", ".py", ".tsx", ".js", ".rs", ".java":
		return true
	case ".ts":
		return !strings.HasSuffix(name, ".d.ts")
	}
	return false
}

package bench

import (
	"context"
	"fmt"
	"go/token"
	"hash/fnv"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// sources are files of the Go tree.
type sources []sourceFile

type sourceFile struct {
	root string
	path string // below the root
}

// sourceSuffixes are those of the Go tree's files that an index of code counts.
var sourceSuffixes = []string{".go", ".c", ".h", ".js", ".py", ".sh"}

// listSources lists the Go tree's own sources, in the order of their paths.
func listSources(ctx context.Context) (sources, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("find the Go tree: %w", err)
	}
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	var all sources
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "vendor":
			return filepath.SkipDir
		case !entry.Type().IsRegular() || !slices.Contains(sourceSuffixes, filepath.Ext(path)):
			return nil
		}
		below, err := filepath.Rel(root, path)
		all = append(all, sourceFile{root, below})
		return err
	})
	return all, err
}

// spread returns so many of the sources, evenly spread over all of them.
func spread(all sources, count int) sources {
	count = min(count, len(all))
	chosen := make(sources, count)
	for i := range chosen {
		chosen[i] = all[i*len(all)/count]
	}
	return chosen
}

// copy writes the sources into a subfolder, changed where change is not nil.
func (all sources) copy(folder, subfolder string, change func([]byte) []byte) error {
	for _, one := range all {
		text, err := os.ReadFile(filepath.Join(one.root, one.path))
		if err != nil {
			return err
		}
		if change != nil {
			text = change(text)
		}
		name := filepath.Join(folder, subfolder, one.path)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// longWord is a word that may be turned.
var longWord = regexp.MustCompile(`[A-Za-z]{5,}`)

// turned writes every fourth of the long words backwards, the same ones in all files, and a
// first line that no other file has: a program with words of its own that shares no file and
// few definitions with the one it is made from.
func turned(text []byte) []byte {
	sum := fnv.New64a()
	sum.Write(text)
	head := fmt.Appendf(nil, "// Variation %x.\n", sum.Sum64())
	return append(head, longWord.ReplaceAllFunc(text, func(word []byte) []byte {
		hash := fnv.New32a()
		hash.Write(word)
		if hash.Sum32()%4 != 0 || token.IsKeyword(string(word)) {
			return word
		}
		backwards := slices.Clone(word)
		slices.Reverse(backwards)
		return backwards
	})...)
}

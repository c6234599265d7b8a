package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest" // has the standard library's file system in memory
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/visible"
)

// Frozen is a rules folder as it was at one moment, in memory. Rulesets are loaded from
// exactly the files that Hash covers, even if the folder changes meanwhile. See
// RATIONALE.md, "Why is trust given to a project's files as a whole?".
type Frozen struct {
	path  string // for people
	files fstest.MapFS
}

// Limits of a frozen folder.
const (
	frozenFilesMax = 500
	frozenBytesMax = 32 << 20
	frozenDepthMax = depthMax + 2 // owner and ruleset
)

// Freeze reads a rules folder, which may be absent, without the files at its top that are
// named: none of these is run. A link, and whatever else is neither file nor folder, is
// refused.
func Freeze(folder string, without ...string) (*Frozen, error) {
	f := &freezer{folder: folder, without: without, files: fstest.MapFS{}}
	info, err := os.Lstat(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil && !info.IsDir():
		err = errors.New("it is no folder")
	case err == nil:
		err = f.read(".", 0)
	}
	if err != nil {
		return nil, fmt.Errorf("read the rulesets in %s: %w", folder, err)
	}
	return &Frozen{path: folder, files: f.files}, nil
}

// Path returns where the folder lies.
func (f *Frozen) Path() string { return f.path }

// Hash is SHA-256, hex, over what was chosen of the folder and everything in it.
func (f *Frozen) Hash(choice ...string) string {
	sum := newDigest()
	for _, id := range choice {
		sum.add('c', id, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(f.files)) {
		sum.add('f', name, f.files[name].Data)
	}
	return sum.String()
}

type freezer struct {
	folder  string
	without []string
	files   fstest.MapFS
	entries int
	bytes   int64
}

func (f *freezer) read(name string, depth int) error {
	if depth > frozenDepthMax {
		return fmt.Errorf("its folders are more than %d deep", frozenDepthMax)
	}
	entries, err := foreign.ReadDir(filepath.Join(f.folder, filepath.FromSlash(name)), frozenFilesMax)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if name == "." && slices.Contains(f.without, entry.Name()) {
			continue
		}
		if err := f.entry(path.Join(name, entry.Name()), entry, depth); err != nil {
			return err
		}
	}
	return nil
}

func (f *freezer) entry(name string, entry fs.DirEntry, depth int) error {
	if err := CheckEntry(name, entry); err != nil {
		return err
	}
	if f.entries++; f.entries > frozenFilesMax {
		return fmt.Errorf("it has more than %d files and folders", frozenFilesMax)
	}
	if entry.IsDir() {
		return f.read(name, depth+1)
	}
	data, err := foreign.Read(filepath.Join(f.folder, filepath.FromSlash(name)), frozenBytesMax-f.bytes)
	if errors.Is(err, foreign.ErrTooLarge) {
		return fmt.Errorf("it has more than %d MiB", frozenBytesMax>>20)
	}
	if err != nil {
		return err
	}
	f.bytes += int64(len(data))
	f.files[name] = &fstest.MapFile{Data: data}
	return nil
}

// CheckEntry refuses what no ruleset needs in its folder: a name that shows as another
// one, and a link, which may lead to anything that its user can read.
func CheckEntry(name string, entry fs.DirEntry) error {
	switch {
	case !utf8.ValidString(name) || strings.ContainsFunc(name, visible.Hidden):
		return fmt.Errorf("the name %.200q has characters that nobody sees: rename or remove it", name)
	case entry.Type()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s is a link: put a copy of the file in its place", name)
	case !entry.IsDir() && !entry.Type().IsRegular():
		return fmt.Errorf("%s is not a regular file", name)
	}
	return nil
}

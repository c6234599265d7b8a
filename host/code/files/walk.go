package files

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// byWalk lists what lies in the folder and below, folder by folder. A folder that vanishes
// or cannot be read costs itself alone.
func (l *lister) byWalk(ctx context.Context) ([]name, error) {
	root, err := os.OpenRoot(l.Root)
	if err != nil {
		return nil, ErrNoFolder
	}
	defer root.Close()
	l.By = ByWalk
	w := walk{lister: l, files: foreign.Inside(root)}
	if _, err := fs.Stat(w.files, "."); err != nil {
		return nil, ErrNoFolder
	}
	waiting := []string{""}
	for len(waiting) > 0 {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		last := len(waiting) - 1
		folder := waiting[last]
		if waiting, err = w.folder(folder, waiting[:last]); err != nil {
			return nil, err
		}
	}
	return w.names, nil
}

type walk struct {
	*lister
	files   fs.FS
	entries int
	names   []name
}

// folder lists the files of a folder and adds the folders in it to those that wait.
func (w *walk) folder(folder string, waiting []string) ([]string, error) {
	switch reason := w.skip(folder); reason {
	case "":
	case Gone:
		return waiting, nil
	default:
		w.Skipped.Add(reason, cmp.Or(folder, ".")+"/")
		return waiting, nil
	}
	entries, err := w.read(folder)
	if err != nil {
		if !isGone(err) {
			w.Skipped.Add(Unreadable, cmp.Or(folder, ".")+"/")
		}
		return waiting, nil
	}
	if folder != "" {
		for _, entry := range entries {
			if entry.Name() == ".git" {
				w.Nested = append(w.Nested, folder)
				return waiting, nil
			}
		}
		folder += "/"
	}
	for _, entry := range entries {
		if w.entries++; w.entries > entriesMax {
			return nil, errTooManyEntries
		}
		if entry.Name() == ".git" { // of the root
			continue
		}
		path := folder + entry.Name()
		if entry.IsDir() && len(path) <= pathBytesMax {
			waiting = append(waiting, path)
			continue
		}
		w.file(path, entry)
	}
	return waiting, nil
}

// file takes a name, unless it does not count by itself.
func (w *walk) file(path string, entry fs.DirEntry) {
	language, reason := w.byName(path)
	switch {
	case entry.Type()&fs.ModeSymlink != 0:
		w.Skipped.Add(Link, path)
	case reason != "":
		w.Skipped.Add(reason, path)
	default:
		w.names = append(w.names, name{path: path, language: language})
	}
}

// skip says why a folder is not entered.
func (w *walk) skip(folder string) Reason {
	if folder == "" {
		return w.folders.of("").reason
	}
	if isOdd(folder) {
		return OddName
	}
	_, base := split(folder)
	in := w.folders.of(folder)
	switch {
	case in.reason != "":
		return in.reason
	case in.output == surelyOutput:
		return Output
	case strings.HasPrefix(base, ".") && !in.kept:
		return HiddenName
	}
	return ""
}

// read lists a folder's entries, of at most as many as are left.
func (w *walk) read(folder string) ([]fs.DirEntry, error) {
	file, err := w.files.Open(cmp.Or(folder, "."))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	entries, err := file.(fs.ReadDirFile).ReadDir(entriesMax - w.entries + 1)
	if err != nil && len(entries) == 0 && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return entries, nil
}

package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// fromFilesMax bounds how many files of a folder are looked at.
const fromFilesMax = 10_000

// takeFrom finds a file in what the user points at, and returns where it was: the
// file itself, a member of an archive, or either of these in a folder. If it is nowhere, the
// error names the last file that may have been it and could not be read, or else a folder.
func takeFrom(ctx context.Context, from string, file onnx.File, target string) (string, error) {
	found, seen, notThere := "", 0, errNotThere
	from, err := filepath.EvalSymlinks(from)
	if err != nil {
		return "", fmt.Errorf("look for %s: %w", file.Name, err)
	}
	err = filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if notThere == errNotThere {
				notThere = unread(path, err) // such as .Trashes or lost+found of a disk
			}
			return nil
		}
		if entry.IsDir() {
			return nil
		}
		if seen++; seen > fromFilesMax {
			return fmt.Errorf("more than %d files", fromFilesMax)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err = takeOne(path, entry, file, target)
		switch {
		case err == nil:
			found = path
			return fs.SkipAll
		case isWriteError(err):
			return err
		case !errors.Is(err, errNotThere) && !errors.Is(err, errAnother):
			notThere = unread(path, err)
		}
		return nil
	})
	if err == nil && found == "" {
		err = notThere
	}
	if err != nil {
		return "", fmt.Errorf("look for %s in %s: %w", file.Name, from, err)
	}
	return found, nil
}

// unread says that a file is nowhere, as far as could be seen.
func unread(path string, err error) error {
	return fmt.Errorf("%w, and %s cannot be read: %s", errNotThere, path, foreign.Reason(err))
}

func takeOne(path string, entry fs.DirEntry, file onnx.File, target string) error {
	lower := strings.ToLower(path)
	for _, suffix := range []string{".whl", ".zip", ".tar.gz", ".tgz"} {
		if strings.HasSuffix(lower, suffix) {
			return takeMember(path, "", file, target)
		}
	}
	info, err := entry.Info()
	if err != nil {
		return err
	}
	if info.Mode().Type()&^fs.ModeSymlink != 0 || file.Bytes > 0 && info.Mode().IsRegular() && info.Size() != file.Bytes {
		return errNotThere
	}
	err = copyFile(path, file, target)
	if err != nil && !isWriteError(err) && filepath.Base(path) != file.Name && (file.Bytes == 0 || info.Size() != file.Bytes) {
		return errNotThere // what else it may be does not matter
	}
	return err
}

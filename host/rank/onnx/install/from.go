package install

import (
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// fromFilesMax bounds how many files of a folder are looked at.
const fromFilesMax = 10_000

// takeFrom finds a file in what the user points at, and returns where it was: the
// file itself, a member of an archive, or either of these in a folder.
func takeFrom(ctx context.Context, from string, file onnx.File, target string) (string, error) {
	found, seen := "", 0
	from, err := filepath.EvalSymlinks(from)
	if err != nil {
		return "", fmt.Errorf("look for %s: %w", file.Name, err)
	}
	err = filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if seen++; seen > fromFilesMax {
			return fmt.Errorf("more than %d files", fromFilesMax)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if takeOne(path, entry, file, target) != nil {
			return nil // it is another file
		}
		found = path
		return fs.SkipAll
	})
	if err == nil && found == "" {
		err = errNotThere
	}
	if err != nil {
		return "", fmt.Errorf("look for %s in %s: %w", file.Name, from, err)
	}
	return found, nil
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
	return copyFile(path, file, target)
}

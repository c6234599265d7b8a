package git

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of what is read to find a repository.
const (
	lineBytesMax = 4 << 10 // of a file that holds one line
	foldersMax   = 64      // above a folder
)

// Find returns the working tree that holds a folder, and where git keeps its files,
// by git's own files and without a process; "" and "" where there is none.
func Find(folder string) (root, gitDir string) {
	folder = filepath.Clean(folder)
	for range foldersMax {
		path := filepath.Join(folder, ".git")
		info, err := os.Stat(path)
		switch {
		case err != nil:
		case info.IsDir():
			return folder, path
		default: // of a worktree or a submodule
			if to, ok := strings.CutPrefix(FirstLine(path), "gitdir: "); ok {
				return folder, absolute(folder, to)
			}
		}
		above := filepath.Dir(folder)
		if above == folder {
			break
		}
		folder = above
	}
	return "", ""
}

// ErrPlanted means that git would take a folder with files named as a bare repository's for one,
// and obey the settings in it: a clone may bring such a folder.
var ErrPlanted = errors.New("a folder looks like a bare repository of git's, which may be planted")

// isPlanted reports whether git, which looks for the repository of a folder from there upwards,
// comes to what it takes for a bare repository before it comes to a .git. Gits since 2.38 have a
// setting by which they refuse that, see settings.
func isPlanted(folder string) bool {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return true
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil { // git goes up from there
		folder = real
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, ".git")); err == nil {
			return false
		}
		if exist(folder, "HEAD", "objects", "refs") || exist(folder, "HEAD", "commondir") {
			return true
		}
		above := filepath.Dir(folder)
		if above == folder {
			return false
		}
		folder = above
	}
}

func exist(folder string, names ...string) bool {
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(folder, name)); err != nil {
			return false
		}
	}
	return true
}

// Common returns the folder that all worktrees of a repository share, of where git keeps the
// files of one.
func Common(gitDir string) string {
	if other := FirstLine(filepath.Join(gitDir, "commondir")); other != "" {
		return absolute(gitDir, other)
	}
	return gitDir
}

func absolute(folder, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

// FirstLine returns the first line of a small file; "" where it cannot be read.
func FirstLine(path string) string {
	data, err := foreign.Read(path, lineBytesMax)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSuffix(line, "\r")
}

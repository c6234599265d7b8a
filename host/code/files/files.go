// Package files says which files of a project's folder are its source code: by git's list, or
// by a walk where git gives none; less what is ignored, kept secret, too large or of no known
// language. It reads one file safely for who wants its content. It does not know what a file
// is read for, and keeps nothing.
package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/git"
)

// File is a regular file as it was when it was looked at.
type File struct {
	Path     string        // below Listing.Root, with slashes
	Language code.Language // "": a program's without an ending, whose content says it
	Size     int64
	ModTime  int64  // nanoseconds since 1970
	Inode    uint64 // 0 where the system has none
}

// Listing is what counts of a folder.
type Listing struct {
	Root       string // the folder that was asked for, without links
	Files      []File // by path
	Unfit      []File // by path: skipped as Empty or Large, of a language, and not more than there may be files
	Skipped    Skipped
	By         string   // ByGit or ByWalk
	GitError   error    // why git did not list a folder that lies in a repository; nil where it did, or there is none
	Notes      []string // for the user: sentences about what may surprise
	Submodules []string // not entered; paths as those of files
	Nested     []string // repositories and worktrees inside the folder, not entered

	Worktree string // the working tree that holds Root; "" without a repository
	Prefix   string // the path of Root below Worktree, with slashes; "" where they are the same
	Common   string // git's folder that all worktrees of the repository share, without links; "" without a repository
	Hash     string // the repository's kind of hashes, "sha1" or "sha256"; "" where git did not list
}

// The values of Listing.By.
const (
	ByGit  = "git"
	ByWalk = "walk"
)

// Options say how to list.
type Options struct {
	Git      git.Program
	Home     string        // the user's home folder, which is refused with what holds it; "": none
	Force    bool          // walk a folder without a repository or a mark of a project
	Text     bool          // documents, settings and data count too, not code alone
	FilesMax int           // the most recently changed count; 0: FilesMax
	GitTime  time.Duration // for git, and a second more for every 40,000 files that it tracks; 0: GitTimeMax
	Examples int           // at most so many of what is skipped for one reason; 0: three
}

// Limits of a listing.
const (
	FilesMax     = 20_000      // of files that count: the search was measured up to so many
	GitTimeMax   = time.Second // git takes .04 s for 11,000 files; a search waits no longer for one that hangs
	SizeMax      = 1 << 20     // of a file: what is larger is data or generated
	entriesMax   = 500_000     // of names that git prints, or entries that are walked
	pathBytesMax = 4096        // of a path: what Linux takes
	examplesMax  = 3           // of what is skipped for one reason
	notesMax     = 10
)

// Errors that say that a folder is not listed, and what to do.
var (
	ErrNoFolder  = errors.New("it is no folder that can be read: name the folder of a project")
	ErrHome      = errors.New("the home folder, and what holds it, is not listed: name the folder of a project")
	ErrGitsOwn   = errors.New("it is git's own folder or a bare repository, which has no files: name a folder with a checkout, as git worktree add makes one")
	ErrNoProject = errors.New("there is neither a git repository nor a mark of a project, such as go.mod or package.json: run git init, or use --force to walk the folder as it is")
)

// List lists the files that count in a folder. It reads names and stats, ignore files and a
// few of git's, but no other content. A folder that is refused is one of the errors above.
func List(ctx context.Context, folder string, options Options) (Listing, error) {
	options.FilesMax = cmp.Or(options.FilesMax, FilesMax)
	options.GitTime = cmp.Or(options.GitTime, GitTimeMax)
	l := &lister{Options: options}
	l.Skipped.examplesMax = cmp.Or(options.Examples, examplesMax)
	if err := l.locate(folder); err != nil {
		return Listing{}, fmt.Errorf("list %s: %w", folder, err)
	}
	names, err := l.names(ctx)
	if err != nil {
		return Listing{}, fmt.Errorf("list %s: %w", folder, err)
	}
	if err := l.stat(ctx, names); err != nil {
		return Listing{}, fmt.Errorf("list %s: %w", folder, err)
	}
	l.finish()
	return l.Listing, nil
}

// lister is one listing under way.
type lister struct {
	Options
	Listing
	folders *folders
}

// locate finds out where a folder lies, and whether it may be listed.
func (l *lister) locate(folder string) error {
	path, err := filepath.Abs(folder)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return ErrNoFolder
	}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return ErrNoFolder
	}
	l.Root = path
	if holdsHome(path, l.Home) {
		return ErrHome
	}
	if isGitsOwn(path) {
		return ErrGitsOwn
	}
	root, gitDir := git.Find(path)
	switch {
	case gitDir == "":
	case holdsHome(root, l.Home):
		l.note("the repository of the home folder does not list what lies below: its folders are walked")
	default:
		l.Worktree, l.Common = root, git.Common(gitDir)
		if real, err := filepath.EvalSymlinks(l.Common); err == nil {
			l.Common = real
		}
		if rel, err := filepath.Rel(root, path); err == nil && rel != "." {
			l.Prefix = filepath.ToSlash(rel)
		}
	}
	return nil
}

// holdsHome reports whether a folder is the home folder, the root of the file system, or one
// between them.
func holdsHome(folder, home string) bool {
	if filepath.Dir(folder) == folder {
		return true
	}
	if home == "" {
		return false
	}
	if real, err := filepath.EvalSymlinks(home); err == nil {
		home = real
	}
	if rel, err := filepath.Rel(folder, home); err == nil && filepath.IsLocal(rel) {
		return true
	}
	info, err := os.Stat(folder)
	if err != nil {
		return false
	}
	for ; filepath.Dir(home) != home; home = filepath.Dir(home) {
		if other, err := os.Stat(home); err == nil && os.SameFile(info, other) { // in another spelling, as a disk may allow
			return true
		}
	}
	return false
}

// isGitsOwn reports whether a folder is git's own or lies in one, or is a bare repository.
func isGitsOwn(folder string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(folder), "/") {
		if part == ".git" {
			return true
		}
	}
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(folder, name)); err != nil {
			return false
		}
	}
	_, err := os.Lstat(filepath.Join(folder, ".git"))
	return err != nil
}

// names lists the candidates' names by git, or else by a walk.
func (l *lister) names(ctx context.Context) ([]name, error) {
	l.folders = newFolders(l)
	if l.Worktree != "" {
		names, err := l.byGit(ctx)
		if err == nil || errors.Is(err, ErrGitsOwn) || ctx.Err() != nil {
			return names, err
		}
		l.GitError = err
		l.note(whyWalked(err))
	} else if !l.Force && !hasMark(l.Root, l.Home) {
		return nil, ErrNoProject
	}
	return l.byWalk(ctx)
}

// note adds a note; of too many, only that there are more.
func (l *lister) note(text string) {
	switch {
	case len(l.Notes) < notesMax-1:
		l.Notes = append(l.Notes, text)
	case len(l.Notes) < notesMax:
		l.Notes = append(l.Notes, "there is more of that kind")
	}
}

// finish orders the files, and keeps the most recently changed of too many.
func (l *lister) finish() {
	if extra := len(l.Files) - l.FilesMax; extra > 0 {
		slices.SortFunc(l.Files, func(a, b File) int {
			return cmp.Or(cmp.Compare(b.ModTime, a.ModTime), cmp.Compare(a.Path, b.Path))
		})
		for _, file := range l.Files[l.FilesMax:] {
			l.Skipped.Add(TooMany, file.Path)
		}
		l.note(fmt.Sprintf("of %d files the %d most recently changed count: list a folder below, or leave some out by %s", len(l.Files), l.FilesMax, IgnoreFile))
		l.Files = l.Files[:l.FilesMax:l.FilesMax]
	}
	for _, list := range [][]File{l.Files, l.Unfit} {
		slices.SortFunc(list, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	}
	l.Unfit = l.Unfit[:min(len(l.Unfit), l.FilesMax)]
	slices.Sort(l.Submodules)
	slices.Sort(l.Nested)
	l.Skipped.sort()
}

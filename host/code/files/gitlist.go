package files

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/visible"
)

// name is a candidate that was not looked at yet.
type name struct {
	path      string // below the root
	language  code.Language
	tracked   bool
	submodule bool
}

// byGit lists what git tracks, and what it neither tracks nor ignores. Two processes run
// beside each other: only the second one knows that a repository with a .git is bare.
func (l *lister) byGit(ctx context.Context) ([]name, error) {
	limited, cancel := context.WithTimeout(ctx, l.timeOfGit())
	defer cancel()
	bare := make(chan error, 1)
	go func() { bare <- l.checkBare(limited) }()
	out := printed{lister: l, sparse: l.isSparse(limited), skipped: Skipped{examplesMax: l.Skipped.examplesMax}}
	err := l.Git.Run(limited, l.Root, &out, "--work-tree="+l.Worktree,
		"ls-files", "-z", "-t", "--stage", "--cached", "--others", "--exclude-standard")
	if err != nil {
		cancel() // so that the other one ends too
	}
	bareErr := <-bare
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(bareErr, ErrGitsOwn):
		return nil, ErrGitsOwn
	case out.failed != nil:
		return nil, out.failed
	case err != nil:
		return nil, err
	}
	l.By, l.Hash, l.Nested = ByGit, out.hash, out.nested
	l.Skipped = out.skipped
	return out.names, nil
}

// timeOfGit is longer where there is much to list: 200,000 tracked files take git some seconds
// on a busy machine.
func (l *lister) timeOfGit() time.Duration {
	_, gitDir := git.Find(l.Root)
	index, _ := lstat(filepath.Join(gitDir, "index")) // where there is none its size is 0
	return l.GitTime + min(time.Duration(index.size/indexBytesPerSecond)*time.Second, gitTimeMoreMax)
}

// Of git's index, 4 MiB hold 40,000 files.
const (
	indexBytesPerSecond = 4 << 20
	gitTimeMoreMax      = 10 * time.Second
)

// isSparse reports whether git has checked out a part of the files alone. The list of them stays
// where that was ended.
func (l *lister) isSparse(ctx context.Context) bool {
	_, gitDir := git.Find(l.Root)
	if _, err := lstat(filepath.Join(gitDir, "info", "sparse-checkout")); err != nil {
		return false
	}
	var out bytes.Buffer
	err := l.Git.Run(ctx, l.Root, &out, "config", "--type=bool", "core.sparseCheckout")
	return err == nil && strings.TrimSpace(out.String()) == "true"
}

func (l *lister) checkBare(ctx context.Context) error {
	var out bytes.Buffer
	if err := l.Git.Run(ctx, l.Root, &out, "rev-parse", "--is-bare-repository"); err != nil {
		return err
	}
	if strings.TrimSpace(out.String()) == "true" {
		return ErrGitsOwn
	}
	return nil
}

// whyWalked says why git did not list.
func whyWalked(err error) string {
	failure, failed := errors.AsType[*git.Failure](err)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "git did not answer in time: the folder is walked, and what git ignores by the user's own settings counts"
	case errors.Is(err, exec.ErrNotFound):
		return "git is not installed: the folder is walked, and what git ignores by the user's own settings counts"
	case failed && strings.Contains(failure.Says, "dubious ownership"):
		return "git does not trust the owner of the folder: it is walked; git config --global --add safe.directory FOLDER has git list it"
	}
	return "git did not list the folder, which is walked: " + visible.Line(err.Error())
}

// printed takes what "git ls-files -z -t --stage" prints, entry by entry.
type printed struct {
	lister  *lister
	sparse  bool
	rest    []byte
	entries int
	last    string
	names   []name
	nested  []string
	hash    string
	skipped Skipped
	failed  error
}

var errTooManyEntries = fmt.Errorf("more than %d names: name a folder below", entriesMax)

func (p *printed) Write(data []byte) (int, error) {
	written := len(data)
	for {
		end := bytes.IndexByte(data, 0)
		if end < 0 {
			break
		}
		entry := data[:end]
		if len(p.rest) > 0 {
			p.rest = append(p.rest, entry...)
			entry = p.rest
		}
		if p.entry(entry); p.entries > entriesMax {
			p.failed = errTooManyEntries
			return 0, p.failed
		}
		p.rest, data = p.rest[:0], data[end+1:]
	}
	if len(p.rest)+len(data) > pathBytesMax+entryFactsMax {
		p.failed = errors.New("git printed no list of names")
		return 0, p.failed
	}
	p.rest = append(p.rest, data...)
	return written, nil
}

// entryFactsMax bounds what is printed before a path.
const entryFactsMax = 128

// entry reads "? PATH" of an untracked file, or "H MODE HASH STAGE<tab>PATH" of a tracked one; S for
// H says that git skips it, also where it lies there. Entries of other shapes are left out.
func (p *printed) entry(entry []byte) {
	if p.sparse && len(entry) > 0 && entry[0] == 'S' { // not checked out: a great repository may have millions
		return
	}
	if p.entries++; len(entry) < 3 || entry[1] != ' ' {
		return
	}
	tag, rest := entry[0], entry[2:]
	if tag == '?' {
		if path, isFolder := bytes.CutSuffix(rest, []byte("/")); isFolder {
			p.nested = append(p.nested, string(path))
			return
		}
		p.add(rest, "")
		return
	}
	facts, path, found := bytes.Cut(rest, []byte("\t"))
	mode, facts, _ := bytes.Cut(facts, []byte(" "))
	hash, _, _ := bytes.Cut(facts, []byte(" "))
	if !found {
		return
	}
	if p.hash == "" {
		p.hash = map[int]string{40: "sha1", 64: "sha256"}[len(hash)]
	}
	p.add(path, string(mode))
}

func (p *printed) add(path []byte, mode string) {
	if string(path) == p.last { // another side of a merge
		return
	}
	p.last = string(path)
	switch mode {
	case "160000":
		p.names = append(p.names, name{path: p.last, submodule: true})
	case "120000":
		p.skipped.Add(Link, p.last)
	default:
		language, reason := p.lister.byName(p.last)
		if language == "" && reason == "" && mode == "100644" {
			reason = NoLanguage
		}
		if reason != "" {
			p.skipped.Add(reason, p.last)
			return
		}
		p.names = append(p.names, name{path: p.last, language: language, tracked: mode != ""})
	}
}

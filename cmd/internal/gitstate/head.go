// Package gitstate reads what a handoff is held against: the branch and commit that are
// checked out, from git's files and without a process, and a repository's state, by
// processes of git. It does not know what is made of them.
package gitstate

import (
	"errors"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/git"
)

// Head is what is checked out.
type Head struct {
	Root     string // of the working tree: the folder that was asked about, or one above it
	Branch   string // empty: HEAD is detached
	Commit   string // hash; empty: there is no commit yet
	Rebasing bool   // Branch is the one that a rebase is under way of, HEAD is detached
}

// ErrNoRepository means that neither a folder nor one above it is a working tree.
var ErrNoRepository = errors.New("no git repository")

// ErrRefsUnread means that the repository keeps its refs in reftables: HEAD names noBranch.
var ErrRefsUnread = errors.New("git's refs have a form that only git reads")

const noBranch = "refs/heads/.invalid"

// Limits of git's files.
const (
	packedBytesMax = 8 << 20
	linksMax       = 5 // of one ref to another
)

// ReadHead reads what is checked out in the working tree that holds a folder. It reads at
// most five small files and the list of packed refs. With ErrRefsUnread
// only Root is known, and of which branch a rebase is under way, if HEAD is detached.
func ReadHead(folder string) (Head, error) {
	root, gitDir := git.Find(folder)
	if gitDir == "" {
		return Head{}, ErrNoRepository
	}
	h := Head{Root: root}
	common := git.Common(gitDir)
	head := git.FirstLine(filepath.Join(gitDir, "HEAD"))
	ref, symbolic := strings.CutPrefix(head, "ref: ")
	unread := ref == noBranch
	if unread || !symbolic {
		h.Commit = hash(head)
		for _, file := range []string{"rebase-merge/head-name", "rebase-apply/head-name"} {
			if name, ok := strings.CutPrefix(git.FirstLine(filepath.Join(gitDir, file)), "refs/heads/"); ok {
				h.Branch, h.Rebasing = name, true
			}
		}
		if unread {
			return h, ErrRefsUnread
		}
		return h, nil
	}
	h.Branch = strings.TrimPrefix(ref, "refs/heads/")
	h.Commit = commitOf(gitDir, common, ref)
	return h, nil
}

// SameRepository reports whether two folders are of working trees of one repository. A clone is
// another repository.
func SameRepository(one, other string) bool {
	var shared [2]string
	for i, folder := range []string{one, other} {
		if _, gitDir := git.Find(folder); gitDir != "" {
			shared[i] = git.Common(gitDir)
		}
	}
	return shared[0] != "" && shared[0] == shared[1]
}

// commitOf follows a ref to its commit.
func commitOf(gitDir, common, ref string) string {
	for range linksMax {
		if !filepath.IsLocal(ref) || !strings.HasPrefix(ref, "refs/") {
			return ""
		}
		var line string
		for _, folder := range []string{gitDir, common} {
			if line = git.FirstLine(filepath.Join(folder, filepath.FromSlash(ref))); line != "" {
				break
			}
		}
		next, symbolic := strings.CutPrefix(line, "ref: ")
		if !symbolic {
			if line == "" {
				return packed(filepath.Join(common, "packed-refs"), ref)
			}
			return hash(line)
		}
		ref = next
	}
	return ""
}

func packed(path, ref string) string {
	data, err := foreign.Read(path, packedBytesMax)
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(data)) {
		if commit, name, found := strings.Cut(strings.TrimSpace(line), " "); found && name == ref {
			return hash(commit)
		}
	}
	return ""
}

// hash returns a text that is the hash of a commit, or "".
func hash(text string) string {
	if text = strings.TrimSpace(text); len(text) < 40 || len(text) > 64 || strings.Trim(text, "0123456789abcdef") != "" {
		return ""
	}
	return text
}

package gitstate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/git"
	"github.com/ed-irl/impressionism/host/handoff"
)

// Timeout bounds both processes together, at the start of a session.
const Timeout = 150 * time.Millisecond

// Limits of what git prints and of what is asked for.
const (
	outputBytesMax = 1 << 20
	changesMax     = 1000
	commitsMax     = 40
	pathsMax       = 100 // of one commit
)

// Program is the git that is run, and the environment that its process gets.
type Program git.Program

// Read returns the state of the working tree that holds a folder, as far as these paths are
// concerned, which are absolute or relative to the folder. It starts two processes, and one
// before them where only git reads what is checked out. Where one of them fails, or the
// context ends first, there is an error and no state: half of it would be taken for all.
func (p Program) Read(ctx context.Context, folder string, paths []string) (*handoff.Git, error) {
	head, err := ReadHead(folder)
	if errors.Is(err, ErrRefsUnread) {
		head, err = p.head(ctx, folder, head)
	}
	if err != nil {
		return nil, err
	}
	read := &handoff.Git{Root: head.Root, Branch: head.Branch, Head: head.Commit, Rebasing: head.Rebasing}
	p = Program(git.Program(p).WithAttributesOf(head.Commit))
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	logged := make(chan error, 1)
	go func() { // beside the other process: a session waits for both
		var err error
		if head.Commit != "" {
			read.Commits, read.Older, err = p.log(ctx, folder)
		}
		logged <- err
	}()
	changes, err := p.status(ctx, folder, paths)
	if err != nil {
		cancel()
	}
	if logErr := <-logged; err == nil {
		err = logErr
	}
	if err != nil {
		return nil, err
	}
	read.Changes = changes
	return read, nil
}

// head asks git for what its files do not tell of what is checked out. No file that git tracks
// has the path that is asked for, so git looks at none: a repository may name filters.
func (p Program) head(ctx context.Context, folder string, known Head) (Head, error) {
	printed, err := p.run(ctx, folder, "status", "--porcelain=v2", "-z", "--branch", "--no-ahead-behind", "--untracked-files=no", "--ignore-submodules=all", "--", ".git")
	if err != nil {
		return known, fmt.Errorf("git status: %w", err)
	}
	branch, commit := parseHead(printed)
	known.Commit = commit
	if branch != "" {
		known.Branch, known.Rebasing = branch, false
	}
	return known, nil
}

func (p Program) status(ctx context.Context, folder string, paths []string) ([]handoff.Change, error) {
	if len(paths) == 0 { // without a path git would list the whole tree
		return nil, nil
	}
	printed, err := p.run(ctx, folder, append([]string{"status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=all", "--"}, paths...)...)
	if err != nil {
		return nil, fmt.Errorf("git status: %w", err)
	}
	return parseStatus(printed), nil
}

// log returns the last commits, and whether there may be older ones. One that lists very many
// files, as that of a shallow clone, is the last.
func (p Program) log(ctx context.Context, folder string) (commits []handoff.Commit, older bool, err error) {
	printed, err := p.run(ctx, folder, "log", "-z", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all",
		"--name-only", "--format=%x01%H %ct %s", "--max-count="+strconv.Itoa(commitsMax), "HEAD", "--")
	if errors.Is(err, git.ErrMore) {
		printed, older, err = printed[:bytes.LastIndexByte(printed, 0)+1], true, nil
	}
	if err != nil {
		return nil, false, fmt.Errorf("git log: %w", err)
	}
	commits = parseLog(printed)
	return commits, older || len(commits) == commitsMax, nil
}

func (p Program) run(ctx context.Context, folder string, args ...string) ([]byte, error) {
	printed, err := git.Program(p).Output(ctx, folder, outputBytesMax, args...)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return printed, err
}

// parseHead reads what "git status --porcelain=v2 --branch -z" prints first. The branch is
// empty where HEAD is detached, the hash before the first commit.
func parseHead(printed []byte) (branch, commit string) {
	for entry := range strings.SplitSeq(string(printed), "\x00") {
		if name, is := strings.CutPrefix(entry, "# branch.head "); is && name != "(detached)" {
			branch = name
		}
		if oid, is := strings.CutPrefix(entry, "# branch.oid "); is {
			commit = hash(oid)
		}
	}
	return branch, commit
}

// parseStatus reads what "git status --porcelain=v2 -z" prints. Lines of other shapes are
// left out.
func parseStatus(printed []byte) []handoff.Change {
	var changes []handoff.Change
	for entry := range strings.SplitSeq(string(printed), "\x00") {
		if len(changes) >= changesMax {
			break
		}
		kind, rest, _ := strings.Cut(entry, " ")
		fields := map[string]int{"1": 8, "2": 9, "u": 10}[kind] // before the path
		switch {
		case kind == "?" && rest != "":
			changes = append(changes, handoff.Change{Path: rest, State: handoff.Untracked})
		case fields > 0:
			parts := strings.SplitN(entry, " ", fields+1)
			if len(parts) == fields+1 && parts[fields] != "" {
				changes = append(changes, handoff.Change{Path: parts[fields], State: state(kind, parts[1])})
			}
		}
	}
	return changes
}

// state names what a pair of letters says: of the index and of the working tree.
func state(kind, letters string) string {
	switch {
	case kind == "u":
		return handoff.Conflicted
	case strings.HasSuffix(letters, "D") || letters == "D.":
		return handoff.Deleted
	case strings.HasPrefix(letters, "A"):
		return handoff.Added
	}
	return handoff.Modified
}

// parseLog reads what "git log -z --name-only" prints in the format of Read.
func parseLog(printed []byte) []handoff.Commit {
	var commits []handoff.Commit
	for entry := range strings.SplitSeq(string(printed), "\x00") {
		if head, isCommit := strings.CutPrefix(entry, "\x01"); isCommit {
			hash, rest, _ := strings.Cut(head, " ")
			at, subject, _ := strings.Cut(rest, " ")
			seconds, err := strconv.ParseInt(at, 10, 64)
			if err != nil || len(commits) >= commitsMax {
				return commits
			}
			commits = append(commits, handoff.Commit{Hash: hash, Subject: subject, Time: time.Unix(seconds, 0).UTC()})
			continue
		}
		name := strings.TrimPrefix(entry, "\n")
		if last := len(commits) - 1; last >= 0 && name != "" && len(commits[last].Paths) < pathsMax {
			commits[last].Paths = append(commits[last].Paths, name)
		}
	}
	return commits
}

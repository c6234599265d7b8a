package gitstate

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/handoff"
)

// Timeout bounds both processes together, at the start of a session.
const Timeout = 150 * time.Millisecond

// waitDelay is how long an ended git may keep its output open, as a child of it can. A busy
// machine needs some of it to read what was printed.
const waitDelay = 500 * time.Millisecond

// Limits of what git prints and of what is asked for.
const (
	outputBytesMax = 1 << 20
	changesMax     = 1000
	commitsMax     = 40
	pathsMax       = 100 // of one commit
)

// Program runs git: its name or path, and the environment that its process gets.
type Program struct {
	Path    string // "git" where it is empty
	Environ []string
}

// Read returns the state of the working tree that holds a folder, as far as these paths are
// concerned, which are absolute or relative to the folder. It starts two processes. Where
// one of them fails, or the context ends first, there is an error and no state: half of it
// would be taken for all.
func (p Program) Read(ctx context.Context, folder string, paths []string) (*handoff.Git, error) {
	head, err := ReadHead(folder)
	if err != nil {
		return nil, err
	}
	git := &handoff.Git{Root: head.Root, Branch: head.Branch, Head: head.Commit, Rebasing: head.Rebasing}
	p.Environ = append(environ(p.Environ), attributesOf(head.Commit)...)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	logged := make(chan error, 1)
	go func() { // beside the other process: a session waits for both
		var err error
		if head.Commit != "" {
			git.Commits, err = p.log(ctx, folder)
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
	git.Changes = changes
	return git, nil
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

func (p Program) log(ctx context.Context, folder string) ([]handoff.Commit, error) {
	printed, err := p.run(ctx, folder, "log", "-z", "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=all",
		"--name-only", "--format=%x01%H %ct %s", "--max-count="+strconv.Itoa(commitsMax), "HEAD", "--")
	if err != nil {
		return nil, fmt.Errorf("git log: %w", err)
	}
	return parseLog(printed), nil
}

// settings keep git from running other programs and from waiting for locks.
var settings = []string{
	"--no-pager", "--no-optional-locks", "--literal-pathspecs",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.attributesFile=/dev/null", "-c", "core.quotePath=false", "-c", "core.untrackedCache=keep",
	"-c", "log.showSignature=false", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "protocol.allow=never", "-c", "credential.helper=",
}

func (p Program) run(ctx context.Context, folder string, args ...string) ([]byte, error) {
	path := p.Path
	if path == "" {
		path = "git"
	}
	command := exec.CommandContext(ctx, path, append(append([]string{"-C", folder}, settings...), args...)...)
	command.Env = p.Environ
	command.WaitDelay = waitDelay
	var out bytes.Buffer
	command.Stdout = &limited{to: &out, left: outputBytesMax}
	err := command.Run()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return out.Bytes(), err
}

// environ returns an environment without git's variables, which point to other
// repositories, settings and programs.
func environ(given []string) []string {
	var kept []string
	for _, entry := range given {
		if !strings.HasPrefix(strings.ToUpper(entry), "GIT_") {
			kept = append(kept, entry)
		}
	}
	return append(kept, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ASKPASS=", "SSH_ASKPASS=", "LC_ALL=C")
}

// Trees without a file, in git's two kinds of hashes.
const (
	emptyTree       = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	emptyTreeSHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
)

// attributesOf returns the variable that has git read attributes from a tree without a file,
// in the place of those of the working tree: attributes choose filters, which are programs.
// A git before 2.41 does not know it. See SECURITY.md.
func attributesOf(commit string) []string {
	switch len(commit) {
	case len(emptyTree):
		return []string{"GIT_ATTR_SOURCE=" + emptyTree}
	case len(emptyTreeSHA256):
		return []string{"GIT_ATTR_SOURCE=" + emptyTreeSHA256}
	}
	return nil // there is no commit, so no file has been changed that a filter would see
}

// limited takes no more than a limit; more is an error, which ends the process.
type limited struct {
	to   io.Writer
	left int
}

func (l *limited) Write(data []byte) (int, error) {
	if l.left -= len(data); l.left < 0 {
		return 0, fmt.Errorf("more than %d bytes", outputBytesMax)
	}
	return l.to.Write(data)
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

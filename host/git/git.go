// Package git runs the program git in a repository that somebody else may have made, so that
// git runs nothing that the repository names, and finds where a repository keeps its files.
// It knows no command of git and nothing of what is printed.
package git

import (
	"context"
	"errors"
	"io"
	"os/exec"
	"strings"
	"time"
)

// waitDelay is how long an ended git may keep its output open, as a child of it can. A busy
// machine needs some of it to read what was printed.
const waitDelay = 500 * time.Millisecond

// Program runs git: its name or path, and the environment that its process gets.
type Program struct {
	Path    string // "git" where it is empty
	Environ []string

	attributes []string // a variable; see WithAttributesOf
}

// settings keep git from running other programs and from waiting for locks.
var settings = []string{
	"--no-pager", "--no-optional-locks", "--literal-pathspecs",
	"-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.attributesFile=/dev/null", "-c", "core.quotePath=false", "-c", "core.untrackedCache=keep",
	"-c", "log.showSignature=false", "-c", "safe.bareRepository=explicit", "-c", "gc.auto=0", "-c", "maintenance.auto=false", "-c", "protocol.allow=never", "-c", "credential.helper=",
}

// Run runs a command of git in a folder and writes what it prints to out. An error of out
// ends the process. When the context ends, what git started ends with it. The program gets the
// environment of p without git's own variables. Where git would take a folder of a working tree
// for a repository it is not run, and the error is ErrPlanted.
func (p Program) Run(ctx context.Context, folder string, out io.Writer, args ...string) error {
	if isPlanted(folder) {
		return ErrPlanted
	}
	path := p.Path
	if path == "" {
		path = "git"
	}
	command := exec.CommandContext(ctx, path, append(append([]string{"-C", folder}, settings...), args...)...)
	command.Env = append(Environ(p.Environ), p.attributes...)
	command.WaitDelay = waitDelay
	command.Stdout = out
	command.Cancel = func() error { return killGroup(command) }
	inGroup(command)
	var says head
	command.Stderr = &says
	err := command.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && len(says) > 0:
		return &Failure{Err: err, Says: strings.TrimSpace(string(says))}
	}
	return err
}

// ErrMore means that git had more to print than was asked for.
var ErrMore = errors.New("git printed more than is read of it")

// Output is Run that returns what git printed, at most so many bytes: of more, those with
// ErrMore.
func (p Program) Output(ctx context.Context, folder string, bytesMax int, args ...string) ([]byte, error) {
	out := limited{max: bytesMax}
	err := p.Run(ctx, folder, &out, args...)
	if out.over && ctx.Err() == nil {
		err = ErrMore
	}
	return out.taken, err
}

// limited takes no more than a limit; more is an error, which ends the process.
type limited struct {
	taken []byte
	max   int
	over  bool
}

func (l *limited) Write(data []byte) (int, error) {
	n := min(len(data), l.max-len(l.taken))
	l.taken = append(l.taken, data[:n]...)
	if n < len(data) {
		l.over = true
		return n, ErrMore
	}
	return n, nil
}

// Failure is an error of git with what git says about it.
type Failure struct {
	Err  error
	Says string // git's words, at most a few lines; of a foreign repository, so not clean
}

func (f *Failure) Error() string { return f.Err.Error() + ": " + f.Says }
func (f *Failure) Unwrap() error { return f.Err }

// saysBytesMax of what git says are kept.
const saysBytesMax = 4 << 10

// head keeps the first bytes of what is written.
type head []byte

func (h *head) Write(data []byte) (int, error) {
	*h = append(*h, data[:min(len(data), saysBytesMax-len(*h))]...)
	return len(data), nil
}

// WithAttributesOf returns p such that git reads attributes from a tree without a file, in
// the place of those of the working tree: attributes choose filters, which are programs. It
// takes a commit of the repository to know the kind of its hashes; without one nothing
// changes. A git before 2.41 does not know the variable. See SECURITY.md.
func (p Program) WithAttributesOf(commit string) Program {
	p.attributes = attributesOf(commit)
	return p
}

// Environ returns an environment without git's variables, which point to other
// repositories, settings and programs. No protocol is allowed by a variable too: a
// repository's protocol.ext.allow has precedence over the setting protocol.allow, and an
// older git, which does not know GIT_NO_LAZY_FETCH, would fetch what a partial clone lacks.
func Environ(given []string) []string {
	var kept []string
	for _, entry := range given {
		if !strings.HasPrefix(strings.ToUpper(entry), "GIT_") {
			kept = append(kept, entry)
		}
	}
	return append(kept, "GIT_TERMINAL_PROMPT=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none", "GIT_ASKPASS=", "SSH_ASKPASS=", "LC_ALL=C")
}

// Trees without a file, in git's two kinds of hashes.
const (
	emptyTree       = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
	emptyTreeSHA256 = "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321"
)

func attributesOf(commit string) []string {
	switch len(commit) {
	case len(emptyTree):
		return []string{"GIT_ATTR_SOURCE=" + emptyTree}
	case len(emptyTreeSHA256):
		return []string{"GIT_ATTR_SOURCE=" + emptyTreeSHA256}
	}
	return nil
}

package handoffs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// repository is what repo.json says of a repository.
type repository struct {
	Branch    string            `json:"branch"`
	Commits   []commit          `json:"commits"`
	Worktree  map[string]string `json:"worktree"` // what a file is: "modified", "untracked", "deleted"
	DaysLater float64           `json:"days_later"`
}

type commit struct {
	Subject string   `json:"subject"`
	Files   []string `json:"files"`
	As      string   `json:"as"`      // its hash in the recorded session
	Rebased bool     `json:"rebased"` // the hash in the session is one that is gone
	After   bool     `json:"after"`   // made since the session
}

// make makes a case's repository in the scratch folder, with the session's files beside it,
// its place and the real hashes written in. It returns the commit at the session's end.
func (r Runner) make(ctx context.Context, folder string, p prepared) (string, error) {
	if err := os.MkdirAll(p.workspace, 0o700); err != nil {
		return "", err
	}
	m := maker{ctx: ctx, runner: r, folder: p.workspace}
	hashes, head := m.commits(p.repository)
	m.worktree(p.repository.Worktree)
	if m.err != nil {
		return "", fmt.Errorf("make repository: %w", m.err)
	}
	place, err := placeOf(filepath.Join(folder, eventsOfCase))
	if err != nil {
		return "", err
	}
	hashes = append(hashes, place, p.workspace)
	for _, file := range []struct{ from, to string }{{transcriptOfCase, p.transcript}, {eventsOfCase, p.events}} {
		data, err := foreign.Read(filepath.Join(folder, file.from), fileBytesMax)
		if errors.Is(err, os.ErrNotExist) && file.from == transcriptOfCase {
			continue
		}
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(file.to, []byte(strings.NewReplacer(hashes...).Replace(string(data))), 0o600); err != nil {
			return "", err
		}
	}
	return head, nil
}

// placeOf returns the workspace of recorded events.
func placeOf(path string) (string, error) {
	data, err := foreign.Read(path, fileBytesMax)
	if err != nil {
		return "", err
	}
	for line := range bytes.Lines(data) {
		var event struct {
			CWD string `json:"cwd"`
		}
		if json.Unmarshal(line, &event) == nil && event.CWD != "" {
			return event.CWD, nil
		}
	}
	return "", fmt.Errorf("%s names no workspace", path)
}

// maker runs git in a repository of its own until something fails.
type maker struct {
	ctx    context.Context
	runner Runner
	folder string
	err    error
}

// commits makes the commits and returns old and new hashes in turn, and the commit that was
// the last one when the session ended.
func (m *maker) commits(r repository) (hashes []string, head string) {
	m.git(0, "init", "-q", "-b", "main")
	branch := "main"
	checkOut := func() { // plumbing takes any name, also one like an option's
		if branch != r.Branch {
			branch = r.Branch
			m.git(0, "update-ref", "refs/heads/"+branch, "HEAD")
			m.git(0, "symbolic-ref", "HEAD", "refs/heads/"+branch)
		}
	}
	for n, c := range r.Commits {
		if n == 1 {
			checkOut()
		}
		for _, file := range c.Files {
			m.write(file, file+" as of "+c.Subject+"\n")
		}
		m.git(n, "add", "-A")
		m.git(n, "commit", "-q", "-m", c.Subject)
		hash := m.git(n, "rev-parse", "HEAD")
		if c.As != "" && !c.Rebased && len(hash) >= 7 {
			hashes = append(hashes, c.As, hash[:7])
		}
		if c.Rebased {
			hash = c.As
		}
		if !c.After {
			head = hash
		}
	}
	checkOut()
	return hashes, head
}

func (m *maker) worktree(files map[string]string) {
	for name, state := range files {
		if state != "deleted" {
			m.write(name, name+" as it was left\n")
		} else if m.err == nil && filepath.IsLocal(name) {
			m.err = os.Remove(filepath.Join(m.folder, name))
		}
	}
}

func (m *maker) write(name, text string) {
	if m.err != nil {
		return
	}
	if !filepath.IsLocal(name) {
		m.err = fmt.Errorf("%q is no path in a repository", name)
		return
	}
	path := filepath.Join(m.folder, name)
	if m.err = os.MkdirAll(filepath.Dir(path), 0o700); m.err == nil {
		m.err = os.WriteFile(path, []byte(text), 0o600)
	}
}

// git runs git and returns what it printed; the n-th commit is two days after the n-th of May.
func (m *maker) git(n int, args ...string) string {
	if m.err != nil {
		return ""
	}
	path := m.runner.Git.Path
	if path == "" {
		path = "git"
	}
	command := exec.CommandContext(m.ctx, path, append([]string{"-C", m.folder, "-c", "core.hooksPath=" + os.DevNull, "-c", "commit.gpgSign=false"}, args...)...)
	when := fmt.Sprintf("2026-05-%02dT00:00:00Z", n+2)
	command.Env = append(slices.DeleteFunc(slices.Clone(m.runner.Git.Environ), func(entry string) bool { return strings.HasPrefix(entry, "GIT_") }),
		"GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull, "GIT_AUTHOR_DATE="+when, "GIT_COMMITTER_DATE="+when,
		"GIT_AUTHOR_NAME=Someone", "GIT_AUTHOR_EMAIL=someone@example.com", "GIT_COMMITTER_NAME=Someone", "GIT_COMMITTER_EMAIL=someone@example.com")
	printed, err := command.CombinedOutput()
	if err != nil {
		m.err = fmt.Errorf("git %s: %w: %s", args[0], err, bytes.TrimSpace(printed))
	}
	return strings.TrimSpace(string(printed))
}

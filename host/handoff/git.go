package handoff

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/work"
)

// Git is a repository as it is now.
type Git struct {
	Root     string // of the working tree: the session's workspace or a folder above it
	Branch   string // empty: HEAD is detached, and no rebase says of which branch
	Head     string // hash, empty before the first commit
	Rebasing bool   // Branch is the one that a rebase is under way of
	Changes  []Change
	Commits  []Commit // of Head, the newest first; the last ones only
	Older    bool     // there may be commits before those
}

// Change is a file that is not as it is in the last commit.
type Change struct {
	Path  string // relative to the root, with slashes
	State string // Modified, Untracked, Added, Deleted or Conflicted
}

// Commit is one commit.
type Commit struct {
	Hash    string
	Subject string
	Time    time.Time // of the committer
	Paths   []string  // relative to the root, with slashes
}

// States of a file now.
const (
	Modified   = "modified"
	Untracked  = "untracked"
	Added      = "added"
	Deleted    = "deleted"
	Conflicted = "in conflict"
	Committed  = "committed"       // by the session
	Since      = "committed since" // by others, or later
	Edited     = "edited"          // git was not asked
	Clean      = ""                // as in the last commit, and no commit of the session has it
)

// File is a file of the session's work.
type File struct {
	Path    string
	State   string
	Subject string // of the commit, where it is committed
}

func sameHash(a, b string) bool {
	n := min(len(a), len(b))
	return n >= 7 && strings.EqualFold(a[:n], b[:n])
}

// related reports whether one folder is the other one or lies in it.
func related(a, b string) bool {
	a, b = filepath.Clean(a), filepath.Clean(b)
	sep := string(filepath.Separator)
	return a == b || strings.HasPrefix(a, strings.TrimSuffix(b, sep)+sep) || strings.HasPrefix(b, strings.TrimSuffix(a, sep)+sep)
}

// PathsMax bounds for how many files git is asked.
const PathsMax = 60

// Paths returns the files and folders that the session touched, absolute or relative to the
// workspace, the newest first: what git is to be asked for.
func Paths(in Input) []string {
	s := newStory(merge(in.Events, ours(in)), in.Session.Workspace)
	var paths []string
	for _, t := range slices.Backward(s.touched) {
		if len(paths) < PathsMax {
			paths = append(paths, t.path)
		}
	}
	return paths
}

// touched is a file or a folder that the session wrote, moved or removed.
type touched struct {
	path    string // relative to the workspace with slashes, or absolute where it is elsewhere
	at      int    // step of the last touch
	dropped bool   // its changes were taken back by a command
}

// local returns a path relative to the workspace with slashes, or "" for one outside of it.
func local(workspace, name string) string {
	if name == "" {
		return ""
	}
	if !filepath.IsAbs(name) {
		name = path.Clean(filepath.ToSlash(name))
		if name == "." || name == ".." || strings.HasPrefix(name, "../") {
			return ""
		}
		return name
	}
	rel, err := filepath.Rel(workspace, filepath.Clean(name))
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel)
}

// covers reports whether a touched path is a file or a folder above it.
func covers(folder, file string) bool { return file == folder || strings.HasPrefix(file, folder+"/") }

// inRoot returns how paths relative to a workspace begin in its repository.
func inRoot(root, workspace string) string {
	rel, err := filepath.Rel(root, workspace)
	if err != nil || rel == "." || !filepath.IsLocal(rel) {
		return ""
	}
	return filepath.ToSlash(rel) + "/"
}

// look sets what git says of the session's files and commits.
func (h *Handoff) look(s *story, git *Git) {
	for _, m := range s.made {
		if m.at >= s.from {
			h.Commit = m.subject
		}
	}
	if git == nil {
		for _, t := range s.touched {
			if !t.dropped && t.at > s.lastCommit() {
				h.Files = append(h.Files, File{Path: t.path, State: Edited})
			}
		}
		return
	}
	l := lookup{Git: git, prefix: inRoot(git.Root, s.workspace), own: map[int]bool{}}
	h.Gone = l.find(s, h.Session)
	if h.Commit == "" {
		h.Gone = false
	}
	for _, t := range slices.Backward(s.touched) {
		for _, f := range l.files(t, s) {
			if f.State != Committed || t.at >= s.from {
				h.Files = append(h.Files, f)
			}
		}
	}
	h.Files = dedupe(h.Files)
	for i := range l.since {
		if !l.own[i] {
			h.Since = append(h.Since, git.Commits[i].Subject)
		}
	}
	for _, f := range h.Files {
		if f.State == Since && !slices.Contains(h.Since, f.Subject) {
			h.Since = append(h.Since, f.Subject)
		}
	}
}

// lookup holds a session against git.
type lookup struct {
	*Git
	prefix string
	own    map[int]bool // commits of the session
	since  int          // how many commits are newer than the session, as far as it is known
}

// find finds the session's commits, by hash or else by subject, since a rebase changes the
// hash. It reports whether the last of them is gone: whether it would be listed otherwise.
func (l *lookup) find(s *story, session Session) (gone bool) {
	for _, m := range s.made {
		at := slices.IndexFunc(l.Commits, func(c Commit) bool { return sameHash(c.Hash, m.hash) })
		if at < 0 {
			at = slices.IndexFunc(l.Commits, func(c Commit) bool { return m.subject != "" && c.Subject == m.subject })
		}
		if at >= 0 {
			l.own[at] = true
		}
		gone = at < 0 && l.reach(s.timeOf(m.at))
	}
	if head := slices.IndexFunc(l.Commits, func(c Commit) bool { return sameHash(c.Hash, session.Head) }); head >= 0 {
		l.since = head
	} else if newest, found := l.newestOwn(); found {
		l.since = newest
	} else {
		for l.since < len(l.Commits) && !session.EndedAt.IsZero() && l.Commits[l.since].Time.After(session.EndedAt) {
			l.since++
		}
	}
	return gone
}

// reach reports whether the listed commits would have one that was made at a time.
func (l *lookup) reach(at time.Time) bool {
	last := len(l.Commits) - 1
	return last >= 0 && (!l.Older || l.Commits[last].Time.Before(at))
}

func (l *lookup) newestOwn() (int, bool) {
	for i := range l.Commits {
		if l.own[i] {
			return i, true
		}
	}
	return 0, false
}

// files returns the state of what one touched path is now: of a folder, of each changed file.
func (l *lookup) files(t touched, s *story) []File {
	name := l.prefix + t.path
	var files []File
	for _, c := range l.Changes {
		if covers(name, c.Path) {
			files = append(files, File{Path: strings.TrimPrefix(c.Path, l.prefix), State: c.State})
		}
	}
	if len(files) > 0 {
		return files
	}
	for i, c := range l.Commits {
		if !slices.ContainsFunc(c.Paths, func(p string) bool { return covers(name, p) }) {
			continue
		}
		switch {
		case i < l.since && !l.own[i]:
			return []File{{Path: t.path, State: Since, Subject: c.Subject}}
		case l.own[i] && (s.lastCommit() > t.at || t.dropped):
			return []File{{Path: t.path, State: Committed, Subject: c.Subject}}
		case !l.own[i] && s.lastCommit() < t.at && !t.dropped && c.Time.After(s.timeOf(t.at)) && !s.timeOf(t.at).IsZero():
			return []File{{Path: t.path, State: Since, Subject: c.Subject}}
		}
		return nil
	}
	return nil
}

func dedupe(files []File) []File {
	seen := map[string]bool{}
	return slices.DeleteFunc(files, func(f File) bool {
		again := seen[f.Path]
		seen[f.Path] = true
		return again
	})
}

// timeOf returns when a step was taken.
func (s *story) timeOf(at int) time.Time {
	if at < 0 || at >= len(s.steps) {
		return time.Time{}
	}
	return s.steps[at].Time
}

// commits returns what the session's commands committed.
func commits(steps []work.Step) []made {
	var all []made
	for i, step := range steps {
		if step.Kind == work.Ran && !step.Failed {
			all = append(all, committed(i, step)...)
		}
	}
	return all
}

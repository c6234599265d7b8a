package servers

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/lenient"
	"github.com/ed-irl/impressionism/host/foreign"
)

// stateBytesMax bounds the client's file of state, which every prompt reads. It grows with
// every project; the largest seen had 1 MB.
const stateBytesMax = 4 << 20

// state is what the client's file of state says of servers.
type state struct {
	path    string
	user    lenient.Object // the user's servers, by name
	local   lenient.Object // of the project
	off     []string       // names of servers that the user has switched off in the project
	project lenient.Object // the project's entry
}

// statePath is where the client keeps its state. Measured on 2.1.197 and 2.1.329.
func (m Machine) statePath() string {
	legacy := filepath.Join(m.Home, ".config.json")
	if _, err := os.Stat(legacy); err == nil {
		return legacy
	}
	if dir, _ := m.Lookup("CLAUDE_CONFIG_DIR"); dir != "" {
		return filepath.Join(m.Home, ".claude.json")
	}
	return filepath.Join(filepath.Dir(m.Home), ".claude.json")
}

// readState reads the file. Where it cannot be read, the user's servers and what the user
// agreed to are unknown.
func (r *reader) readState() {
	r.state.path = r.statePath()
	warn := r.warner(r.state.path)
	unknown := func(err error) {
		warn("the user's servers and the trust in this project are unknown: " + foreign.Reason(err) + "; start the client once, which mends the file or says what to do")
	}
	data, err := foreign.Read(r.state.path, stateBytesMax)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case errors.Is(err, foreign.ErrTooLarge):
		warn("the user's servers and the trust in this project are unknown: " + foreign.Reason(err) + "; remove projects from it that are no more")
		return
	case err != nil:
		unknown(err)
		return
	}
	found, err := findState(data, r.root)
	if err != nil {
		unknown(err)
		return
	}
	r.state.user, _ = lenient.Get[lenient.Object](found, "mcpServers", warn)
	r.state.project, _ = lenient.Get[lenient.Object](found, "project", warn)
	r.state.local, _ = lenient.Get[lenient.Object](r.state.project, "mcpServers", warn)
	r.state.off = texts(r.state.project, "disabledMcpServers", warn)
	r.trusted, _ = lenient.Get[bool](r.state.project, "hasTrustDialogAccepted", warn)
}

// findState returns the user's servers as "mcpServers" and, as "project", the entry of the
// project, which is named for the root of its repository.
func findState(data []byte, root string) (lenient.Object, error) {
	root = strings.ReplaceAll(root, `\`, "/") // as the client writes folders on Windows, too
	found := lenient.Object{}
	keep := func(s *scanner, name string) (bool, error) {
		value, err := s.value()
		found[name] = value
		return true, err
	}
	err := scan(data, func(s *scanner, key []byte) (bool, error) {
		switch {
		case keyIs(key, "mcpServers"):
			return keep(s, "mcpServers")
		case keyIs(key, "projects") && s.at < len(s.data) && s.data[s.at] == '{':
			delete(found, "project") // of a key that stands twice, the last counts
			return true, s.members(func(s *scanner, key []byte) (bool, error) {
				if keyIs(key, root) {
					return keep(s, "project")
				}
				return false, nil
			})
		case keyIs(key, "projects"):
			delete(found, "project")
		}
		return false, nil
	})
	return found, err
}

// gitFileBytesMax bounds a .git file, which is one line.
const gitFileBytesMax = 4 << 10

// repository returns the root of the repository that holds a folder, of a worktree the
// main one's, or the folder itself outside of repositories.
func repository(folder string) string {
	for dir := folder; dir != "" && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		info, err := os.Lstat(filepath.Join(dir, ".git"))
		switch {
		case err != nil:
			continue
		case info.IsDir():
			return dir
		}
		return mainWorktree(dir)
	}
	return folder
}

// mainWorktree follows a worktree's .git file, as git does, to the main worktree; it
// returns the folder itself where the file leads to no such. Whoever wrote the folder wrote
// the file, and trust is asked of what is returned: so the repository must know the worktree.
func mainWorktree(dir string) string {
	line, err := foreign.Read(filepath.Join(dir, ".git"), gitFileBytesMax)
	own, found := strings.CutPrefix(string(line), "gitdir:")
	if err != nil || !found {
		return dir
	}
	private := within(dir, strings.TrimSpace(own))
	common, err := foreign.Read(filepath.Join(private, "commondir"), gitFileBytesMax)
	if err != nil {
		return dir // of a submodule
	}
	shared := within(private, strings.TrimSpace(string(common)))
	if filepath.Base(shared) != ".git" {
		return dir // of a bare repository
	}
	if !isOneFolder(filepath.Dir(private), filepath.Join(shared, "worktrees")) || !isNamedBy(dir, private) {
		return dir // no worktree of that repository
	}
	return filepath.Dir(shared)
}

// isNamedBy reports whether what a repository keeps of a worktree names a folder as its place.
func isNamedBy(dir, private string) bool {
	back, err := foreign.Read(filepath.Join(private, "gitdir"), gitFileBytesMax)
	if err != nil {
		return false
	}
	file := within(private, strings.TrimSpace(string(back)))
	return filepath.Base(file) == ".git" && isOneFolder(filepath.Dir(file), dir)
}

// isOneFolder reports whether two paths lead to one folder.
func isOneFolder(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

// within is a path seen from a folder.
func within(folder, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(folder, path)
}

package simulate

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/wiring"
)

// scratch is a home and a project of their own, so that a hook finds nothing of
// the user's and leaves nothing behind.
type scratch struct{ root, home, project, tmp, data string }

func newScratch() (scratch, error) {
	root, err := os.MkdirTemp("", "hooks-")
	if err != nil {
		return scratch{}, err
	}
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	s := scratch{root, filepath.Join(root, "home"), filepath.Join(root, "project"), filepath.Join(root, "tmp"), filepath.Join(root, "data")}
	for _, dir := range []string{filepath.Join(s.home, ".claude"), s.project, s.tmp, s.data} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			_ = os.RemoveAll(root)
			return scratch{}, err
		}
	}
	return s, nil
}

func (s scratch) remove() error { return os.RemoveAll(s.root) }

// environ is what a hook gets: what the client sets, and of the user's own
// environment the path alone. Secrets do not go along.
func (s scratch) environ(hook wiring.Hook, session, path string) []string {
	environ := []string{
		"PATH=" + path, "LANG=C.UTF-8", "HOME=" + s.home, "USERPROFILE=" + s.home, "TMPDIR=" + s.tmp, "TEMP=" + s.tmp,
		"CLAUDECODE=1", "CLAUDE_CODE_ENTRYPOINT=cli", "CLAUDE_CODE_SESSION_ATTENDED=1", "CLAUDE_CODE_CHILD_SESSION=1",
		"CLAUDE_CODE_SESSION_ID=" + session, "CLAUDE_PROJECT_DIR=" + s.project,
	}
	if hook.Source.Root != "" {
		name, market, _ := strings.Cut(hook.Source.Name, "@")
		data := filepath.Join(s.data, name+"-"+market)
		_ = os.MkdirAll(data, 0o700) // missing, it is the hook that says so
		environ = append(environ, "CLAUDE_PLUGIN_ROOT="+hook.Source.Root, "CLAUDE_PLUGIN_DATA="+data)
	}
	return environ
}

// writtenMax bounds how many files are told.
const writtenMax = 20

// written are the files that hooks left, relative to the scratch folder.
func (s scratch) written() (files []string) {
	_ = filepath.WalkDir(s.root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil // what cannot be read is not told
		}
		if len(files) == writtenMax {
			return fs.SkipAll
		}
		if relative, err := filepath.Rel(s.root, path); err == nil {
			files = append(files, filepath.ToSlash(relative))
		}
		return nil
	})
	return files
}

package respond

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
)

// LookAround stores what a workspace's manifests say, where they changed. A
// workspace that cannot be read says nothing.
func LookAround(x *index.Index, workspace string) error {
	if x == nil || workspace == "" {
		return nil
	}
	known, _, err := x.Workspace(workspace)
	if err != nil {
		return err
	}
	words, stamp, err := surroundings.Look(workspace, known)
	if err != nil || stamp == known {
		return nil //nolint:nilerr // as if there were no manifests
	}
	return x.SetWorkspace(workspace, stamp, words.Encode())
}

// Touched returns the files of a workspace that a session's tools read or wrote since it
// was started or resumed, relative to it and slash-separated. It looks at no file: there may
// be many.
func Touched(sessions *session.Store, sessionID, workspace string) ([]string, error) {
	recorded, err := sessions.ToolUsesSinceResumed(sessionID, session.RowsMax)
	uses := make([]surroundings.Use, len(recorded))
	for i, use := range recorded {
		uses[i] = surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
	}
	return surroundings.Touched(uses, workspace, nil), err
}

// realPaths returns a function that resolves the links of a file's folder, each folder once.
func realPaths() func(path string) string {
	known := map[string]string{}
	return func(path string) string {
		folder := filepath.Dir(path)
		if _, asked := known[folder]; !asked {
			known[folder] = folder
			if real, err := filepath.EvalSymlinks(folder); err == nil {
				known[folder] = real
			}
		}
		return filepath.Join(known[folder], filepath.Base(path))
	}
}

package respond

import (
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

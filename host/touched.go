package host

import (
	"github.com/ed-irl/impressionism/host/decide/surroundings"
	"github.com/ed-irl/impressionism/host/store/session"
)

// touched are the files of the workspace that the session's tools read or wrote: items may
// wait for them. What the user keeps from being stored opens none.
func (e *exchange) touched() []string {
	if e.Sessions == nil || e.event.SessionID == "" {
		return nil
	}
	files, err := Touched(e.Sessions, e.event.SessionID, e.event.Workspace)
	e.response.problem(ProblemState, err)
	return files
}

// Touched are the files of a workspace that a session's tools read or wrote since it was
// started or resumed, relative to it and slash-separated.
func Touched(sessions *session.Store, sessionID, workspace string) ([]string, error) {
	recorded, err := sessions.ToolUsesSinceResumed(sessionID, session.RowsMax)
	uses := make([]surroundings.Use, len(recorded))
	for i, use := range recorded {
		uses[i] = surroundings.Use{Tool: use.ToolName, Input: use.ToolInputPreview}
	}
	return surroundings.Touched(uses, workspace), err
}

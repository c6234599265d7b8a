package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/serve/mcp"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// Why the model's lesson is not proposed.
var (
	errProposeOff = errors.New("the user's settings let nothing be proposed")
	errNoSession  = errors.New("it is not known which session this is, so nothing was proposed; the user can type: LESSON: title - text")
)

// sessionsWait is how long a lesson waits for others who write to state.db.
const sessionsWait = 2 * time.Second

// remember proposes what the model wants remembered. Where its words come from is looked at when
// the turn ends.
func (s *server) remember(ctx context.Context, said mcp.Lesson) (string, error) {
	defer s.gate.Serve()()
	e := s.forEvent(0)
	if err := e.Configure(e.WorkspaceOf("")); err != nil {
		return "", err
	}
	if !e.Loaded.Lessons.Propose {
		return "", errProposeOff
	}
	workspace := e.WorkspaceOf("")
	sessions, _, err := wire.OpenSessions(e, sessionsWait, false)
	if err != nil {
		return "", err
	}
	defer sessions.Close()
	id := lessonfiles.SessionOf(e, sessions, workspace)
	if id == "" {
		return "", errNoSession
	}
	arguments, err := json.Marshal(said)
	if err != nil {
		return "", err
	}
	draft, err := capture.Called(string(arguments))
	if err != nil {
		return "", err
	}
	l, err := lessonfiles.Offer(ctx, e, sessions, lessonfiles.Offered{
		Draft: draft, Workspace: workspace, Origin: lessons.Origin{Session: id, From: lessons.FromCall},
	})
	if errors.Is(err, lessons.ErrEnough) {
		return "", fmt.Errorf("%w: %d in all; go on without it", err, lessonfiles.ProposalsMax)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Proposed as %s: %q. The user decides whether it is kept; until then nobody is told it.", l.ID, textline.OneLine(l.Title)), nil
}

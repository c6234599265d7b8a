package serve

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/decide"
	"github.com/ed-irl/impressionism/host/lesson/check"
)

// Limits of what is read of a repository for its lessons: the table of the words of 96 MB of
// sources is some 60 MB. What is larger waits for a person's lessons check.
const (
	lessonsTime  = time.Minute
	sourceBytes  = 1 << 20
	sourcesBytes = 96 << 20
)

// checkLessons looks up what a hook had no time for: names of code that a workspace's lessons
// name. It reads the sources once for each tree, while no hook is served, on a thread that
// gives way to every other.
func (s *server) checkLessons(ctx context.Context, workspace string) {
	ctx, cancel := context.WithTimeout(ctx, lessonsTime)
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() { // hooks are still to be answered
			if reason := recover(); reason != nil {
				done <- fmt.Errorf("check lessons: %v\n%.2000s", reason, debug.Stack())
			}
		}()
		giveWay()
		done <- s.checkLessonsOf(ctx, workspace)
	}()
	if err := <-done; err != nil && ctx.Err() == nil {
		s.noted(decide.ProblemLessons, err)
	}
}

func (s *server) checkLessonsOf(ctx context.Context, workspace string) error {
	e := s.forEvent(0)
	if err := e.Configure(workspace); err != nil || !e.Loaded.Warm.Enabled {
		return err
	}
	sessions, _, err := wire.OpenSessions(e, sessionsWait, false)
	if err != nil {
		return err
	}
	defer sessions.Close()
	view, err := lessonfiles.LookPatiently(ctx, e, sessions, workspace)
	if err != nil {
		return err
	}
	read, err := lessonfiles.CheckAll(ctx, e, workspace, view, lessonfiles.Full{
		Limits: check.Limits{FileBytes: sourceBytes, TotalBytes: sourcesBytes}, Pause: func() { s.gate.Wait(ctx.Done()) },
	})
	if read {
		debug.FreeOSMemory() // of the table of words
	}
	return err
}

package cards

import (
	"context"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/deadline"
	"github.com/ed-irl/impressionism/host/store/index"
)

// refreshed has changed cards count, and says so if they do not.
func (s *study) refreshed() {
	for _, note := range refresh(context.Background(), s.env, refreshTime, nil) {
		fmt.Fprintln(s.env.ErrOut, "impressionism: note:", textline.Plain(note))
	}
}

// refreshTime is how long a command that changed some cards works on the index. The rest
// waits for the server, or for the next `index`.
const refreshTime = 3 * time.Second

// refresh has cards that changed count for the next prompt. It returns a note for people if
// that failed, or is not done yet.
func refresh(ctx context.Context, e *env.Env, limit time.Duration, progress func(string, int, int)) []string {
	options := index.Options{Progress: progress}
	if limit > 0 {
		options.Late = deadline.Until(e.Now().Add(limit), e.Now).Passed
	}
	if _, err := search.Refresh(ctx, e, options); err != nil {
		return []string{"the cards do not count yet: " + err.Error() + "; run: impressionism index"}
	}
	return nil
}

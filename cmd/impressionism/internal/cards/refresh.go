package cards

import (
	"context"
	"fmt"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/search"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
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
	switch done, err := bringUpToDate(ctx, e, limit, progress); {
	case err != nil:
		return []string{"the cards do not count yet: " + err.Error() + "; run: impressionism index"}
	case !done:
		return []string{"the cards count once all is indexed: impressionism index"}
	}
	return nil
}

// bringUpToDate works on the index for a while; 0: until all is done. It reports whether all
// is done: as long as something is left, a card may not be compared with prompts yet.
func bringUpToDate(ctx context.Context, e *env.Env, limit time.Duration, progress func(string, int, int)) (done bool, err error) {
	options := index.Options{Progress: progress, Late: func() bool { return false }}
	if limit > 0 {
		options.Late = deadline.Until(e.Now().Add(limit), e.Now).Passed
	}
	report, err := search.Refresh(ctx, e, options)
	return !options.Late() && report.Waiting == 0 && (report.Pending == 0 || !wire.ModelInstalled(e)), err
}

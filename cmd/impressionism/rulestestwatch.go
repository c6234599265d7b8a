package main

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/author/ruletest"
)

// watchEvery is how often files are looked at, and watchFilesMax how many: times
// and sizes of so many take about a millisecond.
const (
	watchEvery    = 250 * time.Millisecond
	watchFilesMax = 2000
)

// again plays now and after each change, until it is interrupted.
func (t *rulesTest) again(ctx context.Context, paths []string) error {
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	seen := ""
	for {
		if now := stateOf(paths); now != seen {
			seen = now
			report, err := t.play(ctx, paths)
			if err == nil {
				err = t.tell(report)
			}
			if err != nil {
				fmt.Fprintln(t.app.errOut, "impressionism:", err)
			}
			if t.update { // its own writing is no change
				seen = stateOf(paths)
			}
			fmt.Fprintln(t.app.out, "waiting for a change; interrupt to end")
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// stateOf tells files apart by their times and sizes; names that begin with a dot
// are left out, as they are of a ruleset.
func stateOf(paths []string) string {
	var state strings.Builder
	count := 0
	for _, path := range paths {
		roots, err := ruletest.Rulesets(path)
		if err != nil {
			continue // playing tells it
		}
		for _, root := range roots {
			if info, err := os.Stat(root); err == nil && !info.IsDir() {
				root = filepath.Dir(root)
			}
			_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error { // an error is a change when it goes
				switch {
				case err != nil:
					return nil
				case entry.IsDir() && name != root && strings.HasPrefix(entry.Name(), "."):
					return fs.SkipDir
				case count > watchFilesMax:
					return fs.SkipAll
				}
				count++
				if info, err := entry.Info(); err == nil && !entry.IsDir() {
					fmt.Fprintf(&state, "%s %d %d\n", name, info.Size(), info.ModTime().UnixNano())
				}
				return nil
			})
		}
	}
	return state.String()
}

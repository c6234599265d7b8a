package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/host/store/index"
)

// alone keeps the hooks of a home from the server that others of its hooks use.
const alone = "IMPRESSIONISM_WARM_ENABLED=false"

// servedSettings have hooks say by whom they were answered.
var servedSettings = []string{"IMPRESSIONISM_LOG_LEVEL=debug"}

// served are prompts and Stop as they are where the client keeps a server: the same
// home, the same prompts, other processes.
func (p *plan) served() []prepared {
	if !p.has(homeModel) {
		return nil
	}
	h := p.homes[homeModel]
	h.environ = append(slices.DeleteFunc(slices.Clone(h.environ), func(entry string) bool { return entry == alone }), servedSettings...)
	p.homes[homeServed] = h
	first := p.prompt("hook: prompt that words settle, warm server", "", homeServed, candidates.Words, index.TierLexical, false)
	return []prepared{
		func(ctx context.Context) (subject, error) {
			if err := p.serve(ctx, h); err != nil {
				return subject{name: "hook: any, warm server"}, err
			}
			return first(ctx)
		},
		p.prompt("hook: prompt that needs the model, warm server", "", homeServed, candidates.Meaning, index.TierModel, false),
		p.prompt("hook: silent prompt, warm server", "", homeServed, candidates.Silent, "", true),
		p.after("hook: Stop, warm server", "", homeServed, stopEvent),
	}
}

// serveWait is how long a server may take to begin, on a busy machine.
const serveWait = 30 * time.Second

// serve starts a home's server, as the client does, and makes sure that it answers.
// It ends with this process, which holds the other end of its input.
func (p *plan) serve(ctx context.Context, h home) error {
	server := exec.CommandContext(ctx, p.programs.subject, "mcp")
	server.Dir, server.Env = h.work, h.environ
	if _, err := server.StdinPipe(); err != nil {
		return fmt.Errorf("start the warm server: %w", err)
	}
	if err := server.Start(); err != nil {
		return fmt.Errorf("start the warm server: %w", err)
	}
	log := filepath.Join(h.data, "log")
	for until := time.Now().Add(serveWait); time.Now().Before(until); {
		// Not by the scout: its wide deadlines are other settings than the server's.
		if _, err := p.scout.launcher.run(ctx, p.hook(h, stopEvent(h, "served"))); err != nil {
			return err
		}
		if text, err := os.ReadFile(log); err == nil && bytes.Contains(text, []byte("answered by the warm server")) {
			return nil
		}
	}
	return errors.New("the warm server answered nothing")
}

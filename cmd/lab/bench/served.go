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
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/config"
	"github.com/ed-irl/impressionism/host/store/index"
)

// alone keeps the hooks of a home from the server that others of its hooks use.
const alone = "IMPRESSIONISM_WARM_ENABLED=false"

// servedSettings have hooks say by whom they were answered.
var servedSettings = []string{"IMPRESSIONISM_LOG_LEVEL=debug"}

// served are events as they are where the client keeps a server: the same home, the same
// prompts, and the program that the client starts.
func (p *plan) served() []prepared {
	h := p.homes[p.main()]
	h.environ = append(slices.DeleteFunc(slices.Clone(h.environ), func(entry string) bool { return entry == alone }), servedSettings...)
	if p.programs.launcher != "" { // the script sets it, for the server as well
		h.environ = append(h.environ, config.EnvPluginRoot+"="+filepath.Dir(p.programs.launcher)+"/..")
	}
	p.homes[homeServed] = h
	client := p.programs.client()
	first := p.after("warm: Stop", 1.3, client, homeServed, stopEvent)
	list := []prepared{
		func(ctx context.Context) (subject, error) {
			pid, err := p.serve(ctx, h)
			if err != nil {
				return subject{name: "warm: any"}, err
			}
			p.server = pid
			return first(ctx)
		},
		p.after("warm: PostToolUse", 1.3, client, homeServed, toolEvent),
		p.prompt(asked{"warm: silence", 1.8, client, homeServed, candidates.Silent, "", true}),
		p.prompt(asked{"warm: words", 2.5, client, homeServed, candidates.Words, index.TierLexical, false}),
	}
	if p.main() == homeModel {
		list = append(list, p.prompt(asked{"warm: model", 5, client, homeServed, candidates.Meaning, index.TierModel, false}))
	}
	if p.programs.thin != "" {
		list = append(list, p.prompt(asked{"warm: silence, by the whole program", 0, p.programs.alone(), homeServed, candidates.Silent, "", true}))
	}
	if p.programs.launcher != "" {
		list = append(list, p.prompt(asked{"warm: silence, by the plugin's script", 0, []string{p.programs.launcher}, homeServed, candidates.Silent, "", true}))
	}
	return list
}

// serveWait is how long a server may take to begin, on a busy machine.
const serveWait = 30 * time.Second

// serve starts a home's server, as the client does, and makes sure that it answers.
// It returns the process, which ends with this one, which holds the other end of its input.
func (p *plan) serve(ctx context.Context, h home) (pid int, err error) {
	server := exec.CommandContext(ctx, p.programs.subject, "mcp")
	server.Dir, server.Env = h.work, h.environ
	if _, err := server.StdinPipe(); err != nil {
		return 0, fmt.Errorf("start the warm server: %w", err)
	}
	if err := server.Start(); err != nil {
		return 0, fmt.Errorf("start the warm server: %w", err)
	}
	log := filepath.Join(h.data, "log")
	for until := time.Now().Add(serveWait); time.Now().Before(until); {
		// Not by the scout: its wide deadlines are other settings than the server's.
		if _, err := p.scout.launcher.run(ctx, hookOf(p.programs.alone(), h, stopEvent(h, "served"))); err != nil {
			return 0, err
		}
		if text, err := os.ReadFile(log); err == nil && bytes.Contains(text, []byte("answered by the warm server")) {
			return server.Process.Pid, nil
		}
	}
	return 0, errors.New("the warm server answered nothing")
}

// memory is what the server holds, in 1e6 bytes.
type memory struct {
	MB    float64 `json:"mb"`
	OwnMB float64 `json:"own_mb"` // not mapped from files
}

// memoryOf reads what a process holds; nil where this system does not tell.
func memoryOf(process int) *memory {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if process == 0 || err != nil {
		return nil
	}
	m := memory{MB: megabytes(status, "VmRSS"), OwnMB: megabytes(status, "RssAnon")}
	if m.OwnMB == 0 {
		return nil
	}
	return &m
}

// megabytes reads a field that is written in units of 1,024 bytes; 0: there is none.
func megabytes(status []byte, field string) float64 {
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		if name != field {
			continue
		}
		if number, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64); err == nil {
			return number * 1024 / 1e6
		}
	}
	return 0
}

package status

import (
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
)

// toolsStatus counts tools, if there are lists of any.
func toolsStatus(e *env.Env, s *shape.Status) error {
	if !env.Exists(e.Paths.Tools) {
		return nil
	}
	view, err := toollists.Look(e, s.Workspace)
	if err != nil || len(view.Lists) == 0 {
		return err
	}
	counts := view.Counts()
	s.Tools = &shape.ToolsStatus{Listed: counts[toollists.Listed], Changed: counts[toollists.Changed], NotListed: counts[toollists.NotListed]}
	for _, server := range view.Servers {
		s.Tools.Tools += server.Count()
	}
	return nil
}

// printTools says how many tools of servers are items here, and that others wait for a person.
func printTools(s shape.Status, line func(string, string, ...any)) {
	if s.Tools == nil {
		return
	}
	line("tools", "%s of %s", textline.Count(s.Tools.Tools, "tool", "tools"), textline.Count(s.Tools.Listed, "MCP server", "MCP servers"))
	if waits := s.Tools.Changed + s.Tools.NotListed; waits > 0 {
		line("", "%s not listed, or changed since: impressionism tools list", textline.Count(waits, "server is", "servers are"))
	}
}

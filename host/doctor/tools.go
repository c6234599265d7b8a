package doctor

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Tools is what there is of MCP servers and lists of their tools.
type Tools struct {
	Servers []ToolServer
	Faulty  []Problem // folders that are no list, files that are no tool
	Ignored []Problem // of the client's files
	Unread  error     // of the folder of lists
}

// ToolServer is a server that the client's files name.
type ToolServer struct {
	Name     string
	Where    string // the file that names it
	State    string // one of the following, or another in words
	Why      string // of a state in which the client does not run it
	Tools    int    // of its list
	Counting int    // of these, that are items
	Used     int    // tools that were used and are in no list
	Sync     string // the command that lists them
}

// States of servers that the client runs.
const (
	ServerListed    = "listed"
	ServerChanged   = "changed"
	ServerNotListed = "not-listed"
)

// serversShown bounds how many servers the check names.
const serversShown = 8

// tools looks at the lists of servers' tools.
func (e *exam) tools() {
	if e.Tools == nil {
		return
	}
	t := e.Tools()
	if t.Unread != nil {
		e.found("tools-unread", e.Files.Tools, fmt.Sprintf("%v.", t.Unread))
	}
	var words []string
	for _, s := range t.Servers {
		words = append(words, s.words())
		e.server(s)
	}
	if more := len(words) - serversShown; more > 0 {
		words = append(words[:serversShown], fmt.Sprintf("and %d more", more))
	}
	e.saw(areaTools, cmp.Or(strings.Join(words, "; "), "the client's files name no MCP server for this workspace"))
	for _, f := range t.Faulty[:min(len(t.Faulty), faultyMax)] {
		e.found("tools-faulty", f.Where, fmt.Sprintf("It does not count: %s.", f.What))
	}
	for _, f := range t.Ignored[:min(len(t.Ignored), faultyMax)] {
		e.found("tools-ignored", f.Where, f.What)
	}
}

// words say whether a server's tools count.
func (s ToolServer) words() string {
	switch {
	case s.State == ServerListed && s.Counting < s.Tools:
		return fmt.Sprintf("%s: %d of %s count", s.Name, s.Counting, count(s.Tools, "tool", "tools"))
	case s.State == ServerListed:
		return fmt.Sprintf("%s: %s", s.Name, count(s.Tools, "tool", "tools"))
	case s.State == ServerChanged:
		return s.Name + ": changed since it was listed, so none counts"
	case s.State == ServerNotListed:
		return s.Name + ": not listed, so none counts"
	}
	if s.Why != "" {
		return fmt.Sprintf("%s: %s (%s), so none counts", s.Name, s.State, s.Why)
	}
	return fmt.Sprintf("%s: %s, so none counts", s.Name, s.State)
}

// server tells what a person can do about a server.
func (e *exam) server(s ToolServer) {
	runs := slices.Contains([]string{ServerListed, ServerChanged, ServerNotListed}, s.State)
	do := "In a terminal of yours: " + s.Sync
	switch {
	case s.State == ServerChanged:
		e.found("tools-changed", s.Where, fmt.Sprintf("%s runs another command than the one that was listed, so none of its tools counts.", s.Name)).Do = do
	case runs && s.Used > 0:
		e.found("tools-used", s.Where, fmt.Sprintf("Of %s %s used and in no list, so known by name only: not counted.", s.Name, count(s.Used, "tool was", "tools were"))).Do = do
	case s.State == ServerNotListed:
		e.found("tools-not-listed", s.Where, fmt.Sprintf("The client runs %s, and nobody had its tools listed, so none counts.", s.Name)).Do = do
	}
}

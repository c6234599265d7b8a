package servers

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/lenient"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of what names servers.
const (
	serversMax    = 1000 // of one file
	foldersMax    = 64   // whose .mcp.json is read
	textBytesMax  = 32 << 10
	argumentsMax  = 1000
	variablesMax  = 1000
	nameBytesMax  = 256
	mcpFile       = ".mcp.json"
	transportWS   = "ws" // that this program does not speak
	reservedName  = "the client keeps this name for a server of its own: choose another"
	missingFields = "it has neither a command nor an address"
)

// entry is a server with the values that are never kept.
type entry struct {
	client.Server
	environ map[string]string
	headers map[string]string
	helper  bool   // a command makes its headers
	folder  string // of its plugin
}

func (e *entry) set(state, why string) { e.State, e.Why = state, why }

// fullName is how the client's lists and its ids name the server.
func (e entry) fullName() string {
	if e.Scope == client.ScopePlugin {
		plugin, _, _ := strings.Cut(e.Plugin, "@")
		return "plugin:" + plugin + ":" + e.Name
	}
	return e.Name
}

// written is one server as files name it.
type written struct {
	Type          *string           `json:"type"`
	Command       *string           `json:"command"`
	Args          []string          `json:"args"`
	Env           map[string]string `json:"env"`
	URL           *string           `json:"url"`
	Headers       map[string]string `json:"headers"`
	HeadersHelper json.RawMessage   `json:"headersHelper"` // of any kind, which costs a command nothing
}

// decode reads the servers of an object, by name. The servers that cannot be run are
// marked as such.
func (r *reader) decode(servers lenient.Object, base entry) []entry {
	names := servers.Keys()
	if len(names) > serversMax {
		r.warn(base.File, fmt.Sprintf("it names %d servers; the first %d by name are read", len(names), serversMax))
		names = names[:serversMax]
	}
	all := make([]entry, 0, len(names))
	for _, name := range names {
		e := base
		e.Name = name
		e.Prefix = prefixOf(e.fullName())
		if err := e.fill(servers[name]); err != nil {
			e.set(client.ServerBroken, err.Error())
			e.Prefix = ""
		}
		all = append(all, e)
	}
	return all
}

// fill takes what is run from an entry as it is written. The error is what keeps it from
// being run.
func (e *entry) fill(raw json.RawMessage) error {
	var w written
	if err := json.Unmarshal(raw, &w); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
			return fmt.Errorf("its %s is %s", wrong.Field, lenient.KindOf([]byte(kindMarks[wrong.Value])))
		}
		return errors.New("it is no object")
	}
	if slices.Contains(reserved, e.Name) && e.Scope != client.ScopePlugin {
		return errors.New(reservedName)
	}
	if err := e.transport(w); err != nil {
		return err
	}
	if len(w.Args) > argumentsMax || len(w.Env) > variablesMax || len(w.Headers) > variablesMax {
		return fmt.Errorf("it has more than %d arguments, variables or headers", argumentsMax)
	}
	size := len(e.Command) + len(e.URL)
	for _, text := range w.Args {
		size += len(text)
	}
	if size > textBytesMax || len(e.Name) > nameBytesMax {
		return fmt.Errorf("its command has more than %d bytes, or its name more than %d", textBytesMax, nameBytesMax)
	}
	if e.Transport == client.TransportStdio {
		e.Args, e.environ = w.Args, w.Env
		e.Variables = slices.Sorted(maps.Keys(w.Env))
		return nil
	}
	if helper := w.HeadersHelper; len(helper) > 0 && string(helper) != "null" {
		if helper[0] != '"' {
			return fmt.Errorf("its headersHelper is %s", lenient.KindOf(helper))
		}
		e.helper = true
	}
	e.headers = w.Headers
	e.Headers = slices.Sorted(maps.Keys(w.Headers))
	return nil
}

// kindMarks are beginnings of values, by how encoding/json names their kind.
var kindMarks = map[string]string{"object": "{", "array": "[", "string": `"`, "bool": "t", "number": "1"}

// transport sets how the server is reached.
func (e *entry) transport(w written) error {
	kind := client.TransportStdio
	if w.Type != nil {
		kind = *w.Type
	}
	switch kind {
	case client.TransportStdio:
		if w.Command == nil && w.URL != nil {
			return errors.New(`it has a "url" but no "type": add "type": "http" or "sse"`)
		}
		if w.Command == nil || *w.Command == "" {
			return errors.New(missingFields)
		}
		e.Command = *w.Command
	case client.TransportHTTP, client.TransportSSE, "streamable-http", transportWS:
		if w.URL == nil || *w.URL == "" {
			return errors.New(missingFields)
		}
		e.URL = *w.URL
		if kind == "streamable-http" {
			kind = client.TransportHTTP
		}
	default:
		return fmt.Errorf("the client knows no type %.20q of servers", kind)
	}
	e.Transport = kind
	return nil
}

func (r *reader) base(scope, file string) entry {
	e := entry{Server: client.Server{Scope: scope, File: file, State: client.ServerRuns}}
	switch scope {
	case client.ScopeLocal:
		e.Workspace = r.Workspace
	case client.ScopeProject:
		e.Workspace = filepath.Dir(file)
	}
	return e
}

// user returns the servers that the user has everywhere.
func (r *reader) user() []entry {
	base := r.base(client.ScopeUser, r.state.path)
	base.Why = "the user's own"
	return r.decode(r.state.user, base)
}

// local returns the user's own servers for this project.
func (r *reader) local() []entry {
	base := r.base(client.ScopeLocal, r.state.path)
	base.Why = "the user's own, for this project"
	return r.decode(r.state.local, base)
}

// project returns the servers of files in the workspace and the folders above it, the
// nearest first.
func (r *reader) project() []entry {
	var all []entry
	dir := r.Workspace
	for range foldersMax {
		if dir == "" || dir == filepath.Dir(dir) {
			break
		}
		path := filepath.Join(dir, mcpFile)
		if servers := r.readProjectFile(path); servers != nil {
			all = append(all, r.decode(servers, r.base(client.ScopeProject, path))...)
		}
		dir = filepath.Dir(dir)
	}
	return all
}

// readProjectFile reads a .mcp.json; nil where it names no server.
func (r *reader) readProjectFile(path string) lenient.Object {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	if info.Mode()&os.ModeSymlink != 0 && !staysIn(filepath.Dir(path), path) {
		r.warn(path, "none of its servers counts: it is a link that leads out of its folder; put the file itself there")
		return nil
	}
	file, err := lenient.Read(path, projectBytesMax)
	if err != nil {
		r.warn(path, "none of its servers counts: "+foreign.Reason(err)+"; mend the file")
		return nil
	}
	servers, found := lenient.Get[lenient.Object](file, "mcpServers", r.warner(path))
	if !found && len(file) > 0 {
		r.warn(path, "none of its servers counts: it has no \"mcpServers\"")
	}
	return servers
}

// staysIn reports whether a link leads to a file below a folder.
func staysIn(folder, link string) bool {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false
	}
	folder, err = filepath.EvalSymlinks(folder)
	if err != nil {
		return false
	}
	relative, err := filepath.Rel(folder, target)
	return err == nil && filepath.IsLocal(relative)
}

func managedFile(folder string) string { return filepath.Join(folder, "managed-mcp.json") }

// managed returns the administrator's servers, and whether there may be no others: a file
// that cannot be read allows none.
func (r *reader) managed() (all []entry, exclusive bool) {
	path := managedFile(r.Managed)
	if _, err := os.Lstat(path); err != nil {
		return nil, false
	}
	file, err := lenient.Read(path, ownBytesMax)
	if err != nil {
		r.warn(path, "no server runs: "+foreign.Reason(err)+"; ask whoever administers the machine")
		return nil, true
	}
	servers, _ := lenient.Get[lenient.Object](file, "mcpServers", r.warner(path))
	base := r.base(client.ScopeManaged, path)
	base.Why = "of the machine's administrator"
	all = r.decode(servers, base)
	for i := range all {
		if all[i].State == client.ServerRuns {
			r.permit(&all[i])
		}
	}
	return all, true
}

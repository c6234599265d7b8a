package servers

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/claude/lenient"
	"github.com/ed-irl/impressionism/host/client/claude/plugins"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of files of settings. A project's may be a stranger's.
const (
	projectBytesMax = 256 << 10
	ownBytesMax     = 4 << 20
	namesMax        = 1000 // of one list
)

// layer is what one file of settings says of servers.
type layer struct {
	path    string
	managed bool
	strange bool // its approvals and variables count only in a project that the user trusts

	refused, approved []string // names of the project's servers
	approvesAll       *bool
	denied            []permitted
	allowed           []permitted
	hasAllowed        bool
	managedOnly       bool     // only the administrator's list of allowed servers counts
	rules             []string // that deny tools
	environ           map[string]string
}

// readLayers reads the files of settings, the nearest first.
func (r *reader) readLayers() {
	for _, path := range plugins.ManagedFiles(r.Managed) {
		r.load(path, ownBytesMax, layer{managed: true})
	}
	if r.Workspace != "" {
		project := filepath.Join(r.Workspace, ".claude")
		r.load(filepath.Join(project, "settings.local.json"), projectBytesMax, layer{strange: true})
		if r.root != r.Workspace {
			r.load(filepath.Join(r.root, ".claude", "settings.local.json"), projectBytesMax, layer{strange: true})
		}
		if project != r.Home {
			r.load(filepath.Join(project, "settings.json"), projectBytesMax, layer{strange: true})
		}
	}
	r.load(filepath.Join(r.Home, "settings.json"), ownBytesMax, layer{})
	legacy := layer{path: r.state.path, strange: true} // the client moves these to settings.local.json
	legacy.decode(r.state.project, lenient.Ignore)
	r.approvals = append(slices.Clone(r.layers), legacy)
	r.readEnviron()
	for _, l := range r.layers {
		r.prepare(l.denied)
		r.prepare(l.allowed)
	}
}

func (r *reader) load(path string, bytesMax int64, one layer) {
	file, err := lenient.Read(path, bytesMax)
	if err != nil {
		r.warn(path, "none of it counts: "+foreign.Reason(err))
	}
	if file != nil {
		one.path = path
		one.decode(file, r.warner(path))
		r.layers = append(r.layers, one)
	}
}

// decode takes what concerns servers from a file of settings, or from a project's entry of
// the client's state.
func (l *layer) decode(file lenient.Object, warn func(string)) {
	if one, ok := lenient.Get[string](file, "disabledMcpjsonServers", lenient.Ignore); ok {
		l.refused = []string{one} // client 2.1.329 takes a text for a list of one
	} else {
		l.refused = texts(file, "disabledMcpjsonServers", warn)
	}
	l.approved = texts(file, "enabledMcpjsonServers", warn)
	if on, ok := lenient.Get[bool](file, "enableAllProjectMcpServers", warn); ok {
		l.approvesAll = &on
	}
	l.denied, _ = lines(file, "deniedMcpServers", warn)
	l.allowed, l.hasAllowed = lines(file, "allowedMcpServers", warn)
	l.managedOnly, _ = lenient.Get[bool](file, "allowManagedMcpServersOnly", warn)
	permissions, _ := lenient.Get[lenient.Object](file, "permissions", lenient.Ignore) // whoever reads folders from it warns
	l.rules = texts(permissions, "deny", warn)
	variables, _ := lenient.Get[lenient.Object](file, "env", lenient.Ignore)
	l.environ = make(map[string]string, len(variables))
	for name := range variables {
		if value, ok := lenient.Get[string](variables, name, lenient.Ignore); ok {
			l.environ[name] = value
		}
	}
}

// texts returns a list of texts, of at most namesMax; other values in the list are left out.
func texts(o lenient.Object, key string, warn func(string)) []string {
	values := values(o, key, warn)
	all := make([]string, 0, len(values))
	for _, value := range values {
		if text, ok := lenient.Get[string](lenient.Object{key: value}, key, warn); ok {
			all = append(all, text)
		}
	}
	return all
}

// lines returns a list of servers, of at most namesMax, and whether there is one.
func lines(o lenient.Object, key string, warn func(string)) (all []permitted, found bool) {
	values := values(o, key, warn)
	for _, value := range values {
		if line, ok := lenient.Get[permitted](lenient.Object{key: value}, key, warn); ok {
			all = append(all, line)
		}
	}
	return all, values != nil
}

// values returns the first values of a list; nil where there is none.
func values(o lenient.Object, key string, warn func(string)) []json.RawMessage {
	all, _ := lenient.Get[[]json.RawMessage](o, key, warn)
	if len(all) > namesMax {
		warn(fmt.Sprintf("%s has %d entries; the first %d are read", key, len(all), namesMax))
		all = all[:namesMax]
	}
	return all
}

// approve reports whether the client starts a project's server, and sets its state.
func (r *reader) approve(e *entry) bool {
	var all *bool
	approvedBy := ""
	for _, l := range r.approvals {
		if slices.Contains(l.refused, e.Name) {
			e.set(client.ServerRefused, "disabledMcpjsonServers in "+l.path+" names it")
			return false
		}
		if !r.heeds(l) {
			continue
		}
		if approvedBy == "" && slices.Contains(l.approved, e.Name) {
			approvedBy = "enabledMcpjsonServers in " + l.path + " names it"
		}
		if all == nil && l.approvesAll != nil {
			all = l.approvesAll
			if *all && approvedBy == "" {
				approvedBy = "enableAllProjectMcpServers is true in " + l.path
			}
		}
	}
	if approvedBy != "" {
		e.set(client.ServerRuns, approvedBy)
		return true
	}
	why := "the user has not been asked yet: start the client here once and answer it"
	if !r.trusted {
		why = "the user has not been asked yet, and does not trust this project yet: start the client here once and answer it"
	}
	e.set(client.ServerNotAsked, why)
	return false
}

// heeds reports whether a layer may switch anything on.
func (r *reader) heeds(l layer) bool { return r.trusted || !l.strange }

// lookup finds a variable as the client's children see it: its settings' go before those that
// it was started with.
func (r *reader) lookup(name string) (value string, set bool) {
	if value, set = r.environ[name]; set {
		return value, true
	}
	return r.Lookup(name)
}

// variable is lookup where one that is not set is as one that is empty.
func (r *reader) variable(name string) string {
	value, _ := r.lookup(name)
	return value
}

// readEnviron takes the variables that the settings set, the nearest first.
func (r *reader) readEnviron() {
	r.environ = map[string]string{}
	for _, l := range slices.Backward(r.layers) {
		if r.heeds(l) {
			maps.Copy(r.environ, l.environ)
		}
	}
}

// projectEnviron returns those of the variables that the project's settings set.
func (r *reader) projectEnviron() map[string]string {
	set := map[string]string{}
	for _, l := range r.layers {
		if !l.strange || !r.heeds(l) {
			continue
		}
		for name := range l.environ {
			set[name] = r.environ[name]
		}
	}
	return set
}

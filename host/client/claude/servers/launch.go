package servers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
)

// Launch reads again how a server of Servers is started or reached. The error says why it
// cannot be, and names variables that are missing; it has no value of one.
func (m Machine) Launch(server client.Server) (client.Launch, error) {
	r := m.read()
	all := r.entries()
	at := slices.IndexFunc(all, func(e entry) bool {
		return e.Name == server.Name && e.Scope == server.Scope && e.Plugin == server.Plugin && e.File == server.File
	})
	switch {
	case at < 0:
		return client.Launch{}, fmt.Errorf("start server %q: %s names it no more; list the servers again", server.Name, server.File)
	case all[at].Hash() != server.Hash() || r.values(all[at]) != server.Values:
		return client.Launch{}, fmt.Errorf("start server %q: %s has changed what it runs; list the servers again", server.Name, server.File)
	case all[at].State != client.ServerRuns:
		return client.Launch{}, fmt.Errorf("start server %q: the client does not run it: %s", server.Name, all[at].Why)
	}
	launch, err := r.launch(all[at])
	if err != nil {
		return client.Launch{}, fmt.Errorf("start server %q: %w", server.Name, err)
	}
	return launch, nil
}

// values sums up what Server's other fields do not tell of what is run: values of variables
// and headers as they are written, command, arguments and address with variables replaced,
// and what a project's settings put into the environment: a PATH makes another program of a
// command. It is for comparing alone.
func (r *reader) values(e entry) string {
	parts := []any{e.environ, e.headers, r.command(e), r.url(e)}
	if set := r.projectEnviron(); len(set) > 0 {
		parts = append(parts, set)
	}
	data, _ := json.Marshal(parts) // texts cannot fail
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

func (r *reader) launch(e entry) (client.Launch, error) {
	switch {
	case e.Transport == transportWS:
		return client.Launch{}, errors.New("WebSockets are not spoken here; import its list of tools from a file")
	case e.helper:
		return client.Launch{}, errors.New("a command makes its headers, which is not run here; import its list of tools from a file")
	}
	var missing, secrets []string
	special := r.special(e)
	replace := func(text string) string {
		expanded, values, unset := expand(text, special, r.lookup)
		missing, secrets = append(missing, unset...), append(secrets, values...)
		return expanded
	}
	launch := client.Launch{Dir: r.Workspace, Command: replace(e.Command), URL: replace(e.URL)}
	for _, arg := range e.Args {
		launch.Args = append(launch.Args, replace(arg))
	}
	environ := maps.Clone(r.environ)
	environ["CLAUDE_PROJECT_DIR"] = r.Workspace
	maps.Copy(environ, special)
	for name, value := range e.environ {
		environ[name] = replace(value)
	}
	for name, value := range r.environ {
		if environ[name] == value {
			secrets = append(secrets, value)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(environ)) {
		launch.Environ = append(launch.Environ, name+"="+environ[name])
	}
	for name, value := range e.headers {
		if launch.Headers == nil {
			launch.Headers = map[string]string{}
		}
		launch.Headers[name] = replace(value)
	}
	launch.Secrets = withoutSwitches(secrets)
	if len(missing) > 0 {
		for i, name := range missing {
			missing[i] = fmt.Sprintf("%.100q", name)
		}
		slices.Sort(missing)
		return client.Launch{}, fmt.Errorf("%s names variables that are not set: %s; set them, or give each a default as in ${NAME:-text}",
			e.File, strings.Join(slices.Compact(missing), ", "))
	}
	return launch, nil
}

// secretBytesMin is from which length on a value may be a secret.
const secretBytesMin = 4

// switches are values that are no secrets, and common in what servers say.
var switches = []string{"true", "false", "null", "auto"}

// withoutSwitches returns the values that may be secrets, sorted, each once.
func withoutSwitches(values []string) []string {
	values = slices.DeleteFunc(values, func(value string) bool {
		return len(value) < secretBytesMin || slices.Contains(switches, value)
	})
	slices.Sort(values)
	return slices.Compact(values)
}

// special are variables that the client sets for a plugin's servers.
func (r *reader) special(e entry) map[string]string {
	if e.Scope != client.ScopePlugin {
		return nil
	}
	return map[string]string{
		"CLAUDE_PLUGIN_ROOT": e.folder,
		"CLAUDE_PLUGIN_DATA": r.dataFolder(e.Plugin),
		"CLAUDE_PROJECT_DIR": r.Workspace,
	}
}

// expand replaces ${NAME} and ${NAME:-default} as the client does: a default holds no
// "}", and is not replaced itself. It returns the values that it puts in. What is not set and
// has no default stays as it is written; its names are returned. A variable that is empty is
// set.
func expand(text string, special map[string]string, lookup func(name string) (value string, set bool)) (expanded string, values, missing []string) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		inside, after, closed := strings.Cut(rest, "}")
		if !found || !closed {
			b.WriteString(text)
			return b.String(), values, missing
		}
		b.WriteString(before)
		name, standby, hasDefault := strings.Cut(inside, ":-")
		value, set := special[name]
		if !set {
			value, set = lookup(name)
		}
		switch {
		case name == "":
			b.WriteString("${" + inside + "}")
		case set:
			b.WriteString(value)
			values = append(values, value)
		case hasDefault:
			b.WriteString(standby)
			values = append(values, standby)
		default:
			b.WriteString("${" + inside + "}")
			missing = append(missing, name)
		}
		text = after
	}
}

package servers

import (
	"slices"

	"github.com/ed-irl/impressionism/host/client"
)

// permitted is one line of the lists of allowed and denied servers; one field is set.
type permitted struct {
	ServerName    *string  `json:"serverName"`
	ServerCommand []string `json:"serverCommand"`
	ServerURL     *string  `json:"serverUrl"`

	command []string // with variables replaced, but for those that the client sets for a plugin
	url     pattern
}

// subject is a server as the lists see it.
type subject struct {
	entry
	command []string
	url     string
}

// prepare replaces the variables of lines, once: each server is compared with each line.
func (r *reader) prepare(lines []permitted) {
	for i := range lines {
		line := &lines[i]
		line.command = r.expandAll(entry{}, line.ServerCommand)
		if line.ServerURL != nil {
			line.url = patternOf(r.expand(entry{}, *line.ServerURL))
		}
	}
}

// refusal says why the lists of allowed and denied servers refuse a server; empty where
// they do not.
func (r *reader) refusal(e entry) string {
	managedOnly := slices.ContainsFunc(r.layers, func(l layer) bool { return l.managed && l.managedOnly })
	s := subject{e, r.command(e), r.url(e)}
	var allowed []permitted
	limited := false
	for _, l := range r.layers {
		if slices.ContainsFunc(l.denied, s.is) {
			return "deniedMcpServers in " + l.path + " names it"
		}
		if l.managed || !managedOnly {
			allowed, limited = append(allowed, l.allowed...), limited || l.hasAllowed
		}
	}
	if !limited || e.Scope == client.ScopeManaged {
		return ""
	}
	byName := allowsNames(allowed, e)
	if slices.ContainsFunc(allowed, func(line permitted) bool { return (byName || line.ServerName == nil) && s.is(line) }) {
		return ""
	}
	return "allowedMcpServers of the client's settings does not name it"
}

// allowsNames reports whether a list of allowed servers allows a server by its name: once the
// list has commands, no command; once it has addresses, no address.
func allowsNames(list []permitted, e entry) bool {
	return !slices.ContainsFunc(list, func(line permitted) bool {
		if e.Transport == client.TransportStdio {
			return line.ServerCommand != nil
		}
		return line.ServerURL != nil
	})
}

// is reports whether a line means a server.
func (s subject) is(line permitted) bool {
	switch {
	case line.ServerName != nil:
		return *line.ServerName == s.fullName()
	case line.ServerCommand != nil:
		return s.Transport == client.TransportStdio && slices.Equal(line.command, s.command)
	case line.ServerURL != nil:
		return s.URL != "" && line.url.matches(s.url)
	}
	return false
}

// command is what a server runs, variables replaced; nil for one that is an address.
func (r *reader) command(e entry) []string {
	if e.Transport != client.TransportStdio {
		return nil
	}
	return r.expandAll(e, append([]string{e.Command}, e.Args...))
}

func (r *reader) url(e entry) string { return r.expand(e, e.URL) }

func (r *reader) expandAll(e entry, texts []string) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = r.expand(e, text)
	}
	return all
}

// expand leaves variables that are not set as they are written, as the client does.
func (r *reader) expand(e entry, text string) string {
	expanded, _, _ := expand(text, r.special(e), r.lookup)
	return expanded
}

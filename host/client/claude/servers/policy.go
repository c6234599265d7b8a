package servers

import (
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/client"
)

// permitted is one line of the lists of allowed and denied servers; one field is set.
type permitted struct {
	ServerName    *string  `json:"serverName"`
	ServerCommand []string `json:"serverCommand"`
	ServerURL     *string  `json:"serverUrl"`
}

// refusal says why the lists of allowed and denied servers refuse a server; empty where
// they do not.
func (r *reader) refusal(e entry) string {
	managedOnly := slices.ContainsFunc(r.layers, func(l layer) bool { return l.managed && l.managedOnly })
	var allowed []permitted
	limited := false
	for _, l := range r.layers {
		if slices.ContainsFunc(l.denied, func(line permitted) bool { return r.is(e, line) }) {
			return "deniedMcpServers in " + l.path + " names it"
		}
		if l.managed || !managedOnly {
			allowed, limited = append(allowed, l.allowed...), limited || l.hasAllowed
		}
	}
	if !limited || e.Scope == client.ScopeManaged ||
		slices.ContainsFunc(allowed, func(line permitted) bool { return allows(allowed, e, line) && r.is(e, line) }) {
		return ""
	}
	return "allowedMcpServers of the client's settings does not name it"
}

// allows reports whether a line of a list of allowed servers counts for a server: once the
// list has commands, a command is not allowed by its name; once it has addresses, no
// address is.
func allows(list []permitted, e entry, line permitted) bool {
	byOther := func(line permitted) bool { return line.ServerCommand != nil }
	if e.Transport != client.TransportStdio {
		byOther = func(line permitted) bool { return line.ServerURL != nil }
	}
	return line.ServerName == nil || !slices.ContainsFunc(list, byOther)
}

// is reports whether a line means a server.
func (r *reader) is(e entry, line permitted) bool {
	switch {
	case line.ServerName != nil:
		return *line.ServerName == e.fullName()
	case line.ServerCommand != nil:
		return e.Transport == client.TransportStdio && slices.Equal(r.expandAll(e, line.ServerCommand), r.command(e))
	case line.ServerURL != nil:
		return e.URL != "" && wildcard(r.expand(e, *line.ServerURL), r.url(e))
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
	expanded, _, _ := expand(text, r.special(e), r.variable)
	return expanded
}

// wildcard reports whether a text is of a pattern, in which "*" stands for any characters.
func wildcard(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, after, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = after
	}
	return true
}

package servers

import (
	"strings"
	"unicode/utf16"
)

// idBytesMax is the longest id that client 2.1.329 offers.
const idBytesMax = 128

// prefixOf begins the ids of the tools of a server; empty for a name whose tools the
// client does not offer.
func prefixOf(server string) string {
	if server == "ide" {
		return "" // the client starts such a server and keeps its tools for itself
	}
	name := plain(server)
	if strings.HasPrefix(server, "claude.ai ") {
		name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r == '_' }), "_")
	}
	return "mcp__" + name + "__"
}

// ToolID returns the id by which the client calls a tool of a server with this prefix, or
// "" where it calls none of such a name.
func ToolID(prefix, tool string) string {
	id := prefix + plain(tool)
	if prefix == "" || tool == "" || len(id) > idBytesMax {
		return ""
	}
	return id
}

// plain replaces each UTF-16 unit that is no letter or digit of ASCII, "_" or "-".
func plain(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case r == '_' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			b.WriteRune(r)
		default:
			b.WriteString(strings.Repeat("_", max(1, utf16.RuneLen(r))))
		}
	}
	return b.String()
}

// reserved are names that the client keeps for its own servers.
var reserved = []string{"claude-in-chrome", "workspace", "computer-use", "Claude Preview"}

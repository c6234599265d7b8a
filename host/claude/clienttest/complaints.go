package clienttest

import (
	"regexp"
	"strings"
)

// complaint is how the client notes that a hook or a plugin does not do what it
// should; the session goes on.
var complaint = regexp.MustCompile(`Failed to load hooks|validation failed|[Hh]ook .*\berror\b|timed out|hook.*(was|were) cancelled`)

// Complaints are the lines of the client's notes that say that hooks or plugins
// are wrong.
func Complaints(debug string) []string {
	var found []string
	for line := range strings.Lines(debug) {
		if complaint.MatchString(line) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

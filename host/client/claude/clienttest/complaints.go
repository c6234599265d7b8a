package clienttest

import (
	"regexp"
	"strings"
)

// complaint is how the client notes that a hook or a plugin does not do what it
// should; the session goes on. What a hook itself writes to stderr is noted, too,
// and is no complaint.
var complaint = regexp.MustCompile(`Failed to load hooks|validation failed|Hook [^()]+ \([^)]*\) (error|cancelled)|(finished|completed) with status [1-9]|[Hh]ook.* timed out`)

// Complaints returns the lines of the client's notes that report wrong hooks or
// plugins.
func Complaints(debug string) []string {
	var found []string
	for line := range strings.Lines(debug) {
		if complaint.MatchString(line) {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// told is how the client tells its user that a hook does not do what it should.
var told = regexp.MustCompile(`(?i)\bhooks?\b`)

// Complaints returns all complaints of a session's client about hooks and plugins, in
// its notes and to its user.
func (s *Session) Complaints() []string {
	found := Complaints(s.Debug())
	for line := range strings.Lines(s.Stderr()) {
		if told.MatchString(line) {
			found = append(found, "to the user: "+strings.TrimSpace(line))
		}
	}
	return found
}

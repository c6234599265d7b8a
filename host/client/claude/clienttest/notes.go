package clienttest

import (
	"fmt"
	"os"
	"strings"
)

// Debug is what the client noted for debugging.
func (s *Session) Debug() string {
	data, err := os.ReadFile(s.debug)
	if err != nil {
		return fmt.Sprintf("(no notes: %v)", err)
	}
	return string(data)
}

// Stderr returns what the client wrote to stderr.
func (s *Session) Stderr() string {
	data, err := os.ReadFile(s.stderr.Name())
	if err != nil {
		return fmt.Sprintf("(nothing: %v)", err)
	}
	return string(data)
}

// troubleLines of the client's notes stand in an error.
const troubleLines = 80

// Trouble is what helps to see why a session went wrong.
func (s *Session) Trouble() string {
	notes := strings.Split(strings.TrimSpace(s.Debug()), "\n")
	if len(notes) > troubleLines {
		notes = notes[len(notes)-troubleLines:]
	}
	return fmt.Sprintf("--- stderr\n%s\n--- the last notes\n%s", strings.TrimSpace(s.Stderr()), strings.Join(notes, "\n"))
}

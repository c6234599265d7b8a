// Package transcript reads Claude Code's records of past sessions. The format has no
// contract: unknown lines are left out and counted. Only this package knows the field
// names; it does not know how the records are used.
package transcript

import (
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/cut"
)

const (
	nameBytesMax    = payload.NameBytesMax
	sessionBytesMax = payload.SessionIDBytesMax
)

// Open reads a file on from a position; see transcript.Open.
func Open(path string, from transcript.Position, seen *transcript.Seen) (*transcript.Reader, error) {
	return transcript.Open(path, from, seen, newLines(strings.TrimSuffix(filepath.Base(path), Ending)))
}

// NewReader reads a stream, whose session is called so where a line names none.
func NewReader(stream io.Reader, session string, seen *transcript.Seen) *transcript.Reader {
	return transcript.NewReader(stream, seen, newLines(session))
}

// lines makes events of the client's lines.
type lines struct {
	to        *transcript.Reader
	session   string // where a line names none
	workspace string
	last      time.Time

	agent string // id of the subagent whose file it is, or empty
	usage bool   // asked for

	gaveCompaction  bool // the last event was one
	afterCompaction bool // the same before the line that is being decoded
}

func newLines(session string) *lines { return &lines{session: cut.Bytes(session, sessionBytesMax)} }

// Whole reports whether a line is an object.
func (r *lines) Whole(data []byte) bool { return fields(data, func(string, []byte) {}) == nil }

func (r *lines) give(e transcript.Event) {
	r.gaveCompaction = e.Kind == transcript.KindCompaction
	r.to.Give(e)
}

package wasm

import (
	"bytes"
	"math/rand/v2"
)

// system is what the WASI functions show of a machine that is not there: random
// numbers of the event's seed, a clock that moves only when the guest sleeps (if it
// stood still, each sleep would be endless), and two streams that go to the log.
type system struct {
	random *rand.PCG
	slept  uint64 // nanoseconds
	stdout stream
	stderr stream
}

// clockStart is the time that every guest wakes up at, 2000-01-01T00:00:00Z: a
// constant, for equal inputs give equal bytes. The event's time is in the context.
const clockStart = 946_684_800_000_000_000

func newSystem(seed uint64) system {
	return system{
		random: rand.NewPCG(seed, 0x9e3779b97f4a7c15),
		stdout: stream{level: "info"}, stderr: stream{level: "warn", keep: true},
	}
}

// stream cuts what a guest writes into lines.
type stream struct {
	level string
	line  []byte
	keep  bool
	tail  []byte // the last bytes written, if they are kept
}

const (
	streamLineMax = 1 << 10 // a longer line is cut in two
	streamTailMax = 8 << 10
)

// write gives every line that is complete to log.
func (s *stream) write(content []byte, log func(level string, line []byte)) {
	if s.keep {
		s.tail = append(s.tail, content[max(0, len(content)-streamTailMax):]...)
		if over := len(s.tail) - streamTailMax; over > 0 {
			s.tail = append(s.tail[:0], s.tail[over:]...)
		}
	}
	for len(content) > 0 {
		end := bytes.IndexByte(content, '\n')
		part := content
		if end >= 0 {
			part = content[:end]
		}
		part = part[:min(len(part), streamLineMax-len(s.line))]
		s.line = append(s.line, part...)
		content = content[len(part):]
		switch {
		case len(content) > 0 && content[0] == '\n':
			content = content[1:]
			fallthrough
		case len(s.line) == streamLineMax:
			s.flush(log)
		}
	}
}

// flush gives the line that was begun.
func (s *stream) flush(log func(level string, line []byte)) {
	if line := s.line; len(line) > 0 {
		s.line = s.line[:0]
		log(s.level, line)
	}
}

// text is what was written last, from the place on where a Go program tells why
// it dies, if it does.
func (s *stream) text() string {
	tail := s.tail
	for _, sign := range []string{"panic: ", "fatal error: "} {
		if at := bytes.Index(tail, []byte(sign)); at == 0 || at > 0 && tail[at-1] == '\n' {
			return string(tail[at:])
		}
	}
	return string(tail[max(0, len(tail)-messageBytesMax):])
}

func (s *stream) reset() { s.line, s.tail = s.line[:0], s.tail[:0] }

// flush passes the last, incomplete lines on.
func (g *guest) flush() {
	g.stdout.flush(g.log)
	g.stderr.flush(g.log)
}

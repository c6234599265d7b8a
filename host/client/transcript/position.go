package transcript

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
)

// Position is how far a file was read, to be kept and passed to the next Open. The
// zero value is the beginning.
type Position struct {
	Offset int64  `json:"offset"`         // behind the last line that was read as a whole
	Head   int64  `json:"head"`           // bytes from the beginning that Mark knows
	Mark   string `json:"mark,omitempty"` // of them and of those before Offset: is it the same file still?
}

// Parts of a file that tell it from another one.
const (
	headBytes = 1 << 10
	tailBytes = 256
)

// Why a file was read from its beginning again.
const (
	RestartTruncated = "truncated" // it is shorter than what was read
	RestartReplaced  = "replaced"  // other bytes stand where something was read
)

// mark sums up the parts of a file that a position stands for.
func mark(file io.ReaderAt, head, offset int64) (string, error) {
	sum := sha256.New()
	tail := max(0, offset-tailBytes)
	for _, part := range []*io.SectionReader{io.NewSectionReader(file, 0, head), io.NewSectionReader(file, tail, offset-tail)} {
		if _, err := io.Copy(sum, part); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

// print is what mark sums up, as it was read.
type print struct {
	offset     int64
	head, tail []byte
	unknown    bool // the last line was too long to be kept
}

// add takes in a line, nil where it was too long.
func (p *print) add(line []byte, size int64) {
	p.offset += size
	if p.unknown = p.unknown || line == nil; p.unknown {
		return
	}
	p.head = append(p.head, line[:min(len(line), headBytes-len(p.head))]...)
	if over := len(p.tail) + min(len(line), tailBytes) - tailBytes; over > 0 {
		p.tail = p.tail[:copy(p.tail, p.tail[over:])]
	}
	p.tail = append(p.tail, line[max(0, len(line)-tailBytes):]...)
}

// learn reads from the file what was not kept of it.
func (p *print) learn(file io.ReaderAt, offset int64) error {
	head, tail := make([]byte, min(headBytes, offset)), make([]byte, min(tailBytes, offset))
	if _, err := file.ReadAt(head, 0); err != nil && len(head) > 0 {
		return err
	}
	if _, err := file.ReadAt(tail, offset-int64(len(tail))); err != nil && len(tail) > 0 {
		return err
	}
	*p = print{offset: offset, head: head, tail: tail}
	return nil
}

// fits reports whether the file still has what was read.
func (p *print) fits(file io.ReaderAt) bool {
	return has(file, 0, p.head) && has(file, p.offset-int64(len(p.tail)), p.tail)
}

// has reports whether a file has these bytes at an offset.
func has(file io.ReaderAt, offset int64, want []byte) bool {
	var room [headBytes]byte
	got := room[:len(want)]
	n, _ := file.ReadAt(got, offset) // what is not there is not the same
	return n == len(want) && bytes.Equal(got, want)
}

// position returns it as one to be kept.
func (p *print) position() Position {
	sum := sha256.New()
	sum.Write(p.head)
	sum.Write(p.tail)
	at := Position{Offset: p.offset, Head: int64(len(p.head))}
	if at.Offset > 0 {
		at.Mark = hex.EncodeToString(sum.Sum(nil)[:16])
	}
	return at
}

// resume decides from where a file is read.
func resume(file *os.File, from Position) (Position, string, error) {
	info, err := file.Stat()
	switch {
	case err != nil:
		return Position{}, "", err
	case !info.Mode().IsRegular():
		return Position{}, "", errors.New("not a regular file")
	case from.Offset <= 0:
		return Position{}, "", nil
	case from.Offset > info.Size() || from.Head < 0 || from.Head > from.Offset:
		return Position{}, RestartTruncated, nil
	}
	now, err := mark(file, from.Head, from.Offset)
	if err != nil {
		return Position{}, "", err
	}
	if now != from.Mark {
		return Position{}, RestartReplaced, nil
	}
	return from, "", nil
}

// Position returns the position after the last line whose events were all returned.
func (r *Reader) Position() (Position, error) {
	p := Position{Offset: r.given}
	if len(r.queue) == 0 {
		p.Offset = r.offset
	}
	p.Head = min(headBytes, p.Offset)
	if r.file == nil || p.Offset == 0 {
		return p, nil
	}
	var err error
	if p.Mark, err = mark(r.file, p.Head, p.Offset); err != nil {
		return p, fmt.Errorf("mark %s: %w", r.file.Name(), err)
	}
	return p, nil
}

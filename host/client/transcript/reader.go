package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Reader reads the events of one transcript in order.
type Reader struct {
	Skipped   Skipped // so far
	Lines     int
	Restarted string // why a position did not count, or empty

	file    *os.File // nil: of a stream
	lines   *bufio.Reader
	long    []byte // of a line that is longer than the buffer
	seen    *Seen
	decoder Decoder

	queue  []Event
	given  int64 // offset behind the last line before the queue's
	offset int64 // behind the last whole line
	ended  bool

	print   *print // nil: the end of the file is that of the last line, too
	carried int64  // bytes of a line whose end is still to come; long has them if they are not too many
}

// Decoder makes events of a client's lines.
type Decoder interface {
	// Whole reports whether a last line without an end is one all the same.
	Whole(line []byte) bool
	// Decode calls Give with the events of a line, or Skip with why there are none. The
	// line is nobody's once Decode returns.
	Decode(line []byte, r *Reader)
}

// Open reads a file on from a position. Events that seen knows, which may be
// nil, are left out. Errors wrap those of package os.
func Open(path string, from Position, seen *Seen, decoder Decoder) (*Reader, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read transcript: %w", err)
	}
	from, restarted, err := resume(file, from)
	if err == nil {
		_, err = file.Seek(from.Offset, io.SeekStart)
	}
	if err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("read transcript %s: %w", path, err)
	}
	r := NewReader(file, seen, decoder)
	r.file, r.Restarted, r.offset, r.given = file, restarted, from.Offset, from.Offset
	return r, nil
}

// readerBytes is a buffer that most lines fit into.
const readerBytes = 64 << 10

// NewReader reads a stream.
func NewReader(stream io.Reader, seen *Seen, decoder Decoder) *Reader {
	return &Reader{Skipped: Skipped{}, lines: bufio.NewReaderSize(stream, readerBytes), seen: seen, decoder: decoder}
}

// Close closes the file.
func (r *Reader) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.Close()
}

// Next returns one event, or io.EOF. After it a file that has grown can be read on
// from Position.
func (r *Reader) Next() (Event, error) {
	for len(r.queue) == 0 {
		if r.ended {
			return Event{}, io.EOF
		}
		if err := r.line(); err != nil {
			return Event{}, err
		}
	}
	e := r.queue[0]
	r.queue = r.queue[1:]
	return e, nil
}

// Give adds an event of the line that is being decoded.
func (r *Reader) Give(e Event) { r.queue = append(r.queue, e) }

// Skip counts a part of a line that is left out.
func (r *Reader) Skip(reason string) { r.Skipped[reason]++ }

// Again reports whether a line was read before, by an id that it has in every file, and
// notes it. A line without an id was not.
func (r *Reader) Again(id string) bool { return r.seen.again(id) }

// line reads one line.
func (r *Reader) line() error {
	r.queue, r.given = r.queue[:0], r.offset
	data, size, err := r.Line()
	r.ended = errors.Is(err, io.EOF)
	if err != nil && !r.ended {
		return fmt.Errorf("read transcript: %w", err)
	}
	if r.ended && r.print != nil {
		r.carry(data, size)
		return nil
	}
	if r.ended && !r.decoder.Whole(data) {
		if size > 0 { // it may have an end the next time
			r.Skip(SkipTorn)
		}
		return nil
	}
	r.take(data, size)
	return nil
}

// take decodes a whole line.
func (r *Reader) take(data []byte, size int64) {
	r.offset += size
	r.carried = 0
	if r.print != nil {
		r.print.add(data, size)
	}
	if len(bytes.TrimSpace(data)) == 0 && size <= LineBytesMax {
		return
	}
	r.Lines++
	if data == nil {
		r.Skip(SkipTooLong)
		return
	}
	r.decoder.Decode(data, r)
}

// Line returns the bytes up to a line's end, nil where they are too many, and how
// many they were.
func (r *Reader) Line() ([]byte, int64, error) {
	data, err := r.lines.ReadSlice('\n')
	size := r.carried + int64(len(data))
	if r.carried == 0 {
		if !errors.Is(err, bufio.ErrBufferFull) {
			return data, size, err
		}
		r.long = r.long[:0]
	}
	r.lengthen(data, size)
	for errors.Is(err, bufio.ErrBufferFull) {
		data, err = r.lines.ReadSlice('\n')
		size += int64(len(data))
		r.lengthen(data, size)
	}
	if size > LineBytesMax {
		r.long = nil // so much memory is not kept
		return nil, size, err
	}
	return r.long, size, err
}

// lengthen adds a part of a long line, which has so many bytes with it.
func (r *Reader) lengthen(part []byte, size int64) {
	if size <= LineBytesMax {
		r.long = append(r.long, part...)
	}
}

// carry keeps the bytes of a line whose end is still to come.
func (r *Reader) carry(data []byte, size int64) {
	switch {
	case size == 0:
		if cap(r.long) > readerBytes {
			r.long = nil // it waits, perhaps for long
		}
	case data != nil && (len(r.long) == 0 || &data[0] != &r.long[0]):
		r.long = append(r.long[:0], data...)
	}
	r.carried = size
}

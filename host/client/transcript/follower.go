package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Follower reads one file on while it is written, and across its being cut, replaced, removed
// and written anew. It gives the events that a Reader of the whole file gives: of whole lines, in
// their order. After a restart, lines that Seen knows are not given again.
type Follower struct {
	path    string
	seen    *Seen
	decoder func() Decoder
	from    Position // where the first Read begins, unless endOf says so
	endOf   int64    // the first Read begins behind the last whole line of so many bytes; 0: at from

	file   *os.File // nil: not open
	info   fs.FileInfo
	reader *Reader // nil: nothing was read yet
	broken bool    // what was read last does not fit any more
	breaks int     // restarts since the end was reached
}

// Limits of one call of Read.
const (
	readBytesMax  = 8 << 20
	breaksMax     = 3 // a file that is never the same is read again later, not at once
	givenMax      = 256
	givenBytesMax = 1 << 20
)

// Follow reads a file, which may come later, on from a position. Events that seen knows, which may
// be nil, are left out. The decoder is asked for where a file is read from its beginning.
func Follow(path string, from Position, seen *Seen, decoder func() Decoder) *Follower {
	return &Follower{path: path, seen: seen, decoder: decoder, from: from}
}

// FollowEnd reads what is written behind the last whole line of the first size bytes of a file.
func FollowEnd(path string, size int64, seen *Seen, decoder func() Decoder) *Follower {
	return &Follower{path: path, seen: seen, decoder: decoder, endOf: size}
}

// Moved says that the file has another name now.
func (f *Follower) Moved(path string) { f.path = path }

// Info returns what was known of the file when it was opened last; nil where it never was.
func (f *Follower) Info() fs.FileInfo { return f.info }

// Size returns the bytes that were read, with those of a line whose end is still to come.
func (f *Follower) Size() int64 {
	switch {
	case f.reader != nil:
		return f.reader.offset + f.reader.carried
	case f.endOf > 0:
		return f.endOf
	}
	return f.from.Offset
}

// Waits reports whether a line has no end yet.
func (f *Follower) Waits() bool { return f.reader != nil && f.reader.carried > 0 }

// IsOpen reports whether the file is kept open, so that what is written to it is read even if it
// is removed before.
func (f *Follower) IsOpen() bool { return f.file != nil }

// Position returns the position behind the last whole line that was given.
func (f *Follower) Position() Position {
	if f.reader == nil {
		return f.from
	}
	return f.reader.print.position()
}

// Skipped returns what was left out so far.
func (f *Follower) Skipped() Skipped {
	if f.reader == nil {
		return Skipped{}
	}
	return f.reader.Skipped
}

// Close closes the file. It is opened again where that is needed.
func (f *Follower) Close() {
	if f.file != nil {
		_ = f.file.Close() // only read
		f.file = nil
	}
}

// Read gives the events of what was written, in parts, and reports whether there is more to read
// at once. Its memory is bounded by that of a line. The buffer is used for this call alone. A file
// that is not there is no error: it may come.
func (f *Follower) Read(buffer *bufio.Reader, give func([]Event)) (more bool, err error) {
	if f.file != nil && !f.isCurrent() {
		more, err = f.read(buffer, give) // what was written before it went
		if more && err == nil {
			return true, nil
		}
		f.Close()
	}
	if f.file == nil {
		if f.file, err = foreign.Open(f.path); errors.Is(err, fs.ErrNotExist) {
			return false, nil
		} else if err != nil {
			return false, fmt.Errorf("read transcript: %w", err)
		}
		if f.info, err = f.file.Stat(); err != nil {
			f.Close()
			return false, fmt.Errorf("read transcript: %w", err)
		}
	}
	return f.read(buffer, give)
}

// isCurrent reports whether the path leads to the file that is open.
func (f *Follower) isCurrent() bool {
	info, err := os.Stat(f.path)
	return err == nil && os.SameFile(info, f.info)
}

// read reads the file that is open.
func (f *Follower) read(buffer *bufio.Reader, give func([]Event)) (more bool, err error) {
	if err := f.begin(give); err != nil {
		return false, fmt.Errorf("read transcript %s: %w", f.path, err)
	}
	r, before := f.reader, f.reader.print.copied()
	if _, err := f.file.Seek(f.Size(), io.SeekStart); err != nil {
		return false, fmt.Errorf("read transcript: %w", err)
	}
	buffer.Reset(f.file)
	r.lines, r.ended = buffer, false
	start := r.offset
	given := batch{give: give}
	for r.offset-start < readBytesMax && !r.ended {
		if err := r.line(); err != nil {
			r.carried = 0 // it is read again
			given.flush()
			return false, err
		}
		if r.print.unknown {
			f.broken = r.print.learn(f.file, r.offset) != nil || f.broken
		}
		given.add(r.queue)
	}
	given.flush()
	r.queue, r.lines = nil, nil
	f.broken = f.broken || !before.fits(f.file)
	if r.ended && !f.broken {
		f.breaks = 0
		return false, nil
	}
	return f.breaks < breaksMax, nil
}

// begin makes ready to read: on, or from the beginning where the file is not what it was.
func (f *Follower) begin(give func([]Event)) error {
	if f.reader == nil {
		return f.first(give)
	}
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	r := f.reader
	switch {
	case info.Size() < r.offset:
		f.restart(RestartTruncated, give)
	case f.broken || !r.print.fits(f.file):
		f.restart(RestartReplaced, give)
	case r.carried > 0 && (info.Size() < f.Size() || !f.carriesOn()):
		r.carried = 0 // that line was cut off or written anew
	}
	return nil
}

// first begins a file that was not read before.
func (f *Follower) first(give func([]Event)) error {
	from, restarted, err := f.from, "", error(nil)
	switch {
	case f.endOf == 0:
		from, restarted, err = resume(f.file, f.from)
	case f.endOf > f.info.Size():
		restarted = RestartTruncated
	default:
		from.Offset, err = lastEnd(f.file, f.endOf)
	}
	if err != nil {
		return err
	}
	f.restart(restarted, give)
	f.reader.offset, f.reader.given = from.Offset, from.Offset
	return f.reader.print.learn(f.file, from.Offset)
}

// restart reads from the beginning, and says so where there is a reason.
func (f *Follower) restart(reason string, give func([]Event)) {
	skipped := f.Skipped()
	f.reader = NewReader(nil, f.seen, f.decoder())
	f.reader.Skipped, f.reader.print, f.broken = skipped, &print{}, false
	if reason != "" {
		f.breaks++
		give([]Event{{Kind: KindRestarted, Text: reason}})
	}
}

// carriesOn reports whether the file still has the last bytes of the line that has no end yet.
func (f *Follower) carriesOn() bool {
	r := f.reader
	end := r.long[max(0, len(r.long)-tailBytes):]
	return r.carried > LineBytesMax || has(f.file, f.Size()-int64(len(end)), end)
}

// Settle gives the events of a last line that has no end but is whole otherwise. It is for a file
// that nobody has written to for some time: a client that was killed writes no more.
func (f *Follower) Settle(give func([]Event)) {
	r := f.reader
	if r == nil || r.carried == 0 || r.carried > LineBytesMax || !r.decoder.Whole(r.long) {
		return
	}
	r.queue = r.queue[:0]
	r.take(r.long, r.carried)
	if len(r.queue) > 0 {
		give(r.queue)
	}
	r.queue = nil
}

// lastEnd returns the offset behind the last end of a line within the first size bytes. Where the
// last line is longer than any that is read, it is 0: its rest cannot be told from a line.
func lastEnd(file io.ReaderAt, size int64) (int64, error) {
	part := make([]byte, readerBytes)
	for from := size; from > 0 && size-from <= LineBytesMax; {
		n := min(from, int64(len(part)))
		from -= n
		if _, err := file.ReadAt(part[:n], from); err != nil {
			return 0, err
		}
		if at := bytes.LastIndexByte(part[:n], '\n'); at >= 0 {
			return from + int64(at) + 1, nil
		}
	}
	return 0, nil
}

// copied returns what does not change with the original.
func (p *print) copied() print {
	return print{offset: p.offset, head: bytes.Clone(p.head), tail: bytes.Clone(p.tail)}
}

// batch hands events on in parts.
type batch struct {
	give   func([]Event)
	events []Event
	bytes  int
}

func (b *batch) add(events []Event) {
	for _, e := range events {
		b.bytes += len(e.Text) + len(e.Input)
	}
	if b.events = append(b.events, events...); len(b.events) >= givenMax || b.bytes >= givenBytesMax {
		b.flush()
	}
}

// flush hands on what there is. The events are the receiver's.
func (b *batch) flush() {
	if len(b.events) > 0 {
		b.give(b.events)
	}
	b.events, b.bytes = nil, 0
}

package gitstate

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/git"
)

// Tracked is what git tracks in a working tree, as the index has it.
type Tracked struct {
	Root  string   // of the working tree
	Files []string // slash-separated, below Root, in git's order
	Tree  string   // names the paths and contents, and which are absent: another tree has another name

	Absent     []string // of Files, those that a sparse checkout leaves out: git does not mind whether they are there
	Submodules []string // of Files, those that are other repositories' folders, whose files are not listed

	written []int64 // when each file was last written, in seconds since 1970, as far as git knows; 0: it does not
}

// ErrUnread means that the index has a form that is not read here, such as one of several
// files or with folders left out. The program git reads it.
var ErrUnread = errors.New("git's index has a form that only git reads")

// indexBytesMax of an index are read: one of 500,000 files.
const indexBytesMax = 64 << 20

// IndexStamp returns the root of the working tree that holds a folder, and what changes
// whenever git writes the index.
func IndexStamp(folder string) (string, error) {
	_, gitDir := git.Find(folder)
	if gitDir == "" {
		return "", ErrNoRepository
	}
	info, err := os.Stat(filepath.Join(gitDir, "index"))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x-%x", info.Size(), info.ModTime().UnixNano()), nil
}

// ReadIndex reads which files are tracked in the working tree that holds a folder, without a
// process.
func ReadIndex(folder string) (Tracked, error) {
	root, gitDir := git.Find(folder)
	if gitDir == "" {
		return Tracked{}, ErrNoRepository
	}
	data, err := foreign.Read(filepath.Join(gitDir, "index"), indexBytesMax)
	if err != nil {
		return Tracked{}, fmt.Errorf("read git's index: %s", foreign.Reason(err))
	}
	t, err := decodeIndex(data)
	t.Root = root
	return t, err
}

// WrittenSince returns the files that may have been written since a moment: all, where
// nothing is known of that.
func (t Tracked) WrittenSince(moment time.Time) []string {
	if len(t.written) < len(t.Files) {
		return t.Files
	}
	var files []string
	for i, at := range t.written {
		if at == 0 || at >= moment.Unix() {
			files = append(files, t.Files[i])
		}
	}
	return files
}

// The parts of an index, see Documentation/gitformat-index.txt of git.
const (
	indexHeader    = 12
	entryFacts     = 40     // before the hash: two times, device, inode, mode, owner, size
	modeAt         = 24     // of an entry's facts
	modeKind       = 0xf000 // of a mode
	modeSubmodule  = 0xe000
	flagExtended   = 0x4000
	flagAbsent     = 0x4000 // of the second word of flags, which only extended entries have
	stageMask      = 0x3000
	entryBytesLess = entryFacts + sha1Bytes + 2
	sha1Bytes      = 20
	sha256Bytes    = 32
)

// decodeIndex reads an index of version 2, 3 or 4. Which hash it has is not said in it: it is
// the one by which the entries and extensions end where they should.
func decodeIndex(data []byte) (Tracked, error) {
	if len(data) < indexHeader || string(data[:4]) != "DIRC" {
		return Tracked{}, errors.New("read git's index: it does not begin as one")
	}
	version, count := binary.BigEndian.Uint32(data[4:]), binary.BigEndian.Uint32(data[8:])
	if version < 2 || version > 4 || int64(count)*entryBytesLess > int64(len(data)) {
		return Tracked{}, ErrUnread
	}
	for _, hash := range []int{sha1Bytes, sha256Bytes} {
		d := indexDecoder{data: data, version: version, hash: hash}
		if t, err := d.entries(int(count)); err == nil {
			return t, nil
		}
	}
	return Tracked{}, ErrUnread
}

type indexDecoder struct {
	data    []byte
	version uint32
	hash    int // bytes of a hash
	at      int
	buffer  []byte
}

// castagnoli is made when it is first used: most processes need none.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func (d *indexDecoder) entries(count int) (Tracked, error) {
	t := Tracked{Files: make([]string, 0, count), written: make([]int64, 0, count)}
	end := len(d.data) - d.hash // a checksum follows
	names, hashes, last, total := uint32(0), uint32(0), "", 0
	d.at = indexHeader
	for range count {
		facts := d.at
		flagsAt := facts + entryFacts + d.hash
		if flagsAt+2 > end {
			return t, ErrUnread
		}
		flags := binary.BigEndian.Uint16(d.data[flagsAt:])
		nameAt, absent := flagsAt+2, false
		if flags&flagExtended != 0 {
			if nameAt += 2; nameAt > end {
				return t, ErrUnread
			}
			absent = binary.BigEndian.Uint16(d.data[flagsAt+2:])&flagAbsent != 0
		}
		name, err := d.name(facts, nameAt, end, last)
		if err != nil {
			return t, err
		}
		if total += len(name); total > namesBytesMax {
			return t, ErrUnread
		}
		if flags&stageMask != 0 && name == last && last != "" {
			continue // another side of a merge
		}
		last = name
		changed, modified := binary.BigEndian.Uint32(d.data[facts:]), binary.BigEndian.Uint32(d.data[facts+8:])
		written := int64(max(changed, modified))
		if modified == 0 {
			written = 0
		}
		d.buffer = append(append(d.buffer[:0], name...), 0)
		if absent {
			d.buffer = append(d.buffer, 0)
			t.Absent = append(t.Absent, name)
		}
		if binary.BigEndian.Uint32(d.data[facts+modeAt:])&modeKind == modeSubmodule {
			t.Submodules = append(t.Submodules, name)
		}
		names = crc32.Update(names, castagnoli(), d.buffer)
		hashes = crc32.Update(hashes, castagnoli(), d.data[facts+entryFacts:flagsAt])
		t.Files, t.written = append(t.Files, name), append(t.written, written)
	}
	t.Tree = fmt.Sprintf("%x-%08x-%08x", len(t.Files), names, hashes)
	return t, d.extensions(end)
}

// name reads an entry's name and goes on behind it.
func (d *indexDecoder) name(entry, at, end int, last string) (string, error) {
	keep := ""
	if d.version == 4 { // how many bytes of the name before are taken off its end
		cut, size := offset(d.data[min(at, end):end])
		if size == 0 || cut > len(last) {
			return "", ErrUnread
		}
		keep, at = last[:len(last)-cut], at+size
	}
	if at >= end {
		return "", ErrUnread
	}
	length := bytes.IndexByte(d.data[at:end], 0)
	if length < 0 || len(keep)+length == 0 || len(keep)+length > nameBytesMax {
		return "", ErrUnread
	}
	d.at = at + length + 1
	if d.version < 4 {
		d.at = entry + (at+length-entry+8)&^7 // one to eight NULs
	}
	return keep + string(d.data[at:at+length]), nil
}

// nameBytesMax of a path: longer ones are no file's. namesBytesMax of all: version 4 writes
// a long name with a few bytes.
const (
	nameBytesMax  = 8 << 10
	namesBytesMax = 2 * indexBytesMax
)

// offset reads a number as git's packs write offsets; size 0: there is none.
func offset(data []byte) (number, size int) {
	for i, b := range data {
		if i > 0 {
			number++
		}
		if number = number<<7 | int(b&0x7f); number > 1<<24 {
			return 0, 0
		}
		if b&0x80 == 0 {
			return number, i + 1
		}
	}
	return 0, 0
}

// extensions checks that what follows the entries is known to leave their list whole.
func (d *indexDecoder) extensions(end int) error {
	for d.at < end {
		if end-d.at < 8 {
			return ErrUnread
		}
		name, size := string(d.data[d.at:d.at+4]), int64(binary.BigEndian.Uint32(d.data[d.at+4:]))
		if name != strings.ToUpper(name) || size > int64(end-d.at-8) {
			return ErrUnread // those in small letters change what the entries mean
		}
		d.at += 8 + int(size)
	}
	if d.at != end {
		return ErrUnread
	}
	return nil
}

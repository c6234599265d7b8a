package places

import (
	"crypto/sha256"
	"encoding/binary"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/rank/place"
)

// Hash names a file's content.
type Hash [16]byte

// HashOf returns the hash of a content.
func HashOf(content []byte) Hash {
	sum := sha256.Sum256(content)
	return Hash(sum[:16])
}

// Sum names the text of a place, on which its vector hangs. Two of 200,000 texts share one
// with a chance of one in a billion; then one has the other's vector.
type Sum uint64

// SumOf returns the sum of a place's lines.
func SumOf(lines string) Sum {
	sum := sha256.Sum256([]byte(lines))
	return Sum(binary.LittleEndian.Uint64(sum[:]))
}

// Stat is what tells that a file may have changed.
type Stat struct {
	Size, ModTime int64 // bytes, Unix nanoseconds
	Inode         uint64
}

// File is what is known of a file of a worktree.
type File struct {
	Path string // with slashes, below the worktree's root
	Stat
	Hash     Hash
	Language code.Language
	Version  string // of the cut; see Key
	Changed  time.Time
	Deleted  time.Time // zero: it is there
}

// Key is what a text is shared by: a content, how it was read, and the version of what cut it.
type Key struct {
	Hash     Hash
	Language code.Language
	Version  string
}

// Key returns that of the file's text.
func (f File) Key() Key { return Key{f.Hash, f.Language, f.Version} }

// FileText is a file as a look saw it.
type FileText struct {
	Path string
	Stat
	Key
	Content *Content // nil: Known reported the key
}

// Content is what a content was cut into.
type Content struct {
	code.Text               // its Language is not read
	Terms     []place.Terms // of each place
	Sums      []Sum         // of each place
	GitBlob   string        // hexadecimal, where git said it
}

// Limits of what is stored; more is cut off.
const (
	placesPerTextMax = 1 << 15
	symbolBytesMax   = 512
	importBytesMax   = 512
	termBytesMax     = 200
	lengthMax        = 1<<16 - 1
	frequencyMax     = 1<<16 - 1
)

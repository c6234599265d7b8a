package files

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/foreign"
)

// Folder is an opened root of files. Nothing outside of it is read, whatever links it has.
type Folder struct{ root *os.Root }

// Open opens the root of a listing.
func Open(root string) (*Folder, error) {
	opened, err := os.OpenRoot(root)
	if err != nil {
		return nil, err
	}
	return &Folder{opened}, nil
}

// Close closes the root.
func (f *Folder) Close() error { return f.root.Close() }

// Stat looks at the file with a path, its language aside. Its reason is one of Gone, Link,
// NotRegular, Unreadable, Empty and Large.
func (f *Folder) Stat(path string) (File, Reason) {
	info, err := f.root.Lstat(filepath.FromSlash(path))
	if err != nil {
		return File{Path: path}, reasonOf(err)
	}
	return fileOf(path, statOf(info), SizeMax)
}

// Look is Folder.Stat for thousands of paths of a listing whose contents are not read: a link
// above a file is followed.
func Look(root, path string) (File, Reason) {
	s, err := lstat(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		return File{Path: path}, reasonOf(err)
	}
	return fileOf(path, s, SizeMax)
}

// Changed is when something was last added to a folder of a listing, or removed, in nanoseconds
// since 1970; 0 where it cannot be told.
func Changed(root, folder string) int64 {
	s, err := lstat(filepath.Join(root, filepath.FromSlash(folder)))
	if err != nil || !s.mode.IsDir() {
		return 0
	}
	return s.modTime
}

// Read reads the content of a file that was listed, of at most bytesMax bytes, and returns the
// file as it was while it was read: it may have changed since it was listed, and the content
// says more of its language. A file that does
// not count by its content has a reason and no content, and no error.
func (f *Folder) Read(file File, bytesMax int64) ([]byte, File, Reason) {
	was, reason := f.Stat(file.Path)
	was.Language = file.Language
	if reason != "" && reason != Large {
		return nil, was, reason
	}
	opened, err := f.root.OpenFile(filepath.FromSlash(file.Path), openFlags, 0)
	if err != nil {
		return nil, was, reasonOf(err)
	}
	defer opened.Close()
	before, reason := f.opened(opened, was, bytesMax)
	if reason != "" {
		return nil, before, reason
	}
	data, err := foreign.All(opened, file.Path, bytesMax)
	if errors.Is(err, foreign.ErrTooLarge) {
		return nil, before, Large
	}
	if err != nil {
		return nil, before, Unreadable
	}
	if after, _ := f.opened(opened, was, bytesMax); after != before || int64(len(data)) != before.Size {
		return nil, after, Changing
	}
	return content(data, before)
}

// opened is the stat of an open file.
func (f *Folder) opened(file *os.File, was File, bytesMax int64) (File, Reason) {
	info, err := file.Stat()
	if err != nil {
		return was, Unreadable
	}
	now, reason := fileOf(was.Path, statOf(info), bytesMax)
	now.Language = was.Language
	return now, reason
}

func content(data []byte, file File) ([]byte, File, Reason) {
	if reason := Judge(data); reason != "" {
		return nil, file, reason
	}
	if language := code.LanguageOf(file.Path, data[:min(len(data), headBytesMax)]); language != "" {
		file.Language = language
	}
	if file.Language == "" {
		return nil, file, NoLanguage
	}
	return data, file, ""
}

func fileOf(path string, s stat, sizeMax int64) (File, Reason) {
	file := File{Path: path, Size: s.size, ModTime: s.modTime, Inode: s.inode}
	switch {
	case s.mode.IsDir():
		return file, Gone
	case s.mode&fs.ModeSymlink != 0:
		return file, Link
	case !s.mode.IsRegular():
		return file, NotRegular
	case s.size == 0:
		return file, Empty
	case s.size > sizeMax:
		return file, Large
	}
	return file, ""
}

func reasonOf(err error) Reason {
	if isGone(err) {
		return Gone
	}
	return Unreadable
}

// Limits of what is looked at to judge a content.
const (
	binaryBytesMax    = 8 << 10 // as git does
	lineBytesMax      = 2000    // on average: no person writes such lines
	generatedBytesMax = 1 << 10 // where generators say so
	headBytesMax      = 4 << 10 // says the language of a script, or of a header
)

// Judge says why a content is no source code that people write: Binary, Minified, Generated;
// or "".
func Judge(data []byte) Reason {
	if bytes.IndexByte(data[:min(len(data), binaryBytesMax)], 0) >= 0 {
		return Binary
	}
	if lines := bytes.Count(data, []byte("\n")) + 1; len(data)/lines > lineBytesMax {
		return Minified
	}
	if isGenerated(data[:min(len(data), generatedBytesMax)]) {
		return Generated
	}
	return ""
}

// Blob is the hash by which a git repository of a kind of hashes names a content; SHA-1's
// where the kind is not "sha256".
func Blob(data []byte, kind string) string {
	var h hash.Hash = sha1.New()
	if kind == "sha256" {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

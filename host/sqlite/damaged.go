package sqlite

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Offsets in the 100 bytes with which a database file begins; see "The Database
// Header" in SQLite's description of its file format.
const (
	headerBytes     = 100
	headerPageSize  = 16 // 2 bytes, big endian
	headerPages     = 28 // 4 bytes: size of the file in pages
	headerFreeTrunk = 32 // 4 bytes, then 4 bytes count: the free list
)

// openPatched opens a copy of a file whose beginning is destroyed, with that of
// a fresh file in its place: first the header alone, then the whole first page,
// which is right where the schema was made in one go. It gives nil where
// neither helps.
func openPatched(path, patched string, fresh *DB) (*DB, error) {
	if err := fresh.EmptyLog(); err != nil { // the beginning may be in there
		return nil, err
	}
	for _, whole := range []bool{false, true} {
		if err := patchStart(path, patched, fresh.Path, whole); err != nil {
			return nil, err
		}
		if db := openReadable(patched); db != nil {
			return db, nil
		}
	}
	return nil, nil
}

// openReadable gives nil where not even the schema can be read.
func openReadable(path string) *DB {
	db, err := Open(path, Options{ReadOnly: true})
	if err != nil {
		return nil
	}
	var tables int
	if err := db.QueryRow("SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil || tables == 0 {
		_ = db.Close()
		return nil
	}
	return db
}

// patchStart copies the damaged file and its log and writes the beginning of
// the fresh file over that of the copy.
func patchStart(path, patched, fresh string, whole bool) error {
	if err := removeDatabase(patched); err != nil {
		return err
	}
	if err := copyFile(path, patched); err != nil {
		return err
	}
	if err := copyFile(path+"-wal", patched+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	file, err := os.OpenFile(patched, os.O_RDWR, fileMode)
	if err != nil {
		return err
	}
	return errors.Join(writeStart(file, fresh, whole), file.Close())
}

func writeStart(file *os.File, fresh string, whole bool) error {
	start, err := os.ReadFile(fresh)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	pageSize := int64(binary.BigEndian.Uint16(start[headerPageSize:]))
	if pageSize == 1 {
		pageSize = 64 << 10 // does not fit into two bytes
	}
	binary.BigEndian.PutUint32(start[headerPages:], uint32(info.Size()/pageSize))
	clear(start[headerFreeTrunk : headerFreeTrunk+8]) // nothing will be written
	if whole {
		start = start[:pageSize]
	} else {
		start = start[:headerBytes]
	}
	_, err = file.WriteAt(start, 0)
	return err
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

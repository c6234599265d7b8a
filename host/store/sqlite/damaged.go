package sqlite

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// openPatched opens a copy of a file whose schema cannot be read, with that of a
// fresh file in its place: first the header alone, which is enough if nothing
// else at the beginning is damaged, then the whole schema. It returns nil where
// neither helps.
func openPatched(path, patched string, fresh *DB) (*DB, error) {
	if err := fresh.EmptyLog(); err != nil { // what is needed of it may be in there
		return nil, err
	}
	model, err := os.ReadFile(fresh.Path)
	if err != nil {
		return nil, err
	}
	if err := copyDatabase(path, patched); err != nil {
		return nil, err
	}
	if err := patch(patched, model, replaceHeader); err != nil {
		return nil, err
	}
	if db := openReadable(patched); db != nil {
		return db, nil
	}
	if err := mergeLog(patched, patched+"-wal"); err != nil {
		return nil, err
	}
	if err := patch(patched, model, graftSchema); err != nil {
		return nil, err
	}
	return openReadable(patched), nil
}

// openReadable returns nil where not even the schema can be read.
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

func copyDatabase(path, to string) error {
	if err := removeDatabase(to); err != nil {
		return err
	}
	if err := copyFile(path+"-wal", to+"-wal"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return copyFile(path, to)
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

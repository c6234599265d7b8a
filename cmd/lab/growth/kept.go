package growth

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// kept are files as they were, to be put back where they changed.
type kept struct{ files []*keptFile }

type keptFile struct {
	name    string
	data    []byte
	changed time.Time
}

// logOf returns the name of a database's write-ahead log.
func logOf(database string) string { return database + "-wal" }

// keep reads a database and its log, which nobody has open.
func keep(database string) (*kept, error) {
	k := &kept{}
	for _, name := range []string{database, logOf(database)} {
		data, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("keep a database: %w", err)
		}
		k.files = append(k.files, &keptFile{name: name, data: data})
	}
	return k, k.restore()
}

// restore writes the files that changed since.
func (k *kept) restore() error {
	for _, file := range k.files {
		if info, err := os.Stat(file.name); err == nil && info.ModTime().Equal(file.changed) && info.Size() == int64(len(file.data)) {
			continue
		}
		if err := file.write(); err != nil {
			return fmt.Errorf("put a database back: %w", err)
		}
	}
	return nil
}

// write writes in place. Some file systems begin to write a file to the disk as soon as one
// that was emptied is closed, and the hook that is measured next would wait for that.
func (f *keptFile) write() error {
	file, err := os.OpenFile(f.name, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.WriteAt(f.data, 0); err != nil {
		return err
	}
	if err := file.Truncate(int64(len(f.data))); err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	f.changed = info.ModTime()
	return nil
}

// copyStore copies a database with its log, of which nobody has one open.
func copyStore(from, to string) error {
	for _, name := range []func(string) string{func(name string) string { return name }, logOf} {
		data, err := os.ReadFile(name(from))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("copy a database: %w", err)
		}
		if err := os.WriteFile(name(to), data, 0o600); err != nil {
			return fmt.Errorf("copy a database: %w", err)
		}
	}
	return nil
}

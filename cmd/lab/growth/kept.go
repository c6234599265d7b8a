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
		if err := os.WriteFile(file.name, file.data, 0o600); err != nil {
			return fmt.Errorf("put a database back: %w", err)
		}
		info, err := os.Stat(file.name)
		if err != nil {
			return fmt.Errorf("put a database back: %w", err)
		}
		file.changed = info.ModTime()
	}
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

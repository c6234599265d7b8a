package places

import (
	"database/sql"
	"iter"
	"maps"
	"slices"
)

// lookup reads what the tables say of places and of the files that have them: of all in three
// queries.
type lookup struct {
	texts map[int64]*lookedText
	files map[int]*File // by number
}

// lookedText is what is looked up of a text.
type lookedText struct {
	wanted  []int // numbers of its places, ascending once they are read
	places  []detail
	hash    Hash
	version string
}

// want has a file be read, and a place of its text by its number.
func (l *lookup) want(file int, text int64, number int) {
	if l.texts == nil {
		l.texts, l.files = map[int64]*lookedText{}, map[int]*File{}
	}
	t := l.texts[text]
	if t == nil {
		t = &lookedText{}
		l.texts[text] = t
	}
	t.wanted = append(t.wanted, number)
	l.files[file] = nil
}

// found returns a file and a place that were wanted and read.
func (l *lookup) found(file int, text int64, number int) (*File, *detail, error) {
	f, t := l.files[file], l.texts[text]
	at, ok := slices.BinarySearch(t.wanted, number)
	if f == nil || f.Path == "" || !ok || at >= len(t.places) {
		return nil, nil, errBlob
	}
	return f, &t.places[at], nil
}

// read reads what is wanted.
func (l *lookup) read(q querier, v *snapshot) error {
	if err := v.readPathsOf(q, maps.Keys(l.files)); err != nil {
		return err
	}
	if err := l.readTexts(q); err != nil {
		return err
	}
	return l.readFiles(q, v)
}

func (l *lookup) readTexts(q querier) error {
	return eachOf(q, `SELECT id, hash, version, places FROM texts WHERE id IN (SELECT value FROM json_each(?))`, keysOf(l.texts), func(rows *sql.Rows) error {
		var id int64
		var hash, version, blob sql.RawBytes
		err := rows.Scan(&id, &hash, &version, &blob)
		if err != nil {
			return err
		}
		t := l.texts[id]
		if len(hash) != len(t.hash) {
			return errBlob
		}
		t.hash, t.version = Hash(hash), string(version)
		slices.Sort(t.wanted)
		t.wanted = slices.Compact(t.wanted)
		t.places, err = decodeDetails(blob, t.wanted)
		return err
	})
}

// readFiles reads files, whose paths and texts were read.
func (l *lookup) readFiles(q querier, v *snapshot) error {
	byPath := make(map[int64]int, len(l.files))
	for file := range l.files {
		byPath[v.files[file].path] = file
	}
	return eachOf(q, `SELECT path, size, mod_time, inode, changed_at, deleted_at FROM files
		WHERE path IN (SELECT value FROM json_each(?)) AND worktree = ?`, keysOf(byPath), func(rows *sql.Rows) error {
		var path, inode, changed, deleted int64
		f := &File{}
		if err := rows.Scan(&path, &f.Size, &f.ModTime, &inode, &changed, &deleted); err != nil {
			return err
		}
		file := byPath[path]
		text := v.texts[v.fileText[file]]
		looked := l.texts[text.id]
		f.Path, f.Language, f.Hash, f.Version = v.pathOf(file), text.language, looked.hash, looked.version
		f.setTimes(inode, changed, deleted)
		l.files[file] = f
		return nil
	}, v.worktree)
}

// readPathsOf reads the paths of files, once for a snapshot.
func (v *snapshot) readPathsOf(q querier, files iter.Seq[int]) error {
	wanted := map[int64]int{}
	for file := range files {
		if v.pathOf(file) == "" {
			wanted[v.files[file].path] = file
		}
	}
	return eachOf(q, `SELECT id, path FROM paths WHERE id IN (SELECT value FROM json_each(?))`, keysOf(wanted), func(rows *sql.Rows) error {
		var id int64
		var path string
		if err := rows.Scan(&id, &path); err != nil {
			return err
		}
		v.pathOfFile[wanted[id]] = path
		return nil
	})
}

func keysOf[V any](m map[int64]V) []int64 { return slices.Sorted(maps.Keys(m)) }

package places

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"slices"
)

// Limits of ids: more texts or paths than that were never in one file. Who reaches them,
// begins afresh.
const (
	textsMax = 1 << 22
	pathsMax = 1 << 22
)

// live is a file that is there.
type live struct{ path, text int64 }

// encodeLive writes the files of a worktree, which ascend by path.
func encodeLive(files []live) []byte {
	blob := binary.AppendUvarint(make([]byte, 0, 5*len(files)+16), uint64(len(files)))
	var last live
	for _, f := range files {
		blob = binary.AppendUvarint(blob, uint64(f.path-last.path))
		blob = binary.AppendVarint(blob, f.text-last.text)
		last = f
	}
	return seal(blob)
}

func decodeLive(blob []byte) ([]live, error) {
	blob, err := unseal(blob)
	if err != nil {
		return nil, err
	}
	r := reader{blob: blob}
	files := make([]live, r.upTo(len(blob)/2))
	var last live
	for i := range files {
		distance := int64(r.upTo(pathsMax))
		x := r.uint()
		last.path += distance
		last.text += int64(x>>1) ^ -int64(x&1)
		if distance == 0 || last.path > pathsMax || last.text < 1 || last.text > textsMax {
			return nil, errBlob
		}
		files[i] = last
	}
	return files, r.end()
}

// worktree is one while a transaction changes its files.
type worktree struct {
	tx    *sql.Tx
	id    int64
	files []live
}

// openWorktree reads a worktree; create makes one that is not there.
func openWorktree(tx *sql.Tx, root string, create bool) (*worktree, error) {
	w := &worktree{tx: tx}
	var blob []byte
	err := one(tx, `SELECT id, live FROM worktrees WHERE root = ?`, []any{root}, &w.id, &blob)
	if create && errors.Is(err, errNone) {
		blob = encodeLive(nil)
		err = one(tx, `INSERT INTO worktrees (root, looked_at, live) VALUES (?, 0, ?) RETURNING id`, []any{root, blob}, &w.id)
	}
	if err != nil {
		return nil, err
	}
	w.files, err = decodeLive(blob)
	return w, err
}

// set notes that a file is there with a text; text 0: it is not there.
func (w *worktree) set(path, text int64) {
	at, found := slices.BinarySearchFunc(w.files, path, func(f live, path int64) int { return int(f.path - path) })
	switch {
	case found && text == 0:
		w.files = slices.Delete(w.files, at, at+1)
	case found:
		w.files[at].text = text
	case text != 0:
		w.files = slices.Insert(w.files, at, live{path, text})
	}
}

// save writes the worktree.
func (w *worktree) save() error {
	if _, err := w.tx.Exec(`UPDATE worktrees SET live = ? WHERE id = ?`, encodeLive(w.files), w.id); err != nil {
		return err
	}
	return bump(w.tx)
}

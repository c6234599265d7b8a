package session

import (
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Imported are the handoffs of another program that a person took over for one workspace.
type Imported struct {
	Document []byte    // the file as it was read
	Words    string    // what is told of the entry that was worked on last; empty: none is open
	WorkedAt time.Time // on that entry
	At       time.Time // of the import
}

// ImportedBytesMax bounds the document of an Imported.
const ImportedBytesMax = 1 << 20

// importedPrefix marks an id that stands for the imported work of a workspace. No client has
// such an id, since a session's is a word.
const importedPrefix = "imported: "

// PutImported stores the handoffs of another program, in place of those of an earlier import.
func (s *Store) PutImported(workspace string, in Imported) error {
	if len(in.Document) > ImportedBytesMax {
		return fmt.Errorf("keep imported handoffs: they have %d bytes, at most %d are kept", len(in.Document), ImportedBytesMax)
	}
	return s.write("keep imported handoffs", func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT OR REPLACE INTO handoff_files (workspace, document, words, worked_at, imported_at) VALUES (?, ?, ?, ?, ?)`,
			workspace, in.Document, in.Words, in.WorkedAt.UnixMilli(), in.At.UnixMilli())
		return err
	})
}

// Imported returns the imported handoffs of a workspace; false: there are none.
func (s *Store) Imported(workspace string) (Imported, bool, error) {
	var in Imported
	var worked, at int64
	err := s.db.QueryRow(`SELECT document, words, worked_at, imported_at FROM handoff_files WHERE workspace = ?`, workspace).
		Scan(&in.Document, &in.Words, &worked, &at)
	if errors.Is(err, sql.ErrNoRows) {
		return in, false, nil
	}
	if err != nil {
		return in, false, fmt.Errorf("read imported handoffs: %w", err)
	}
	in.WorkedAt, in.At = fromMillis(worked), fromMillis(at)
	return in, true, nil
}

// AskedSince reports whether somebody asked something since a time in any session of a workspace
// but one.
func (s *Store) AskedSince(at time.Time, workspace, but string) (asked bool, err error) {
	err = s.db.QueryRow(`SELECT EXISTS (SELECT 1 FROM sessions s JOIN messages m USING (session_id)
WHERE s.workspace = ?1 AND s.last_active > ?3 AND s.session_id <> ?2 AND m.role = 'user' AND m.logged_at > ?3)`, workspace, but, at.UnixMilli()).Scan(&asked)
	if err != nil {
		return false, fmt.Errorf("look whether somebody asked something: %w", err)
	}
	return asked, nil
}

// LeftImported returns the imported work of a workspace as that of a session, or ErrNoSession
// where none is open. Its id stands for that work in HandOn, KeepBack and ClearLeft.
func (s *Store) LeftImported(workspace string) (Left, error) {
	l := Left{Past: Past{SessionID: importedPrefix + workspace, Workspace: workspace, Ended: true}, Imported: true}
	var worked, at int64
	err := s.db.QueryRow(`SELECT s.words, s.worked_at, s.imported_at, s.handed_to, `+heldAt+` FROM handoff_files s WHERE s.workspace = ? AND s.words <> ''`, workspace).
		Scan(&l.Words, &worked, &at, &l.HandedTo, &l.heldAt)
	if errors.Is(err, sql.ErrNoRows) {
		return l, ErrNoSession
	}
	if err != nil {
		return l, fmt.Errorf("read imported handoffs: %w", err)
	}
	l.StartedAt, l.LastAt, l.WordsAt, l.LastActive = fromMillis(worked), fromMillis(worked), fromMillis(worked), fromMillis(at)
	return l, nil
}

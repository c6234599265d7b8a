package sqlite

import (
	"context"
	"database/sql"
	"fmt"
)

// Snapshot is a read transaction: all its queries see one moment, and it keeps
// nobody from writing. It holds the database's one connection until it is
// closed.
type Snapshot struct {
	conn *sql.Conn
}

// Snapshot begins a read transaction. Transactions of database/sql would take
// the write lock, as every other transaction here wants it from its start.
func (db *DB) Snapshot() (*Snapshot, error) {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, fmt.Errorf("begin to read %s: %w", db.Path, err)
	}
	if _, err := conn.ExecContext(context.Background(), "BEGIN"); err != nil {
		_ = conn.Close()
		return nil, fmt.Errorf("begin to read %s: %w", db.Path, err)
	}
	return &Snapshot{conn}, nil
}

// Query runs a query inside the snapshot.
func (s *Snapshot) Query(query string, args ...any) (*sql.Rows, error) {
	return s.conn.QueryContext(context.Background(), query, args...)
}

// QueryRow runs a query of at most one row inside the snapshot.
func (s *Snapshot) QueryRow(query string, args ...any) *sql.Row {
	return s.conn.QueryRowContext(context.Background(), query, args...)
}

// Close ends the snapshot; closing it again does nothing.
func (s *Snapshot) Close() error {
	if s.conn == nil {
		return nil
	}
	conn := s.conn
	s.conn = nil
	_, err := conn.ExecContext(context.Background(), "ROLLBACK")
	if closed := conn.Close(); err == nil {
		err = closed
	}
	return err
}

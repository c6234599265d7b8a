package sqlite

import (
	"database/sql"
	"errors"
	"math"
	"strings"

	sqlite3 "github.com/mattn/go-sqlite3"
)

// gapsMax bounds how often the copy of a table looks for its next readable row.
const gapsMax = 10_000

// copyTables copies what can be read of every table, in one transaction. Rows
// that the migrations made give way to those of the damaged file. Foreign keys
// stay off: parents may be lost.
func copyTables(from, to *DB) ([]TableReport, error) {
	names, err := tableNames(to)
	if err != nil {
		return nil, err
	}
	if _, err := to.Exec("PRAGMA foreign_keys = OFF"); err != nil {
		return nil, err
	}
	tx, err := to.Begin()
	if err != nil {
		return nil, err
	}
	defer func() { _ = tx.Rollback() }() // after a commit this does nothing
	var reports []TableReport
	for _, name := range names {
		columns, err := columnNames(tx, name)
		if err != nil {
			return nil, err
		}
		c := tableCopy{from: from, to: tx, name: name, columns: columns, report: TableReport{Name: name}}
		if err := c.run(); err != nil {
			return nil, err
		}
		reports = append(reports, c.report)
	}
	return reports, tx.Commit()
}

func tableNames(db *DB) ([]string, error) {
	return queryStrings(db.Query(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`))
}

func columnNames(tx *sql.Tx, table string) ([]string, error) {
	return queryStrings(tx.Query(`SELECT name FROM pragma_table_info(?)`, table))
}

func queryStrings(rows *sql.Rows, err error) ([]string, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []string
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

// tableCopy copies one table along its rowid.
type tableCopy struct {
	from    *DB
	to      *sql.Tx
	name    string
	columns []string
	report  TableReport
}

// buffer is for one row: its rowid, then its columns.
func (c *tableCopy) buffer() []any {
	values := make([]any, len(c.columns)+1)
	for i := range values {
		values[i] = new(any)
	}
	return values
}

// run copies run after run of readable rows, and looks for the next readable
// row wherever one breaks off.
func (c *tableCopy) run() error {
	for after := int64(-1); ; { // rowids begin at 1
		last, readError, err := c.copyAfter(after)
		if err != nil || readError == nil {
			return err
		}
		c.report.Gaps++
		next, ok := c.nextReadable(last)
		if !ok || c.report.Gaps >= gapsMax {
			return nil
		}
		after = next
	}
}

// copyAfter copies rows with larger rowids until they end or cannot be read. It
// returns the last rowid seen.
func (c *tableCopy) copyAfter(after int64) (last int64, readError, err error) {
	list := strings.Join(c.columns, ", ")
	rows, readError := c.from.Query("SELECT rowid, "+list+" FROM "+c.name+" NOT INDEXED WHERE rowid > ? ORDER BY rowid", after)
	if readError != nil {
		return after, readError, nil
	}
	defer rows.Close()
	insert, err := c.to.Prepare("INSERT OR REPLACE INTO " + c.name + " (" + list + ") VALUES (?" + strings.Repeat(", ?", len(c.columns)-1) + ")")
	if err != nil {
		return after, nil, err
	}
	defer insert.Close()
	values := c.buffer()
	for last = after; rows.Next(); {
		if err := rows.Scan(values...); err != nil {
			return last, err, nil
		}
		id, ok := (*values[0].(*any)).(int64)
		if !ok || id <= last {
			return last, errors.New("rows out of order"), nil // else damage could lead in a circle
		}
		last = id
		if err := c.insert(insert, values[1:]); err != nil {
			return last, nil, err
		}
	}
	return last, rows.Err(), nil
}

// insert counts a row that the schema does not allow as refused.
func (c *tableCopy) insert(insert *sql.Stmt, values []any) error {
	_, err := insert.Exec(values...)
	switch {
	case err == nil:
		c.report.Kept++
		return nil
	case hasCode(err, sqlite3.ErrConstraint, sqlite3.ErrMismatch):
		c.report.Refused++
		return nil
	}
	return err
}

// nextReadable finds a rowid after which rows can be read again: it doubles the
// distance until one is found, then halves back, so that few good rows are
// skipped and few questions asked.
func (c *tableCopy) nextReadable(last int64) (int64, bool) {
	distance := int64(1)
	for ; !c.readable(last + distance); distance *= 2 {
		if distance > math.MaxInt64/4 || last+2*distance < last {
			return 0, false
		}
	}
	low, high := last+distance/2, last+distance
	for low+1 < high {
		if middle := low + (high-low)/2; c.readable(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// readable reports whether rows after this one can be read, or none are there.
// A row that does not come after it is damage: the copy would not get past it.
func (c *tableCopy) readable(after int64) bool {
	rows, err := c.from.Query("SELECT rowid, "+strings.Join(c.columns, ", ")+" FROM "+c.name+" NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT 1", after)
	if err != nil {
		return false
	}
	defer rows.Close()
	for rows.Next() {
		values := c.buffer()
		if err := rows.Scan(values...); err != nil {
			return false
		}
		if id, ok := (*values[0].(*any)).(int64); !ok || id <= after {
			return false
		}
	}
	return rows.Err() == nil
}

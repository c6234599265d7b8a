package feed

import (
	"maps"

	"github.com/ed-irl/impressionism/host/store/session"
)

// Limits of a cursor.
const (
	windowRows = 64   // below the last row that are looked at again: they may be taken back, and their ids given to others
	pageRows   = 256  // read beyond the window at a time
	knownRows  = 1000 // newest rows that are remembered, to go on where a file was replaced by its copy
	freshRows  = 64   // of a file that has nothing in common with the one before, the newest that count as new
)

// cursor knows which rows of one table were read. It goes by ids and by what stands beside
// them: a clock may jump, and the last id of a table is given anew once its row is gone.
type cursor struct {
	last  int64
	known map[int64]session.Row
}

// begin counts the rows, newest first, as read, and no others.
func (c *cursor) begin(rows []session.Row) {
	c.last, c.known = 0, map[int64]session.Row{}
	for _, row := range rows {
		c.known[row.ID] = row
		c.last = max(c.last, row.ID)
	}
}

// resume finds the place to go on from in another file, or after many rows went, by the
// newest rows, newest first: the last one that was read before. Where there is none, the file
// is another one, and only its newest rows are new.
func (c *cursor) resume(rows []session.Row) {
	at := min(len(rows), freshRows)
	for i, row := range rows {
		if c.known[row.ID] == row {
			at = i
			break
		}
	}
	c.begin(rows[at:])
}

// from is the id after which rows are read next.
func (c *cursor) from() int64 { return max(c.last-windowRows, 0) }

// lost reports whether the table no longer reaches to where rows were read, by the rows
// that were read after from.
func (c *cursor) lost(rows []session.Row) bool { return len(rows) == 0 && c.from() > 0 }

// compare returns which of the rows after from, by id, were not read yet, and which are gone
// that were.
func (c *cursor) compare(rows []session.Row) (fresh []int64, gone []session.Row) {
	there := map[int64]session.Row{}
	for _, row := range rows {
		there[row.ID] = row
		if c.known[row.ID] != row {
			fresh = append(fresh, row.ID)
		}
	}
	for id := c.from() + 1; id <= c.last; id++ {
		if row, known := c.known[id]; known && there[id] != row {
			gone = append(gone, row)
		}
	}
	return fresh, gone
}

// keep forgets the rows of other sessions than these.
func (c *cursor) keep(sessions map[string]bool) {
	maps.DeleteFunc(c.known, func(_ int64, row session.Row) bool { return !sessions[row.SessionID] })
}

// advance counts the rows after from as read, and forgets those that are gone.
func (c *cursor) advance(rows, gone []session.Row) {
	for _, row := range gone {
		delete(c.known, row.ID)
	}
	c.last = 0
	for _, row := range rows {
		c.known[row.ID] = row
		c.last = row.ID
	}
	if len(c.known) > 2*knownRows {
		maps.DeleteFunc(c.known, func(id int64, _ session.Row) bool { return id <= c.last-knownRows })
	}
}

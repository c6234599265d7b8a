package index

import (
	"database/sql"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Status describes the whole index, over all workspaces.
type Status struct {
	Items      map[string]int      `json:"items"` // by source
	Rejected   []catalog.Rejection `json:"rejected"`
	LeftOut    []catalog.LeftOut   `json:"left_out"` // workspaces with more items of their project than are looked at
	Waits      []catalog.Waiting   `json:"waits"`    // items of the workspace that the client lists once a file was touched
	Hidden     int                 `json:"hidden"`   // not for the model
	Passages   int                 `json:"passages"`
	Embedded   int                 `json:"embedded"` // passages with a vector
	Model      string              `json:"model,omitempty"`
	Generation int64               `json:"generation"`
	IndexedAt  int64               `json:"-"` // Unix milliseconds; 0: never
}

// Status counts.
func (x *Index) Status() (Status, error) {
	s := Status{Items: map[string]int{}, Rejected: []catalog.Rejection{}, LeftOut: []catalog.LeftOut{}}
	err := each(x.db, `SELECT i.source, i.path, i.reject_code, d.reject_why, i.hidden <> '' FROM items i JOIN details d USING (key) ORDER BY i.path`, func(rows *sql.Rows) error {
		var source, path, code, why string
		var hidden bool
		if err := rows.Scan(&source, &path, &code, &why, &hidden); err != nil {
			return err
		}
		switch {
		case code != "":
			s.Rejected = append(s.Rejected, catalog.Rejection{Path: path, Code: code, Reason: why})
		case hidden:
			s.Hidden++
		default:
			s.Items[source]++
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	err = each(x.db, `SELECT path, left_out FROM workspaces WHERE left_out > 0 ORDER BY path`, func(rows *sql.Rows) error {
		var left catalog.LeftOut
		err := rows.Scan(&left.Root, &left.Items)
		s.LeftOut = append(s.LeftOut, left)
		return err
	})
	if err != nil {
		return s, err
	}
	err = one(x.db.QueryRow(`SELECT COUNT(*), COUNT(vector), (SELECT COALESCE(MAX(indexed_at), 0) FROM items) FROM passages`),
		&s.Passages, &s.Embedded, &s.IndexedAt)
	if err != nil {
		return s, err
	}
	if s.Model, err = x.meta("model"); err != nil {
		return s, err
	}
	s.Generation, err = x.Generation()
	return s, err
}

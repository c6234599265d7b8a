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
	Embedded   int                 `json:"embedded"` // passages with a vector of Model
	Cards      CardCounts          `json:"cards"`    // counted apart: CardsOf
	Model      string              `json:"model,omitempty"`
	Generation int64               `json:"generation"`
	IndexedAt  int64               `json:"-"` // Unix milliseconds; 0: never
}

// CardCounts are of the items that the model may be told of, and of the cards that count
// for them now. A card is compared with prompts once it is made ready: by its words, and
// with a model by its meaning.
type CardCounts struct {
	Items     int `json:"items"`
	Own       int `json:"own"`        // items with a card of the user's
	Author    int `json:"author"`     // items with their author's alone
	ByWords   int `json:"by_words"`   // cards that are ready to be compared by words
	ByMeaning int `json:"by_meaning"` // cards that are ready to be compared by meaning, too
}

// Have is how many items have a card.
func (c CardCounts) Have() int { return c.Own + c.Author }

// Status counts all but cards.
func (x *Index) Status() (Status, error) {
	s := Status{Items: map[string]int{}, Rejected: []catalog.Rejection{}, LeftOut: []catalog.LeftOut{}}
	if x.db == nil {
		return s, errClosed
	}
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
	err = one(x.db.QueryRow(`SELECT COUNT(*), COUNT(v.id), (SELECT COALESCE(MAX(indexed_at), 0) FROM items)
		FROM passages p LEFT JOIN vectors v ON v.id = p.vector AND v.model = (`+modelQuery+`)`),
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

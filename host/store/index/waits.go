package index

import (
	"database/sql"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Waits returns the items of a listing that the client lists once a file was touched.
func (x *Index) Waits(listing catalog.Listing) ([]catalog.Waiting, error) {
	if x.db == nil {
		return nil, errClosed
	}
	hidden := map[string]string{}
	rows, err := x.db.Query(`SELECT path, hidden FROM items WHERE hidden <> '' AND path <> ''`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var path, why sql.NullString
		if err := rows.Scan(&path, &why); err != nil {
			return nil, err
		}
		hidden[path.String] = why.String
	}
	waits := []catalog.Waiting{}
	for _, entry := range listing.Entries {
		why := hidden[entry.Path]
		if what := entry.WaitsFor(why, nil); what != "" && (why == "" || catalog.Waits(why)) {
			waits = append(waits, catalog.Waiting{Kind: entry.Kind, ID: entry.ID, Path: entry.Path, For: what})
		}
	}
	return waits, rows.Err()
}

//go:build unix

package main

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// dumpState gives every row of state.db as text.
func dumpState(t *testing.T, environ []string) []string {
	a, _, _ := warmApp(environ, nil, 0)
	must(t, a.configure(""))
	db, err := sqlite.Open(a.paths.StateDB, sqlite.Options{ReadOnly: true})
	must(t, err)
	defer db.Close()
	var dump []string
	for _, table := range queryTexts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`) {
		columns := queryTexts(t, db, `SELECT group_concat('quote("' || name || '")', '||'',''||') FROM pragma_table_info('`+table+`')`)
		for _, row := range queryTexts(t, db, "SELECT "+strings.Join(columns, "")+" FROM "+table+" ORDER BY 1") {
			dump = append(dump, table+": "+row)
		}
	}
	if len(dump) < 30 {
		t.Errorf("state.db has %d rows only", len(dump))
	}
	return dump
}

func queryTexts(t *testing.T, db *sqlite.DB, query string) []string {
	rows, err := db.Query(query)
	must(t, err)
	defer rows.Close()
	var texts []string
	for rows.Next() {
		var text string
		must(t, rows.Scan(&text))
		texts = append(texts, text)
	}
	must(t, rows.Err())
	return texts
}

// Package sqlitetest damages databases, for tests: a value in a column that its
// declaration rules out, or bytes of a page.
package sqlitetest

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// values are what a damaged column holds: of another type, or of the right one.
var values = []string{"NULL", "X'00ff'", "'damaged'", "'{\"a\":['", "-1", "9223372036854775807", "1.5", "''"}

// Damage is a value in all rows of a column.
type Damage struct{ table, column, value string }

func (d Damage) String() string { return fmt.Sprintf("%s.%s = %s", d.table, d.column, d.value) }

// Columns are all damages of the columns of a file's own tables; of full text that
// SQLite keeps in tables, of these too.
func Columns(tb testing.TB, path string) (all []Damage) {
	tb.Helper()
	db := open(tb, path)
	defer db.Close()
	rows, err := db.Query(`SELECT m.name, c.name FROM sqlite_schema m, pragma_table_xinfo(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite\_%' ESCAPE '\' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY m.name, c.cid`)
	check(tb, err)
	defer rows.Close()
	for rows.Next() {
		d := Damage{}
		check(tb, rows.Scan(&d.table, &d.column))
		for _, d.value = range values {
			all = append(all, d)
		}
	}
	check(tb, rows.Err())
	return all
}

// Named is one of Columns, by what its String gives.
func Named(tb testing.TB, path, name string) Damage {
	tb.Helper()
	for _, damage := range Columns(tb, path) {
		if damage.String() == name {
			return damage
		}
	}
	tb.Fatalf("there is no damage %q", name)
	return Damage{}
}

// Do damages a file that nobody has open. A value that not even a damaged table can
// have, as two rows would be one, leaves it as it is.
func (d Damage) Do(tb testing.TB, path string) {
	tb.Helper()
	db := open(tb, path)
	defer db.Close()
	for _, statement := range []string{
		`PRAGMA foreign_keys = OFF`, `PRAGMA writable_schema = ON`, `CREATE TEMP TABLE kept AS SELECT name, sql FROM sqlite_schema`,
		`UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT', ')'), ', WITHOUT ROWID', ' WITHOUT ROWID'), 'NOT NULL', '') WHERE type = 'table'`,
		`PRAGMA writable_schema = RESET`,
	} {
		_, err := db.Exec(statement)
		check(tb, err)
	}
	if _, err := db.Exec(`PRAGMA ignore_check_constraints = ON`); err != nil {
		tb.Fatal(err)
	}
	_, _ = db.Exec(fmt.Sprintf(`UPDATE OR IGNORE %q SET %q = %s`, d.table, d.column, d.value))
	for _, statement := range []string{
		`PRAGMA writable_schema = ON`, `UPDATE sqlite_schema SET sql = (SELECT k.sql FROM kept k WHERE k.name = sqlite_schema.name) WHERE sql IS NOT NULL`,
		`PRAGMA writable_schema = RESET`,
	} {
		_, err := db.Exec(statement)
		check(tb, err)
	}
	check(tb, db.EmptyLog())
}

// Page writes random bytes to a random place of a file that nobody has open.
func Page(tb testing.TB, path string, random *rand.Rand) {
	tb.Helper()
	db := open(tb, path)
	check(tb, db.EmptyLog())
	check(tb, db.Close())
	data, err := os.ReadFile(path)
	check(tb, err)
	at := random.IntN(len(data))
	for i := range min(1+random.IntN(1024), len(data)-at) {
		data[at+i] = byte(random.Uint32())
	}
	check(tb, os.WriteFile(path, data, 0o600))
}

// Runs is how many damages of a kind a test tries: few, or as many as
// IMPRESSIONISM_TEST_DAMAGES asks for.
func Runs(few int) int {
	if runs, err := strconv.Atoi(os.Getenv("IMPRESSIONISM_TEST_DAMAGES")); err == nil {
		return runs
	}
	return few
}

func open(tb testing.TB, path string) *sqlite.DB {
	tb.Helper()
	db, err := sqlite.Open(path, sqlite.Options{})
	check(tb, err)
	return db
}

func check(tb testing.TB, err error) {
	tb.Helper()
	if err != nil {
		tb.Fatal(err)
	}
}

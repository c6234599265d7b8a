package index

import (
	"database/sql"
	"encoding/json"
	"errors"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// scope is a root from which listings have items of a pool. The keys of its items are one
// range, so that each table is asked for the rows of a listing's scopes alone:
// what lies elsewhere costs nothing, however much it is. See RATIONALE.md, "Why
// are there two databases?".
type scope struct {
	id         int64
	model      string
	generation int64
	cards      string
}

// scopeBits leave room for 16 million keys in a scope, and scopesMax for as many
// scopes as have a range.
const (
	scopeBits = 24
	scopesMax = 1<<(63-scopeBits) - 1
)

func (s scope) first() int64 { return s.id << scopeBits }

func (s scope) last() int64 { return (s.id+1)<<scopeBits - 1 }

func scopeOf(key int64) int64 { return key >> scopeBits }

// eachScope and inScope bound a column by the scopes whose ids the first json_each of a
// query has, as s: the range of one after the other is looked up in an index.
const (
	eachScope = `json_each(?) AS s CROSS JOIN `
	inScope   = ` BETWEEN s.value << 24 AND (s.value + 1 << 24) - 1`
)

// origin is where items of a pool come from.
type origin struct{ root, pool string }

// scopes are those of a listing that the index has.
type scopes map[origin]scope

// of returns those of a pool.
func (s scopes) of(pool string) scopes {
	found := scopes{}
	for at, one := range s {
		if at.pool == pool {
			found[at] = one
		}
	}
	return found
}

// ids are a query's argument for eachScope.
func (s scopes) ids() string {
	ids := make([]int64, 0, len(s))
	for _, one := range s {
		ids = append(ids, one.id)
	}
	slices.Sort(ids)
	encoded, err := json.Marshal(ids)
	if err != nil {
		panic(err) // numbers always encode
	}
	return string(encoded)
}

// has reports whether a key is of one of the scopes.
func (s scopes) has(key int64) bool {
	for _, one := range s {
		if one.id == scopeOf(key) {
			return true
		}
	}
	return false
}

// place is an item as one root leads to it: another root may have another of its name,
// or allow its file other links. Two sessions of a workspace may list different files
// under one ref, as skills of folders below it.
type place struct {
	root string
	ref  abi.Ref
	path string // empty: the item is no file
}

func placeOf(entry catalog.Entry) place { return place{entry.Root, entry.Ref(), entry.Path} }

// asker is what questions are put to: the file, one moment of it, a transaction.
type asker interface {
	Query(query string, args ...any) (*sql.Rows, error)
	QueryRow(query string, args ...any) *sql.Row
}

func readScopes(db asker, listing catalog.Listing, pools catalog.Pools) (scopes, error) {
	found := scopes{}
	asked := map[origin]bool{}
	for _, entry := range listing.Entries {
		at := origin{entry.Root, pools.Of(entry.Kind)}
		if asked[at] {
			continue
		}
		asked[at] = true
		var s scope
		err := one(db.QueryRow(scopeQuery, at.root, at.pool), &s.id, &s.model, &s.generation, &s.cards)
		if isNone(err) {
			continue
		}
		if err == nil && (s.id < 1 || s.id > scopesMax) {
			err = sqlite.Unreadable(errScope)
		}
		if err != nil {
			return nil, err
		}
		found[at] = s
	}
	return found, nil
}

var errScope = errors.New("a scope has no range of keys")

const scopeQuery = `SELECT id, model, generation, cards FROM scopes WHERE root = ? AND pool = ?`

// each reads all rows of a query.
func each(db asker, query string, scan func(*sql.Rows) error, args ...any) error {
	rows, err := db.Query(query, args...)
	if err != nil {
		return sqlite.Unreadable(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return sqlite.Unreadable(err)
		}
	}
	return sqlite.Unreadable(rows.Err())
}

// one reads a row.
func one(row *sql.Row, into ...any) error { return sqlite.Unreadable(row.Scan(into...)) }

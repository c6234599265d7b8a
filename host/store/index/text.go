package index

import (
	"cmp"
	"database/sql"
	"slices"
	"strings"
)

// snippetWords is how many words around a match are shown.
const snippetWords = 16

// textTermsMax bounds a full-text query.
const textTermsMax = 32

// TextHit is an item whose text contains a query's words.
type TextHit struct {
	Key     int64
	Snippet string // the passage of the match, matches between « and »
}

// The range of rows bounds what FTS5 reads. A snippet takes longer than all else of a row, and
// is read of the best alone.
const (
	textQuery    = `SELECT rowid, bm25(texts, 4, 2, 2, 1) FROM texts WHERE texts MATCH ? AND rowid BETWEEN ? AND ?`
	snippetQuery = `SELECT snippet(texts, -1, '«', '»', '…', ?) FROM texts WHERE texts MATCH ? AND rowid = ?`
)

// Text finds items of some kinds, or of all, by full text, prefixes included, best first:
// it sees whole bodies, where Search sees their beginnings.
func (v *View) Text(query string, kinds []string, limit int) ([]TextHit, error) {
	match := matchExpression(query)
	if match == "" || limit < 1 {
		return nil, nil
	}
	type ranked struct {
		key  int64
		rank float64
	}
	var hits []ranked
	for _, scope := range v.scopes {
		err := each(v.tx, textQuery, func(rows *sql.Rows) error {
			var hit ranked
			err := rows.Scan(&hit.key, &hit.rank)
			if at, ok := v.position[hit.key]; ok && wanted(kinds, v.items[at].ref.Kind) {
				hits = append(hits, hit)
			}
			return err
		}, match, scope.first(), scope.last())
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(hits, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.key, b.key)) })
	var texts []TextHit
	for _, hit := range hits[:min(limit, len(hits))] {
		text := TextHit{Key: hit.key}
		if err := one(v.tx.QueryRow(snippetQuery, snippetWords, match, hit.key), &text.Snippet); err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// matchExpression quotes every word, so that a query cannot use FTS5's own
// syntax, and asks for any of them, the last as a prefix.
func matchExpression(query string) string {
	words := strings.FieldsFunc(query, func(r rune) bool {
		return r == '"' || r <= ' ' || strings.ContainsRune(".,;:!?()[]{}<>", r)
	})
	words = words[:min(len(words), textTermsMax)]
	if len(words) == 0 {
		return ""
	}
	return `"` + strings.Join(words, `" OR "`) + `"*`
}

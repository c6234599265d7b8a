package index

import "strings"

// snippetWords is how many words around a match are shown.
const snippetWords = 16

// textTermsMax bounds a full-text query.
const textTermsMax = 32

// TextHit is an item whose text has a query's words.
type TextHit struct {
	Key     int64
	Snippet string // the passage of the match, matches between « and »
}

// Text finds items by full text, prefixes included, best first: it sees whole
// bodies, where Search sees their beginnings.
func (v *View) Text(query string, limit int) ([]TextHit, error) {
	match := matchExpression(query)
	if match == "" || limit < 1 {
		return nil, nil
	}
	rows, err := v.tx.Query(`SELECT rowid, snippet(texts, -1, '«', '»', '…', ?) FROM texts
		WHERE texts MATCH ? ORDER BY bm25(texts, 4, 2, 2, 1), rowid`, snippetWords, match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var hits []TextHit
	for rows.Next() && len(hits) < limit {
		var hit TextHit
		if err := rows.Scan(&hit.Key, &hit.Snippet); err != nil {
			return nil, err
		}
		if _, ok := v.position[hit.Key]; ok {
			hits = append(hits, hit)
		}
	}
	return hits, rows.Err()
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

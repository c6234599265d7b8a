package index

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/rank"
)

// posted is a posting of an item that is not inserted yet.
type posted struct {
	term    string
	key, tf int64
}

// postingsPerInsert is how many postings one statement inserts: an item has a hundred.
const postingsPerInsert = 64

const insertPosting = `INSERT INTO postings (term, item, tf) VALUES (?,?,?)`

var insertPostings = insertPosting + strings.Repeat(`,(?,?,?)`, postingsPerInsert-1)

// post notes the postings of an item.
func (w *writer) post(key int64, weighted rank.Weighted) {
	for term, tf := range weighted.Terms {
		w.postings = append(w.postings, posted{term, key, int64(tf)})
	}
}

// insertPostings stores what was noted, in the order of the table: most terms are of
// many items, whose postings are then on one page.
func (w *writer) insertPostings() error {
	slices.SortFunc(w.postings, func(a, b posted) int { return cmp.Or(strings.Compare(a.term, b.term), cmp.Compare(a.key, b.key)) })
	args := make([]any, 0, 3*postingsPerInsert)
	for part := range slices.Chunk(w.postings, postingsPerInsert) {
		if len(part) < postingsPerInsert {
			for _, p := range part {
				if _, err := w.tx.Exec(insertPosting, p.term, p.key, p.tf); err != nil {
					return err
				}
			}
			continue
		}
		args = args[:0]
		for _, p := range part {
			args = append(args, p.term, p.key, p.tf)
		}
		if _, err := w.tx.Exec(insertPostings, args...); err != nil {
			return err
		}
	}
	w.postings = w.postings[:0]
	return nil
}

// sumOfWords is what wordsQuery returns for an item with these terms. It is not ok for
// terms that SQLite may see otherwise.
func sumOfWords(terms map[string]int) (sum int64, ok bool) {
	for term, tf := range terms {
		if term == "" || !utf8.ValidString(term) || strings.IndexByte(term, 0) >= 0 {
			return 0, false
		}
		first, _ := utf8.DecodeRuneInString(term)
		last, _ := utf8.DecodeLastRuneInString(term)
		sum += int64(tf) * (int64(utf8.RuneCountInString(term))*1000003 + int64(first)*31 + int64(last))
	}
	return sum, true
}

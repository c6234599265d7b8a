package index

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure results come in the order of the work, whichever is done first, and that no more
// work is done ahead than allowed.
func TestAhead(t *testing.T) {
	var list []int
	for i := range 200 {
		list = append(list, i)
	}
	var begun atomic.Int64
	release := make(chan struct{})
	a := startAhead(list, 4, 8, func(i int) int {
		begun.Add(1)
		if i == 0 {
			<-release
		}
		return 2 * i
	})
	if _, ok := a.takeReady(); ok {
		t.Error("took a result that is not there")
	}
	close(release)
	for i := range 100 {
		if got, ok := a.take(); !ok || got != 2*i {
			t.Fatalf("result %d: got %d, %t", i, got, ok)
		}
	}
	a.stop()
	if n := begun.Load(); n < 100 || n > 100+8+4+2 {
		t.Errorf("100 results were taken of 200, but %d made", n)
	}
}

// Ensure all results are taken, then none, and that a panic reaches who takes the result.
func TestAheadEnds(t *testing.T) {
	a := startAhead([]int{1, 2, 3}, 2, 8, func(i int) int {
		if i == 2 {
			panic("two")
		}
		return i
	})
	defer a.stop()
	if got, ok := a.take(); got != 1 || !ok {
		t.Errorf("got %d, %t", got, ok)
	}
	func() {
		defer func() {
			if reason := recover(); reason != "two" {
				t.Errorf("got panic %v", reason)
			}
		}()
		a.take()
	}()
	if got, ok := a.take(); got != 3 || !ok {
		t.Errorf("got %d, %t", got, ok)
	}
	if _, ok := a.take(); ok {
		t.Error("there is a result after the last one")
	}
	if _, ok := a.takeReady(); ok {
		t.Error("there is a ready result after the last one")
	}
}

// contents are all rows that a search reads, but for the times.
func (s *shelf) contents() string {
	var all strings.Builder
	for _, query := range []string{
		`SELECT key || ' ' || id || ' ' || length || ' ' || words FROM items ORDER BY key`,
		`SELECT term || ' ' || item || ' ' || tf FROM postings ORDER BY term, item`,
		`SELECT item || ' ' || n || ' ' || hex(p.hash) || t.text || ' ' || coalesce(p.vector, '') || hex(coalesce(v.vector, ''))
			FROM passages p JOIN passage_texts t ON t.hash = p.hash LEFT JOIN vectors v ON v.id = p.vector ORDER BY item, n`,
		`SELECT rowid || name || description || body FROM texts ORDER BY rowid`,
	} {
		rows, err := s.index.db.Query(query)
		if err != nil {
			s.tb.Fatal(err)
		}
		for rows.Next() {
			var row string
			if err := rows.Scan(&row); err != nil {
				s.tb.Fatal(err)
			}
			fmt.Fprintln(&all, row)
		}
		if err := rows.Err(); err != nil {
			s.tb.Fatal(err)
		}
		_ = rows.Close()
	}
	return all.String()
}

// Ensure an index that many goroutines make has the same rows as one that is made file by
// file, and that its sums are right.
func TestRefreshIsTheSameInParallel(t *testing.T) {
	var made [2]string
	for i, workers := range []int{1, 4} {
		s := newShelf(t)
		for n := range 70 {
			s.put(fmt.Sprintf("skill-%03d", n), fmt.Sprintf("Schreibe Прозу 日本語 and naïve topic%d", n%9))
			if i == 0 {
				s.refresh(false, Options{})
			}
		}
		sources := s.sources(true)
		sources.Workers = workers
		if _, err := s.index.Refresh(context.Background(), s.listing(), sources, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := s.index.Check(); err != nil {
			t.Error(err)
		}
		made[i] = s.contents()
	}
	if made[0] != made[1] || !strings.Contains(made[0], "topic8") {
		t.Errorf("got other rows:\n%.600s\nwant\n%.600s", made[1], made[0])
	}
}

// Ensure the sum of an item's words is what SQLite adds up, or is left to SQLite.
func TestSumOfWords(t *testing.T) {
	s := newShelf(t)
	for _, terms := range []map[string]int{
		{"write": 3, "ß": 1, "прозу": 2, "日本": 7, "😀x": 1},
		{"nul\x00in": 1},
		{"bad\xff": 1},
		{"": 1},
	} {
		err := s.index.write(func(tx *sql.Tx) error {
			w := &writer{tx: tx}
			w.post(1, rank.Weighted{Terms: terms})
			if err := w.insertPostings(); err != nil {
				return err
			}
			var want int64
			if err := one(tx.QueryRow(wordsQuery, 1), &want); err != nil {
				return err
			}
			if got, ok := sumOfWords(terms); ok && got != want || ok != (len(terms) > 1) {
				t.Errorf("%v: got %d, %t, want %d", terms, got, ok, want)
			}
			_, err := tx.Exec(`DELETE FROM postings`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

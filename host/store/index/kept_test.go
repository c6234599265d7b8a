package index

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/rank"
)

// Ensure a view that keeps postings finds what one finds that reads each when it is asked, whether
// it has few, which are read at once, or many.
func TestKeptPostingsAreTheSame(t *testing.T) {
	for _, c := range []struct {
		skills int
		whole  bool
	}{{3, true}, {41, false}} {
		s := newShelf(t)
		for n := range c.skills {
			var words strings.Builder
			for word := range 100 {
				fmt.Fprintf(&words, "w%dq%d ", word, word*n%7)
			}
			s.put(fmt.Sprintf("skill-%02d", n), fmt.Sprintf("Write database migrations, topic%d\n%s", n, &words))
		}
		s.refresh(true, Options{})
		if stored := s.rows(`SELECT COUNT(*) FROM postings`); stored <= wholePostingsMax != c.whole {
			t.Fatalf("%d skills have %d postings", c.skills, stored)
		}
		view := s.view()
		texts := []string{"write a database migration", "w5q0 w5q3 topic2", "topic1", "write a migration of topic2", "nothing of it", "topic1"}
		search := func() (found [][]Hit) {
			for _, text := range texts {
				hits, err := view.Search(Query{Query: rank.Prompt(text)})
				if err != nil {
					t.Fatal(err)
				}
				found = append(found, hits)
			}
			return found
		}
		want := search()
		view.KeepPostings()
		for i, got := range search() {
			if !reflect.DeepEqual(got, want[i]) {
				t.Errorf("%d skills, %q: got %d hits, want %d, or others:\n%.600v\n%.600v", c.skills, texts[i], len(got), len(want[i]), got, want[i])
			}
		}
		if part := view.parts[0]; part.whole != c.whole {
			t.Errorf("%d skills: all postings were read: %v", c.skills, part.whole)
		}
	}
}

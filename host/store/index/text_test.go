package index

import "testing"

// FuzzText ensures that no query can break out of its quotes into FTS5's syntax.
func FuzzText(f *testing.F) {
	for _, query := range []string{"", "database", `"`, `a" OR "b`, "NEAR(a b)", "col:x", "a*", "-x", "日本語", "\x00", "AND", "((("} {
		f.Add(query)
	}
	s := newShelf(f)
	s.put("migrations", "Write database migrations")
	s.refresh(false, Options{})
	view := s.view()
	f.Fuzz(func(t *testing.T, query string) {
		if _, err := view.Text(query, nil, 10); err != nil {
			t.Errorf("query %q: %v", query, err)
		}
	})
}

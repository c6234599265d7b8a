package places

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/rank/place"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// rows counts the rows of a table.
func rows(tb testing.TB, s *Store, table string) (n int) {
	tb.Helper()
	must(tb, s.db.QueryRow("SELECT count(*) FROM "+table).Scan(&n))
	return n
}

func known(f FileText) FileText {
	f.Content = nil
	return f
}

// Ensure a second worktree of the same sources adds only rows of files and its list of them,
// and that a rename adds a path and no text.
func TestShared(t *testing.T) {
	s := openNew(t)
	a, b := source("x/a.go", "A: words of one"), source("b.go", "B: words of another")
	apply(t, s, "/one", a, b)
	count := func() string {
		return fmt.Sprint(rows(t, s, "texts"), rows(t, s, "place_segments"), rows(t, s, "blocks"), rows(t, s, "paths"))
	}
	before := count()
	keys, err := s.Known([]Key{a.Key, b.Key, {Language: "go"}})
	must(t, err)
	if keys[a.Key] != 1 || keys[b.Key] != 1 || len(keys) != 2 {
		t.Errorf("known: got %v", keys)
	}
	if done := apply(t, s, "/two", known(a), known(b)); done.Texts != 0 || len(done.Missing) != 0 {
		t.Errorf("second worktree: got %+v", done)
	}
	if count() != before || rows(t, s, "files") != 4 {
		t.Errorf("second worktree: got %s, want %s", count(), before)
	}
	moved := known(a)
	moved.Path = "y/c.go"
	_, err = s.Apply("/two", Changes{At: moment, Upsert: []FileText{moved}, Delete: []string{"x/a.go"}})
	must(t, err)
	if rows(t, s, "texts") != 2 || rows(t, s, "blocks") != 1 {
		t.Errorf("rename: got %s", count())
	}
	for root, want := range map[string]string{"/one": "x/a.go:1 A", "/two": "y/c.go:1 A"} {
		if got := search(t, s, root, "one", Filter{}); got != want {
			t.Errorf("%s: got %s, want %s", root, got, want)
		}
	}
	lost := FileText{Path: "z.go", Key: Key{Hash: Hash{1}, Language: "go"}}
	if done := apply(t, s, "/two", lost); !slices.Equal(done.Missing, []string{"z.go"}) {
		t.Errorf("unknown text without content: got %+v", done)
	}
}

// Ensure copies of a text in one worktree are found each by its own path.
func TestCopies(t *testing.T) {
	s := openNew(t)
	a := source("alpha/a.go", "A: same words\nB: other words")
	b, c := known(a), known(a)
	b.Path, c.Path = "beta/a.go", "gamma/a_test.go"
	apply(t, s, "/r", a, source("mid.go", "M: nothing"), b, c)
	if got, want := search(t, s, "/r", "beta same", Filter{}), "beta/a.go:1 A, beta/a.go:2 B, alpha/a.go:1 A, gamma/a_test.go:1 A"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := search(t, s, "/r", "same", Filter{Path: func(path string) bool { return strings.HasPrefix(path, "beta") }}), "beta/a.go:1 A"; got != want {
		t.Errorf("filtered: got %s, want %s", got, want)
	}
}

// Ensure no changes write not one byte, nor does any way of reading.
func TestNothingWritten(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/r", source("a.go", "A: words"))
	must(t, s.Close())
	look := func() string {
		data, err := os.ReadFile(s.path)
		must(t, err)
		info, err := os.Stat(s.path)
		must(t, err)
		log, _ := os.ReadFile(s.path + "-wal")
		return fmt.Sprint(HashOf(data), info.ModTime(), HashOf(log))
	}
	before := look()
	s = openTest(t, s.path)
	for range 2 {
		apply(t, s, "/r")
		_, err := s.Files("/r")
		must(t, err)
		_, err = s.Status()
		must(t, err)
		_, err = s.Without("/r", "m", 10)
		must(t, err)
		must(t, s.PutVectors("m", nil))
		search(t, s, "/r", "words", Filter{})
	}
	must(t, s.Close())
	if after := look(); after != before {
		t.Errorf("got %s, want %s", after, before)
	}
}

// Ensure the places of a text are returned as they were cut, and what it imports by its key, while
// a file has it.
func TestText(t *testing.T) {
	s := openNew(t)
	f := source("a.go", "A: words\nT.B: more")
	f.Content.Imports, f.Content.GitBlob = []string{"fmt", "a\nb"}, "0123"
	apply(t, s, "/r", f)
	imports, blob, err := s.Origin(f.Key)
	must(t, err)
	if want := []string{"fmt", "a b"}; !slices.Equal(imports, want) || blob != "0123" {
		t.Errorf("got %q, %q; want %q", imports, blob, want)
	}
	lacking, err := s.Without("/r", "m", 10)
	must(t, err)
	var got []code.Place
	for _, l := range lacking {
		got = append(got, l.Place)
	}
	if !reflect.DeepEqual(got, f.Content.Places) {
		t.Errorf("got %+v, want %+v", got, f.Content.Places)
	}
	f.Version = "2"
	if imports, blob, err := s.Origin(f.Key); imports != nil || blob != "" || err != nil {
		t.Errorf("of another cut: %q, %q, %v", imports, blob, err)
	}
}

// Ensure a content that no cut makes is refused before anything is written, and does not pass for
// damage of the file, for which an index would be thrown away.
func TestBadContent(t *testing.T) {
	s := openNew(t)
	for name, change := range map[string]func(*FileText){
		"too many places": func(f *FileText) {
			*f = source("a.go", strings.Repeat("A: word\n", placesPerTextMax+1))
		},
		"no sums":         func(f *FileText) { f.Content.Sums = nil },
		"a long language": func(f *FileText) { f.Key.Language = code.Language(strings.Repeat("x", languageBytesMax+1)) },
	} {
		bad := source("a.go", "A: one")
		change(&bad)
		if _, err := s.Apply("/r", Changes{At: moment, Upsert: []FileText{source("b.go", "B: two"), bad}}); err == nil || IsDamaged(err) || !strings.Contains(err.Error(), "a.go") {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if n := rows(t, s, "worktrees"); n != 0 {
		t.Errorf("%d worktrees were written", n)
	}
}

// Ensure searches and writers of one process may share a store, and that a closed one says so.
func TestShare(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/r", batch(0)...)
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 10 {
				if i == 0 {
					if _, err := s.Apply("/r", Changes{At: moment, Upsert: batch(n)}); err != nil {
						t.Error(err)
					}
					continue
				}
				hits, err := s.Search(Search{Root: "/r", Query: place.ParseQuery("common"), Recipe: place.Default()})
				if err == nil {
					err = whole(hits)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	must(t, s.Close())
	_, err := s.Search(Search{Root: "/r", Recipe: place.Default()})
	_, failed := s.Apply("/r", Changes{Upsert: batch(1)})
	if !errors.Is(err, errClosed) || !errors.Is(failed, errClosed) {
		t.Errorf("closed: got %v, %v", err, failed)
	}
}

// Ensure what Apply stored is what Files returns, and that a file whose content stayed keeps
// the time of its change.
func TestFiles(t *testing.T) {
	s := openNew(t)
	f := source("a.go", "A: words")
	apply(t, s, "/r", f)
	f.ModTime, f.Size, f.Inode = 99, 98, 1<<63+97
	_, err := s.Apply("/r", Changes{At: moment.Add(time.Hour), Upsert: []FileText{known(f)}})
	must(t, err)
	files, err := s.Files("/r")
	must(t, err)
	want := File{Path: "a.go", Stat: f.Stat, Hash: f.Hash, Language: "go", Version: "1", Changed: time.Unix(moment.Unix(), 0)}
	if len(files) != 1 || files["a.go"] != want {
		t.Errorf("got %+v, want %+v", files, want)
	}
	_, err = s.Apply("/r", Changes{At: moment, Delete: []string{"a.go", "never.go"}})
	must(t, err)
	files, err = s.Files("/r")
	must(t, err)
	want.Deleted = time.Unix(moment.Unix(), 0)
	if files["a.go"] != want {
		t.Errorf("deleted: got %+v, want %+v", files, want)
	}
}

func embedded(line string, vector ...float32) Embedded { return Embedded{SumOf(line), vector} }

// Ensure vectors hang on the text of a place: an edit beside it and a rename leave it its own,
// and the latest changed files are first among those that lack some.
func TestVectors(t *testing.T) {
	s := openNew(t)
	early, late := source("a.go", "A: one\nB: two"), source("b.go", "C: three\nD: two")
	late.ModTime++
	apply(t, s, "/r", early, late)
	lacking := func() string {
		t.Helper()
		all, err := s.Without("/r", "m", 10)
		must(t, err)
		var names []string
		for _, l := range all {
			names = append(names, l.File.Path+" "+l.Symbol)
		}
		return strings.Join(names, ", ")
	}
	if got, want := lacking(), "b.go C, b.go D, a.go A, a.go B"; got != want {
		t.Errorf("at first: got %s, want %s", got, want)
	}
	must(t, s.PutVectors("m", []Embedded{embedded("A: one", 1, 0), embedded("B: two", 0, 1), embedded("C: three", .6, -.8)}))
	must(t, s.PutVectors("m", []Embedded{embedded("A: one", 0, 1)}))
	if got, want := lacking(), "b.go D"; got != want {
		t.Errorf("later: got %s, want %s", got, want)
	}
	edited := source("moved.go", "A: one\nB: two, edited")
	_, err := s.Apply("/r", Changes{At: moment, Upsert: []FileText{edited}, Delete: []string{"a.go"}})
	must(t, err)
	if got, want := lacking(), "b.go D, moved.go B"; got != want {
		t.Errorf("after an edit: got %s, want %s", got, want)
	}
	vectors, err := vectorsOf(s, "m", []Sum{SumOf("A: one"), SumOf("C: three"), SumOf("never")})
	must(t, err)
	if len(vectors) != 2 || !near2(vectors[SumOf("A: one")], 1, 0) || !near2(vectors[SumOf("C: three")], .6, -.8) {
		t.Errorf("got %v", vectors)
	}
	hits, err := s.Search(Search{Root: "/r", Query: place.ParseQuery("edited"), Recipe: place.Default(), Model: "m", Vector: []float32{1, 0}})
	must(t, err)
	var got []string
	for _, h := range hits.Hits {
		got = append(got, fmt.Sprintf("%s %.1f", h.Symbol, h.Cosine))
	}
	if want := []string{"B NaN", "A 1.0", "C 0.6"}; !slices.Equal(got, want) {
		t.Errorf("search by meaning: got %v, want %v", got, want)
	}
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		if s.PutVectors("m", []Embedded{embedded("x", bad, 1)}) == nil {
			t.Errorf("%v was stored", bad)
		}
	}
}

func near2(got []float32, want ...float32) bool {
	return slices.EqualFunc(got, want, func(a, b float32) bool { return math.Abs(float64(a-b)) < .01 })
}

func always(string) bool { return true }

// Ensure a deleted file is hidden at once and can be restored, until it is compacted; and that
// only then its vectors go.
func TestDeleted(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/r", source("a/x.go", "A: one"), source("a/y.go", "B: one"), source("b.go", "C: one"))
	must(t, s.PutVectors("m", []Embedded{embedded("A: one", 1), embedded("C: one", 1)}))
	gone := func() {
		_, err := s.Apply("/r", Changes{At: moment, Delete: []string{"a/x.go", "a/y.go"}})
		must(t, err)
	}
	gone()
	if got, want := search(t, s, "/r", "one", Filter{}), "b.go:1 C"; got != want {
		t.Errorf("hidden: got %s, want %s", got, want)
	}
	if restored, err := s.Restore("/r", func(string) bool { return false }, "a/"); err != nil || len(restored) > 0 {
		t.Errorf("restored what is there: got %v, %v", restored, err)
	}
	restored, err := s.Restore("/r", always, "a/")
	must(t, err)
	if want := []string{"a/x.go", "a/y.go"}; !slices.Equal(restored, want) {
		t.Errorf("restored: got %v, want %v", restored, want)
	}
	if got, want := search(t, s, "/r", "one", Filter{}), "a/x.go:1 A, a/y.go:1 B, b.go:1 C"; got != want {
		t.Errorf("restored: got %s, want %s", got, want)
	}
	if again, err := s.Restore("/r", always, "a/"); err != nil || len(again) > 0 {
		t.Errorf("restored twice: got %v, %v", again, err)
	}
	gone()
	if due, err := s.Due(moment); err != nil || due {
		t.Errorf("due just now: got %v, %v", due, err)
	}
	if due, err := s.Due(moment.Add(2 * compactPause)); err != nil || !due {
		t.Errorf("due with two of three dead: got %v, %v", due, err)
	}
	must(t, s.Compact(context.Background(), moment.Add(restorable)))
	if restored, err := s.Restore("/r", always, "a"); err != nil || len(restored) > 0 {
		t.Errorf("after compaction: got %v, %v", restored, err)
	}
	status, err := s.Status()
	must(t, err)
	if status.DeadPlaces != 0 || status.Places != 1 || status.Vectors["m"] != 1 || status.Texts != 1 || rows(t, s, "paths") != 1 {
		t.Errorf("after compaction: got %+v", status)
	}
	if due, err := s.Due(moment.Add(365 * 24 * time.Hour)); err != nil || due {
		t.Errorf("due with nothing dead: got %v, %v", due, err)
	}
	if got, want := search(t, s, "/r", "one", Filter{}), "b.go:1 C"; got != want {
		t.Errorf("after compaction: got %s, want %s", got, want)
	}
}

// Ensure that of a forgotten file nothing is left in the bytes of the database and its log, and
// that another file with a part of it keeps that.
func TestForget(t *testing.T) {
	s := openNew(t)
	var others []FileText
	for i := range 300 {
		others = append(others, source(fmt.Sprintf("other%d.go", i), fmt.Sprintf("Other%d: filler number%d", i, i)))
	}
	apply(t, s, "/r", others...)
	secret := source("deep/zanzibarpath.go", "Quixotic: xylophonist plugh")
	secret.Content.Imports, secret.Content.Windows = []string{"mandolinimport"}, "broken at bassoon"
	apply(t, s, "/r", secret)
	apply(t, s, "/q", known(secret))
	apply(t, s, "/r", others[:100]...)
	inFile := func() (left []string) {
		for _, suffix := range []string{"", "-wal"} {
			data, _ := os.ReadFile(s.path + suffix)
			for _, word := range []string{"zanzibar", "quixot", "Quixot", "xylophon", "plugh", "mandolin", "bassoon", string(secret.Hash[:])} {
				if bytes.Contains(data, []byte(word)) {
					left = append(left, word)
				}
			}
		}
		return left
	}
	if len(inFile()) < 7 {
		t.Fatalf("before: only %q are in the file", inFile())
	}
	gone, err := s.Forget(map[string]string{"/r": "deep", "/q": "."})
	must(t, err)
	if gone != 2 {
		t.Errorf("got %v", gone)
	}
	if left := inFile(); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if got := search(t, s, "/r", "number7", Filter{}); !strings.Contains(got, "other7.go:1") {
		t.Errorf("another file: got %s", got)
	}
	must(t, s.Check())
}

// Ensure that while another process reads the database, what was forgotten is not said to be gone,
// and that forgetting again overwrites it though no file is left to forget.
func TestForgetWhileRead(t *testing.T) {
	s := openNew(t)
	apply(t, s, "/r", source("secret.go", "Quixotic: xylophonist plugh"), source("other.go", "Other: filler"))
	reader, err := OpenRead(s.path)
	must(t, err)
	defer reader.Close()
	rows, err := reader.db.Query("SELECT id FROM paths")
	must(t, err)
	defer rows.Close()
	if !rows.Next() {
		t.Fatal("nothing is read")
	}
	must(t, s.SetBusy(20*time.Millisecond))
	if _, err := s.Forget(map[string]string{"/r": "secret.go"}); !errors.Is(err, sqlite.ErrRead) {
		t.Errorf("while it is read: got %v", err)
	}
	must(t, rows.Close())
	apply(t, s, "/gone", source("tree.go", "Bassoon: only there"))
	rows, err = reader.db.Query("SELECT id FROM paths")
	must(t, err)
	defer rows.Close()
	if !rows.Next() {
		t.Fatal("nothing is read")
	}
	if _, err := s.Forget(nil, "/gone"); !errors.Is(err, sqlite.ErrRead) {
		t.Errorf("a tree that vanished, while it is read: got %v", err)
	}
	must(t, rows.Close())
	for call, want := range []int{1, 0} { // what was left is counted by the call that does it
		if gone, err := s.Forget(map[string]string{"/r": "secret.go"}); gone != want || err != nil {
			t.Errorf("again, call %d: got %d, %v", call, gone, err)
		}
	}
	for _, suffix := range []string{"", "-wal"} {
		if data, _ := os.ReadFile(s.path + suffix); bytes.Contains(data, []byte("Quixotic")) || bytes.Contains(data, []byte("Bassoon")) {
			t.Errorf("it is in the file%s", suffix)
		}
	}
}

// Ensure searches return what a plain count over all live places does, whatever was added,
// edited, renamed, copied, deleted, restored, merged and compacted before, in two worktrees.
func TestAgainstPlainCount(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	s := openNew(t)
	model := map[string]map[string]FileText{"/a": {}, "/b": {}}
	hidden := map[string]map[string]FileText{"/a": {}, "/b": {}}
	word := func() string { return fmt.Sprintf("w%d", int(math.Exp(random.Float64()*5))) }
	file := func() FileText {
		var text strings.Builder
		for range 1 + random.IntN(6) {
			fmt.Fprintf(&text, "%s%s:", strings.ToUpper(word()), word())
			for range random.IntN(12) {
				text.WriteString(" " + word())
			}
			text.WriteString("\n")
		}
		return source(fmt.Sprintf("%s/%s_%d.go", word(), word(), random.IntN(60)), text.String())
	}
	for round := range 120 {
		root := []string{"/a", "/b"}[random.IntN(2)]
		own := model[root]
		c := Changes{At: moment}
		paths := slices.Sorted(maps.Keys(own))
		for range random.IntN(8) {
			f := file()
			if len(paths) > 0 && random.IntN(3) == 0 { // a copy
				f = withPath(own[paths[random.IntN(len(paths))]], f.Path)
			}
			c.Upsert = append(c.Upsert, f)
			own[f.Path] = f
			delete(hidden[root], f.Path)
		}
		for range random.IntN(4) {
			if len(paths) > 0 {
				path := paths[random.IntN(len(paths))]
				if !slices.ContainsFunc(c.Upsert, func(f FileText) bool { return f.Path == path }) {
					c.Delete = append(c.Delete, path)
					if f, ok := own[path]; ok {
						hidden[root][path] = f
					}
					delete(own, path)
				}
			}
		}
		_, err := s.Apply(root, c)
		must(t, err)
		switch random.IntN(12) {
		case 0:
			must(t, s.Compact(context.Background(), moment.Add(restorable)))
			hidden["/a"], hidden["/b"] = map[string]FileText{}, map[string]FileText{}
		case 1:
			_, err := s.Restore(root, func(path string) bool { _, isHidden := hidden[root][path]; return isHidden }, ".")
			must(t, err)
			maps.Copy(own, hidden[root])
			clear(hidden[root])
		}
		text := word() + " " + word() + " " + word()
		for _, root := range []string{"/a", "/b"} {
			comparePlain(t, s, model, root, text)
		}
		if t.Failed() {
			t.Fatalf("in round %d", round)
		}
	}
	must(t, s.Check())
}

func withPath(f FileText, path string) FileText {
	f.Path = path
	return f
}

// comparePlain compares a search with a count over all places.
func comparePlain(t *testing.T, s *Store, model map[string]map[string]FileText, root, text string) {
	t.Helper()
	query, recipe := place.ParseQuery(text), place.Default()
	stats := place.Stats{DF: map[string]int{}}
	seen, total := map[Key]bool{}, 0
	for _, files := range model {
		for _, f := range files {
			if seen[f.Key] {
				continue
			}
			seen[f.Key] = true
			for _, terms := range f.Content.Terms {
				stats.Places++
				total += terms.Length
				for _, q := range query.Terms {
					if terms.Body[q.Text] > 0 || terms.Symbol[q.Text] > 0 {
						stats.DF[q.Text]++
					}
				}
			}
		}
	}
	stats.Length = float64(total) / float64(max(stats.Places, 1))
	weights, scorer := recipe.Weigh(query, stats), recipe.Scorer(stats)
	want := map[string]float64{}
	for path, f := range model[root] {
		for i, terms := range f.Content.Terms {
			score := 0.0
			for j, q := range query.Terms {
				score += scorer.Add(weights[j].Weight, place.Match{Body: terms.Body[q.Text], Symbol: terms.Symbol[q.Text], Path: pathTerms(path)[q.Text]}, terms.Length)
			}
			if score > 0 {
				want[fmt.Sprint(path, ":", i+1)] = score * recipe.Prior(query, path, f.Content.Places[i].Symbol, string(f.Content.Places[i].Kind))
			}
		}
	}
	hits, err := s.Search(Search{Root: root, Query: query, Recipe: recipe, N: 1000})
	must(t, err)
	if len(hits.Hits) != len(want) || hits.Stats.Places != stats.Places && len(model[root]) > 0 {
		t.Errorf("%s %q: got %d hits and %+v; want %d and %+v", root, text, len(hits.Hits), hits.Stats, len(want), stats)
	}
	for _, h := range hits.Hits {
		name := fmt.Sprint(h.Path, ":", h.Start)
		if math.Abs(h.Score-want[name]) > 1e-4*h.Score {
			t.Errorf("%s %q: %s: got %f, want %f", root, text, name, h.Score, want[name])
		}
		f := model[root][h.Path]
		for j, q := range query.Terms {
			terms := f.Content.Terms[h.Start-1]
			if m := (place.Match{Body: terms.Body[q.Text], Symbol: terms.Symbol[q.Text], Path: pathTerms(h.Path)[q.Text]}); h.Matches[j] != m {
				t.Errorf("%s: %s: got %+v, want %+v", name, q.Text, h.Matches[j], m)
			}
		}
		if h.Sum != f.Content.Sums[h.Start-1] || h.Length != f.Content.Terms[h.Start-1].Length || h.Symbol != f.Content.Places[h.Start-1].Symbol {
			t.Errorf("%s: got %+v", name, h)
		}
	}
}

// Ensure segments stay few however many transactions wrote.
func TestSegmentsStayFew(t *testing.T) {
	s := openNew(t)
	for i := range 200 {
		apply(t, s, "/r", source(fmt.Sprintf("f%d.go", i), fmt.Sprintf("F%d: common word%d", i, i)))
	}
	if n := rows(t, s, "place_segments"); n > 2*mergeFrom {
		t.Errorf("%d segments", n)
	}
	if got, want := search(t, s, "/r", "word77", Filter{}), "f77.go:1 F77"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Ensure contents that no cut makes are refused, and that what is over a limit is cut off.
func TestContentLimits(t *testing.T) {
	s := openNew(t)
	f := source("a.go", "A: words")
	f.Content.Sums = nil
	if _, err := s.Apply("/r", Changes{At: moment, Upsert: []FileText{f}}); err == nil {
		t.Error("a place without a sum was stored")
	}
	f = source("a.go", "A: words")
	f.Content.Places[0] = code.Place{Start: 5, End: 2, Symbol: strings.Repeat("s", 5000), Doc: strings.Repeat("é", 5000)}
	f.Content.Terms[0] = place.Terms{Body: map[string]int{strings.Repeat("t", 5000): 3, "": 2, "big": 1 << 40, "none": 0, "less": -1}, Length: 1 << 40}
	apply(t, s, "/r", f)
	hits, err := s.Search(Search{Root: "/r", Query: place.ParseQuery("big"), Recipe: place.Default()})
	must(t, err)
	if h := hits.Hits[0]; h.End != 5 || len(h.Symbol) != symbolBytesMax || len(h.Doc) != code.DocBytesMax || h.Matches[0].Body != frequencyMax {
		t.Errorf("got %+v", h)
	}
	must(t, s.Close())
	s = openTest(t, filepath.Join(t.TempDir(), "b.db"))
	apply(t, s, "/r", FileText{Path: "empty.go", Content: &Content{}})
	if got := search(t, s, "/r", "empty", Filter{}); got != "" {
		t.Errorf("an empty file: got %s", got)
	}
}

// Ensure a database in memory does what one in a file does, and leaves no file.
func TestMemory(t *testing.T) {
	t.Chdir(t.TempDir())
	s := openTest(t, sqlite.Memory)
	apply(t, s, "/r", source("a.go", "A: one"), source("b.go", "B: one"))
	must(t, s.PutVectors("m", []Embedded{embedded("A: one", 1)}))
	if _, err := s.Forget(map[string]string{"/r": "a.go"}); err != nil {
		t.Error(err)
	}
	must(t, s.Compact(context.Background(), moment.Add(restorable)))
	if got, want := search(t, s, "/r", "one", Filter{}), "b.go:1 B"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	status, err := s.Status()
	if err != nil || status.Places != 1 {
		t.Errorf("got %+v, %v", status, err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// vectorsOf returns the vectors that a model has of texts.
func vectorsOf(s *Store, model string, sums []Sum) (map[Sum][]float32, error) {
	wanted, vectors := map[Sum]bool{}, map[Sum][]float32{}
	for _, sum := range sums {
		wanted[sum] = true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.reading(func(q querier) error {
		return eachVectors(q, model, func(r *vectorRow) error {
			for i := range r.len() {
				if wanted[r.sum(i)] {
					vectors[r.sum(i)] = r.vector(i)
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read vectors of places: %w", err)
	}
	return vectors, nil
}

// vector returns a vector, nearly as it was stored.
func (r *vectorRow) vector(i int) []float32 {
	scale, b := r.at(i)
	vector := make([]float32, len(b))
	for j, x := range b {
		vector[j] = scale * float32(int8(x))
	}
	return vector
}

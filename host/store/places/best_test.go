package places

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// Ensure the best slots are those of a sort of all, however many share a score or have none.
func TestBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		all := make([]scored, random.IntN(3000))
		w := words{search: &Search{}, view: &snapshot{}, scores: &scores{}}
		values := 1 + random.IntN(1000)
		for i := range all {
			sum := float32(random.IntN(values)) * random.Float32() * 30
			if random.IntN(2) == 0 {
				sum = float32(int(sum))
			}
			all[i] = scored{int32(i), sum, sum}
			w.scores.sum = append(w.scores.sum, sum)
		}
		all = slices.DeleteFunc(all, func(x scored) bool { return x.sum == 0 })
		slices.SortFunc(all, scored.compare)
		n := 1 + random.IntN(1500)
		got, err := w.best(n)
		must(t, err)
		if want := all[:min(n, len(all))]; !slices.Equal(got, want) {
			t.Fatalf("the best %d of %d: got %v, want %v", n, len(all), got, want)
		}
	}
}

// Ensure each term of a block is found with its postings, and none that is not there.
func TestFind(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	word := func() string {
		letters := make([]byte, 1+random.IntN(8))
		for i := range letters {
			letters[i] = "abc"[random.IntN(3)]
		}
		return string(letters)
	}
	terms := map[string][]posting{}
	for i := range 400 {
		var list []posting
		most, term := 15, word()
		if i%80 == 0 { // numbers of more than a byte
			most, term = 200, strings.Repeat("a", 130+random.IntN(20))
		}
		for place := random.Int32N(100); place < 20_000 && len(list) < most; place += 1 + random.Int32N(100) {
			list = append(list, posting{place, uint16(random.IntN(3)), uint16(random.IntN(300))})
		}
		terms[term] = list
	}
	var block []byte
	w := blockWriter{put: func(_ int, sealed []byte) (err error) {
		block, err = unseal(slices.Clone(sealed))
		return err
	}}
	names := make([]string, 0, len(terms))
	for term := range terms {
		names = append(names, term)
	}
	slices.Sort(names)
	names = names[:min(len(names), 40)] // in one block
	for _, term := range names {
		must(t, w.add(term, len(terms[term]), encodePostings(nil, terms[term])))
	}
	must(t, w.flush())
	for range 5000 {
		term := word()
		list, err := find(block, term, 20_000)
		must(t, err)
		got, err := list.decode(nil, 20_000)
		must(t, err)
		if want := terms[term]; slices.Contains(names, term) && !slices.Equal(got, want) || !slices.Contains(names, term) && len(got) > 0 {
			t.Fatalf("%q: got %v, want %v", term, got, want)
		}
	}
	for _, term := range names {
		if list, err := find(block, term, 20_000); err != nil || list.count != len(terms[term]) {
			t.Fatalf("%q: got %d postings, %v", term, list.count, err)
		}
	}
}

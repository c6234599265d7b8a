package cards

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

const hash = "0123456789abcdef0123456789abcdef"

// desk is a folder of cards with what was done to one of them.
type desk struct {
	t *testing.T
	Folder
}

func newDesk(t *testing.T) desk { return desk{t, In(filepath.Join(t.TempDir(), "cards"))} }

func (d desk) add(line string, not bool) Addition {
	d.t.Helper()
	a, err := d.Add(hash, abi.Skill("baking"), card.Card{Asks: []string{"bake bread"}}, line, not)
	if err != nil {
		d.t.Fatal(err)
	}
	return a
}

func (d desk) wants(when, want string) {
	d.t.Helper()
	c, err := d.Get(hash)
	got := strings.Join(c.Asks, ", ") + " / " + strings.Join(c.Not, ", ")
	if errors.Is(err, fs.ErrNotExist) {
		got, err = "none", nil
	}
	if err != nil || got != want {
		d.t.Errorf("%s: got %s, %v, want %s", when, got, err, want)
	}
}

func (d desk) takeBack(not bool, want string) {
	d.t.Helper()
	if line, err := d.TakeBack(hash, not); err != nil || line != want {
		d.t.Errorf("took back %q, %v, want %q", line, err, want)
	}
}

// Ensure that lines are added to a card, moved from one list to the other, added once, and
// taken back one by one until there is no card, as there was none.
func TestAddAndTakeBack(t *testing.T) {
	d := newDesk(t)
	if a := d.add("  knead\nthe dough ", false); !a.Begun || a.Line != "knead the dough" || a.Known || len(a.Gone) > 0 {
		t.Errorf("got %+v", a)
	}
	d.add("bake a cake", true)
	d.wants("both", "bake bread, knead the dough / bake a cake")
	if a := d.add("Knead the dough", false); !a.Known || a.Begun {
		t.Errorf("the same again: got %+v", a)
	}
	d.add("knead the dough", true)
	d.wants("moved", "bake bread / bake a cake, knead the dough")
	if _, err := d.TakeBack(hash, false); !errors.Is(err, ErrNotAdded) {
		t.Errorf("got %v, want that no ask was added", err)
	}
	d.takeBack(true, "knead the dough")
	d.wants("moved back", "bake bread, knead the dough / bake a cake")
	d.takeBack(true, "bake a cake")
	d.takeBack(false, "knead the dough")
	d.wants("all taken back", "none")
	if _, err := d.TakeBack(hash, true); !errors.Is(err, ErrNotAdded) {
		t.Errorf("got %v, want that nothing was added", err)
	}
}

// Ensure that a card that a study wrote stays with the lines that were added to it, and that
// nothing of it counts as added.
func TestAddToStudied(t *testing.T) {
	d := newDesk(t)
	if _, err := d.Put(hash, abi.Skill("baking"), card.Card{Asks: []string{"proof a loaf"}, Not: []string{"proof a text"}}); err != nil {
		t.Fatal(err)
	}
	if a := d.add("why is my bread flat", false); a.Begun {
		t.Errorf("got %+v", a)
	}
	d.takeBack(false, "why is my bread flat")
	d.wants("taken back", "proof a loaf / proof a text")
	if _, err := d.TakeBack(hash, false); !errors.Is(err, ErrNotAdded) {
		t.Errorf("got %v", err)
	}
	if _, err := d.Add(hash, abi.Skill("baking"), card.Card{}, "proof a loaf", true); err == nil || !strings.Contains(err.Error(), "it has no asks") {
		t.Errorf("the only ask as a not: got %v", err)
	}
	d.wants("refused", "proof a loaf / proof a text")
}

// Ensure that of a full card the line goes that was added first, else the last one, that it
// comes back with the next undo, and that a card keeps its limits whatever is added.
func TestAddToFull(t *testing.T) {
	d := newDesk(t)
	full := card.Card{}
	for i := range card.AsksMax {
		full.Asks = append(full.Asks, fmt.Sprint("ask ", i))
	}
	if _, err := d.Put(hash, abi.Skill("baking"), full); err != nil {
		t.Fatal(err)
	}
	if a := d.add("one more", false); !slices.Equal(a.Gone, []string{"ask 15"}) {
		t.Errorf("got %+v", a)
	}
	if a := d.add("and another", false); !slices.Equal(a.Gone, []string{"one more"}) {
		t.Errorf("got %+v", a)
	}
	d.takeBack(false, "and another")
	if c, _ := d.Get(hash); len(c.Asks) != card.AsksMax || c.Asks[15] != "one more" {
		t.Errorf("got %q", c.Asks)
	}
	for i := range 40 {
		line := fmt.Sprint(i, " ", strings.Repeat("long ", 100))
		d.add(line, i%3 == 0)
		info, err := os.Stat(d.path(hash))
		if err != nil || info.Size() > card.FileBytesMax {
			t.Fatalf("%v, %d bytes", err, info.Size())
		}
		if c, err := d.Get(hash); err != nil || len(c.Asks) == 0 || len(c.Bytes()) > card.BytesMax || indexOf(slices.Concat(c.Asks, c.Not), strings.TrimSpace(line)) < 0 {
			t.Fatalf("line %d: got %+v, %v", i, c, err)
		}
	}
	for not := false; ; not = true {
		for {
			if _, err := d.TakeBack(hash, not); errors.Is(err, ErrNotAdded) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if not {
			break
		}
	}
}

// Ensure that undo of a line for which another added one went brings that one back as added, so
// that the next undo takes back that one, and not the card with all that was added.
func TestTakeBackFromFull(t *testing.T) {
	d := newDesk(t)
	authors := card.Card{Not: []string{"bake a potato"}}
	for i := range card.AsksMax {
		authors.Asks = append(authors.Asks, fmt.Sprint("ask ", i))
	}
	add := func(line string, not bool, gone ...string) {
		t.Helper()
		if a, err := d.Add(hash, abi.Skill("baking"), authors, line, not); err != nil || !slices.Equal(a.Gone, gone) {
			t.Errorf("got %+v, %v, want gone %q", a, err, gone)
		}
	}
	add("first", false, "ask 15")
	add("second", false, "first")
	d.takeBack(false, "second")
	if stored, _ := d.Stored(hash); !slices.Equal(stored.Added, []string{"first"}) || !stored.Begun || len(stored.Card.Asks) != card.AsksMax {
		t.Errorf("taken back: got %+v", stored)
	}
	add("not it", true)
	add("third", false, "first")
	d.takeBack(false, "third")
	if stored, _ := d.Stored(hash); !slices.Equal(stored.Added, []string{"first", "not it"}) {
		t.Errorf("taken back again: got %+v", stored)
	}
	d.takeBack(true, "not it")
	d.takeBack(false, "first")
	d.wants("all taken back", "none")
}

// Ensure that a card which replaces another keeps the lines that the user added to that one,
// whatever it holds itself, that the last of its own lines go first, that an added line is
// named for which there is no room, and that one which it has itself stays the user's.
func TestPutOver(t *testing.T) {
	full := card.Card{}
	for i := range card.AsksMax {
		full.Asks = append(full.Asks, fmt.Sprint("ask ", i))
	}
	last := card.Card{Asks: append(slices.Clone(full.Asks[:card.AsksMax-1]), "first")}
	wide := card.Card{Asks: []string{strings.TrimSpace(strings.Repeat("wide ", 100)), "narrow", strings.Repeat("broad", 88)}, Not: []string{"a not"}}
	long := []string{strings.Repeat("one ", 140), strings.Repeat("two ", 140), strings.Repeat("six ", 140)}
	for i := range long {
		long[i] = strings.TrimSpace(long[i])
	}
	for name, test := range map[string]struct {
		asks, nots, stay []string // of the user
		over             card.Card
		gone             []string
		want             string // "asks / nots" of the new card that stay
	}{
		"few":             {[]string{"first", "second"}, nil, nil, card.Card{Asks: []string{"proof a loaf"}}, nil, "proof a loaf, first, second / "},
		"full":            {[]string{"first", "second"}, []string{"third"}, nil, full, nil, strings.Join(full.Asks[:14], ", ") + ", first, second / third"},
		"has one":         {[]string{"first", "second"}, nil, nil, last, nil, strings.Join(full.Asks[:14], ", ") + ", first, second / "},
		"some go":         {[]string{"first", "second"}, nil, []string{"second"}, full, nil, strings.Join(full.Asks[:15], ", ") + ", second / "},
		"by bytes":        {nil, long[:2], nil, wide, nil, wide.Asks[0] + ", narrow / " + strings.Join(long[:2], ", ")},
		"no room for all": {nil, long, nil, wide, long[:1], wide.Asks[0] + " / " + strings.Join(long[1:], ", ")},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			for i, line := range slices.Concat(test.asks, test.nots) {
				d.add(line, i >= len(test.asks))
			}
			before, err := d.Stored(hash)
			if err != nil {
				t.Fatal(err)
			}
			lines := before.Added
			if test.stay != nil {
				lines = test.stay
			}
			gone, err := d.PutOver(hash, abi.Skill("baking"), test.over, before, lines)
			if err != nil || !slices.Equal(gone, test.gone) {
				t.Errorf("gone %q, %v", gone, err)
			}
			d.wants("put", test.want)
			stays := slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return slices.Contains(gone, line) })
			after, err := d.Stored(hash)
			if err != nil || after.Begun || !slices.Equal(after.Added, stays) {
				t.Errorf("added: got %q, %v", after.Added, err)
			}
			for _, line := range slices.Backward(stays) {
				d.takeBack(indexOf(before.Card.Not, line) >= 0, line)
			}
			if c, err := d.Get(hash); err != nil || c.Asks[0] != test.over.Asks[0] {
				t.Errorf("taken back: got %+v, %v", c, err)
			}
		})
	}
	d := newDesk(t)
	d.add("first", false)
	d.add("second", false)
	d.add("third", true)
	before, err := d.Stored(hash)
	if err != nil {
		t.Fatal(err)
	}
	own := card.Card{Asks: []string{"proof a loaf", "First", "third"}}
	if _, err := d.PutOver(hash, abi.Skill("baking"), own, before, nil); err != nil {
		t.Fatal(err)
	}
	d.wants("the user's own card", "proof a loaf, First, third / ")
	if after, err := d.Stored(hash); err != nil || !slices.Equal(after.Added, []string{"first", "third"}) {
		t.Errorf("the user's own card: added: got %q, %v", after.Added, err)
	}
	if _, err := newDesk(t).PutOver(hash, abi.Skill("baking"), card.Card{}, Stored{}, nil); err == nil {
		t.Error("a card without asks was kept")
	}
}

// Ensure that what can be no line, and a file that is no card, are refused in words and stay
// as they are.
func TestAddRefuses(t *testing.T) {
	d := newDesk(t)
	for _, line := range []string{"", "ab", strings.Repeat("x", card.CharsMax+1)} {
		if _, err := d.Add(hash, abi.Skill("baking"), card.Card{}, line, false); err == nil {
			t.Errorf("%.20q: no error", line)
		}
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"no card", `{"asks": ["bake bread"], "added": 3}{`} {
		if err := os.WriteFile(d.path(hash), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Add(hash, abi.Skill("baking"), card.Card{}, "knead it", false); err == nil {
			t.Error("a file that is no card was replaced")
		}
		if _, err := d.TakeBack(hash, false); err == nil || errors.Is(err, ErrNotAdded) {
			t.Errorf("got %v", err)
		}
		if data, _ := os.ReadFile(d.path(hash)); string(data) != text {
			t.Errorf("got %q", data)
		}
	}
}

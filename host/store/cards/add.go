package cards

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

// Addition is what adding a line to a card changed.
type Addition struct {
	Line  string   // as it is kept
	Gone  []string // lines that went for it, as the card was full
	Begun bool     // there was no card before
	Known bool     // the line was there already: nothing changed
}

// ErrNotAdded says that the user has added no line that could be taken back.
var ErrNotAdded = errors.New("no line was added to its card since that was written")

// Add adds a line to the user's card for a text: to what is asked, or to what is not meant.
// A card that there is not yet begins as begin. Of a full card the line that was added
// first goes, else its last one. The error is a card.FaultError for what can be no line,
// and for a file that is no card.
func (f Folder) Add(hash string, ref abi.Ref, begin card.Card, line string, not bool) (Addition, error) {
	one, err := card.Card{Asks: []string{line}}.Clean()
	if err != nil {
		return Addition{}, err
	}
	a := Addition{Line: one.Asks[0]}
	stored, err := f.read(f.path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		a.Begun, err = true, nil
		stored = Stored{Card: begin, Begun: true}
	}
	if err = errors.Join(err, stored.Fault); err != nil {
		return a, err
	}
	before := stored.Card
	stored.Ref, stored.before, stored.addedBefore = ref, &before, stored.Added
	if a.Begun {
		stored.before = nil // of which nothing was kept
	}
	if a.Known = !stored.add(&a, not, lists.spare); a.Known {
		return a, nil
	}
	if stored.Card, err = stored.Card.Clean(); err != nil {
		return a, err
	}
	return a, f.write(hash, stored)
}

// PutOver keeps a card in place of another one, with some lines that the user had added to
// that one, each in the list that it was in; an added line that the new card has itself counts
// as added to that. Where there is no room for all, the other lines
// go first, the last one first. It returns the added lines that went, or a card.FaultError.
func (f Folder) PutOver(hash string, ref abi.Ref, c card.Card, before Stored, lines []string) (gone []string, err error) {
	clean, err := c.Clean()
	if err != nil {
		return nil, err
	}
	kept := Stored{Ref: ref, Card: clean, Added: linesOf(clean, before.Added)}
	for _, line := range lines {
		next, a, not := kept, Addition{Line: line}, indexOf(before.Card.Not, line) >= 0
		earlier := kept.Card
		next.before, next.addedBefore = &earlier, kept.Added
		if !next.add(&a, not, func(l lists, _ []string, line string) (string, bool) { return l.spareOther(lines, line) }) {
			kept.Added = append(without(kept.Added, line), line) // the card has it, too
			kept.before, kept.addedBefore = nil, nil
			continue
		}
		if next.Card, err = next.Card.Clean(); err != nil {
			continue // there is no room beside the last ask
		}
		kept = next
	}
	for _, line := range lines {
		if indexOf(kept.Added, line) < 0 {
			gone = append(gone, line)
		}
	}
	return gone, f.write(hash, kept)
}

// add puts a line into one of a card's lists and takes it out of the other, and what is
// spare out of a full card; false: it is there already.
func (s *Stored) add(a *Addition, not bool, spare func(of lists, added []string, line string) (string, bool)) bool {
	into, other := slices.Clone(s.Card.Asks), s.Card.Not
	if not {
		into, other = slices.Clone(s.Card.Not), s.Card.Asks
	}
	if indexOf(into, a.Line) >= 0 {
		return false
	}
	both := lists{into: append(into, a.Line), other: without(other, a.Line)}
	s.Added = append(without(s.Added, a.Line), a.Line)
	for both.card(not).isFull() {
		line, ok := spare(both, s.Added, a.Line)
		if !ok {
			break // Clean says what is too long
		}
		both.into, both.other = without(both.into, line), without(both.other, line)
		a.Gone = append(a.Gone, line)
	}
	s.Card = both.card(not).Card
	s.Added = linesOf(s.Card, s.Added)
	return true
}

// lists are those of a card: the one that a line is added to, and the other.
type lists struct{ into, other []string }

// sized is a card that may be too large.
type sized struct{ card.Card }

func (l lists) card(not bool) sized {
	if not {
		return sized{card.Card{Asks: l.other, Not: l.into}}
	}
	return sized{card.Card{Asks: l.into, Not: l.other}}
}

func (c sized) isFull() bool {
	return len(c.Asks) > card.AsksMax || len(c.Not) > card.NotMax || len(c.Bytes()) > card.BytesMax
}

// spare is the line that goes next: of the list that a line is added to, then of the other,
// of which one stays.
func (l lists) spare(added []string, line string) (string, bool) {
	into := without(l.into, line)
	if len(into) == 0 {
		if len(l.other) < 2 {
			return "", false
		}
		into = l.other
	}
	for _, candidate := range added {
		if at := indexOf(into, candidate); at >= 0 {
			return into[at], true
		}
	}
	return into[len(into)-1], true
}

// spareOther is the line that goes next where lines that were added are to stay: the last
// other one of the list that a line is added to, then of the other list, of which one stays;
// then one that was added.
func (l lists) spareOther(added []string, line string) (string, bool) {
	into, other := withoutAll(without(l.into, line), added), withoutAll(l.other, added)
	switch {
	case len(into) > 0:
		return into[len(into)-1], true
	case len(other) > 0 && len(l.other) > 1:
		return other[len(other)-1], true
	}
	return l.spare(added, line)
}

// TakeBack takes the line back that the user added last to one of the lists of a card, with
// what went for it, where nothing was added since. What consists of added lines alone goes
// with the last of them. The error may be ErrNotAdded.
func (f Folder) TakeBack(hash string, not bool) (line string, err error) {
	stored, err := f.read(f.path(hash))
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNotAdded
	}
	if err = errors.Join(err, stored.Fault); err != nil {
		return "", err
	}
	list := stored.Card.Asks
	if not {
		list = stored.Card.Not
	}
	for _, added := range slices.Backward(stored.Added) {
		if indexOf(list, added) >= 0 {
			line = added
			break
		}
	}
	if line == "" {
		return "", ErrNotAdded
	}
	stored.withdraw(line)
	if stored.Begun && len(stored.Added) == 0 || len(stored.Card.Asks) == 0 {
		return line, f.Remove(hash)
	}
	if stored.Card, err = stored.Card.Clean(); err != nil {
		return line, err
	}
	return line, f.write(hash, stored)
}

// withdraw makes the card what it was before a line was added, as far as that is known.
func (s *Stored) withdraw(line string) {
	last := s.Added[len(s.Added)-1] == line
	s.Added = without(s.Added, line)
	if last && s.before != nil {
		s.Card = *s.before
		if len(s.addedBefore) > 0 {
			s.Added = s.addedBefore // with those that went for the line
		}
	} else {
		s.Card = card.Card{Asks: without(s.Card.Asks, line), Not: without(s.Card.Not, line)}
	}
	s.Added, s.before, s.addedBefore = linesOf(s.Card, s.Added), nil, nil
}

// linesOf are those of the lines that a card has.
func linesOf(c card.Card, lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return indexOf(c.Asks, line) < 0 && indexOf(c.Not, line) < 0 })
}

// indexOf is the place of a line; cards tell lines apart as card.Clean does.
func indexOf(lines []string, line string) int {
	return slices.IndexFunc(lines, func(other string) bool { return strings.EqualFold(other, line) })
}

func without(lines []string, line string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(other string) bool { return strings.EqualFold(other, line) })
}

func withoutAll(from, lines []string) []string {
	return slices.DeleteFunc(slices.Clone(from), func(line string) bool { return indexOf(lines, line) >= 0 })
}

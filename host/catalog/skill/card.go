package skill

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/card"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/eval/triggers"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/visible"
)

// Besides are the files of a skill's folder that hold its author's card, slash-separated;
// the first that is there counts. After card.json come the two names under which most
// authors keep the prompts of trigger tests.
var Besides = []string{card.FileName, queryFolder + "/trigger-evals.json", queryFolder + "/trigger-eval.json"}

const queryFolder = "evals"

// Found is the author's card of a skill, or what stands in its place.
type Found struct {
	Path  string     // of the file; empty: there is none
	Data  []byte     // of the file; nil: it cannot be read
	Card  *card.Card // nil: there is none, or Fault
	Fault string     // why the file does not count, and what to do; empty: it counts

	unread bool // the file, or one that would come before it, could not be read now
}

// Name is how the file is called in the skill's folder.
func (f Found) Name() string { return filepath.Base(f.Path) }

// FindCard reads the author's card of a skill: card.json, or else the prompts of the
// author's trigger tests. The rules are those of SKILL.md: links may not lead out of the
// entry's root, and nothing but a regular file is opened. A file of trigger tests without
// prompts that should bring up the skill is no fault: it may serve something else.
func FindCard(entry catalog.Entry) Found {
	if !ownsFolder(entry.Path) {
		return Found{}
	}
	folder := filepath.Dir(entry.Path)
	unread := false
	for i, name := range Besides {
		found := Found{Path: filepath.Join(folder, filepath.FromSlash(name)), unread: unread}
		data, _, rejection, err := markdown.Read(catalog.Entry{Path: found.Path, Root: entry.Root})
		switch {
		case i > 0 && rejection == nil && err == nil:
			found.Data, found.Card = data, ofQueries(data, filepath.Base(folder))
		case i > 0:
			unread = unread || isUnread(found.Path, err)
		case isMissing(found.Path, err):
		default:
			found.read(data, rejection, err)
		}
		if found.Card != nil || found.Fault != "" {
			return found
		}
	}
	return Found{unread: unread}
}

// isUnread reports that something is there, and cannot be read now.
func isUnread(path string, err error) bool {
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return false
	}
	_, err = os.Lstat(path)
	return err == nil
}

// isMissing reports that nothing is there, not even a link that leads nowhere.
func isMissing(path string, err error) bool {
	if !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	_, err = os.Lstat(path)
	return err != nil
}

// read takes what reading card.json came to.
func (f *Found) read(data []byte, rejection *catalog.Rejection, err error) {
	switch {
	case rejection != nil && rejection.Code == "too-large":
		f.Fault = fmt.Sprintf("it has more than %d bytes; keep the best asks", card.FileBytesMax)
	case rejection != nil:
		f.Fault = rejection.Reason
	case errors.Is(err, fs.ErrNotExist):
		f.Fault = "it is a link that leads nowhere; replace it by the file"
	case err != nil:
		f.Fault, f.unread = "it cannot be read: "+foreign.Reason(err), true
	default:
		f.Data = data
		c, err := card.Parse(data)
		if err != nil {
			f.Fault = err.Error()
			return
		}
		f.Card = &c
	}
}

// ownsFolder reports whether a file is what makes its folder a skill: other files may lie
// in one folder with many.
func ownsFolder(file string) bool { return strings.EqualFold(filepath.Base(file), fileName) }

// name is part of the name of a skill's content: equal cards have one name, however they are
// spelt. "" where there is none.
func (f Found) name() string {
	if f.Card != nil {
		return string(f.Card.Bytes())
	}
	return f.Fault
}

// named names the content of a skill whose text has a hash, with what lies beside it.
func named(hash, card, metadata string) string {
	beside := card
	if metadata != "" {
		beside += "\n" + MetadataName + "\n" + metadata
	}
	if beside == "" {
		return hash
	}
	sum := sha256.Sum256([]byte(hash + "\n" + beside))
	return hex.EncodeToString(sum[:])
}

// withCard adds the stats of the files that may hold a card to that of the skill.
func withCard(area *tree.Area, entry catalog.Entry) catalog.Entry {
	if !ownsFolder(entry.Path) {
		return entry
	}
	folder := entry.Path[:strings.LastIndex(entry.Path, separator)+1]
	stats := make([]catalog.Stat, len(Besides)) // most skills have none: two looks
	stats[0] = area.Beside(folder + Besides[0])
	if stats[0] == (catalog.Stat{}) && area.Beside(folder+queryFolder) != (catalog.Stat{}) {
		for i, name := range Besides[1:] {
			stats[i+1] = area.Beside(folder + filepath.FromSlash(name))
		}
	}
	entry.Stat = entry.Stat.With(stats...)
	return entry
}

// asksShare is how much of a card's bytes asks may take that come from trigger tests: the
// rest is for prompts that should not bring up the skill.
const asksShare = .75

// ofQueries makes a card of the prompts of trigger tests; nil where none of them should
// bring up the skill of that name.
func ofQueries(data []byte, skill string) *card.Card {
	cases, _, err := triggers.Decode(".json", data)
	if err != nil {
		return nil
	}
	var asks, not []string
	for _, c := range cases {
		switch wanted(c, skill) {
		case triggers.Yes:
			asks = append(asks, c.Text)
		case triggers.No:
			not = append(not, c.Text)
		}
	}
	made := card.Card{Asks: shortest(asks, card.AsksMax, int(asksShare*card.BytesMax))}
	made.Not = shortest(not, card.NotMax, card.BytesMax-len(made.Bytes())-len(`,"not":[]`))
	clean, err := made.Clean()
	if err != nil {
		return nil
	}
	return &clean
}

// wanted is what a case says of one skill, which it may name among others.
func wanted(c triggers.Case, skill string) triggers.Want {
	if c.Want != triggers.Unlabelled && (c.Skill == "" || strings.EqualFold(c.Skill, skill)) {
		return c.Want
	}
	for _, other := range c.Others {
		if strings.EqualFold(other.Skill, skill) {
			return other.Want
		}
	}
	return triggers.Unlabelled
}

// shortest returns the lines that a card may have, the shortest first, as many as fit: a
// short prompt has less in it that only its author's example had.
func shortest(lines []string, most, bytesMax int) []string {
	var kept []string
	for _, line := range lines {
		line = visible.Line(line)
		if chars := utf8.RuneCountInString(line); chars >= card.CharsMin && chars <= card.CharsMax {
			kept = append(kept, line)
		}
	}
	slices.SortFunc(kept, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(strings.ToLower(a), strings.ToLower(b)))
	})
	kept = slices.CompactFunc(kept, strings.EqualFold)
	bytes := 0
	for i, line := range kept {
		if bytes += len(card.Card{Asks: []string{line}}.Bytes()); i == most || bytes > bytesMax {
			return kept[:i]
		}
	}
	return kept
}

package lesson

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/internal/lazyregexp"
	"github.com/ed-irl/impressionism/host/rank"
)

// Kind is the kind of lessons. What is told of one is its whole text, as far as there is room.
var Kind = catalog.Kind{
	Name:    abi.KindLesson,
	List:    list,
	Load:    Load,
	Recipe:  rank.ForLessons,
	Used:    used,
	See:     see,
	Once:    true,
	Budget:  catalog.Budget{Items: 2, Chars: 500, TextChars: 400, SessionItems: 8, SessionChars: 3000},
	AtStart: catalog.Budget{Items: PinnedMax, Chars: 500, TextChars: 400},
	AtFile:  catalog.Budget{Items: 1, Chars: 300, TextChars: 300},
	Lines: map[string]string{
		"lesson_lead_soft":  "Learned here before; it may bear on this request. Name the id, as in [{{id}}], where you act on one:",
		"lesson_lead_firm":  "Learned here before; it bears on this request. Name the id, as in [{{id}}], where you act on one:",
		"lesson_lead_start": "Learned here before, and told in every session. Name the id, as in [{{id}}], where you act on one:",
		"lesson_lead_file":  "Learned here before, of this file. Name the id where you act on it:",
		"lesson":            "- [{{id}}] {{description}}",
		"lesson_bare":       "",
		"lesson_load":       "",
		"lesson_similar":    "",
		"lesson_wished":     "",
		"lesson_doubt":      "(names {{gone}})",
	},
}

// Suffix is how the names of lessons' files end.
const Suffix = ".md"

// PinnedMax is how many pinned lessons count.
const PinnedMax = 3

// FilesMax is how many files of one folder are read.
const FilesMax = 200

func list(_ context.Context, place catalog.Place) (entries []catalog.Entry, rejected []catalog.Rejection) {
	for _, root := range place.Roots {
		found, bad := Find(root)
		entries, rejected = append(entries, found...), append(rejected, bad...)
	}
	return entries, rejected
}

// Find returns the lessons of a folder by name. A lesson's id is in its file's name; of a file
// that was renamed it is in the header, for which the file is read.
func Find(root catalog.Root) ([]catalog.Entry, []catalog.Rejection) {
	area, ok := tree.Open(root)
	if !ok {
		return nil, area.Rejected
	}
	var entries []catalog.Entry
	for _, file := range area.ReadDir(root.Dir) {
		name := file.Name()
		if !strings.HasSuffix(name, Suffix) || strings.HasPrefix(name, ".") || strings.EqualFold(name, "readme"+Suffix) {
			continue
		}
		path := filepath.Join(root.Dir, name)
		if len(entries) == FilesMax {
			area.Reject(path, "too-many", fmt.Sprintf("of a folder the first %d lessons by name count", FilesMax))
			break
		}
		stat, ok := area.File(path)
		if !ok {
			continue
		}
		if stat.Size > FileBytesMax {
			area.Reject(path, "too-large", fmt.Sprintf("it is larger than %d bytes: a lesson is one fact", FileBytesMax))
			continue
		}
		id := idOfName(name)
		if id == "" {
			id = idOfFile(path, name)
		}
		entries = append(entries, catalog.Entry{Kind: abi.KindLesson, ID: id, Source: root.Source, Path: path, Root: root.Boundary, Stat: stat})
	}
	return entries, area.Rejected
}

var idLine = lazyregexp.New(`(?m)^id:[ \t]*["']?(L-[` + idLetters + `]{5})["']?[ \t\r]*$`)

// idOfFile returns the id in the header of a file, or one made of its name.
func idOfFile(path, name string) string {
	data, err := foreign.Read(path, FileBytesMax)
	if match := idLine().FindSubmatch(data); err == nil && match != nil {
		return string(match[1])
	}
	return idFor(name)
}

// Load reads an entry's file; the string is its SHA-256 in hex.
func Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	data, hash, rejection, err := markdown.Read(entry)
	if rejection != nil || err != nil {
		return catalog.Item{}, hash, rejection, err
	}
	l, warnings, rejection := Parse(entry.ID, data)
	if rejection != nil {
		rejection.Path = entry.Path
		return catalog.Item{}, hash, rejection, nil
	}
	return l.Item(hash, warnings), hash, nil, nil
}

// Item is the lesson as it is searched and told.
func (l Lesson) Item(hash string, warnings []string) catalog.Item {
	item := catalog.Item{Name: l.Title, Description: l.Text, ListedDescription: l.Text, TextHash: hash, FrontMatter: l.facts(), Warnings: warnings}
	if l.When != "" {
		item.WhenToUse, item.Keywords = l.When, []string{l.When}
	}
	if about := Subject(l.Paths); about != "" {
		item.Keywords = append(item.Keywords, about)
	}
	return item
}

// Subject returns the words of globs: folders and files are named for what a lesson is about.
// It is one text, so that no single word of it counts as a keyword that was typed.
func Subject(paths []string) string {
	return strings.Join(strings.FieldsFunc(strings.Join(paths, " "), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
}

// used returns the lessons that the assistant's text cites. A subagent was told of none.
func used(event abi.Event) []string {
	if event.Name != abi.EventTurnEnded || event.Agent != "" {
		return nil
	}
	return Cited(event.Message)
}

package markdown

import (
	"cmp"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Item returns what skills and commands have in common. Description is for
// search and rescues what it can; ListedDescription is what the client shows:
// of broken front matter it reads nothing and takes the body's first line.
func (d Document) Item(id string) catalog.Item {
	item := catalog.Item{
		Name:        Shorten(cmp.Or(d.Text("name"), catalog.Clean(id[strings.LastIndexByte(id, ':')+1:])), nameBytesMax),
		Description: cmp.Or(d.Text("description"), d.FirstProse(), d.FirstLine()),
		FrontMatter: d.JSON,
		Body:        Shorten(d.Body, catalog.BodyBytesMax),
		Warnings:    d.Warnings,
	}
	switch {
	case d.State == Broken:
		item.ListedDescription = d.FirstLine()
	case d.State == Sound && d.Has("description"):
		item.ListedDescription = d.Text("description")
	default:
		item.ListedDescription = d.FirstParagraph()
	}
	if !d.Has("description") {
		item.Warnings = append(item.Warnings, "there is no description; the client shows the body's beginning")
	}
	if d.True("disable-model-invocation") {
		item.Hidden = "disable-model-invocation"
	}
	return item
}

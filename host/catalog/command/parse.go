// Package command finds and reads custom commands: Markdown files that the
// client lists beside skills. It does not know where they lie.
package command

import (
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
)

// Parse reads the content of a command; id is the one that the client lists. A
// rejection (without path) means that it is no text. The argument hint stays in
// the front matter.
func Parse(id string, data []byte) (catalog.Item, *catalog.Rejection) {
	doc, rejection := markdown.Parse(data)
	if rejection != nil {
		return catalog.Item{}, rejection
	}
	item := doc.Item(id)
	item.Keywords = doc.List("keywords")
	item.Sticky = doc.True("sticky")
	if doc.State != markdown.Sound || !doc.Has("description") {
		item.ListedDescription = doc.FirstLine()
	}
	return item, nil
}

// Load reads an entry's file; the string is its SHA-256 in hex. An error means
// that it could not be read now, a rejection that it is no command.
func Load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	data, hash, rejection, err := markdown.Read(entry)
	if rejection != nil || err != nil {
		return catalog.Item{}, hash, rejection, err
	}
	item, rejection := Parse(entry.ID, data)
	if rejection != nil {
		rejection.Path = entry.Path
		return item, hash, rejection, nil
	}
	item.TextHash = hash
	return item, hash, nil, nil
}

// Package skill finds and reads SKILL.md files. It alone knows this format; it
// does not know where the client looks for them, nor which of two counts.
package skill

import (
	"cmp"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/markdown"
)

// Parse reads the content of a SKILL.md; id is the one that the client lists.
// A rejection (without path) means that it is no text.
func Parse(id string, data []byte) (catalog.Item, *catalog.Rejection) {
	doc, rejection := markdown.Parse(data)
	if rejection != nil {
		return catalog.Item{}, rejection
	}
	item := doc.Item(id)
	item.Keywords = doc.List("keywords")
	item.Sticky = doc.True("sticky")
	if doc.State != markdown.Sound {
		return item, nil
	}
	item.WhenToUse = doc.Text("when_to_use")
	if item.WhenToUse != "" {
		item.ListedDescription += " - " + item.WhenToUse
	}
	if doc.Has("when-to-use") && item.WhenToUse == "" {
		item.Warnings = append(item.Warnings, "the client reads when_to_use, not when-to-use")
	}
	if doc.Has("paths") {
		item.Hidden = cmp.Or(item.Hidden, catalog.HiddenByPaths(patterns(doc.List("paths"))))
	}
	return item, nil
}

// patterns joins what commas between braces have parted.
func patterns(parts []string) []string {
	var whole []string
	for _, part := range parts {
		last := len(whole) - 1
		if last >= 0 && strings.Count(whole[last], "{") > strings.Count(whole[last], "}") {
			whole[last] += "," + part
			continue
		}
		whole = append(whole, part)
	}
	return whole
}

// Load reads an entry's file, the author's card and the metadata.json beside it. The string
// names all: the SHA-256 of the file in hex, which is the item's TextHash too, and another hash
// where something lies beside it. An error means that the file could not be read now, a
// rejection that it is no skill; a card that is none, or broken metadata, is a warning. The item
// is Unread where one of the two could not be read now.
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
	found := FindCard(entry)
	if found.Fault != "" {
		item.Warnings = append(item.Warnings, catalog.Clean(found.Name()+" does not count: "+found.Fault))
	}
	item.Card = found.Card
	metadata := FindMetadata(entry)
	metadata.apply(&item)
	item.Unread = found.unread || metadata.unread
	return item, named(hash, found.name(), metadata.name()), nil, nil
}

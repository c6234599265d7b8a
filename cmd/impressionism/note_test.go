package main

import (
	"context"
	"encoding/json"
	"hash/crc32"
	"maps"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
)

// noteKind is a kind of items that are no files: what it takes to add one. Notes are
// texts by id; a tool of somebody's reads them.
func noteKind(notes map[string]string) catalog.Kind {
	return catalog.Kind{
		Name: "note",
		List: func(context.Context, catalog.Place) (entries []catalog.Entry, _ []catalog.Rejection) {
			for _, id := range slices.Sorted(maps.Keys(notes)) {
				entries = append(entries, catalog.Entry{
					ID: id, Source: catalog.SourceUser, Root: "notes",
					Stat: catalog.Stat{Size: int64(crc32.ChecksumIEEE([]byte(notes[id])))}, // a length would miss changes
				})
			}
			return entries, nil
		},
		Load: func(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
			text := notes[entry.ID]
			return catalog.Item{Name: entry.ID, Description: text, ListedDescription: text}, text, nil, nil
		},
		Budget: catalog.Budget{Items: 1, Chars: 300, DescriptionChars: 120},
		Lines: map[string]string{
			"note":           "- {{id}}: {{description}}",
			"note_bare":      "- {{id}}",
			"note_lead_soft": "Notes that may help with this request:",
			"note_lead_firm": "Read the note {{id}} before answering.",
			"note_load":      "To read one in full, call read_note with its id.",
			"note_similar":   "",
			"note_wished":    "",
		},
		Used: func(event abi.Event) []string {
			var input struct{ ID string }
			if event.ToolName != "read_note" || json.Unmarshal([]byte(event.ToolInput), &input) != nil {
				return nil
			}
			return []string{input.ID}
		},
	}
}

package check

import (
	"bytes"
	"context"
	"slices"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Citation is a lesson's id in a file of the repository.
type Citation struct {
	ID   string `json:"id"`
	File string `json:"file"`
	Line int    `json:"line"`
}

// alphabet of the five characters of an id: those that are not taken for another.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789"

const (
	idCharacters = 5
	// citationsMax bounds what Cited returns.
	citationsMax = 1000
)

// Cited returns where the repository's files cite a lesson, as in [L-7f3kq], whose id is
// not known: comments and documents included. The second result is false where a limit or
// the context ended the reading.
func (r *Repository) Cited(ctx context.Context, isKnown func(id string) bool) ([]Citation, bool) {
	found := []Citation{}
	spent := int64(0)
	for _, name := range r.paths.files {
		if ctx.Err() != nil || spent >= r.options.Limits.TotalBytes || len(found) >= citationsMax {
			return found, false
		}
		if r.excluded(name) {
			continue
		}
		data, err := foreign.ReadIn(r.files, name, r.options.Limits.FileBytes)
		spent += int64(len(data))
		if err != nil || isBinary(data) {
			continue
		}
		for _, c := range citations(data) {
			if c.File = name; !isKnown(c.ID) && len(found) < citationsMax {
				found = append(found, c)
			}
		}
	}
	return found, true
}

// citations returns the ids in brackets, with their lines.
func citations(data []byte) []Citation {
	var found []Citation
	line, counted := 1, 0
	for at := 0; ; {
		next := bytes.Index(data[at:], []byte("[L-"))
		if next < 0 {
			return found
		}
		at += next + len("[L-")
		end := at + idCharacters
		if end >= len(data) || data[end] != ']' || slices.ContainsFunc(data[at:end], func(c byte) bool { return bytes.IndexByte([]byte(alphabet), c) < 0 }) {
			continue
		}
		line += bytes.Count(data[counted:at], []byte("\n"))
		counted = at
		found = append(found, Citation{ID: string(data[at-2 : end]), Line: line})
	}
}

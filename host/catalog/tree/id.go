package tree

import (
	"fmt"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
)

// IDBytesMax bounds an id: a file name has at most 255 bytes, a command's id
// joins a few of them.
const IDBytesMax = 512

// Entry returns the entry of a file of this area under the id that the client
// lists; false where the file does not serve, which is then among Rejected.
func (a *Area) Entry(kind, id, path string) (catalog.Entry, bool) {
	stat, ok := a.File(path)
	if !ok {
		return catalog.Entry{}, false
	}
	id = a.root.Prefix + id
	if why := BadID(id); why != "" {
		a.Reject(path, "bad-name", why+"; rename it to have it suggested")
		return catalog.Entry{}, false
	}
	return catalog.Entry{
		Kind: kind, ID: id, Source: a.root.Source, Plugin: a.root.Plugin,
		Path: path, Root: a.root.Boundary, Stat: stat,
	}, true
}

// BadID returns why an id may not reach the model: ids are told verbatim, so a
// name must not be able to carry line breaks or invisible text.
func BadID(id string) string {
	if len(id) > IDBytesMax {
		return fmt.Sprintf("its id is longer than %d bytes", IDBytesMax)
	}
	if !utf8.ValidString(id) {
		return "its name is not UTF-8"
	}
	for _, r := range id {
		if catalog.Unsafe(r) {
			return fmt.Sprintf("its name holds the unsafe character %U", r)
		}
	}
	return ""
}

// Package markdown reads Markdown files that begin with YAML front matter, as
// leniently as their authors expect: Parse keeps whatever can be read and returns
// warnings about the rest. It knows no kinds of items, ids or folders.
package markdown

import (
	"encoding/json"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
)

// FrontMatterBytesMax bounds the front matter: about three times the largest of
// 20,000 real ones.
const FrontMatterBytesMax = 16 << 10

// Document is a file taken apart.
type Document struct {
	Body     string // lines end in LF; no byte order mark
	JSON     json.RawMessage
	State    State
	Warnings []string
	fields   map[string]any
}

// State is how the client reads the front matter.
type State int

// The states of front matter.
const (
	Absent State = iota // none, or none that the client finds: all is body
	Sound               // read
	Broken              // found, and ignored by the client because it is no YAML map
)

// Parse takes a file apart. A rejection (without path) means that it is no text.
func Parse(data []byte) (Document, *catalog.Rejection) {
	text, warning, rejection := decode(data)
	if rejection != nil {
		return Document{}, rejection
	}
	doc := Document{}
	doc.warn(warning)
	head, body, found := split(text)
	doc.Body = body
	if !found {
		doc.fields = rescue(preamble(body))
		delete(doc.fields, "name") // the client sees no front matter here
		if len(doc.fields) > 0 {
			doc.warn("the front matter is not where the client looks: it must begin with --- in the first line and end with ---")
		}
		return doc, nil
	}
	if !strings.HasPrefix(text, "---") {
		doc.warn("there are blank lines before the front matter")
	}
	doc.readFrontMatter(head)
	return doc, nil
}

func (d *Document) readFrontMatter(head string) {
	if len(head) > FrontMatterBytesMax {
		d.State, d.fields = Broken, rescue(head[:FrontMatterBytesMax])
		d.warn("the front matter is longer than 16 KiB and was not read as YAML")
		return
	}
	fields, err := decodeYAML(head)
	if err != nil {
		quoted := quoteColons(head)
		if again, errAgain := decodeYAML(quoted); quoted != head && errAgain == nil {
			d.warn("a value with a colon must stand in quotes: " + err.Error())
			fields, err = again, nil
		}
	}
	if err != nil {
		d.State, d.fields = Broken, rescue(head)
		d.warn("the front matter is no valid YAML and the client ignores it: " + err.Error())
		return
	}
	d.State, d.fields = Sound, fields
	if d.JSON, err = json.Marshal(fields); err != nil {
		d.JSON = nil
		d.warn("the front matter cannot be written as JSON: " + err.Error())
	}
}

func (d *Document) warn(text string) {
	if text != "" {
		d.Warnings = append(d.Warnings, catalog.Clean(text))
	}
}

// split finds front matter: a line of three dashes at the top, and another one.
func split(text string) (head, body string, found bool) {
	rest := strings.TrimLeft(text, "\n \t")
	first, rest, ok := strings.Cut(rest, "\n")
	if !ok || strings.TrimRight(first, " \t") != "---" {
		return "", text, false
	}
	for at := 0; at < len(rest); {
		line, _, more := strings.Cut(rest[at:], "\n")
		if strings.TrimRight(line, " \t") == "---" {
			return rest[:at], strings.TrimPrefix(rest[at+len(line):], "\n"), true
		}
		if !more {
			break
		}
		at += len(line) + 1
	}
	return "", text, false
}

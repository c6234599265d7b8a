// Package payload reads what clients write to hooks, within limits: one JSON object
// whose fields each cost only themselves where their type is wrong. It knows no
// client's field names.
package payload

import (
	"bytes"
	"encoding/json"
	"io"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/ed-irl/impressionism/host/cut"
)

// Limits of what is taken from a client, in bytes.
const (
	InputBytesMax     = 16 << 20 // of stdin
	SessionIDBytesMax = 256      // a longer one is no session: cut, two could become one
	WorkspaceBytesMax = 4096     // PATH_MAX
	NameBytesMax      = 256      // names of events, tools, skills, agents
	ToolInputBytesMax = 4 << 10  // of the preview of a tool's input
	MessageBytesMax   = 64 << 10 // of the assistant's last text
)

// Object is a JSON object, field by field: one of a wrong type costs only itself, and
// names are compared exactly.
type Object map[string]json.RawMessage

// Read reads one object of at most InputBytesMax bytes. Of very long strings it keeps
// the ends alone. Errors are *Error.
func Read(r io.Reader) (Object, error) {
	data, err := io.ReadAll(io.LimitReader(r, InputBytesMax+1))
	switch {
	case err != nil:
		return nil, &Error{Code: CodeRead, Detail: err.Error()}
	case len(data) > InputBytesMax:
		return nil, &Error{Code: CodeTooLarge, Detail: "more than 16 MiB on stdin"}
	case len(bytes.TrimSpace(data)) == 0:
		return nil, &Error{Code: CodeEmpty, Detail: "nothing on stdin"}
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		return nil, &Error{Code: CodeNotJSON, Detail: "stdin starts with a byte order mark"}
	}
	var o Object
	data = shorten(data)
	if err := json.Unmarshal(data, &o); err != nil {
		return nil, explain(data, err)
	}
	if o == nil {
		return nil, &Error{Code: CodeNotObject, Detail: "stdin is null"}
	}
	return o, nil
}

// Text returns a string field; what is absent or no string is empty.
func (o Object) Text(field string) string {
	var text string
	if raw, ok := o[field]; ok && json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// Name returns a string field, at most NameBytesMax of it, cut at a character.
func (o Object) Name(field string) string {
	return cut.Bytes(o.Text(field), NameBytesMax)
}

// SessionID returns a string field, or "" where it is longer than SessionIDBytesMax.
func (o Object) SessionID(field string) string {
	if id := o.Text(field); len(id) <= SessionIDBytesMax {
		return id
	}
	return ""
}

// Workspace returns a field that is an absolute path, cleaned; any other is "".
func (o Object) Workspace(field string) string {
	path := o.Text(field)
	if len(path) > WorkspaceBytesMax || strings.ContainsRune(path, 0) || !filepath.IsAbs(path) {
		return ""
	}
	return filepath.Clean(path)
}

// Command returns the id in a prompt "/name args", or "" where it is no command. A path
// ("/usr/bin is missing") is none.
func Command(prompt string) string {
	word, ok := strings.CutPrefix(strings.TrimSpace(prompt), "/")
	if !ok {
		return ""
	}
	if end := strings.IndexFunc(word, unicode.IsSpace); end >= 0 {
		word = word[:end]
	}
	if len(word) > NameBytesMax || strings.Contains(word, "/") {
		return ""
	}
	return word
}

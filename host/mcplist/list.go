package mcplist

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/redact"
	"github.com/ed-irl/impressionism/host/visible"
)

// Tool is one as a server describes it, within the limits of its file.
type Tool struct {
	Name        string // as the server calls it
	Description string // without hidden characters and known secrets
	Input       json.RawMessage
}

// Rejected is a tool that is not kept.
type Rejected struct{ Name, Reason string }

// rejectedMax bounds how many rejected tools are named.
const rejectedMax = 100

// list is a list of tools while its pages come.
type list struct {
	answer Answer
	hide   func(text string) string
	seen   int
	pages  int
	fault  error // of a page
}

func (a *Answer) reject(name, reason string) {
	if len(a.Rejected) >= rejectedMax {
		a.More++
		return
	}
	a.Rejected = append(a.Rejected, Rejected{shown(name), reason})
}

// page takes in the result of tools/list and returns the cursor of the next page, empty after
// the last one. Each tool is read by itself: one that is none costs no other.
func (l *list) page(result []byte) (cursor string, err error) {
	var page struct {
		Tools *[]json.RawMessage `json:"tools"`
		Next  any                `json:"nextCursor"`
	}
	if err := json.Unmarshal(result, &page); err != nil {
		return "", fmt.Errorf(`the answer to tools/list is not {"tools": […]}: %s`, shown(err.Error()))
	}
	if page.Tools == nil {
		return "", errors.New(`the answer to tools/list has no "tools"`)
	}
	for _, raw := range *page.Tools {
		if l.seen++; l.seen > tool.ToolsMax {
			l.answer.More++
			continue
		}
		l.take(raw)
	}
	cursor, _ = page.Next.(string)
	switch l.pages++; {
	case l.seen > tool.ToolsMax:
		l.answer.note(fmt.Sprintf("It has more than %d tools; the first %[1]d are kept.", tool.ToolsMax))
		return "", nil
	case l.seen == tool.ToolsMax && l.pages == pagesMax && cursor != "":
		l.answer.note(fmt.Sprintf("Its first %d pages have %d tools; further ones are not read.", pagesMax, tool.ToolsMax))
		return "", nil
	}
	return cursor, nil
}

func (a *Answer) note(text string) { a.Notes = append(a.Notes, text) }

// take takes in one tool.
func (l *list) take(raw json.RawMessage) {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil || fields == nil {
		l.reject(raw, "it is no object")
		return
	}
	name, description := text(fields["name"]), text(fields["description"])
	switch {
	case name == "":
		l.reject(raw, "it has no name")
		return
	case l.hasSecret(name):
		l.answer.reject(l.hidden(name, visible.Line), "its name has a value that nobody is to see")
		return
	case len(description) > DescriptionBytesMax:
		l.answer.reject(name, fmt.Sprintf("its description has more than %d bytes", DescriptionBytesMax))
		return
	}
	description = cut.Bytes(redact.Text(l.hidden(description, visible.Text)), tool.DescriptionBytesMax)
	l.answer.Tools = append(l.answer.Tools, Tool{Name: name, Description: description, Input: l.schema(fields["inputSchema"])})
}

// reject rejects a tool without a name, for which its first characters stand.
func (l *list) reject(raw json.RawMessage, reason string) {
	l.answer.reject(l.hidden(string(l.shownTexts(raw, visible.Line)), visible.Line), reason)
}

// hidden is a text without secrets and, as clean has it, without hidden characters. Those may
// stand within a secret.
func (l *list) hidden(text string, clean func(string) string) string {
	if l.hide == nil {
		return clean(text)
	}
	return l.hide(clean(l.hide(text)))
}

func (l *list) hasSecret(name string) bool {
	return l.hide != nil && (l.hide(name) != name || l.hidden(name, visible.Line) != visible.Line(name))
}

// text returns a JSON value that is a text; "" for any other.
func text(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// shownTexts is valid JSON whose texts, also the names of fields, are hidden as what they say,
// whichever characters of them are escaped. All else is as it was, in its order.
func (l *list) shownTexts(raw []byte, clean func(string) string) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	for {
		at := bytes.IndexByte(raw, '"')
		if at < 0 {
			out.Write(raw)
			return out.Bytes()
		}
		end := at + 1
		for ; raw[end] != '"'; end++ {
			if raw[end] == '\\' {
				end++
			}
		}
		out.Write(raw[:at])
		_ = encoder.Encode(l.hidden(text(raw[at:end+1]), clean)) // a text always encodes, and a buffer takes all
		out.Truncate(out.Len() - 1)                              // the line end
		raw = raw[end+1:]
	}
}

// schema returns the schema of a tool's arguments, nil for one that is too large.
func (l *list) schema(raw json.RawMessage) json.RawMessage {
	var compact bytes.Buffer
	if len(raw) == 0 || json.Compact(&compact, raw) != nil {
		return nil
	}
	plain := l.shownTexts(compact.Bytes(), visible.Text)
	if l.hide != nil {
		plain = []byte(l.hide(string(plain))) // numbers
	}
	if len(plain) > tool.InputBytesMax || !json.Valid(plain) {
		return nil
	}
	return plain
}

// Read reads an answer to tools/list from a file's content: the whole message, its result, or
// the array of tools alone. Errors say what the content is to be.
func Read(data []byte) (Answer, error) {
	if len(data) > BytesMax {
		return Answer{}, fmt.Errorf("it has more than %d bytes", BytesMax)
	}
	data = bytes.TrimSpace(bytes.TrimPrefix(data, []byte("\ufeff")))
	if !json.Valid(data) {
		return Answer{}, errors.New(`it is no JSON; it is to be an answer to tools/list, or its {"tools": […]}`)
	}
	if bytes.HasPrefix(data, []byte("[")) {
		data = fmt.Appendf(nil, `{"tools":%s}`, data)
	}
	var message struct {
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
		Servers json.RawMessage `json:"servers"` // which no answer of a server has
	}
	if json.Unmarshal(data, &message) == nil {
		if len(message.Servers) > 0 {
			return Answer{}, errors.New("it is what `tools list --json` prints, of all servers and without descriptions; import each server's own answer to tools/list")
		}
		if len(message.Result) == 0 && len(message.Error) > 0 && string(message.Error) != "null" {
			return Answer{}, errors.New("it is an answer that reports an error, and has no list of tools")
		}
		if len(message.Result) > 0 {
			data = message.Result
		}
	}
	var l list
	cursor, err := l.page(data)
	if err != nil {
		return Answer{}, err
	}
	if cursor != "" {
		l.answer.note(`It is one page of a list: "nextCursor" says that there is more, which is not in the file.`)
	}
	return l.answer, nil
}

// Named is a tool with the id by which the client calls it.
type Named struct {
	Tool
	ID   string
	Part string // of the id, after the server's prefix: it names the tool's file
}

// Name gives the tools of an answer their ids, as the client forms them. Those that the
// client could not call, and all but the first of one id, are among its rejected ones then.
func (a *Answer) Name(server client.Server, toolID func(prefix, tool string) string) []Named {
	named := []Named{}
	ids := map[string]string{}
	for _, t := range a.Tools {
		id := toolID(server.Prefix, t.Name)
		part := id[min(len(server.Prefix), len(id)):]
		other, twice := ids[id]
		switch {
		case server.Prefix == "" || id == "":
			a.reject(t.Name, "the client can call no tool of that name")
		case len(id) > tool.IDBytesMax:
			a.reject(t.Name, fmt.Sprintf("its id has more than %d characters", tool.IDBytesMax))
		case id != server.Prefix+part || part == "":
			a.reject(t.Name, "its id does not begin as those of the server do")
		case !tool.IsPlain(id):
			a.reject(t.Name, "its id has characters that the client has in no id")
		case twice && other == t.Name:
			a.reject(t.Name, "it is listed twice; the first one is kept")
		case twice:
			a.reject(t.Name, "the client calls it by the same id as "+shown(other))
		default:
			ids[id] = t.Name
			named = append(named, Named{t, id, part})
		}
	}
	return named
}

package session

import (
	"cmp"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/cut"
)

// PreviewCharsDefault is how much of a message is kept, in Unicode code points.
const PreviewCharsDefault = 500

const toolNameCharsMax = 200

// Words of Policy.ToolUse that stand for every tool and for none.
const (
	AllTools = "all"
	NoTools  = "none"
)

// Fields of a tool use that may be kept.
const (
	FieldToolName  = "tool_name"
	FieldToolInput = "tool_input_preview"
)

// Policy is how much of an event is kept.
type Policy struct {
	PreviewChars int      // Unicode code points; 0: PreviewCharsDefault, below 0: none
	ToolUse      []string // names of tools, a final * matches any rest; nil: AllTools
	ToolFields   []string // nil: all fields

	// Used returns the items that an event may take up, in order of precedence: the
	// newest suggestion of one of them counts as followed. An id that ends in "*" stands for
	// all that begin so, which were suggested together. nil: none is.
	Used func(abi.Event) []abi.Ref

	// Head returns what is checked out in an event's workspace, if it is known. It is asked
	// when a turn or a session ends, and before a compaction, and again of the session's workspace
	// where the event's is another; nil: nothing is.
	Head func(abi.Event) (Head, bool)
}

// ahead asks what an event takes up. That may read files, so it is called before a transaction
// begins.
func (p Policy) ahead(event abi.Event) Policy {
	if p.Used != nil {
		used := p.Used(event)
		p.Used = func(abi.Event) []abi.Ref { return used }
	}
	return p
}

// message is an event as it will be logged.
type message struct {
	role    string
	tool    string
	preview string
}

func (p Policy) message(event abi.Event) (message, bool) {
	switch event.Name {
	case abi.EventPrompt:
		row := message{role: "user"}
		if !event.Doubtful { // what is kept is read as a person's words, and may end before what makes it doubtful
			row.preview = p.preview(event.Prompt)
		}
		return row, true
	case abi.EventTurnEnded:
		return message{role: "assistant", preview: p.preview(event.Message)}, true
	case abi.EventToolUsed:
		row := message{role: "tool"}
		if p.keeps(FieldToolName) {
			row.tool = firstChars(event.ToolName, toolNameCharsMax)
		}
		// Rulesets are not told whose a use is: what a subagent loaded must not look like the model's.
		if p.keeps(FieldToolInput) && (event.Agent == "" || event.Invoked == "") {
			row.preview = p.preview(event.ToolInput)
		}
		return row, p.wants(event.ToolName)
	}
	return message{}, false
}

func (p Policy) keeps(field string) bool {
	return p.ToolFields == nil || slices.Contains(p.ToolFields, field)
}

// wants compares loosely, since clients have changed the case of tools' names.
func (p Policy) wants(tool string) bool {
	if p.ToolUse == nil {
		return true
	}
	return slices.ContainsFunc(p.ToolUse, func(pattern string) bool {
		if prefix, open := strings.CutSuffix(pattern, "*"); open {
			return len(tool) >= len(prefix) && strings.EqualFold(tool[:len(prefix)], prefix)
		}
		return pattern == AllTools || pattern != NoTools && strings.EqualFold(tool, pattern)
	})
}

func (p Policy) preview(text string) string {
	return firstChars(text, max(0, cmp.Or(p.PreviewChars, PreviewCharsDefault)))
}

// firstChars returns the first characters of a text, valid UTF-8 in any case.
func firstChars(text string, chars int) string {
	return strings.ToValidUTF8(cut.Runes(text, chars), "\uFFFD")
}

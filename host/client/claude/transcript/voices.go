package transcript

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/foreign"
)

// ReadVoices reads who wrote what at the end of a transcript, from the last bytesMax bytes of the
// file. A line that the client is still writing is left out. Errors wrap those of package os.
func ReadVoices(path string, bytesMax int64, calls work.Calls) (work.Voices, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return work.Voices{}, fmt.Errorf("read transcript: %w", err)
	}
	defer file.Close()
	data, whole, err := end(file, bytesMax)
	if err != nil {
		return work.Voices{}, fmt.Errorf("read transcript %s: %w", path, err)
	}
	return scanVoices(data, whole, calls), nil
}

func scanVoices(data []byte, whole bool, calls work.Calls) work.Voices {
	if !whole {
		_, data, _ = bytes.Cut(data, []byte("\n")) // the first line may be the end of one
	}
	l := listener{Voices: work.Voices{Whole: whole}, calls: calls, of: map[string]string{}}
	for line := range bytes.Lines(data) {
		switch parsed, err := parse(line); {
		case len(bytes.TrimSpace(line)) == 0:
		case err == nil:
			l.line(parsed)
		case line[len(line)-1] == '\n':
			l.Gap = true
		}
	}
	return l.Voices
}

// listener makes voices of lines.
type listener struct {
	work.Voices
	calls work.Calls
	of    map[string]string // by the id of a tool's call, who wrote its result; ByCall: it says nothing
}

func (l *listener) give(by, text string) {
	if text = strings.TrimSpace(text); text != "" {
		l.All = append(l.All, work.Voice{By: by, Text: text})
	}
}

func (l *listener) line(parsed line) {
	foreigner := parsed.sidechain || parsed.meta || parsed.summary || parsed.apiError || !byPerson(parsed.origin)
	switch parsed.kind {
	case "assistant":
		l.assistant(parsed.message, foreigner)
	case "user":
		l.user(parsed.message, foreigner)
	case "attachment":
		l.attachment(parsed.attachment, foreigner)
	}
}

func (l *listener) assistant(message []byte, foreigner bool) {
	blocks(message, func(kind, content string, block map[string][]byte) {
		by := work.ByModel
		if foreigner {
			by = work.ByStranger
		}
		switch kind {
		case "text":
			l.give(by, content)
		case "tool_use":
			name := toolName(text(block["name"]))
			switch {
			case foreigner:
			case l.calls.Tool != "" && strings.HasSuffix(name, l.calls.Tool):
				l.of[text(block["id"])] = work.ByCall
				l.give(work.ByCall, string(block["input"]))
			case l.calls.Command != "" && isShell(name) && bytes.Contains(block["input"], []byte(l.calls.Command)):
				l.give(work.ByCall, string(block["input"]))
			case name == "task" || name == "agent":
				l.of[text(block["id"])] = work.ByAgent
				l.give(work.ByStranger, firstText(members(block["input"]), "prompt"))
			}
		}
	})
}

func (l *listener) user(message []byte, foreigner bool) {
	results := false
	var typed []string
	blocks(message, func(kind, content string, block map[string][]byte) {
		switch kind {
		case "text":
			said, sure, reason := typedIn(content)
			if foreigner || !sure {
				said = ""
			}
			if foreigner || reason != "" {
				l.give(l.tells(content), strings.TrimSuffix(strings.TrimSpace(content), said))
			}
			typed = append(typed, said)
		case "tool_result":
			results = true
			if by := cmp.Or(l.of[text(block["tool_use_id"])], work.ByStranger); by != work.ByCall {
				l.give(by, resultText(block["content"]))
			}
		}
	})
	by := work.ByPerson
	if results { // beside results the client writes, and no person
		by = work.ByStranger
	}
	l.give(by, strings.Join(typed, "\n"))
}

// tells returns who wrote what nobody typed: a subagent, where it is the client's notice of one that
// ran in the background.
func (l *listener) tells(content string) string {
	if _, _, notice := hook.IsNotice(content); notice && l.of[between(content, "<tool-use-id>", "</tool-use-id>")] == work.ByAgent {
		return work.ByAgent
	}
	return work.ByStranger
}

// byPerson reports whether a message with this kind of origin was typed. Older clients write none.
func byPerson(origin string) bool { return origin == "" || origin == "human" }

// attachment takes what was put beside a prompt: a file, a hook's words; or what came while the
// model was at work: a prompt that was typed, or words of a task or of another agent.
func (l *listener) attachment(attachment []byte, foreigner bool) {
	found := members(attachment)
	prompt, mode := text(found["prompt"]), text(found["commandMode"])
	queued := text(found["type"]) == "queued_command"
	typed := (mode == "" || mode == "prompt") && byPerson(originKind(found["origin"])) && !yes(found["isMeta"]) && notTyped(prompt) == ""
	if queued && l.tells(prompt) == work.ByAgent {
		l.give(work.ByAgent, prompt)
		return
	}
	if queued && typed && !foreigner {
		if prompt = strings.TrimSpace(prompt); prompt != "" {
			l.All = append(l.All, work.Voice{By: work.ByPerson, Text: prompt, Within: true})
		}
		return
	}
	l.nested(attachment, attachmentDepthMax)
}

// attachmentDepthMax is how deep the texts of an attachment are looked for one by one.
const attachmentDepthMax = 8

// nested gives the texts within a value; what lies deeper is one text as it stands there.
func (l *listener) nested(value []byte, depth int) {
	switch {
	case len(value) == 0:
	case value[0] == '"':
		l.give(work.ByStranger, text(value))
	case depth == 0:
		l.give(work.ByStranger, strings.ReplaceAll(string(value), `\n`, "\n"))
	case value[0] == '{':
		_ = fields(value, func(_ string, value []byte) { l.nested(value, depth-1) })
	case value[0] == '[':
		elements(value, func(value []byte) bool { l.nested(value, depth-1); return true })
	}
}

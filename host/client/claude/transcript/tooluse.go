package transcript

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client/claude/hook"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/redact"
)

// Steps returns what a recorded event says of a session's work. A hook is told of no tool
// that failed and of no result, and a tool's input may be cut, so this is less than a
// transcript has.
func Steps(event abi.Event) []work.Step {
	if event.Agent != "" {
		return nil
	}
	at := event.Time
	switch event.Name {
	case abi.EventPrompt:
		typed, _, notice := hook.IsNotice(event.Prompt)
		if event.Doubtful || notice || typed == "" { // nobody knows who wrote it, or it is not kept
			return nil
		}
		return []work.Step{{Kind: work.Prompted, Time: at, Text: cut.Bytes(typed, work.TextBytesMax)}}
	case abi.EventTurnEnded:
		if event.Message != "" {
			return []work.Step{{Kind: work.Answered, Time: at, Text: closing(event.Message)}}
		}
	case abi.EventCompacting:
		return []work.Step{{Kind: work.Compacted, Time: at}}
	case abi.EventToolUsed:
		w := &worker{Record: work.Record{Skipped: map[string]int{}}}
		w.result(use{name: toolName(event.ToolName), input: []byte(event.ToolInput), at: at}, at, "", false, nil)
		return w.Steps
	}
	return nil
}

// toolName returns a tool's name as names are compared: they change over time.
func toolName(name string) string {
	name = strings.ToLower(cut.Bytes(name, nameBytesMax))
	if strings.HasPrefix(name, "mcp__") {
		return name
	}
	return strings.TrimSuffix(strings.NewReplacer("_", "", "-", "", ".", "").Replace(name), "tool")
}

// Beginnings of results that say that a tool did not run.
var (
	deniedMarks   = []string{"Permission to use ", "The user doesn't want to ", "Claude requested permissions ", "PreToolUse:"}
	brokenCall    = "<tool_use_error>"
	interruptMark = "[Request interrupted by user"
	userSaid      = "the user said:"
)

// result makes steps of a tool use and its result. A hook's event has no result.
func (w *worker) result(u use, at time.Time, output string, failed bool, result []byte) {
	name := u.name
	ofServer := strings.HasPrefix(name, "mcp__") // whose error may say that a user refused it
	if failed && !ofServer && (hasPrefix(output, deniedMarks) || strings.HasPrefix(output, interruptMark)) {
		w.refused(u, at, output)
		return
	}
	if fetches(name) && (failed || !writes(name)) { // an error, too, is in the words of others
		w.give(work.Step{Kind: work.Fetched, Time: at, Text: cut.Bytes(output, work.FetchBytesMax)})
		return
	}
	if failed && strings.HasPrefix(output, brokenCall) {
		return
	}
	input := members(u.input)
	switch {
	case input == nil:
	case isShell(name):
		w.ran(at, input, output, failed, result)
	case failed:
	case isTodos(name):
		w.listed(at, input)
	case name == "taskcreate" || name == "taskupdate":
		w.noted(at, input, output, result)
	case strings.HasPrefix(name, "ask"):
		w.chosen(at, input, output, result)
	case strings.HasPrefix(name, "exitplan"):
		w.planned(at, input, result)
	case writes(name):
		if path := pathOf(input); path != "" {
			w.give(work.Step{Kind: work.Edited, Time: at, Path: path})
		}
	}
}

func hasPrefix(text string, marks []string) bool {
	for _, mark := range marks {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return false
}

func isShell(name string) bool { return name == "bash" || name == "shell" || name == "powershell" }

// isTodos reports the client's tools that set the list of todos. One of a server has a list of
// its own.
func isTodos(name string) bool {
	return !strings.HasPrefix(name, "mcp__") && (strings.HasPrefix(name, "todo") || strings.HasSuffix(name, "todos"))
}

// writes reports tools that write the file that their input names: those of the client, and
// of servers whose tool is called so.
func writes(name string) bool {
	if strings.HasPrefix(name, "mcp__") {
		name = name[strings.LastIndex(name, "__")+2:]
		return strings.HasPrefix(name, "write_file") || strings.HasPrefix(name, "edit_file") || strings.HasPrefix(name, "create_file")
	}
	switch name {
	case "write", "edit", "multiedit", "notebookedit", "create", "strreplace":
		return true
	}
	return false
}

// fetches reports tools that bring text from outside of the workspace.
func fetches(name string) bool {
	return strings.HasPrefix(name, "web") || strings.HasPrefix(name, "mcp__") || strings.HasPrefix(name, "fetch") || strings.Contains(name, "mcpresource")
}

// members returns the members of an object, as far as it is one: a recorded input may end
// anywhere.
func members(object []byte) map[string][]byte {
	found := map[string][]byte{}
	if fields(object, func(key string, value []byte) { found[key] = value }) == nil {
		return found
	}
	if len(object) == 0 || object[0] != '{' {
		return nil
	}
	decoder := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := decoder.Token(); err != nil {
		return nil
	}
	for {
		key, err := decoder.Token()
		name, isKey := key.(string)
		var value json.RawMessage
		if err != nil || !isKey {
			return found
		}
		from := decoder.InputOffset()
		if decoder.Decode(&value) != nil {
			// of a list that was cut, the items before the cut count
			if _, rest, colon := strings.Cut(string(object[from:]), ":"); colon && strings.HasPrefix(strings.TrimSpace(rest), "[") {
				found[name] = []byte(strings.TrimSpace(rest))
			}
			return found
		}
		found[name] = value
	}
}

func firstText(input map[string][]byte, names ...string) string {
	for _, name := range names {
		if value := text(input[name]); value != "" {
			return value
		}
	}
	return ""
}

func pathOf(input map[string][]byte) string {
	path := firstText(input, "file_path", "notebook_path", "path")
	if len(path) > work.PathBytesMax || strings.ContainsRune(path, 0) {
		return ""
	}
	return path
}

// ran takes a command of the shell.
func (w *worker) ran(at time.Time, input map[string][]byte, output string, failed bool, result []byte) {
	command := redact.Prefix(strings.TrimSpace(text(input["command"])), work.TextBytesMax)
	if command == "" || yes(input["run_in_background"]) {
		return
	}
	if failed { // the first line is the client's
		first, rest, _ := strings.Cut(output, "\n")
		if strings.HasPrefix(first, "Exit code ") {
			output = rest
		}
	}
	_ = fields(result, func(key string, value []byte) {
		if key == "interrupted" && yes(value) {
			failed, output = false, ""
		}
	})
	if !failed && !saysMore(command) {
		output = ""
	}
	w.give(work.Step{Kind: work.Ran, Time: at, Text: command, Failed: failed, Output: ends(output)})
}

// saysMore reports whether the output of a command that did not fail may say more: that a part
// of it failed, what it committed, or what came from outside. The output of another one is not
// looked at, since to find secrets in it takes time.
func saysMore(command string) bool {
	return strings.ContainsAny(command, "|;&\n") || strings.Contains(command, "commit") || strings.Contains(command, "://")
}

// ends returns the beginning and the end of a command's output, redacted.
func ends(output string) string {
	if len(output) <= work.OutputBytesMax {
		return redact.Text(output)
	}
	half := work.OutputBytesMax / 2
	last := cut.Tail(output, half)
	if _, rest, found := strings.Cut(last, "\n"); found {
		last = rest // a secret's beginning may be missing
	}
	return redact.Prefix(output, half) + "\n" + redact.Text(last)
}

// refused takes what was not allowed, with the user's words if there are some.
func (w *worker) refused(u use, at time.Time, output string) {
	input := members(u.input)
	s := work.Step{Kind: work.Refused, Time: at}
	if isShell(u.name) {
		s.Text = redact.Prefix(text(input["command"]), work.TextBytesMax)
	}
	if _, said, found := strings.Cut(output, userSaid); found {
		s.Reason = redact.Prefix(strings.TrimSpace(said), work.TextBytesMax)
	}
	if strings.HasPrefix(u.name, "exitplan") {
		s.Kind, s.Text = work.Rejected, redact.Prefix(text(input["plan"]), work.TextBytesMax)
	}
	w.give(s)
	if strings.HasPrefix(output, interruptMark) {
		w.give(work.Step{Kind: work.Interrupted, Time: at})
	}
}

// planned takes a plan that the user approved.
func (w *worker) planned(at time.Time, input map[string][]byte, result []byte) {
	plan := text(input["plan"])
	_ = fields(result, func(key string, value []byte) {
		if key == "plan" && plan == "" {
			plan = text(value)
		}
	})
	if plan != "" {
		w.give(work.Step{Kind: work.Planned, Time: at, Text: redact.Prefix(plan, work.TextBytesMax)})
	}
}

// chosen takes the answers to questions: of newer clients from the result or the input, of
// others from the result's text.
func (w *worker) chosen(at time.Time, input map[string][]byte, output string, result []byte) {
	count := 0
	answers := func(object []byte) {
		_ = fields(object, func(question string, value []byte) {
			answer := text(value)
			if answer == "" {
				answer = listOf(value)
			}
			if question != "" && answer != "" {
				count++
				w.give(work.Step{
					Kind: work.Chosen, Time: at, Question: redact.Prefix(question, work.TodoBytesMax), Text: redact.Prefix(answer, work.TodoBytesMax),
				})
			}
		})
	}
	_ = fields(result, func(key string, value []byte) {
		if key == "answers" {
			answers(value)
		}
	})
	if count == 0 {
		answers(input["answers"])
	}
	for rest := output; count == 0 && rest != ""; {
		var question, answer string
		var found bool
		if _, rest, found = strings.Cut(rest, `"`); !found {
			return
		}
		if question, rest, found = strings.Cut(rest, `"="`); !found {
			return
		}
		if answer, rest, found = strings.Cut(rest, `"`); !found {
			return
		}
		w.give(work.Step{Kind: work.Chosen, Time: at, Question: redact.Prefix(question, work.TodoBytesMax), Text: redact.Prefix(answer, work.TodoBytesMax)})
	}
}

// listOf joins the texts of a list.
func listOf(value []byte) string {
	var texts []string
	elements(value, func(element []byte) bool {
		if item := text(element); item != "" {
			texts = append(texts, item)
		}
		return len(texts) < work.TodosMax
	})
	return strings.Join(texts, ", ")
}

package transcript

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/redact"
)

// Names under which todos have their text and their state.
var (
	todoTexts  = []string{"content", "subject", "title", "text", "task", "description", "name"}
	todoStates = []string{"status", "state"}
)

// listed takes a list of todos that replaces the one before: the first list of objects that
// have a text, whatever it is called. After a list of another shape it is not known which todos
// there are, and the ones before are not said to be.
func (w *worker) listed(at time.Time, input map[string][]byte) {
	for _, name := range []string{"todos", "items", "tasks", "list"} {
		value, there := input[name]
		if !there {
			continue
		}
		todos := []work.Todo{}
		count, torn := 0, !json.Valid(value)
		elements(value, func(element []byte) bool {
			count++
			if todo := todoOf(members(element)); todo.Text != "" && todo.State != "" {
				todo.ID = ""
				todos = append(todos, todo)
			}
			return len(todos) < work.TodosMax
		})
		if count != len(todos) {
			todos, torn = nil, false
		}
		w.give(work.Step{Kind: work.Listed, Time: at, Todos: todos, Torn: torn})
		return
	}
	for _, value := range input {
		if len(value) > 0 && value[0] == '[' {
			w.give(work.Step{Kind: work.Listed, Time: at})
			return
		}
	}
}

// noted takes one todo that was added or changed.
func (w *worker) noted(at time.Time, input map[string][]byte, output string, result []byte) {
	todo := todoOf(input)
	if todo.ID == "" {
		_ = fields(result, func(key string, value []byte) {
			if key == "task" {
				todo.ID = idOf(members(value))
			}
		})
	}
	if todo.ID == "" { // "Task #3 created successfully: …"
		if _, rest, found := strings.Cut(output, "#"); found {
			todo.ID, _, _ = strings.Cut(rest, " ")
		}
	}
	if todo.ID == "" && todo.Text == "" {
		return
	}
	if todo.State == "" && firstText(input, todoStates...) != "" {
		todo.State = work.Dropped // one that is not known is not said to be open
	}
	w.give(work.Step{Kind: work.Noted, Time: at, Todos: []work.Todo{todo}})
}

func todoOf(input map[string][]byte) work.Todo {
	todo := work.Todo{ID: idOf(input), Text: redact.Prefix(firstText(input, todoTexts...), work.TodoBytesMax)}
	switch state := strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(firstText(input, todoStates...))); state {
	case "pending", "todo", "open", "notstarted", "blocked":
		todo.State = work.Open
	case "inprogress", "active", "doing", "started":
		todo.State = work.Active
	case "completed", "complete", "done", "closed", "finished":
		todo.State = work.Done
	case "deleted", "cancelled", "canceled", "dropped", "removed":
		todo.State = work.Dropped
	}
	if done, there := input["done"]; there && todo.State == "" {
		todo.State = work.Open
		if yes(done) {
			todo.State = work.Done
		}
	}
	return todo
}

func idOf(input map[string][]byte) string {
	for _, name := range []string{"taskId", "task_id", "id"} {
		if id := text(input[name]); id != "" && len(id) <= nameBytesMax {
			return id
		} else if raw := string(input[name]); raw != "" && len(raw) < 20 && strings.Trim(raw, "0123456789") == "" {
			return raw
		}
	}
	return ""
}

package heeded

// System is the instruction for the model: the same for each task and way.
const System = `You are a coding assistant at work in a project. You are given what there is in the project and a request. Answer with the shell commands that you would run, one each, and the files that you would write, each whole, with paths relative to the project. Do only what the request asks for. What is not listed in the project is not there.`

// AnswerTokensMax bounds an answer.
const AnswerTokensMax = 1500

// Name and About are what the answer is called and what it is.
const (
	Name  = "do_task"
	About = "The commands to run and the files to write."
)

// Question returns what a model is asked: told is what it is told beside the request, as a hook
// would say it, and may be empty.
func (t *Task) Question(told string) string {
	text := "The project:\n" + t.Project + "\n\nThe request:\n" + t.Request
	if told != "" {
		text += "\n\n" + told
	}
	return text
}

// LessonOf returns the lesson that a way tells, if it tells one.
func (t *Task) LessonOf(way string) (Lesson, bool) {
	switch way {
	case With:
		return t.Lesson, true
	case Stale:
		return t.Stale, true
	}
	return Lesson{}, false
}

// Schema is the JSON Schema of an answer.
func Schema() map[string]any {
	text := map[string]any{"type": "string"}
	return map[string]any{
		"type": "object", "additionalProperties": false, "required": []string{"commands", "files"},
		"properties": map[string]any{
			"commands": map[string]any{"type": "array", "items": text},
			"files": map[string]any{"type": "array", "items": map[string]any{
				"type": "object", "additionalProperties": false, "required": []string{"path", "content"},
				"properties": map[string]any{"path": text, "content": text},
			}},
		},
	}
}

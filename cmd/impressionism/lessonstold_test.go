//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// jsonLines decodes each line of a file.
func jsonLines[T any](t *testing.T, path string) (all []T) {
	t.Helper()
	file, err := os.Open(path)
	envtest.Must(t, err)
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var one T
		envtest.Must(t, json.Unmarshal(lines.Bytes(), &one))
		all = append(all, one)
	}
	return all
}

var toldLine = regexp.MustCompile(`(?m)^- \[(L-[a-z0-9]{5})\] .*$`)

// Ensure that in sessions of fifty prompts, with compactions, clearings, resumptions, touched
// files and citations in between, no lesson is told twice while the client remembers it, and
// that a session costs no more than its budgets: two lessons and 500 characters a prompt, one
// lesson and 300 characters a file, eight and 3,000 a session.
func TestLessonsAreToldOnce(t *testing.T) {
	sessions := 3
	if sampletest.Soak() {
		sessions = 1000
	}
	labelled := filepath.Join(envtest.Root(t), "host", "eval", "testdata", "lessons-b")
	h := newLessonHome(t)
	var touchable []string
	for i, l := range jsonLines[struct {
		ID, Name, Body string
		Paths          []string
	}](t, filepath.Join(labelled, "corpus.jsonl")) {
		content, err := lesson.Encode(lesson.Lesson{ID: l.ID, Title: l.Name, Text: strings.Join(strings.Fields(l.Body), " "), Paths: l.Paths, Pinned: i%40 == 0})
		envtest.Must(t, err)
		envtest.WriteFile(t, filepath.Join(h.project, ".claude", "impressionism", "lessons", l.ID+lesson.Suffix), string(content))
		for _, glob := range l.Paths {
			touchable = append(touchable, strings.NewReplacer("**", "a/b", "*", "x").Replace(glob))
		}
	}
	prompts := jsonLines[struct{ Text string }](t, filepath.Join(labelled, "queries.jsonl"))
	h.commit()
	time.Sleep(20 * time.Millisecond)
	random := rand.New(rand.NewPCG(3, 5))
	toldAtPrompts, toldAtFiles, toldAtStarts := 0, 0, 0
	for n := range sessions {
		id := fmt.Sprintf("s%d", n)
		told, chars := map[string]bool{}, 0
		hear := func(what, context string, most, charsMax int) (count int) {
			lines := toldLine.FindAllStringSubmatch(context, -1)
			sum := 0
			for _, line := range lines {
				if told[line[1]] {
					t.Errorf("%s, %s: %s is told again", id, what, line[1])
				}
				told[line[1]], sum = true, sum+len([]rune(line[0]))
			}
			chars += sum
			if len(lines) > most || sum > charsMax || len(told) > 8 || chars > 3000 {
				t.Errorf("%s, %s: %d lessons of %d characters; %d of %d in the session", id, what, len(lines), sum, len(told), chars)
			}
			return len(lines)
		}
		start := func(source string) {
			toldAtStarts += hear(source, h.hook(map[string]any{"hook_event_name": "SessionStart", "session_id": id, "source": source}), 3, 500)
		}
		start("startup")
		for range 50 {
			switch p := random.Float64(); {
			case p < .03:
				h.hook(map[string]any{"hook_event_name": "PreCompact", "session_id": id, "trigger": "auto"})
				clear(told)
				chars = 0
				start("compact")
			case p < .05:
				clear(told)
				chars = 0
				start("clear")
			case p < .07:
				start("resume")
			case p < .25:
				file := filepath.Join(h.project, touchable[random.IntN(len(touchable))])
				toldAtFiles += hear("at a file", h.hook(map[string]any{
					"hook_event_name": "PostToolUse", "session_id": id, "tool_name": "Edit",
					"tool_input": map[string]any{"file_path": file}, "tool_response": map[string]any{},
				}), 1, 300)
			case p < .35:
				for cited := range told {
					h.hook(map[string]any{"hook_event_name": "Stop", "session_id": id, "last_assistant_message": "As in [" + cited + "]."})
					break
				}
			}
			toldAtPrompts += hear("at a prompt", h.asks(id, prompts[random.IntN(len(prompts))].Text), 2, 500)
		}
		h.ends(id)
	}
	t.Logf("%d sessions: told %d lessons at prompts, %d at files, %d at starts", sessions, toldAtPrompts, toldAtFiles, toldAtStarts)
	// What was told again and again at a file and hardly cited is told there no more.
	if toldAtPrompts < sessions || toldAtFiles < min(sessions, 200) || toldAtStarts < sessions {
		t.Error("too little was told to learn anything from it")
	}
}

package lessonfiles

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/respond"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// asking notes what the rulesets would be asked at a file, and keeps them from being asked.
type asking struct {
	*Hearer
	asked string
}

func (a *asking) Declined(_, asked string) bool { a.asked = asked; return true }

// Ensure that two processes name the same question alike: what is asked at a file follows from the
// settings' values, in full, and has no address in it, which would be another one in each process.
func TestQuestion(t *testing.T) {
	const settings = `
parameters: {similarity_threshold: 0.91, switch_margin: 0.92}
rulesets: {builtin/default: {keyword_boost: 0.93}, custom/other: {shyness: 0.94}}
lessons: {rank: seed}
suggest:
  never: [unwanted]
  always: {"always/**": [deploy], "*.sql": [migrate]}
  words: {ship: [deploy], table: [migrate]}
  templates: {load: "Load it: {name}.", notice: "Told."}
`
	p := newPlace(t, settings)
	path := filepath.Join(p.env.Paths.Lessons, "L-aaaaa.md")
	p.write(path, "---\npaths: [\"db/**\"]\n---\nSet lock_timeout first.\n")
	p.look("before any session", map[string]string{"L-aaaaa": lessons.Active})
	ask := func() string {
		t.Helper()
		e := *p.env
		e.Loaded = nil
		if err := e.Configure(p.project); err != nil {
			t.Fatal(err)
		}
		return questionAt(t, &e, p, "db/1.sql")
	}
	question := ask()
	for range 20 { // maps have another order each time
		if again := ask(); again != question {
			t.Fatalf("asked\n%s\nand then\n%s", question, again)
		}
	}
	if address := regexp.MustCompile(`0x[0-9a-f]{5,}`).FindString(question); address != "" {
		t.Errorf("the address %s is in: %s", address, question)
	}
	for _, value := range []string{"0.91", "0.92", "0.93", "0.94", "unwanted", "always/**", "ship"} {
		if !strings.Contains(question, value) {
			t.Errorf("%s is not in: %s", value, question)
		}
	}
}

func questionAt(t *testing.T, e *env.Env, p *place, file string) string {
	t.Helper()
	host, hearer := wire.Host(e, p.project, p.sessions), &asking{Hearer: Of(e, p.sessions)}
	host.Lessons = hearer
	event := abi.Event{
		Name: abi.EventToolUsed, SessionID: sessionA, Workspace: p.project, Time: e.Now(),
		ToolName: "Read", ToolInput: `{"file_path":"` + filepath.ToSlash(filepath.Join(p.project, file)) + `"}`,
	}
	host.Respond(context.Background(), event, respond.Options{})
	if hearer.asked == "" {
		t.Fatal("nothing was asked")
	}
	return hearer.asked
}

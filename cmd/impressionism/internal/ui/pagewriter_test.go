package ui_test

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

func init() { testPrograms["page-writer"] = writeForPage }

// written is one thing that a writer writes to a state.db: a prompt with a decision, the use
// of an item, or many decisions in one commit.
type written struct {
	Do      string // "tell", "use", "end", "forget" or "burst"
	Session string
	Text    string // of the prompt; of a burst, what comes before each number
	Item    string // that is told or used; empty: none is told
	Many    int    // decisions of a burst
}

// stored is what a writer says of it.
type stored struct {
	Decision  int64
	Committed float64 // milliseconds since 1970, when the store returned
	Problem   string
}

// writeForPage is a process that writes what it is asked to, as hooks do: it opens the file
// for each event, and closes it.
func writeForPage() {
	requests, replies := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var w written
		if err := requests.Decode(&w); err != nil {
			return
		}
		id, err := w.write(os.Args[1])
		reply := stored{Decision: id, Committed: float64(time.Now().UnixMicro()) / 1000}
		if err != nil {
			reply.Problem = err.Error()
		}
		if replies.Encode(reply) != nil {
			return
		}
	}
}

func (w written) write(path string) (id int64, err error) {
	if w.Do == "burst" {
		return 0, w.burst(path)
	}
	store, err := session.Open(path, session.Options{Busy: 20 * time.Second})
	if err != nil {
		return 0, err
	}
	defer store.Close()
	if w.Do == "forget" {
		_, err := store.Forget(w.Session)
		return 0, err
	}
	event := abi.Event{Name: abi.EventPrompt, SessionID: w.Session, Workspace: "/home/dev/" + w.Session, Time: time.Now(), Prompt: w.Text}
	policy := session.Policy{}
	switch w.Do {
	case "use":
		event.Name, event.ToolName, event.ToolInput = abi.EventToolUsed, "Skill", w.Item
		policy.Used = func(abi.Event) []abi.Ref { return []abi.Ref{abi.Skill(w.Item)} }
	case "stop":
		event.Name, event.Message = abi.EventTurnEnded, "done"
	case "end":
		event.Name = abi.EventSessionEnded
	}
	recorded, err := store.Record(event, policy)
	if err != nil || w.Do != "tell" {
		return 0, err
	}
	change, answer := session.Change{}, `{"activate":[]}`
	if w.Item != "" {
		answer = fmt.Sprintf(`{"activate":[{"ref":"skill:%s"}]}`, w.Item)
		change.Activate = []abi.Entry{{Ref: abi.Skill(w.Item)}}
		change.Told = []session.ToldItem{{Ref: abi.Skill(w.Item), Wording: "firm-0a", Chars: 100}}
	}
	scores := fmt.Sprintf(`[{"ref":"skill:%s","similarity":0.9,"matched":["migrat"]},{"ref":"skill:other","similarity":0.6}]`, cmp.Or(w.Item, "near"))
	return store.Apply(w.Session, recorded.Sequence, change, session.Decision{
		Event: abi.EventPrompt, At: event.Time, RulesetID: "builtin/balanced", Answer: []byte(answer), Scores: []byte(scores),
		Durations: map[string]int64{"state": 1000, "ruleset": 3000},
	})
}

// burst copies the last decision of a session many times in one commit.
func (w written) burst(path string) error {
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec(strings.NewReplacer("$SESSION", w.Session, "$TEXT", w.Text, "$MANY", fmt.Sprint(w.Many)).Replace(`
BEGIN IMMEDIATE;
CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $MANY) SELECT i FROM n;
CREATE TEMP TABLE d AS SELECT * FROM decisions WHERE session_id = '$SESSION' ORDER BY id DESC LIMIT 1;
INSERT INTO messages (session_id, sequence, prompt, role, event_type, tool_name, content_preview, content_embedding, active_skills, logged_at)
 SELECT m.session_id, s.sequence + i, s.prompts + i, role, m.event_type, tool_name, printf('$TEXT %06d', i), content_embedding, active_skills, logged_at + i
 FROM n, d, sessions s, messages m WHERE s.session_id = d.session_id AND m.session_id = d.session_id AND m.sequence = d.sequence;
INSERT INTO decisions (session_id, sequence, prompt, event_type, decided_at, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late)
 SELECT d.session_id, s.sequence + i, s.prompts + i, event_type, decided_at + i, ruleset_id, ruleset_hash, inputs_hash, answer, scores, said, dropped, tier, neutral, durations, late
 FROM n, d, sessions s WHERE s.session_id = d.session_id;
INSERT INTO suggestions (session_id, kind, item_id, decision_id, sequence, prompt, told_at, wording, chars)
 SELECT n.session_id, 'skill', 'db', n.id, n.sequence, n.prompt, n.decided_at, 'firm-0a', 100 FROM decisions n, d WHERE n.session_id = d.session_id AND n.id > d.id;
UPDATE sessions SET sequence = sequence + $MANY, prompts = prompts + $MANY, last_active = last_active + $MANY WHERE session_id = '$SESSION';
COMMIT`))
	return err
}

// pageWriter is a running writer.
type pageWriter struct {
	t    testing.TB
	path string
	in   io.WriteCloser
	out  *json.Decoder
}

// startWriter starts a process that writes to the state.db of a home.
func startWriter(t testing.TB, folder string) *pageWriter {
	t.Helper()
	binary, err := executable()
	envtest.Must(t, err)
	name := filepath.Join(t.TempDir(), "page-writer")
	self, err := os.Readlink(binary)
	envtest.Must(t, err)
	envtest.Must(t, os.Symlink(self, name))
	w := &pageWriter{t: t, path: filepath.Join(folder, "state.db")}
	command := exec.Command(name, w.path)
	command.Stderr = os.Stderr
	w.in, err = command.StdinPipe()
	envtest.Must(t, err)
	out, err := command.StdoutPipe()
	envtest.Must(t, err)
	w.out = json.NewDecoder(bufio.NewReader(out))
	envtest.Must(t, command.Start())
	t.Cleanup(func() {
		_ = w.in.Close()
		_ = command.Wait() // it ends with its input
	})
	return w
}

func (w *pageWriter) write(what written) stored {
	w.t.Helper()
	envtest.Must(w.t, json.NewEncoder(w.in).Encode(what))
	var reply stored
	envtest.Must(w.t, w.out.Decode(&reply))
	if reply.Problem != "" {
		w.t.Fatalf("%+v: %s", what, reply.Problem)
	}
	return reply
}

// tell writes a prompt at which an item was told.
func (w *pageWriter) tell(session, text, item string) stored {
	w.t.Helper()
	return w.write(written{Do: "tell", Session: session, Text: text, Item: item})
}

// use writes that the model used an item.
func (w *pageWriter) use(session, item string) stored {
	w.t.Helper()
	return w.write(written{Do: "use", Session: session, Item: item})
}

package ledger

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	catalogskill "github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client/claude"
	records "github.com/ed-irl/impressionism/host/client/claude/transcript"
	"github.com/ed-irl/impressionism/host/store/session"
)

var used = catalog.Kinds{catalogskill.Kind, command.Kind, tool.Kind}.Taken

var began = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func minute(n int) time.Time { return began.Add(time.Duration(n) * time.Minute) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func openStore(t testing.TB) *session.Store {
	t.Helper()
	store, err := session.Open(filepath.Join(t.TempDir(), "state.db"), session.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	return store
}

// tell is a prompt at a minute, as the hook saw it, that was told of skills.
func tell(t testing.TB, store *session.Store, id string, at time.Time, items ...string) {
	t.Helper()
	tellOf(t, store, abi.KindSkill, id, at, items...)
}

func tellOf(t testing.TB, store *session.Store, kind, id string, at time.Time, items ...string) {
	t.Helper()
	recorded, err := store.Record(abi.Event{Name: abi.EventPrompt, SessionID: id, Workspace: "/w", Prompt: "x", Time: at}, session.Policy{})
	must(t, err)
	var told []session.ToldItem
	for _, item := range items {
		told = append(told, session.ToldItem{Ref: abi.Ref{Kind: kind, ID: item}, Wording: "soft-1", Chars: 40})
	}
	_, err = store.Apply(id, recorded.Sequence, session.Change{Told: told}, session.Decision{At: at})
	must(t, err)
}

// Lines of a transcript, as the client writes them.
func line(id, kind string, at time.Time, message string) string {
	return fmt.Sprintf(`{"type":"%s","sessionId":"%s","cwd":"/w","timestamp":"%s","message":%s}`+"\n", kind, id, at.Format(time.RFC3339Nano), message)
}

func prompt(id string, at time.Time, text string) string {
	return line(id, "user", at, fmt.Sprintf(`{"role":"user","content":%q}`, text))
}

func skill(id string, at time.Time, name string, failed bool) string {
	use := fmt.Sprintf(`{"id":"m%[1]d","content":[{"type":"tool_use","id":"t%[1]d","name":"Skill","input":{"skill":"%[2]s"}}]}`, at.Unix(), name)
	result := fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","is_error":%v,"content":"x"}]}`, at.Unix(), failed)
	return line(id, "assistant", at, use) + line(id, "user", at, result)
}

// folder is a folder of transcripts.
type folder struct {
	t    testing.TB
	path string
}

func (f folder) add(id, lines string) {
	f.t.Helper()
	file, err := os.OpenFile(filepath.Join(f.path, id+records.Ending), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	must(f.t, err)
	_, err = file.WriteString(lines)
	must(f.t, err)
	must(f.t, file.Close())
}

func (f folder) read(store *session.Store) Report {
	f.t.Helper()
	found, err := records.Find(f.path)
	must(f.t, err)
	report, err := Import(context.Background(), store, claude.Client().Transcripts, found.Files, used, func(int, int) {})
	must(f.t, err)
	return report
}

func outcomes(t testing.TB, store *session.Store) string {
	t.Helper()
	all, err := store.Outcomes(session.OutcomesOf{All: true})
	must(t, err)
	var lines []string
	for _, o := range all {
		lines = append(lines, fmt.Sprintf("%s %d: %d used, %d by user, %d late", o.Ref.ID, o.Suggested, o.Invoked, o.ByUser, o.Late))
	}
	return strings.Join(lines, "\n")
}

// Ensure an invocation that no hook told of is found in the transcript, in time or
// late by the prompts there, whoever invoked; that a failed one, one before the
// suggestion and one of another session count for nothing; and that reading again
// changes nothing.
func TestImport(t *testing.T) {
	store, projects := openStore(t), folder{t, t.TempDir()}
	tell(t, store, "s1", minute(1), "early", "used", "called", "late", "failed", "never")
	tell(t, store, "s2", minute(1), "used")
	tell(t, store, "s3", minute(1)) // nothing was suggested there
	must(t, store.SumUp("/w", minute(5000)))
	projects.add("s1", skill("s1", minute(0), "early", false)+prompt("s1", minute(1).Add(ownPrompt), "one")+
		skill("s1", minute(2), "used", false)+skill("s1", minute(3), "failed", true)+
		prompt("s1", minute(4), "two")+skill("s1", minute(5), "unheard-of", false)+skill("s2", minute(5), "never", false)+
		prompt("s1", minute(6), "three")+prompt("s1", minute(7), "/called with words")+
		prompt("s1", minute(8), "five")+skill("s1", minute(9), "late", false)+skill("s1", minute(10), "used", false))
	projects.add("s3", prompt("s3", minute(1), "one"))
	report := projects.read(store)
	want := Report{Files: 2, Elsewhere: 1, Read: 1, Found: 3, Notes: []string{}, Items: []Found{
		{Ref: abi.Skill("used"), Count: 1},
		{Ref: abi.Skill("called"), Count: 1, ByUser: 1},
		{Ref: abi.Skill("late"), Count: 1},
	}}
	if diff := cmp.Diff(want, report); diff != "" {
		t.Errorf("report (-want +got):\n%s", diff)
	}
	const outcome = "used 2: 1 used, 0 by user, 0 late\ncalled 1: 1 used, 1 by user, 0 late\nearly 1: 0 used, 0 by user, 0 late\n" +
		"failed 1: 0 used, 0 by user, 0 late\nlate 1: 0 used, 0 by user, 1 late\nnever 1: 0 used, 0 by user, 0 late"
	if diff := cmp.Diff(outcome, outcomes(t, store)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
	if usage, err := store.Usage("/w", "", minute(5000)); err != nil || usage[abi.Skill("used")].Used != 1 {
		t.Errorf("what was summed up before still holds: %v, %v", usage, err)
	}
	if again := projects.read(store); again.Unchanged != 1 || again.Found != 0 {
		t.Errorf("again: %+v", again)
	}
	projects.add("s1", "\n")
	if again := projects.read(store); again.Read != 1 || again.Found != 0 {
		t.Errorf("touched: %+v", again)
	}
}

// Ensure a transcript that grew is read on from where it was left, and that what
// is found then is dated by prompts of both parts; one that was replaced is read
// from its beginning.
func TestImportGoesOn(t *testing.T) {
	store, projects := openStore(t), folder{t, t.TempDir()}
	tell(t, store, "s", minute(1), "first")
	for i := 1; i <= 20; i++ {
		projects.add("s", prompt("s", minute(i), "go on"))
	}
	tell(t, store, "s", minute(20), "second", "third")
	projects.add("s", skill("s", minute(20).Add(time.Second), "nothing", false))
	projects.read(store)
	kept, err := store.Transcripts()
	must(t, err)
	for path, read := range kept {
		if at := positionOf(read.Position); at.Offset == 0 || at.Offset >= read.Bytes {
			t.Errorf("%s: kept %s of %d bytes", path, read.Position, read.Bytes)
		}
	}
	projects.add("s", prompt("s", minute(21), "go on")+skill("s", minute(22), "second", false)+skill("s", minute(23), "first", false))
	if report := projects.read(store); report.Found != 2 {
		t.Errorf("grown: %+v", report)
	}
	must(t, os.WriteFile(filepath.Join(projects.path, "s"+records.Ending), []byte(prompt("s", minute(1), "other")+skill("s", minute(24), "third", false)), 0o600))
	if report := projects.read(store); report.Found != 1 {
		t.Errorf("replaced: %+v", report)
	}
	const outcome = "first 1: 0 used, 0 by user, 1 late\nsecond 1: 1 used, 0 by user, 0 late\nthird 1: 1 used, 0 by user, 0 late"
	if diff := cmp.Diff(outcome, outcomes(t, store)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// Ensure what a hook recorded stays as it is, and that an import ends when it is
// told to, with what was read.
func TestImportBesideHooks(t *testing.T) {
	store, projects := openStore(t), folder{t, t.TempDir()}
	tell(t, store, "s", minute(1), "db", "api")
	_, err := store.Record(abi.Event{Name: abi.EventToolUsed, SessionID: "s", ToolName: "Skill", Invoked: "db", Time: minute(2)}, session.Policy{Used: used})
	must(t, err)
	projects.add("s", prompt("s", minute(1), "one")+skill("s", minute(2), "db", false)+skill("s", minute(2), "api", false))
	ended, end := context.WithCancel(context.Background())
	end()
	found, err := records.Find(projects.path)
	must(t, err)
	if report, err := Import(ended, store, claude.Client().Transcripts, found.Files, used, func(int, int) {}); err != nil || !report.Interrupted || report.Found != 0 {
		t.Errorf("interrupted: %+v, %v", report, err)
	}
	if report := projects.read(store); report.Found != 1 || report.Items[0].Ref.ID != "api" {
		t.Errorf("got %+v", report)
	}
}

// Ensure that the call of any tool of a server takes up all of it that the newest suggestion
// named, once, as a hook has it: neither an earlier suggestion, nor another server's, nor one
// that came after the call.
func TestImportTools(t *testing.T) {
	store, projects := openStore(t), folder{t, t.TempDir()}
	told := func(n int, ids ...string) { tellOf(t, store, abi.KindTool, "s", minute(n), ids...) }
	told(1, "mcp__tracker__a", "mcp__tracker__b")
	told(3, "mcp__tracker__c", "mcp__tracker__d", "mcp__other__x")
	tell(t, store, "s", minute(3), "tracker")
	told(6, "mcp__tracker__e")
	call := func(n int, name string) string {
		use := fmt.Sprintf(`{"id":"m%[1]d","content":[{"type":"tool_use","id":"t%[1]d","name":%[2]q,"input":{}}]}`, n, name)
		result := fmt.Sprintf(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"t%d","content":"x"}]}`, n)
		return line("s", "assistant", minute(n), use) + line("s", "user", minute(n), result)
	}
	projects.add("s", prompt("s", minute(1).Add(ownPrompt), "one")+prompt("s", minute(3).Add(ownPrompt), "two")+
		call(4, "mcp__tracker__z")+call(5, "mcp__tracker__a")+call(5, "mcp__unheard__of")+prompt("s", minute(6).Add(ownPrompt), "three"))
	if report := projects.read(store); report.Found != 2 {
		t.Errorf("got %+v", report)
	}
	const outcome = "tracker 1: 0 used, 0 by user, 0 late\nmcp__other__x 1: 0 used, 0 by user, 0 late\n" +
		"mcp__tracker__a 1: 0 used, 0 by user, 0 late\nmcp__tracker__b 1: 0 used, 0 by user, 0 late\n" +
		"mcp__tracker__c 1: 1 used, 0 by user, 0 late\nmcp__tracker__d 1: 1 used, 0 by user, 0 late\nmcp__tracker__e 1: 0 used, 0 by user, 0 late"
	if diff := cmp.Diff(outcome, outcomes(t, store)); diff != "" {
		t.Errorf("outcomes (-want +got):\n%s", diff)
	}
}

// Ensure an answer that cites several lessons counts for each of them.
func TestImportCitations(t *testing.T) {
	store, projects := openStore(t), folder{t, t.TempDir()}
	tellOf(t, store, abi.KindLesson, "s", minute(1), "L-9jccd", "L-p452j", "L-7f3kq")
	projects.add("s", prompt("s", minute(1), "one")+
		line("s", "assistant", minute(2), `{"id":"m1","content":[{"type":"text","text":"As [L-p452j] says, and [L-9jccd]."}]}`)+
		prompt("s", minute(3), "two"))
	found, err := records.Find(projects.path)
	must(t, err)
	cited := catalog.Kinds{catalogskill.Kind, lesson.Kind}.Taken
	report, err := Import(context.Background(), store, claude.Client().Transcripts, found.Files, cited, func(int, int) {})
	if err != nil || report.Found != 2 {
		t.Errorf("got %+v, %v", report, err)
	}
}

package heeded

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/stats"
)

// Ensure there are enough tasks of ours, and that Read, which holds each task's checks to its
// examples, takes them all.
func TestOurs(t *testing.T) {
	tasks, err := Read(ours)
	if err != nil {
		t.Fatal(err)
	}
	if len(tasks) < 12 {
		t.Errorf("there are %d tasks, want 12", len(tasks))
	}
	for _, task := range tasks {
		question := task.Question("")
		for _, l := range []Lesson{task.Lesson, task.Stale} {
			if strings.Contains(question, l.Title) || strings.Contains(question, l.Text) {
				t.Errorf("%s: the question has the lesson", task.ID)
			}
		}
		if asked := task.Question("- [L-aaaaa] x"); !strings.HasSuffix(asked, "\n\n- [L-aaaaa] x") || !strings.HasPrefix(asked, question) {
			t.Errorf("%s: got %q", task.ID, asked)
		}
	}
}

const fine = `{"id": "a", "project": "p", "request": "r", "lesson": {"title": "t", "text": "u"}, "stale": {"title": "v", "text": "w"}, ` +
	`"heeded": [{"command": "^pnpm"}], "misled": [{"command": "^bower"}], "works": [{"command": "x"}], ` +
	`"examples": {"heeding": {"commands": ["pnpm x"]}, "plain": {"commands": ["npm x"]}, "misled": {"commands": ["bower y"]}}}`

// Ensure a file of tasks says what is wrong with it and where, also where a check does not tell
// the task's own examples apart.
func TestReadRefuses(t *testing.T) {
	if got, err := Read([]byte(fine + "\n\n")); err != nil || len(got) != 1 {
		t.Fatal(got, err)
	}
	for change, want := range map[string]string{
		`"id": "a"|"id": ""`:                              "line 1: id is missing",
		`"request": "r"|"request": " "`:                   "a: request is missing",
		`"text": "u"|"text": ""`:                          "want a title and a text",
		`[{"command": "^pnpm"}]|[]`:                       "heeded wants 1 to 10 checks",
		`{"command": "^pnpm"}|{"command": "("}`:           "missing closing )",
		`{"command": "^pnpm"}|{}`:                         "a check has one of",
		`{"command": "^pnpm"}|{"command":"a","has": "x"}`: "has and lacks are of a file",
		`"^pnpm"|"^npm"`:                                  "the example heeding is judged as {Heeded:false",
		`"^bower"|"^npm"`:                                 "the example plain is judged as {Heeded:false Misled:true",
		`"bower y"|"pnpm x"`:                              "the example misled is judged as",
		`"id": "a"|"name": "a"`:                           "unknown field",
	} {
		before, after, _ := strings.Cut(change, "|")
		if !strings.Contains(fine, before) {
			t.Fatalf("%q changes nothing", change)
		}
		if _, err := Read([]byte(strings.Replace(fine, before, after, 1))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", change, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "there is no task", "x": "line 1", fine + "\n" + fine: `line 2: the id "a" is there twice`, strings.Repeat("x", FileBytesMax+1): "bytes",
	} {
		if _, err := Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: got %v, want %q", text, err, want)
		}
	}
}

// Ensure each kind of check sees what it is for.
func TestJudge(t *testing.T) {
	a := Answer{Commands: []string{"cd x", "pnpm add y"}, Files: []File{{"a.css", "color: red"}, {"b.css", "color: var(--ink)"}}}
	for _, test := range []struct {
		check Check
		want  bool
	}{
		{Check{Command: "^pnpm"}, true},
		{Check{Command: "^npm"}, false},
		{Check{NoCommand: "^npm"}, true},
		{Check{NoCommand: "add"}, false},
		{Check{Path: `\.css$`}, true},
		{Check{Path: `\.js$`}, false},
		{Check{Path: `\.css$`, Has: `var\(`}, true},
		{Check{Path: `^a`, Has: `var\(`}, false},
		{Check{Path: `\.css$`, Has: "color", Lacks: "red"}, true},
		{Check{Path: `^a`, Lacks: "red"}, false},
	} {
		if err := test.check.compile(); err != nil {
			t.Fatal(err)
		}
		if got := test.check.holds(a); got != test.want {
			t.Errorf("%+v: got %v", test.check, got)
		}
	}
}

// Ensure an answer is read as it is meant, and that what is none is said to be none.
func TestReadAnswer(t *testing.T) {
	got, err := ReadAnswer([]byte(`{"commands": ["cd a && pnpm add x; ls", "\n make\n"], "files": [{"path": "./b.css", "content": "c"}]}`))
	want := Answer{Commands: []string{"cd a", "pnpm add x", "ls", "make"}, Files: []File{{"b.css", "c"}}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v, want (-), got (+):\n%s", err, diff)
	}
	for _, text := range []string{"", "[]", `{}`, `{"commands": [" ", "&&"]}`, `{"commands": "x"}`} {
		if a, err := ReadAnswer([]byte(text)); err == nil {
			t.Errorf("%q: got %+v", text, a)
		}
	}
	long, err := ReadAnswer([]byte(`{"commands": [` + strings.Repeat(`"a;b",`, 100) + `"c"], "files": [` + strings.Repeat(`{"path":"x"},`, 50) + `{"path":"` + strings.Repeat("y", 9000) + `"}]}`))
	if err != nil || len(long.Commands) != commandsMax || len(long.Files) != filesMax {
		t.Errorf("got %d commands, %d files, %v", len(long.Commands), len(long.Files), err)
	}
}

// Ensure the counts are those that were laid in: of ten tasks the lesson is heeded in eight, one
// of which is met without it as well; stale ones mislead in three; one answer fails.
func TestCount(t *testing.T) {
	var outcomes []Outcome
	for task := range 10 {
		for repeat := range 3 {
			for _, way := range Ways {
				o := Outcome{Task: task, Way: way, In: 100, Out: 10}
				o.Works = true
				switch way {
				case With:
					o.Heeded = task < 8 || repeat == 0 // once of three is not most
					o.Works = task != 9
					o.In = 150
				case Without:
					o.Heeded = task == 0
				case Stale:
					o.Misled = task < 3
				}
				if task == 5 && way == Stale {
					o.Failure = "timeout"
				}
				outcomes = append(outcomes, o)
			}
		}
	}
	r := Count(outcomes)
	var rows [][]any
	for _, row := range r.Rows {
		rows = append(rows, []any{row.Way, row.Asked, row.Failed, row.Heeded.Count, row.Misled.Count, row.Works.Count, row.Works.Of, row.In, row.Out})
	}
	want := [][]any{{"without", 30, 0, 1, 0, 10, 10, 100., 10.}, {"with", 30, 0, 8, 0, 9, 10, 150., 10.}, {"stale", 30, 3, 0, 3, 9, 9, 100., 10.}}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Errorf("rows: want (-), got (+):\n%s", diff)
	}
	if d := r.Heeded; d.Tasks != 10 || d.More != 7 || d.Less != 0 || d.Value != .7 || d.Low < .3 || d.High > .9 {
		t.Errorf("heeded: %+v", d)
	}
	if d := r.Misled; d.Tasks != 9 || d.More != 3 || d.Value != .3333 {
		t.Errorf("misled: %+v", d)
	}
	if d := r.Harmed; d.More != 1 || d.Less != 0 || d.Value != .1 || d.Low > 0 {
		t.Errorf("harmed: %+v", d)
	}
	if d := Count(nil).Heeded; d.Low != -1 || d.High != 1 {
		t.Errorf("of nothing: %+v", d)
	}
}

// Ensure the interval of a paired difference is the one of the paper's examples.
func TestPaired(t *testing.T) {
	for _, c := range []struct {
		both, more, less, neither int
		low, high                 float64
	}{{36, 12, 2, 0, .0569, .3404}, {36, 14, 0, 0, .1528, .4167}} {
		n := c.both + c.more + c.less + c.neither
		_, low, high := paired(c.both, c.more, c.less, n, stats.Wilson(c.both+c.more, n), stats.Wilson(c.both+c.less, n))
		if diff := max(low-c.low, c.low-low, high-c.high, c.high-high); diff > .002 {
			t.Errorf("%+v: got %v to %v", c, low, high)
		}
	}
}

// FuzzRead holds that no file and no answer breaks the readers, and that what Read takes can be
// asked and judged.
func FuzzRead(f *testing.F) {
	f.Add([]byte(fine), []byte(`{"commands": ["pnpm x && ls"], "files": [{"path": "a", "content": "b"}]}`))
	f.Add(ours[:2000], []byte("{}"))
	f.Add([]byte(strings.ReplaceAll(fine, "^pnpm", "(a|b)*c")), []byte(`{"files": null}`))
	f.Fuzz(func(t *testing.T, data, said []byte) {
		answer, err := ReadAnswer(said)
		if err == nil && len(answer.Commands)+len(answer.Files) == 0 {
			t.Errorf("got an empty answer of %q", said)
		}
		tasks, err := Read(data)
		if err != nil {
			return
		}
		for _, task := range tasks {
			task.Judge(answer)
			if _, err := json.Marshal(task.Question("x")); err != nil {
				t.Error(err)
			}
		}
	})
}

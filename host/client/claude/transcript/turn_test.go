package transcript

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/sampletest"
)

var typedAt = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// at begins a line so many milliseconds after typedAt.
func at(ms int, rest string) string {
	return fmt.Sprintf(`{"sessionId":"s","cwd":"/w","timestamp":%q,%s}`+"\n", typedAt.Add(time.Duration(ms)*time.Millisecond).Format("2006-01-02T15:04:05.000Z"), rest)
}

func asked(ms int, text string) string {
	return at(ms, fmt.Sprintf(`"type":"user","message":{"role":"user","content":%q}`, text))
}

func called(ms int, id, tool, input string, written int) string {
	return at(ms, fmt.Sprintf(`"type":"assistant","message":{"id":"m%s","usage":{"output_tokens":%d,"cache_read_input_tokens":10},"content":[{"type":"tool_use","id":%q,"name":%q,"input":%s}]}`, id, written, id, tool, input))
}

func returned(ms int, id string, failed bool) string {
	return at(ms, fmt.Sprintf(`"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":%q,"is_error":%t,"content":"x"}]}`, id, failed))
}

func answered(ms int, text string) string {
	return at(ms, fmt.Sprintf(`"type":"assistant","message":{"content":[{"type":"text","text":%q}]}`, text))
}

func transcriptOf(t testing.TB, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "s.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure a turn is what the model did between its prompt and the next one, with what came of
// each call, and the tokens once for each answer; also while it goes on.
func TestReadTurn(t *testing.T) {
	ms := func(n int64) *int64 { return &n }
	when := func(n int) *time.Time { at := typedAt.Add(time.Duration(n) * time.Millisecond); return &at }
	before := asked(-9000, "before") + called(-8000, "b", "Bash", `{"command":"false"}`, 1000) + returned(-7000, "b", true) + answered(-6000, "Before.")
	for name, test := range map[string]struct {
		lines string
		want  transcript.Turn
	}{
		"nothing yet": {before + asked(-20, "now"), transcript.Turn{}},
		"its prompt is dated later than its hook": {
			before + asked(30, "now") + answered(900, "Done."),
			transcript.Turn{Acts: []transcript.Act{{At: *when(900), Kind: "answer", Text: "Done."}}, Answers: 1, Last: when(900)},
		},
		"whole": {
			before + asked(-20, "now") + called(1000, "1", "Skill", `{"skill":"db"}`, 7) + returned(1100, "1", false) +
				called(2000, "2", "Bash", `{"command":"make test","description":"Run it"}`, 8) +
				returned(62000, "2", true) + answered(63000, "It fails.") + asked(70000, "next") + answered(71000, "No."),
			transcript.Turn{
				Acts: []transcript.Act{
					{At: *when(1000), Kind: "tool", Name: "Skill", Text: "db", Skill: "db", TookMS: ms(100)},
					{At: *when(2000), Kind: "tool", Name: "Bash", Text: "make test", TookMS: ms(60000), Failed: true},
					{At: *when(63000), Kind: "answer", Text: "It fails."},
				},
				Calls: 2, Failed: 1, Answers: 1, Tokens: transcript.Usage{Output: 15, CacheRead: 20}, Last: when(63000), Next: when(70000),
			},
		},
		"goes on, a line is not whole": {
			before + asked(-20, "now") + called(1000, "1", "Read", `{"limit":3,"file_path":"a.go"}`, 7) + called(2000, "1", "Read", `{"limit":3,"file_path":"a.go"}`, 9)[:40],
			transcript.Turn{Acts: []transcript.Act{{At: *when(1000), Kind: "tool", Name: "Read", Text: "a.go"}}, Calls: 1, Tokens: transcript.Usage{Output: 7, CacheRead: 10}, Last: when(1000)},
		},
		"an earlier call fails": {
			before + called(-500, "e", "Bash", `{"command":"sleep 9"}`, 1) + asked(-20, "now") + returned(10, "e", true) + answered(20, "Yes?"),
			transcript.Turn{Acts: []transcript.Act{{At: *when(20), Kind: "answer", Text: "Yes?"}}, Answers: 1, Last: when(20)},
		},
		"compacted, then a command": {
			before + asked(-20, "now") + at(500, `"type":"system","subtype":"compact_boundary","uuid":"c"`) + at(800, `"type":"user","message":{"content":"<command-name>/clear</command-name>"}`),
			transcript.Turn{Acts: []transcript.Act{{At: *when(500), Kind: "compaction"}}, Last: when(500), Next: when(800)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := transcript.ReadTurn(t.Context(), transcriptOf(t, test.lines), typedAt, Layout())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreUnexported(transcript.Act{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	if _, err := transcript.ReadTurn(t.Context(), filepath.Join(t.TempDir(), "none.jsonl"), typedAt, Layout()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an absent file gives %v", err)
	}
}

// Ensure a turn of many acts keeps the newest, and counts all.
func TestLongTurn(t *testing.T) {
	lines := []string{asked(-20, "now")}
	const many = transcript.ActsMax + 50
	for i := range many {
		lines = append(lines, called(i*10, fmt.Sprint(i), "Read", `{}`, 1), returned(i*10+5, fmt.Sprint(i), i == 0))
	}
	turn, err := transcript.ReadTurn(t.Context(), transcriptOf(t, lines...), typedAt, Layout())
	if err != nil || len(turn.Acts) != transcript.ActsMax || turn.Earlier != 50 || turn.Calls != many || turn.Failed != 1 || turn.Acts[0].At != typedAt.Add(500*time.Millisecond) {
		t.Errorf("%d acts, %d earlier, %d calls, %d failed, %v", len(turn.Acts), turn.Earlier, turn.Calls, turn.Failed, err)
	}
}

// Ensure a turn that is longer than what is read says so, and that one that nobody waits for ends.
func TestTurnIsCut(t *testing.T) {
	filler := at(100, `"type":"progress","x":"`+strings.Repeat("x", 1<<20)+`"`)
	path := transcriptOf(t, asked(-20, "now"), answered(50, "begun"), strings.Repeat(filler, transcript.TurnBytesMax>>20), answered(200, "far"), answered(300, "farther"))
	turn, err := transcript.ReadTurn(t.Context(), path, typedAt, Layout())
	if err != nil || !turn.Cut || turn.Answers != 1 {
		t.Errorf("%d answers, cut: %v, %v", turn.Answers, turn.Cut, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := transcript.ReadTurn(ctx, path, typedAt, Layout()); !errors.Is(err, context.Canceled) {
		t.Errorf("a turn that nobody waits for gives %v", err)
	}
}

// Ensure each turn of a large file is found, wherever it lies, among lines of any length, some
// without a time, some in another order than their times.
func TestTurnsOfLargeFile(t *testing.T) {
	random := rand.New(rand.NewPCG(1, sampletest.Seed())) //nolint:gosec // no secret
	var lines []string
	var prompts []int
	ms := 0
	for i := range 400 {
		ms += 5000 + random.IntN(100_000)
		prompts = append(prompts, ms)
		lines = append(lines, asked(ms+20, fmt.Sprint("prompt ", i)))
		for range random.IntN(3) {
			lines = append(lines, noise(random, ms))
		}
		lines = append(lines, answered(ms+2500, fmt.Sprint("answer ", i)), at(ms-30_000, `"type":"summary"`))
	}
	path := transcriptOf(t, lines...)
	if info, err := os.Stat(path); err != nil || info.Size() < 4<<20 {
		t.Fatalf("the file is too small to be searched: %v, %v", info.Size(), err)
	}
	for i, ms := range prompts {
		turn, err := transcript.ReadTurn(t.Context(), path, typedAt.Add(time.Duration(ms)*time.Millisecond), Layout())
		if err != nil || len(turn.Acts) != 1 || turn.Acts[0].Text != fmt.Sprint("answer ", i) {
			t.Fatalf("turn %d is %+v, %v", i, turn, err)
		}
	}
}

func noise(random *rand.Rand, ms int) string {
	filler := strings.Repeat("x", random.IntN(60_000))
	if random.IntN(2) == 0 {
		return `{"type":"file-history-snapshot","x":"` + filler + `"}` + "\n"
	}
	return at(ms+100, `"type":"progress","x":"`+filler+`"`)
}

// Ensure no bytes make a turn exceed its limits or fail.
func FuzzReadTurn(f *testing.F) {
	f.Add([]byte(asked(-20, "now")+called(10, "1", "Bash", `{"command":"x"}`, 3)+returned(20, "1", false)+answered(30, "a")), int64(0))
	f.Add([]byte(`{"type":"assistant","timestamp":"9999-12-31T23:59:59Z","message":{"content":[{"type":"tool_use","id":"","name":"\u0000","input":[[["a"]]]}]}}`), int64(-1<<62))
	f.Add([]byte(`{"type":"assistant","timestamp":"9999-12-31T23:59:59-23:00","message":{"content":"x"}}`), int64(0)) // JSON has no later time
	f.Fuzz(func(t *testing.T, data []byte, from int64) {
		turn, err := transcript.ReadTurn(t.Context(), transcriptOf(t, string(data)), time.UnixMilli(from), Layout())
		if err != nil {
			t.Fatal(err)
		}
		tools := 0
		for _, act := range turn.Acts {
			if act.Kind == transcript.ActTool {
				tools++
			}
			if len([]rune(act.Text)) > 300 || act.TookMS != nil && *act.TookMS < 0 {
				t.Errorf("act %+v", act)
			}
		}
		if len(turn.Acts) > transcript.ActsMax || tools > turn.Calls || (turn.Last == nil) != (len(turn.Acts) == 0) {
			t.Errorf("%+v", turn)
		}
		if _, err := json.Marshal(turn); err != nil {
			t.Error(err)
		}
	})
}

// Ensure the first text of a tool's input is found, also where its end is missing.
func TestFirstText(t *testing.T) {
	for input, want := range map[string]string{
		`{"command":"make","description":"x"}`:     "make",
		`{"limit":3,"deep":{"a":[null,"","b"]}}`:   "b",
		`{"file_path":"a.go","content":"package m`: "a.go",
		`{"content":"package m`:                    "package m",
		`{"a":[1,"x\n\"y\u00`:                      "x\n\"y",
		`{"content`:                                `{"content`,
		`{}`:                                       `{}`, ``: ``, `["x"]`: "x", `{"a":[],"b":{},"c":"d"}`: "d", `[{"a":1},"b"]`: "b",
	} {
		if got := transcript.FirstText(input); got != want {
			t.Errorf("%s gives %q, want %q", input, got, want)
		}
	}
}

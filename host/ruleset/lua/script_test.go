package lua

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// script is one data file: Lua code whose header says what the host answers and
// what has to come out.
type script struct {
	name     string
	code     []byte
	expect   string
	function string
	context  string
	replies  map[string][]string // by call; the last one repeats
	calls    []string            // empty: all
	headers  map[string]string
}

func readScript(t testing.TB, path string) script {
	t.Helper()
	code, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := script{
		name: filepath.Base(path), code: code, function: abi.Activation,
		context: `{"abi":2,"session_id":"s1","user_prompt":"hello"}`,
		replies: map[string][]string{}, headers: map[string]string{},
	}
	for line := range strings.Lines(strings.TrimPrefix(string(code), "\ufeff")) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "-- ")
		if !ok {
			break
		}
		key, value, _ := strings.Cut(rest, ": ")
		switch key {
		case "expect":
			s.expect = value
		case "function":
			s.function = value
		case "context":
			s.context = value
		case "calls":
			s.calls = strings.Fields(value)
		case "reply":
			call, reply, _ := strings.Cut(value, " ")
			s.replies[call] = append(s.replies[call], reply)
		default:
			s.headers[key] = value
		}
	}
	if s.expect == "" {
		t.Fatalf("%s has no expect line", path)
	}
	return s
}

// sandbox answers host calls from the script and adds each request to log.
func (s script) sandbox(budgets abi.Budgets, log *[]string) abi.Sandbox {
	asked := map[string]int{}
	linked := []abi.Call{}
	for _, call := range abi.Calls {
		if s.calls == nil || strings.Contains(" "+strings.Join(s.calls, " ")+" ", " "+call.Name+" ") {
			linked = append(linked, call)
		}
	}
	return abi.Sandbox{
		Budgets: budgets, Calls: linked, Seed: 7, Stop: new(atomic.Bool),
		Invoke: func(call string, request []byte) []byte {
			if log != nil {
				*log = append(*log, call+" "+string(request))
			}
			replies := s.replies[call]
			if len(replies) == 0 {
				return abi.EncodeFault(&abi.Fault{Code: abi.NotFound, Message: "no reply in the script to " + call})
			}
			reply := replies[min(asked[call], len(replies)-1)]
			asked[call]++
			return []byte(reply)
		},
	}
}

func (s script) program() abi.Program {
	return abi.Program{ID: "custom/x", Name: "custom/" + s.name, Code: s.code, Require: requireTestdata}
}

// requireTestdata finds modules in testdata/modules by their dotted name.
func requireTestdata(module string) (string, []byte, error) {
	code, err := os.ReadFile(filepath.Join("testdata", "modules", module+".lua"))
	if err != nil {
		return "", nil, &abi.Fault{Code: abi.NotFound, Message: "there is no module " + module}
	}
	return strings.ReplaceAll(module, ".", "/") + ".lua", code, nil
}

// play starts the guest and evaluates its function.
func (s script) play(budgets abi.Budgets, log *[]string) ([]byte, error) {
	guest, err := Start(s.program(), s.sandbox(budgets, log))
	if err != nil {
		return nil, err
	}
	defer guest.Close()
	return guest.Evaluate(s.function, []byte(s.context))
}

func scripts(t testing.TB, folder string) []script {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.lua"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts in %s: %v", folder, err)
	}
	all := make([]script, 0, len(paths))
	for _, path := range paths {
		all = append(all, readScript(t, path))
	}
	return all
}

// Ensure that ordinary rulesets behave as their data files say, and that the
// requests they make arrive as written.
func TestScripts(t *testing.T) {
	for _, s := range scripts(t, "ok") {
		t.Run(s.name, func(t *testing.T) {
			var log []string
			answer, err := s.play(abi.DefaultBudgets(), &log)
			got := string(answer)
			if err != nil {
				got = "error " + err.Error()
			}
			got = strings.ReplaceAll(got, "\n", "⏎")
			if got != s.expect {
				t.Errorf("got  %s\nwant %s", got, s.expect)
			}
			if want, ok := s.headers["requests"]; ok && strings.Join(log, " | ") != want {
				t.Errorf("requests\ngot  %s\nwant %s", strings.Join(log, " | "), want)
			}
			if err == nil && !json.Valid(answer) {
				t.Errorf("no JSON: %s", answer)
			}
		})
	}
}

// Ensure that equal inputs give equal bytes, whatever ran before.
func TestSameBytes(t *testing.T) {
	for _, s := range scripts(t, "ok") {
		first := fmt.Sprint(s.play(abi.DefaultBudgets(), nil))
		if second := fmt.Sprint(s.play(abi.DefaultBudgets(), nil)); first != second {
			t.Errorf("%s: %s, then %s", s.name, first, second)
		}
	}
}

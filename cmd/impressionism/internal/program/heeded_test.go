package program_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/eval/heeded"
)

// modelOf is a stand-in for a provider whose model answers each task as told: answer gets the
// task and which lesson stands in the question.
func modelOf(t *testing.T, answer func(task heeded.Task, way string) heeded.Answer) (environ []string, asked func() []string) {
	t.Helper()
	var questions []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || r.Header.Get("X-Api-Key") != "key-of-a-test" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var request struct {
			Messages []struct{ Content string }
		}
		if json.Unmarshal(body, &request) != nil || len(request.Messages) != 1 {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		question := request.Messages[0].Content
		questions = append(questions, question)
		for _, task := range heeded.Ours() {
			if !strings.Contains(question, task.Request) {
				continue
			}
			way := heeded.Without
			if strings.Contains(question, task.Lesson.Text[:20]) {
				way = heeded.With
			} else if strings.Contains(question, task.Stale.Text[:20]) {
				way = heeded.Stale
			}
			said, err := json.Marshal(answer(task, way))
			if err != nil {
				panic(err) // texts always encode
			}
			_, _ = fmt.Fprintf(w, `{"content": [{"type": "tool_use", "name": %q, "input": %s}], "stop_reason": "tool_use", "usage": {"input_tokens": %d, "output_tokens": 20}}`, heeded.Name, said, len(question)/4)
			return
		}
		w.WriteHeader(http.StatusTeapot)
	}))
	t.Cleanup(server.Close)
	home := t.TempDir()
	envtest.WriteFile(t, filepath.Join(home, "config.yaml"), "opinion: {provider: anthropic, model: small, url: "+server.URL+", key_env: HEEDED_KEY}\n")
	return []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + home, "HEEDED_KEY=key-of-a-test"}, func() []string { return questions }
}

func runHeeded(environ []string, args ...string) (code int, out, errOut string) {
	var o, e bytes.Buffer
	code = program.Run(wire.ShippedKinds(), time.Now(), append([]string{"eval", "heeded"}, args...), environ, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

// instead returns variables with others in place of those of the same name.
func instead(environ []string, others ...string) []string {
	kept := slices.DeleteFunc(slices.Clone(environ), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.ContainsFunc(others, func(other string) bool { return strings.HasPrefix(other, name+"=") })
	})
	return append(kept, others...)
}

// Ensure the harness sees what a model does, both ways: one that heeds whatever it is told, one
// that heeds nothing, and one that heeds what is true alone; and that JSON keeps its schema.
func TestHeeded(t *testing.T) {
	n := len(heeded.Ours())
	for _, test := range []struct {
		name                string
		answer              func(task heeded.Task, way string) heeded.Answer
		with, without, misl int
		value, misled       float64
	}{
		{"heeds all", func(task heeded.Task, way string) heeded.Answer {
			return map[string]heeded.Answer{heeded.With: task.Examples.Heeding, heeded.Without: task.Examples.Plain, heeded.Stale: task.Examples.Misled}[way]
		}, n, 0, n, 1, 1},
		{"heeds nothing", func(task heeded.Task, _ string) heeded.Answer { return task.Examples.Plain }, 0, 0, 0, 0, 0},
		{"heeds what is true", func(task heeded.Task, way string) heeded.Answer {
			if way == heeded.With {
				return task.Examples.Heeding
			}
			return task.Examples.Plain
		}, n, 0, 0, 1, 0},
		{"knew it before", func(task heeded.Task, _ string) heeded.Answer { return task.Examples.Heeding }, n, n, 0, 0, 0},
	} {
		environ, asked := modelOf(t, test.answer)
		code, out, errOut := runHeeded(environ, "--yes", "--json")
		var got shape.EvalHeeded
		if err := json.Unmarshal([]byte(out), &got); code != env.ExitOK || err != nil {
			t.Fatalf("%s: exit code %d, %v: %s%s", test.name, code, err, out, errOut)
		}
		if err := validate(t, "output-eval-heeded", []byte(out)); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if len(asked()) != 3*n || got.Requests != 3*n || got.Tasks != n || len(got.Answers) != 3*n || len(got.Failures) > 0 {
			t.Errorf("%s: %d questions; got %+v", test.name, len(asked()), got)
		}
		without, with, stale := got.Ways[0], got.Ways[1], got.Ways[2]
		if with.Heeded.Count != test.with || without.Heeded.Count != test.without || stale.Misled.Count != test.misl || with.Misled.Count != 0 {
			t.Errorf("%s: got %+v of %+v", test.name, got.Ways, got.Answers)
		}
		if got.Heeded.Value != test.value || got.Misled.Value != test.misled || got.Harmed.Value != 0 || got.Heeded.Low > got.Heeded.Value || got.Heeded.High < got.Heeded.Value {
			t.Errorf("%s: got %+v, %+v, %+v", test.name, got.Heeded, got.Misled, got.Harmed)
		}
		if !(with.TokensIn > without.TokensIn) || with.TokensOut != 20 {
			t.Errorf("%s: tokens %+v", test.name, got.Ways)
		}
	}
}

// Ensure a lesson is told in the words of a hook and nothing else differs between the ways.
func TestHeededAsksAlike(t *testing.T) {
	environ, asked := modelOf(t, func(task heeded.Task, _ string) heeded.Answer { return task.Examples.Plain })
	code, out, errOut := runHeeded(environ, "--yes")
	if code != env.ExitOK || !strings.Contains(out, "heeded, with the lesson against without: +0 points") || !strings.Contains(out, "48 requests to anthropic, model small") {
		t.Fatalf("exit code %d: %s%s", code, out, errOut)
	}
	for i := 0; i+2 < len(asked()); i += 3 {
		without, with, stale := asked()[i], asked()[i+1], asked()[i+2]
		for _, told := range []string{with, stale} {
			if rest, found := strings.CutPrefix(told, without+"\n\n"); !found || !strings.HasPrefix(rest, "Learned here before; it bears on this request.") || !strings.Contains(rest, "\n- [L-7f3kq] ") {
				t.Errorf("got %q", told)
			}
		}
	}
}

// Ensure nobody is asked without a yes, without a key, in a session of the client, or for more
// than the limits; that what it costs is said first; and that a refused key ends it.
func TestHeededRefuses(t *testing.T) {
	environ, asked := modelOf(t, func(task heeded.Task, _ string) heeded.Answer { return task.Examples.Plain })
	odd := filepath.Join(t.TempDir(), "odd.jsonl")
	envtest.WriteFile(t, odd, "{}\n")
	for _, test := range []struct {
		name    string
		environ []string
		args    []string
		want    string
	}{
		{"no yes", nil, nil, "nothing was asked: add --yes to begin"},
		{"no key", []string{"HEEDED_KEY="}, []string{"--yes"}, "no key is in the variable HEEDED_KEY"},
		{"another provider's key", nil, []string{"--yes", "--provider", "openai", "--model", "m"}, "no key is in the variable OPENAI_API_KEY"},
		{"no model", []string{"ANTHROPIC_API_KEY=x", "IMPRESSIONISM_HOME=" + t.TempDir()}, []string{"--yes"}, "no model is named"},
		{"in a session", []string{"CLAUDECODE=1"}, []string{"--yes"}, "run it in a terminal of your own"},
		{"too many", nil, []string{"--yes", "--repeats", "5"}, "240 requests, more than --max-requests 200"},
		{"no number", nil, []string{"--repeats", "0"}, "must be above 0"},
		{"nobody's", nil, []string{"--provider", "odd"}, "it must be anthropic, openai or client"},
		{"no tasks", nil, []string{"--yes", odd}, "line 1: id is missing"},
	} {
		code, out, errOut := runHeeded(instead(environ, test.environ...), test.args...)
		if code == env.ExitOK || !strings.Contains(errOut, test.want) || len(asked()) > 0 {
			t.Errorf("%s: exit code %d, %d questions: %s%s", test.name, code, len(asked()), out, errOut)
		}
		if test.name == "no yes" && (!strings.Contains(out, "16 tasks × 3 ways") || !strings.Contains(out, "tokens to read, and at most 72000 to write")) {
			t.Errorf("the cost is not said: %s", out)
		}
	}
	if code, _, errOut := runHeeded(instead(environ, "HEEDED_KEY=wrong"), "--yes"); code == env.ExitOK || !strings.Contains(errOut, "ended after 3 of 48 requests: the last 3 failed, at last with: auth") || strings.Contains(errOut, "wrong\"") {
		t.Errorf("exit code %d: %s", code, errOut)
	}
	if code, out, errOut := runHeeded(environ, "--yes", "--max-tokens", "500"); code == env.ExitOK || !strings.Contains(errOut, "of 48 requests: the provider counted") || !strings.Contains(out, "heeded") {
		t.Errorf("exit code %d: %s%s", code, out, errOut)
	}
}

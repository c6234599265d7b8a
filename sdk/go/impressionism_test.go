package impressionism_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	impressionism "github.com/ed-irl/impressionism/sdk/go"
	"github.com/ed-irl/impressionism/sdk/go/internal/door"
)

type answer = []impressionism.Entry

// answering opens the door for one test.
func answering(t *testing.T, invoke func(call string, request []byte) []byte) {
	t.Helper()
	door.Invoke = invoke
	t.Cleanup(func() { door.Invoke = nil })
}

// Ensure that an author reads the own text first, and then the line: of a panic,
// and of the host call whose error was passed on.
func TestFailures(t *testing.T) {
	answering(t, func(string, []byte) []byte {
		return abi.EncodeFault(&abi.Fault{Code: abi.NotAllowed, Message: "no search"})
	})
	var missing map[string][]int
	for want, function := range map[string]func(impressionism.Context) (answer, error){
		`^the moon is wrong$`: func(impressionism.Context) (answer, error) { return nil, errors.New("the moon is wrong") },
		`^find: not_allowed: no search \(impressionism_test\.go:\d+\)$`: func(impressionism.Context) (answer, error) {
			_, err := impressionism.Search(impressionism.SearchRequest{})
			return nil, fmt.Errorf("find: %w", err)
		},
		`^not_allowed: no search \(impressionism_test\.go:\d+\)$`: func(impressionism.Context) (answer, error) {
			_, err := impressionism.Param("x", 1)
			panic(err)
		},
		`^the sky \(impressionism_test\.go:\d+\)$`: func(impressionism.Context) (answer, error) { panic("the sky") },
		`^runtime error: index out of range \[3\] with length 0 \(impressionism_test\.go:\d+\)$`: func(impressionism.Context) (answer, error) {
			return nil, errors.New(fmt.Sprint(missing["x"][3]))
		},
		`^strings: negative Repeat count \(impressionism_test\.go:\d+\)$`: func(impressionism.Context) (answer, error) {
			return nil, errors.New(strings.Repeat("x", len(missing)-1))
		},
	} {
		_, err := impressionism.Ruleset{Activation: function}.Evaluate(abi.Activation, []byte("{}"))
		if err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Ensure that the place of an earlier call's error is not that of another error.
func TestPlaceIsOfItsOwnError(t *testing.T) {
	answering(t, func(string, []byte) []byte {
		return abi.EncodeFault(&abi.Fault{Code: abi.Internal, Message: "x"})
	})
	r := impressionism.Ruleset{Activation: func(impressionism.Context) (answer, error) {
		if _, err := impressionism.Session(impressionism.EmptyRequest{}); err == nil {
			t.Error("no error")
		}
		return nil, &impressionism.Fault{Code: abi.NotFound, Message: "this, not that"}
	}}
	_, err := r.Evaluate(abi.Activation, []byte("{}"))
	if got, want := fmt.Sprint(err), "not_found: this, not that"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// Ensure that each function answers a list by its name, that one without an answer
// or without code says nothing, and that fields of a later contract do no harm.
func TestEvaluate(t *testing.T) {
	score := 0.5
	r := impressionism.Ruleset{Activation: func(context impressionism.Context) (answer, error) {
		if context.UserPrompt == "" {
			return nil, nil
		}
		return answer{{Ref: abi.Skill(context.UserPrompt), Reason: "because", Score: &score}}, nil
	}}
	for _, c := range []struct{ function, context, want string }{
		{abi.Activation, `{"user_prompt":"a","later":{"x":[1]}}`, `[{"ref":"skill:a","reason":"because","score":0.5}]`},
		{abi.Activation, `{}`, `[]`},
		{abi.Deactivation, `{"user_prompt":"a"}`, `[]`},
	} {
		got, err := r.Evaluate(c.function, []byte(c.context))
		if err != nil || string(got) != c.want {
			t.Errorf("%s of %s: got %s, %v, want %s", c.function, c.context, got, err, c.want)
		}
	}
	if _, err := r.Evaluate(abi.Activation, []byte(`{"user_prompt":1}`)); err == nil || !strings.HasPrefix(err.Error(), "decode the context: ") {
		t.Errorf("got %v", err)
	}
}

// Ensure that an answer that JSON cannot hold is an error and no empty answer.
func TestAnswerWithoutEncoding(t *testing.T) {
	zero := 0.0
	nan := zero / zero
	r := impressionism.Ruleset{Activation: func(impressionism.Context) (answer, error) {
		return answer{{Ref: abi.Skill("a"), Reason: "r", Score: &nan}}, nil
	}}
	if got, err := r.Evaluate(abi.Activation, []byte("{}")); err == nil || !strings.Contains(err.Error(), "/0/score: NaN is no number that JSON has") {
		t.Errorf("got %s, %v", got, err)
	}
}

// Ensure that a struct's fields become the parameters of their names, and stay
// what they are where the host gives the fallback back.
func TestParams(t *testing.T) {
	answering(t, func(call string, request []byte) []byte {
		var asked struct {
			Name    string
			Default json.RawMessage
		}
		if err := json.Unmarshal(request, &asked); err != nil || call != "param" {
			t.Fatalf("%s %s: %v", call, request, err)
		}
		configured := map[string]string{"similarity_threshold": "0.9", "names": `["x"]`}
		if value, ok := configured[asked.Name]; ok {
			asked.Default = json.RawMessage(value)
		}
		return fmt.Appendf(nil, `{"ok":%s}`, asked.Default)
	})
	type parameters struct {
		Threshold float64  `json:"similarity_threshold"`
		Most      int      `json:"most"`
		Names     []string `json:"names"`
		Loud      bool     `json:"loud"`
	}
	p := parameters{Threshold: 0.7, Most: 3, Loud: true}
	err := impressionism.Params(&p)
	if got, want := fmt.Sprint(p, err), "{0.9 3 [x] true} <nil>"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	wrong := struct {
		Threshold []int `json:"similarity_threshold"`
	}{}
	if err := impressionism.Params(&wrong); err == nil || !strings.Contains(err.Error(), "similarity_threshold") {
		t.Errorf("got %v, want an error that names the field", err)
	}
}

// Ensure that the log helpers write a line of their level.
func TestLog(t *testing.T) {
	var lines []string
	answering(t, func(call string, request []byte) []byte {
		lines = append(lines, call+" "+string(request))
		return []byte(`{"ok":null}`)
	})
	impressionism.Debugf("%d", 1)
	impressionism.Infof("%d", 2)
	impressionism.Warnf("%d", 3)
	impressionism.Errorf("%d", 4)
	want := `log {"level":"debug","message":"1"}
log {"level":"info","message":"2"}
log {"level":"warn","message":"3"}
log {"level":"error","message":"4"}`
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Ensure that a host call is an error, and one of the contract, where nobody
// answers and where the answer is none.
func TestCallErrors(t *testing.T) {
	for _, c := range []struct {
		reply string
		want  abi.Fault
	}{
		{"", abi.Fault{Code: abi.Unavailable, Message: "session: no host here: host calls answer in a guest and under rulesettest"}},
		{`{"error":{"code":"limit","message":"host_calls: 3"}}`, abi.Fault{Code: abi.Limit, Message: "host_calls: 3"}},
		{`{"ok":`, abi.Fault{Code: abi.Internal, Message: "session: the reply: unexpected end of JSON input"}},
	} {
		if c.reply != "" {
			answering(t, func(string, []byte) []byte { return []byte(c.reply) })
		}
		_, err := impressionism.Session(impressionism.EmptyRequest{})
		fault, ok := errors.AsType[*impressionism.Fault](err)
		if !ok || *fault != c.want {
			t.Errorf("%s: got %v, want %v", c.reply, err, c.want)
		}
	}
}

// Ensure that a parameter of another type is named, with the line that read it.
func TestParamOfAnotherType(t *testing.T) {
	answering(t, func(string, []byte) []byte { return []byte(`{"ok":{"a":1}}`) })
	for want, read := range map[string]func() error{
		"string":            func() error { _, err := impressionism.Param("mode", "calm"); return err },
		"whole number":      func() error { _, err := impressionism.Param("mode", 3); return err },
		"number":            func() error { _, err := impressionism.Param("mode", 0.5); return err },
		"boolean":           func() error { _, err := impressionism.Param("mode", true); return err },
		"list of that type": func() error { _, err := impressionism.Param("mode", []string{"a"}); return err },
	} {
		r := impressionism.Ruleset{Activation: func(impressionism.Context) (answer, error) { return nil, read() }}
		_, err := r.Evaluate(abi.Activation, []byte("{}"))
		if matched := regexp.MustCompile(`^bad_request: parameter mode is no ` + want + ` \(impressionism_test\.go:\d+\)$`); err == nil || !matched.MatchString(err.Error()) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

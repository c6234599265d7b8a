package lua

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	vm "github.com/yuin/gopher-lua"

	"github.com/ed-irl/impressionism/abi"
)

// fuzzBudgets keep one input short.
func fuzzBudgets() abi.Budgets {
	budgets := abi.DefaultBudgets()
	budgets.Fuel, budgets.MemoryBytes = 300_000, 8<<20
	return budgets
}

// Ensure that no source whatever ends the process, runs on, or fails by
// anything but a Fault.
func FuzzEvaluate(f *testing.F) {
	for _, folder := range []string{"ok", "escape"} {
		for _, s := range scripts(f, folder) {
			f.Add(s.code)
		}
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		s := script{name: "fuzz.lua", code: code, function: abi.Activation, context: `{"abi":2,"user_prompt":"x"}`, replies: map[string][]string{
			"embed": {`{"ok":"e1"}`}, "vector": {`{"ok":[1,2]}`}, "search": {`{"ok":[{"skill":{"id":"a","embedding":"e2"},"similarity":0.5}]}`},
		}}
		endless := time.AfterFunc(10*time.Second, func() { panic(fmt.Sprintf("runs on: %q", code)) })
		defer endless.Stop()
		answer, err := s.play(fuzzBudgets(), nil)
		if err != nil {
			if _, ok := errors.AsType[*abi.Fault](err); !ok {
				t.Fatalf("no fault: %v", err)
			}
			if strings.Contains(err.Error(), "0xc0") {
				t.Fatalf("an address: %v", err)
			}
			return
		}
		if !json.Valid(answer) {
			t.Fatalf("no JSON: %q", answer)
		}
	})
}

// newGuest starts a guest with nothing in it, for what runs inside one.
func newGuest(t testing.TB, budgets abi.Budgets) *guest {
	t.Helper()
	started, err := Start(abi.Program{Name: "empty.lua", Code: []byte("return {}")}, abi.Sandbox{Budgets: budgets})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { started.Close() })
	return started.(*guest)
}

// Ensure that JSON that goes in and comes out again is the same value, and that
// any bytes at all are decoded or refused.
func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []string{
		`[]`, `[1,-2.5,1e300,true,false,"x"]`, `{"b":1,"a":{"c":[[],[1]]}}`, `"ü\u0000\ud83d\ude00"`, `{"":0}`,
		`[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]`, `{"a":null}`, `[null,1]`, ` [ 1 , 2 ] `,
		`"\ud800"`, `-0`, `0.1e-7`, `{"a":1,"a":2}`, `nul`, ``, "\"\x80\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		g := newGuest(t, fuzzBudgets())
		var out []byte
		err := g.run(func(*vm.LState) error {
			value, err := g.decode(data)
			if err != nil {
				return err
			}
			out, err = g.encodeAnswer("f", value)
			return err
		})
		if err != nil || !json.Valid(data) {
			return
		}
		if diff := cmp.Diff(comparable(t, data), comparable(t, out)); diff != "" {
			t.Errorf("%q became %q: %s", data, out, diff)
		}
	})
}

// comparable reads JSON with what Lua cannot tell apart made equal: absent and
// null fields, empty lists and empty objects, a null answer and the empty list.
func comparable(t *testing.T, data []byte) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatal(err)
	}
	return flatten(value)
}

func flatten(value any) any {
	switch v := value.(type) {
	case nil:
		return []any{}
	case map[string]any:
		for key, inner := range v {
			if inner == nil {
				delete(v, key)
				continue
			}
			v[key] = flatten(inner)
		}
		if len(v) == 0 {
			return []any{}
		}
	case []any:
		for len(v) > 0 && v[len(v)-1] == nil {
			v = v[:len(v)-1]
		}
		for i := range v {
			v[i] = flatten(v[i])
		}
		return v
	}
	return value
}

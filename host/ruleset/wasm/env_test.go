package wasm

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure every function of the kernel does what Extism's PDKs expect of it.
func TestEnv(t *testing.T) {
	b := newModule(t)
	same := func(code string, want int) string { // ends with 1 and the step's number in the error if not
		return fmt.Sprintf(" %s i64.const %d i64.eq i32.eqz if %s return end ", code, want, b.failing(fmt.Sprintf("%s is not %d", strings.Join(strings.Fields(code), " "), want)))
	}
	code := same("call env.input_length", 10) +
		same("i64.const 1 call env.input_load_u8 i64.extend_i32_u", 'b') +
		same("i64.const 2 call env.input_load_u64", int(binary.LittleEndian.Uint64([]byte("cdefghij")))) +
		same("call env.input_offset call env.length", 10) +
		same("call env.input_offset call env.input_offset i64.const -1 i64.mul i64.add", 0) +
		same("call env.input_offset i64.const 9 i64.add call env.load_u8 i64.extend_i32_u", 'j') +
		same("i64.const 0 call env.alloc", 0) +
		"i64.const 16 call env.alloc local.set 1" +
		same("local.get 1 call env.length", 16) + same("local.get 1 call env.length_unsafe", 16) +
		" local.get 1 i64.const 8 i64.add i64.const 1234567 call env.store_u64 " +
		same("local.get 1 i64.const 8 i64.add call env.load_u64", 1234567) +
		" local.get 1 i32.const 300 call env.store_u8 " + same("local.get 1 call env.load_u8 i64.extend_i32_u", 300-256) +
		same(b.text("name")+"call put call env.config_get", 0) +
		same(b.text("name")+"call put call env.var_get", 0) +
		b.text("name") + "call put" + b.text("value") + "call put call env.var_set" +
		same(b.text("name")+"call put call env.var_get call env.length", 5) +
		same(b.text("name")+"call put call env.var_get call env.load_u8 i64.extend_i32_u", 'v') +
		b.text("name") + "call put i64.const 0 call env.var_set" +
		same(b.text("name")+"call put call env.var_get", 0) +
		same("call env.get_log_level i64.extend_i32_u", 0) +
		"local.get 1 call env.free local.get 1 call env.free" + same("local.get 1 call env.length", 0)
	for _, level := range []string{"trace", "debug", "info", "warn", "error"} {
		code += b.text("at "+level) + "call put call env.log_" + level
	}
	module := b.activation(code + b.answering("[]")).bytes()
	engines(t, func(t *testing.T, r *Runtime) {
		trust(t, r, module)
		var logged []string
		g := startGuest(t, r, module, sandboxOf(func(call string, request []byte) []byte {
			logged = append(logged, call+" "+string(request))
			return []byte(`{"ok":null}`)
		}))
		if answer, err := g.Evaluate(abi.Activation, []byte("abcdefghij")); err != nil || string(answer) != "[]" {
			t.Errorf("got %s, %v", answer, err)
		}
		want := []string{
			`log {"level":"debug","message":"at trace"}`, `log {"level":"debug","message":"at debug"}`, `log {"level":"info","message":"at info"}`,
			`log {"level":"warn","message":"at warn"}`, `log {"level":"error","message":"at error"}`,
		}
		if !slices.Equal(logged, want) {
			t.Errorf("logged %q", logged)
		}
	})
}

// Ensure a host call is passed on with its name and bytes and answered with the
// reply as it is, that one that was not given answers not_allowed, and that a
// request beyond the limit is none.
func TestHostCalls(t *testing.T) {
	relay := func(request string) []byte {
		b := newModule(t)
		return b.activation(b.text(request) + `call put call user.param local.tee 1 local.get 1 call env.length call env.output_set i32.const 0`).bytes()
	}
	for _, c := range []struct {
		request string
		calls   []abi.Call
		want    string
	}{
		{`{"name":"ü"}`, abi.Calls, `{"ok":"param {\"name\":\"ü\"}"}`},
		{``, abi.Calls, `{"ok":"param "}`},
		{`{}`, nil, `{"error":{"code":"not_allowed","message":"param is not in this ruleset's calls"}}`},
		{strings.Repeat("x", 1<<16), abi.Calls, `{"ok":"param ` + strings.Repeat("x", 1<<16) + `"}`},
	} {
		module := relay(c.request)
		r := openRuntime(t, Config{})
		trust(t, r, module)
		sandbox := sandboxOf(func(call string, request []byte) []byte {
			reply, err := json.Marshal(map[string]string{"ok": call + " " + string(request)})
			if err != nil {
				t.Fatal(err)
			}
			return reply
		})
		sandbox.Calls = c.calls
		answer, err := startGuest(t, r, module, sandbox).Evaluate(abi.Activation, []byte("{}"))
		if err != nil || string(answer) != c.want {
			t.Errorf("got %.200s, %v, want %.200s", answer, err, c.want)
		}
	}
}

// Ensure requests and replies beyond the limits are answered with an error.
func TestHostCallLimits(t *testing.T) {
	for _, c := range []struct {
		request int
		reply   int
		want    string
	}{
		{requestBytesMax, 2, "{}"},
		{requestBytesMax + 1, 2, `{"error":{"code":"bad_request","message":"log: the request has more than 1048576 bytes"}}`},
		{1, replyBytesMax + 1, `{"error":{"code":"internal","message":"the reply to log has 16777217 bytes"}}`},
	} {
		module := newModule(t).activation(fmt.Sprintf(`i64.const %d call env.alloc call user.log local.tee 1 local.get 1 call env.length call env.output_set i32.const 0`, c.request)).bytes()
		r := openRuntime(t, Config{})
		trust(t, r, module)
		reply := []byte(strings.Repeat(" ", c.reply-2) + "{}")
		answer, err := startGuest(t, r, module, sandboxOf(func(string, []byte) []byte { return reply })).Evaluate(abi.Activation, []byte("{}"))
		if err != nil || string(answer) != c.want {
			t.Errorf("got %.200s, %v, want %s", answer, err, c.want)
		}
	}
}

// Ensure what is logged stays inside its budgets, and one line more tells the
// host that some are lost.
func TestLogBudget(t *testing.T) {
	b := newModule(t)
	line := strings.Repeat("ü", 2000)
	module := b.activation("loop" + b.text(line) + "call put call env.log_info local.get 0 i32.const 1 i32.add local.tee 0 i32.const 20 i32.eq i32.eqz br_if 0 end i32.const 0").bytes()
	r := openRuntime(t, Config{})
	trust(t, r, module)
	lines := 0
	sandbox := sandboxOf(func(_ string, request []byte) []byte {
		lines++
		var log abi.LogRequest
		if err := json.Unmarshal(request, &log); err != nil || log.Message != strings.Repeat("ü", 50) {
			t.Errorf("got %s, %v", request, err)
		}
		return []byte(`{"ok":null}`)
	})
	sandbox.Budgets.LogLines, sandbox.Budgets.LogLineBytes = 5, 100
	if _, err := startGuest(t, r, module, sandbox).Evaluate(abi.Activation, []byte("{}")); err != nil || lines != 6 {
		t.Errorf("%d lines, %v", lines, err)
	}
	sandbox.Calls = nil
	lines = 0
	if _, err := startGuest(t, r, module, sandbox).Evaluate(abi.Activation, []byte("{}")); err != nil || lines != 0 {
		t.Errorf("%d lines of a ruleset that may not log, %v", lines, err)
	}
}

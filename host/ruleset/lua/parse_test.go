package lua

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure what Known names is there for a guest, and that what it leaves out of
// Lua's own names is not.
func TestKnownIsWhatAGuestHas(t *testing.T) {
	known := Known()
	var code strings.Builder
	for name, fields := range known {
		fmt.Fprintf(&code, "assert(%s ~= nil, %q)\n", name, name)
		for _, field := range fields {
			fmt.Fprintf(&code, "assert(%s.%s ~= nil, %q)\n", name, field, name+"."+field)
		}
	}
	for _, name := range []string{"print", "os", "io", "debug", "load", "loadstring", "dofile", "coroutine", "rawget", "rawset", "rawequal", "setfenv", "getfenv", "collectgarbage", "package", "module", "_G"} {
		if _, ok := known[name]; ok {
			t.Errorf("%s is known", name)
		}
		fmt.Fprintf(&code, "assert(%s == nil, %q)\n", name, name)
	}
	start(t, code.String()+"return {}", abi.Sandbox{})
	for library, absent := range map[string][]string{"string": {"dump", "pack", "gfind"}, "table": {"getn", "unpack", "foreach"}, "math": {"mod", "tointeger"}} {
		for _, name := range absent {
			if slices.Contains(known[library], name) {
				t.Errorf("%s.%s is known", library, name)
			}
		}
	}
}

// Ensure a source that Start refuses is refused by Parse too, with a place, and
// that one that it takes is taken.
func TestParseRefusesWhatStartRefuses(t *testing.T) {
	for _, c := range []struct {
		code         string
		line, column int
	}{
		{"return {}", 0, 0},
		{"", 0, 0},
		{"\ufeffreturn {}", 0, 0},
		{"if x return 1 end", 1, 6},
		{"local a = 1\nlocal b = = 2", 2, 11},
		{"local t = {\n", 1, 12},
		{"return " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000), 1, 0},
		{"do\n goto out\nend\nreturn {}", 2, 0},
		{"x = " + strings.Repeat("a", 200), 1, 0},
	} {
		_, err := Parse([]byte(c.code))
		_, startErr := Start(abi.Program{ID: "custom/x", Name: "custom/x.lua", Code: []byte(c.code + "\nreturn {}")}, abi.Sandbox{Budgets: abi.DefaultBudgets()})
		if c.code != "" && !strings.Contains(c.code, "return {}") && startErr == nil {
			t.Errorf("%.40q: Start takes it", c.code)
		}
		if c.line == 0 {
			if err != nil {
				t.Errorf("%.40q: %v", c.code, err)
			}
			continue
		}
		failed, ok := errors.AsType[*SyntaxError](err)
		if !ok || failed.Line != c.line || failed.Column != c.column || failed.Message == "" {
			t.Errorf("%.40q: got %v, want line %d, column %d", c.code, err, c.line, c.column)
		}
	}
}

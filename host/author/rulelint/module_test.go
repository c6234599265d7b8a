package rulelint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

const manifest = `{"id":"acme/careful","abi":2,"calls":["log"]}`

// module makes a module with these exports: functions that answer 0, or, where a
// name begins with impressionism, a global.
func module(exports ...string) []byte {
	return built(binary.Module{}, exports...).Encode()
}

func built(m binary.Module, exports ...string) *binary.Module {
	m.Types = append(m.Types, binary.FuncType{Results: []binary.ValueType{binary.I32}})
	answer := uint32(len(m.Types) - 1)
	imports := uint32(0)
	for _, i := range m.Imports {
		if i.Kind == binary.KindFunction {
			imports++
		}
	}
	m.Functions = []uint32{answer}
	m.Bodies = []binary.Body{{Code: []byte{0x41, 0, 0x0b}}}
	m.Globals = []binary.Global{{Type: binary.GlobalType{Type: binary.I32}, Init: []byte{0x41, 0, 0x0b}}}
	m.Customs = append(m.Customs, binary.Section{Name: "impressionism.manifest", Content: []byte(manifest)})
	for _, name := range exports {
		if strings.HasPrefix(name, "impressionism") {
			m.Exports = append(m.Exports, binary.Export{Name: name, Kind: binary.KindGlobal})
		} else {
			m.Exports = append(m.Exports, binary.Export{Name: name, Kind: binary.KindFunction, Index: imports})
		}
	}
	return &m
}

// Ensure what is wrong with a module is found without running it, and nothing in
// one that is right.
func TestModules(t *testing.T) {
	both := []string{"impressionism_abi_2", "evaluate_activation", "evaluate_deactivation"}
	imported := func(from, name string) binary.Module {
		return binary.Module{
			Types:   []binary.FuncType{{Params: []binary.ValueType{binary.I64}, Results: []binary.ValueType{binary.I64}}},
			Imports: []binary.Import{{Module: from, Name: name, Kind: binary.KindFunction}},
		}
	}
	producers := binary.Section{Name: "producers", Content: []byte("\x01\x08language\x01\x02Go\x041.26")}
	for _, c := range []struct {
		name string
		code []byte
		want []string
	}{
		{"right", built(imported("extism:host/user", "log"), both...).Encode(), nil},
		{"no module", []byte("hello"), []string{"module-invalid"}},
		{"cut off", module(both...)[:40], []string{"module-invalid"}},
		{"no marker", built(imported("extism:host/user", "log"), both[1:]...).Encode(), []string{"module-abi"}},
		{"a later marker", module("impressionism_abi_3", both[1], both[2]), []string{"module-abi", "call-unused"}},
		{"one function", built(imported("extism:host/user", "log"), both[0], both[1]).Encode(), []string{"function-missing"}},
		{"a command", module("impressionism_abi_2", "_start"), []string{"module-export", "call-unused"}},
		{"network", built(imported("extism:host/env", "http_request"), both...).Encode(), []string{"module-import", "call-unused"}},
		{"misspelt call", built(imported("extism:host/user", "logg"), both...).Encode(), []string{"module-import", "call-unused"}},
		{"undeclared call", built(imported("extism:host/user", "param"), both...).Encode(), []string{"call-undeclared", "call-unused"}},
		{"memory", built(binary.Module{Memories: []binary.Limits{{Min: 2000}}}, both...).Encode(), []string{"module-limits", "call-unused"}},
		{"standard Go", built(binary.Module{Customs: []binary.Section{producers}}, both...).Encode(), []string{"module-slow", "call-unused"}},
	} {
		r := rulelint.Ruleset{Name: "careful", Files: map[string][]byte{"careful.wasm": c.code}}
		var got []string
		for _, f := range rulelint.Lint(r).Findings {
			got = append(got, f.Code)
			if f.Fix == "" || f.Reason == "" {
				t.Errorf("%s: %+v has no reason or no fix", c.name, f)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: found %v, want %v", c.name, got, c.want)
			t.Log(rulelint.Lint(r).Findings)
		}
	}
}

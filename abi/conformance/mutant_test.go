package conformance_test

import (
	"bytes"
	"testing"

	"github.com/ed-irl/impressionism/abi/conformance"
)

// Ensure that the kit fails what breaks the contract: a guest with any of these
// slips is told by the case that is there for it.
func TestKitFindsSlips(t *testing.T) {
	for _, slip := range []struct{ code, broken, by string }{
		{`return run(context, true)`, `return run(context, false)`, "order of the functions"},
		{`entered = entered + 1`, `entered = 1`, "order of the functions"},
		{`one.ref, reason = one.reason`, `one.ref, reason = ""`, "what was activated"},
		{`error(text, 0) end

function verbs.panic`, `error("sorry") end

function verbs.panic`, "an error"},
		{`verbs.panic(_, text) error(text) end`, `verbs.panic(_, text) error(text, 0) end`, "a panic"},
		{`return { error = { code = value.code, message = value.message } }`, `return { ok = {} }`, "every code"},
		{`message = value.message }`, `message = "failed" }`, "every code"},
		{`return { ok = value }`, `return { ok = value or {} }`, "log"},
		{`(0xE0 + math.floor(code / 4096)`, `(0xE1 + math.floor(code / 4096)`, "text in requests and replies: bom"},
		{`code = 0x10000 +`, `code = 0x10400 +`, "escapes in requests"},
		{`if value == nil then value = empty[field] end`, ``, "the context"},
		{`for line in ((context.user_prompt or "") .. "\n"):gmatch("(.-)\n") do`, `for line in ((context.user_prompt or "") .. "\n"):gmatch("(.-)%s*\n") do`, "lines"},
		{`score = tonumber(score)`, `score = 0`, "scores"},
		{`local done, value = pcall(impressionism[name], request)`, `local done, value = pcall(impressionism[name], request) pcall(impressionism.session)`, "a conversation"},
		{`getmetatable(value) == false then error(unwritable)`, `getmetatable(value) == false then return '"e"'`, "embed"},
	} {
		probe := luaProbe(t)
		if !bytes.Contains(probe.Program.Code, []byte(slip.code)) {
			t.Errorf("the probe has no %s", slip.code)
			continue
		}
		probe.Program.Code = bytes.Replace(probe.Program.Code, []byte(slip.code), []byte(slip.broken), 1)
		if problems := probe.Problems(caseOf(t, slip.by)); len(problems) == 0 {
			t.Errorf("%s: case %q did not fail", slip.broken, slip.by)
		}
	}
}

func caseOf(t *testing.T, name string) conformance.Case {
	t.Helper()
	cases, err := conformance.Cases()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no case %q", name)
	return conformance.Case{}
}

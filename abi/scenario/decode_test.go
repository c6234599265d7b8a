package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// Ensure that a scenario with a slip is refused with its place, for else the
// test would pass for nothing.
func TestSlips(t *testing.T) {
	long := strings.Repeat("x", 60_000)
	for name, c := range map[string]struct{ file, want string }{
		"empty":         {"", "the file is empty"},
		"broken":        {"why: x\nitems: [", "line 2: did not find expected node content"},
		"no why":        {"items: [ { ref: skill:a } ]", "why is missing"},
		"no block":      {"- a", "line 1: the scenario is a list where a block of fields is wanted"},
		"unknown field": {"why: x\nskils: []", `line 2: the scenario has no field "skils"; its fields are active, answers, catalog, context, expect,`},
		"unknown below": {"why: x\nthen:\n  - expect:\n      activate: [ { id: a } ]", `line 4: then[0].expect.activate[0] has no field "id"; its fields are reason, ref, score`},
		"case":          {"Why: x", `line 1: the scenario has no field "Why"`},
		"twice":         {"why: x\nwhy: y", `line 2: the scenario has "why" twice`},
		"number":        {"why: x\ncontext: { user_prompt: 42 }", "line 2: context.user_prompt is a number (quote it to make it text) where text is wanted"},
		"no number":     {"why: x\nitems: [ { ref: skill:a } ]\nsearch: { skill:a: high }", "line 3: search.skill:a is text where a number is wanted"},
		"no list":       {"why: x\nitems: { ref: skill:a }", "line 2: items has fields where a list is wanted"},
		"fraction":      {"why: x\ncontext: { sequence: 1.5 }", "line 2: context.sequence is a number (quote it to make it text) where a whole number is wanted"},
		"no vector":     {"why: x\nitems: [ { ref: skill:a, embedding: e1 } ]", "line 2: items[0].embedding is text where a list of numbers is wanted"},
		"words":         {"why: x\nitems: [ { ref: skill:a, embedding: [one] } ]", "items.embedding has text where a number is wanted"},
		"infinite":      {"why: x\nparameters: { a: .inf }", "line 2: parameters.a is .inf, which JSON does not have"},
		"tag":           {"why: x\nparameters: { a: !!binary aGk= }", "line 2: parameters.a has the tag !!binary, which has no meaning here"},
		"key":           {"why: x\nsearch: { [a]: 1 }", "line 2: search has a key that is no plain name"},
		"documents":     {"why: x\n---\nwhy: y", "there is more than one YAML document"},
		"no kind":       {"why: x\nitems: [ { ref: a } ]", `line 2: items[0].ref has "a" where a ref is wanted: a kind, a colon and an id, as in skill:pdf-forms`},
		"no kind below": {"why: x\nitems: [ { ref: skill:a } ]\nsearch: { a: 1 }", `line 3: search has "a" where a ref is wanted`},
		"no such ref":   {"why: x\nitems: [ { ref: skill:a } ]\nexpect: { activate: [ { ref: skill:b } ] }", `event 1: expect names "skill:b", which is none of the items`},
		"not active":    {"why: x\nitems: [ { ref: skill:a } ]\nthen: [ { expect: { active: [skill:b] } } ]", `event 2: expect names "skill:b", which is none of the items`},
		"scores":        {"why: x\nitems: [ { ref: skill:a } ]\nthen: [ { search: { skill:b: 1 } } ]", `event 2: script: scores name "skill:b", which is none of the items`},
		"answer":        {"why: x\nanswers: [ { call: serch, ok: [] } ]", `script: answer 1: there is no host call "serch"`},
		"catalog":       {"why: x\ncatalog: all.yaml", "catalog: all.yaml cannot be read here"},
		"two searches":  {"why: x\nitems: [ { ref: skill:a } ]\nindex: words\nsearch: { skill:a: 1 }", "with index the search is real"},
		"index":         {"why: x\nindex: model", `script: index is "model"; it is "words", or absent`},
		"event":         {"why: x\nthen: [ { context: { hook_event: promt } } ]", "event 2: context: hook_event is \"promt\"; a ruleset is asked about prompt, tool_used, file_touched, turn_ended, compacting"},
		"no event":      {"why: x\ncontext: { hook_event: session_ended }", "event 1: context: hook_event is \"session_ended\""},
		"session":       {"why: x\ncontext: { session_id: s }\nthen: [ { context: { session_id: t } } ]", `event 2: its session is "t" and the scenario's is "s"`},
		"long":          {"why: " + strings.Repeat("x", scenario.FileBytesMax), "a scenario has at most 1048576 bytes"},
		"deep":          {"why: x\nparameters: { a: " + strings.Repeat("[", 40) + strings.Repeat("]", 40) + " }", "is nested deeper than 32"},
		"itself":        {"why: x\nparameters: { a: &a [ *a ] }", "is nested deeper than 32"},
		"bomb":          {"why: &a " + long + "\nparameters: { a: [" + strings.Repeat("*a,", 1000) + "] }", "is beyond 4194304 bytes with all aliases written out"},
		"laughs":        {laughs(), "is beyond 4194304 bytes with all aliases written out"},
	} {
		_, err := scenario.Decode([]byte(c.file))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

// laughs is a small file that is large when it is written out.
func laughs() string {
	text := "why: x\nparameters:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		text += fmt.Sprintf("  a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return text
}

// Ensure that what YAML would turn into something else stays what its author
// wrote: times are texts, and aliases what they stand for.
func TestDecode(t *testing.T) {
	s, err := scenario.Decode([]byte(`# a comment
why: &why it shows
session: { started_at: 2026-01-02T03:04:05Z }
items: [ { ref: "skill:1" }, { ref: skill:ümläut 🦀, embedding: [1, 0.5] } ]
search: { skill:1: 1, skill:ümläut 🦀: 0.5 }
context: { user_prompt: *why, neutral: true }
parameters: { list: [1, x, null, {}] }
expect: { active: [] }`))
	if err != nil {
		t.Fatal(err)
	}
	if s.Session.StartedAt != "2026-01-02T03:04:05Z" || s.Context.UserPrompt != "it shows" || !s.Context.Neutral ||
		s.Search[abi.Skill("1")] != 1 || s.Items[1].Embedding.Values[1] != 0.5 || s.Expect.Active == nil || s.Expect.Activate != nil ||
		fmt.Sprint(s.Parameters["list"]) != "[1 x <nil> map[]]" {
		t.Errorf("got %+v", s)
	}
}

// Ensure that a file that cannot be read is named, and that a folder without
// scenarios does not pass for nothing.
func TestLoad(t *testing.T) {
	folder := t.TempDir()
	if _, err := scenario.LoadFolder(folder); err == nil || !strings.Contains(err.Error(), folder+" has no .yaml file") {
		t.Errorf("got %v", err)
	}
	for name, text := range map[string]string{"b.yaml": "why: b", "a.yaml": "why: a", "notes.txt": "x"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := scenario.LoadFolder(folder)
	if err != nil || len(list) != 2 || list[0].Why != "a" || list[1].File != filepath.Join(folder, "b.yaml") {
		t.Errorf("got %+v, %v", list, err)
	}
	bad := filepath.Join(folder, "c.yaml")
	if err := os.WriteFile(bad, []byte("why: x\nwy: 1"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := scenario.LoadFolder(folder); err == nil || !strings.HasPrefix(err.Error(), "load scenario "+bad+": line 2: ") {
		t.Errorf("got %v", err)
	}
	if _, err := scenario.Load(filepath.Join(folder, "none")); err == nil {
		t.Error("a file that is not there was loaded")
	}
}

func silent(*recorded.Host, abi.Context) (scenario.Result, error) { return scenario.Result{}, nil }

// Ensure that no file, however broken, ends the reader, and that what it accepts
// can be played.
func FuzzDecode(f *testing.F) {
	files, err := filepath.Glob("../../rules/lua/*/scenarios/*.yaml")
	if err != nil || len(files) < 10 {
		f.Fatalf("%d scenarios, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(laughs()))
	f.Add([]byte("why: x\nparameters: { a: &a [ *a ], <<: { b: 1 }, ? [x] : !!binary y }"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := scenario.Decode(data)
		if err != nil {
			return
		}
		for _, failure := range scenario.Play(s, silent) {
			if failure.What == "script" {
				t.Errorf("accepted, and then %s", failure)
			}
		}
	})
}

package ruletest_test

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/scenario"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/author/ruletest"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

func player(t testing.TB, name string) ruletest.Player {
	t.Helper()
	e := &engine.Engine{
		Set:      engine.Find(engine.Places{Builtin: builtin.FS}),
		Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
	}
	load := e.Set.Load
	if filepath.IsAbs(name) {
		load = e.Set.Open
	}
	ruleset, err := load(name)
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	return ruletest.Player{Engine: e, Ruleset: ruleset, Budgets: abi.DefaultBudgets(), Clock: func() time.Duration { return time.Since(began) }}
}

// Ensure that two hundred scenarios of the largest Lua ruleset take about a
// second; the bound is ten times as wide, for machines that are busy.
func TestTwoHundred(t *testing.T) {
	p := player(t, "builtin/default")
	own, err := ruletest.Scenarios(p.Ruleset, "builtin/default")
	if err != nil || len(own) < 10 {
		t.Fatalf("%d scenarios, %v", len(own), err)
	}
	var files []ruletest.File
	for i := range 200 {
		file := own[i%len(own)]
		file.Name = fmt.Sprint(file.Name, i)
		files = append(files, file)
	}
	began := time.Now()
	cases := p.PlayAll(files)
	took := time.Since(began)
	t.Logf("200 scenarios took %v", took)
	if took > 100*time.Second {
		t.Errorf("200 scenarios took %v", took)
	}
	for i, c := range cases {
		if !c.Passed || c.Name != files[i].Name {
			t.Errorf("scenario %d: %+v", i, c)
		}
	}
}

// Ensure that rulesets are found where they lie: itself, or below, but nothing
// that is hidden; and that a lone file has the scenarios beside it.
func TestRulesets(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a/ruleset.json", "b/c/ruleset.json", "b/c/inner/ruleset.json", ".hidden/ruleset.json", "a/testdata/x/ruleset.json", "vendor/x/ruleset.json", "target/x/ruleset.json", "scenarios/x.yaml", "lone.lua"} {
		write(t, filepath.Join(root, name), "return {}")
	}
	for path, want := range map[string]string{
		root + "/a": "/a", root + "/b": "/b/c", root + "/none": "/none", root: "", root + "/lone.lua": "/lone.lua",
	} {
		got, err := ruletest.Rulesets(path)
		if err != nil || len(got) != 1 || got[0] != root+want {
			t.Errorf("%s: got %v, %v, want %s", path, got, err, want)
		}
	}
	if err := os.RemoveAll(filepath.Join(root, "scenarios")); err != nil {
		t.Fatal(err)
	}
	if got, err := ruletest.Rulesets(root); err != nil || strings.Join(got, " ") != root+"/a "+root+"/b/c" {
		t.Errorf("got %v, %v", got, err)
	}
	write(t, filepath.Join(root, "scenarios/acme/a/fuzz-speaks.yaml"), "why: x")
	if got, err := ruletest.Rulesets(root); err != nil || len(got) != 2 {
		t.Errorf("folders of scenarios make a ruleset: %v, %v", got, err)
	}
	write(t, filepath.Join(root, "b/2/3/4/5/6/7/8/ruleset.json"), "{}")
	write(t, filepath.Join(root, "b/2/3/4/5/6/7/too/deep/ruleset.json"), "{}")
	tested, err := ruletest.Rulesets(root)
	validated, findErr := rulelint.Find(os.DirFS(filepath.Dir(root)), filepath.Base(root))
	for i, name := range validated {
		validated[i] = filepath.Join(filepath.Dir(root), name)
	}
	if lone := root + "/lone.lua"; err != nil || findErr != nil || len(tested) != 3 || !slices.Equal(append([]string{lone}, tested...), validated) {
		t.Errorf("rules test plays %v, %v; rules validate looks at %v, %v", tested, err, validated, findErr)
	}
	write(t, filepath.Join(root, "scenarios/x.yaml"), "why: x")
	write(t, filepath.Join(root, "scenarios/big.yaml"), strings.Repeat("#", scenario.FileBytesMax+1))
	p := player(t, filepath.Join(root, "lone.lua"))
	files, err := ruletest.Scenarios(p.Ruleset, filepath.Join(root, "lone.lua"))
	if err != nil || len(files) != 2 || files[1].Name != "x" {
		t.Fatalf("got %v, %v", files, err)
	}
	cases := p.PlayAll(files)
	if !strings.Contains(cases[0].Problem, "at most") || !cases[1].Passed {
		t.Errorf("got %+v", cases)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// suites is JUnit's XML as a CI system reads it.
type suites struct {
	XMLName  xml.Name `xml:"testsuites"`
	Tests    int      `xml:"tests,attr"`
	Failures int      `xml:"failures,attr"`
	Errors   int      `xml:"errors,attr"`
	Suites   []struct {
		Name  string `xml:"name,attr"`
		Tests int    `xml:"tests,attr"`
		Cases []struct {
			Name    string  `xml:"name,attr"`
			Class   string  `xml:"classname,attr"`
			Time    float64 `xml:"time,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Error *struct {
				Message string `xml:"message,attr"`
			} `xml:"error"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

// Ensure that the XML is what CI systems read: counts that add up, the failure
// with both sides and the host calls, and no character that XML cannot hold.
func TestJUnit(t *testing.T) {
	var report ruletest.Report
	report.Add(ruletest.Tested{ID: "acme/<careful>", Cases: []ruletest.Case{
		{Name: "fine", Passed: true, MS: 1500},
		{
			Name: "wrong", Why: "it ]]> should \x00\x1b[1m\xff", Failures: []scenario.Failure{{Event: 2, What: "activate", Want: "a", Got: "<b>"}},
			Events: []ruletest.Event{{Event: 2, Calls: []ruletest.Call{{Call: "session", Request: []byte("{}"), Reply: []byte(`{"ok":{}}`)}, {Call: "messages", Request: []byte("{}")}, {Call: "log", Request: []byte("{}")}}}},
		},
		{Name: "slip", Problem: "line 2: what"},
	}})
	var out bytes.Buffer
	if err := ruletest.JUnit(&out, report); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), `<?xml version="1.0" encoding="UTF-8"?>`) || strings.ContainsAny(out.String(), "\x00\x1b") {
		t.Errorf("got %q", out.String())
	}
	decoder := xml.NewDecoder(&out)
	var got suites
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if _, err := decoder.Token(); err != nil && err != io.EOF {
		t.Errorf("more after it: %v", err)
	}
	if got.Tests != 3 || got.Failures != 1 || got.Errors != 1 || len(got.Suites) != 1 || got.Suites[0].Tests != 3 || got.Suites[0].Name != "acme/<careful>" {
		t.Fatalf("got %+v", got)
	}
	cases := got.Suites[0].Cases
	if cases[0].Failure != nil || cases[0].Error != nil || cases[0].Time != 1.5 || cases[0].Class != "acme/<careful>" {
		t.Errorf("got %+v", cases[0])
	}
	if f := cases[1].Failure; f == nil || f.Message != "event 2: activate" || !strings.Contains(f.Text, "want a\n  got  <b>") ||
		!strings.Contains(f.Text, "session {}\n  → {\"ok\":{}}\nevent 2: messages {}\n  → (not kept: the calls of an event are kept up to 512 KB)\nevent 2: log {}\n") {
		t.Errorf("got %+v", f)
	}
	if e := cases[2].Error; e == nil || e.Message != "line 2: what" {
		t.Errorf("got %+v", e)
	}
}

// Ensure that asked is judged by the requests that were made, however long the replies are,
// and that a request that is too long to be kept is no failure without that reason.
func TestAskedAfterLongCalls(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "lone.lua"), `return { evaluate_activation = function(c)
  for _ = 1, 4 do impressionism.messages(1) end
  if c.user_prompt == "long" then for i = 1, 4 do impressionism.log("info", ("x"):rep(200000 + i)) end end
  impressionism.session()
  impressionism.tool_uses(3)
  return {}
end, evaluate_deactivation = function() return {} end }`)
	answers := "answers: [ { call: messages, ok: [ { role: user, content: \"" + strings.Repeat("y", 200_000) + "\", sequence: 1 } ] } ]\n"
	last := `log {"level":"info","message":"` + strings.Repeat("x", 200_004) + `"}`
	for prompt, c := range map[string]struct {
		answers, asked string
		want           []string
	}{
		"short": {answers, `tool_uses {"count":3}`, nil},
		"long":  {"", last, []string{last, "and calls whose requests were not kept"}},
	} {
		want := c.want
		write(t, filepath.Join(root, "scenarios/x.yaml"), "why: w\ncontext: { user_prompt: "+prompt+" }\n"+c.answers+"expect: { asked: [ 'messages {\"count\":1}', '"+c.asked+"', 'tool_uses {\"count\":3}' ] }\n")
		p := player(t, filepath.Join(root, "lone.lua"))
		files, err := ruletest.Scenarios(p.Ruleset, filepath.Join(root, "lone.lua"))
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		c := p.Play(files[0])
		if c.Problem != "" || c.Passed != (want == nil) {
			t.Errorf("%s: passed is %v, %s", prompt, c.Passed, c.Problem)
		}
		for _, failure := range c.Failures {
			if want == nil || failure.Want != want[0] || !strings.Contains(failure.Got, want[1]) {
				t.Errorf("%s: %s: want %.300s, got %.300s", prompt, failure.What, failure.Want, failure.Got)
			}
		}
	}
}

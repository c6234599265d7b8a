package scenario_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/recorded"
	"github.com/ed-irl/impressionism/abi/scenario"
)

// played gives what is not as expected, and what was decided.
func played(t *testing.T, data []byte, decide scenario.Decide) ([]scenario.Failure, []abi.Decision) {
	t.Helper()
	s, err := scenario.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	var came []abi.Decision
	failures := scenario.Play(s, func(host *recorded.Host, context abi.Context) (scenario.Result, error) {
		result, err := decide(host, context)
		came = append(came, result.Decision)
		return result, err
	})
	return failures, came
}

// Ensure that a file that was brought up to date passes, in each of its events,
// and keeps what it says about itself; and that what passes is not touched.
func TestUpdate(t *testing.T) {
	text := strings.NewReplacer(
		"ref: skill:a, reason: fits, score: 0.9", "ref: skill:b",
		"active: [skill:a, skill:b]\nthen", "active: [skill:b] # both\nthen", "deactivate: [ { ref: skill:b, reason: unused } ], ", "",
	).Replace("# about it\n" + session)
	failures, came := played(t, []byte(text), best)
	if len(failures) != 3 {
		t.Fatalf("%v; want three failures", failures)
	}
	updated, err := scenario.Update([]byte(text), failures, came, nil)
	if err != nil {
		t.Fatal(err)
	}
	if failures, _ := played(t, updated, best); len(failures) > 0 {
		t.Errorf("%v in\n%s", failures, updated)
	}
	if !bytes.Contains(updated, []byte("# about it\nwhy: it shows")) {
		t.Errorf("it has lost its comment:\n%s", updated)
	}
	again, err := scenario.Update(updated, nil, came, nil)
	if err != nil || !bytes.Equal(again, updated) {
		t.Errorf("what passes was written anew: %v\n%s", err, again)
	}
}

// Ensure that an error, and what an author said in part, is never overwritten.
func TestUpdateKeeps(t *testing.T) {
	items := "why: x\nitems: [ { ref: skill:a }, { ref: skill:b }, { ref: skill:c } ]\n"
	partly := "expect: { includes: [ { ref: skill:c } ], excludes: [skill:a], log: [no such line], fault: none }\n"
	broken := func(*recorded.Host, abi.Context) (scenario.Result, error) {
		return scenario.Result{}, &abi.Fault{Code: abi.Internal, Message: "broken"}
	}
	for name, c := range map[string]struct {
		expect string
		decide scenario.Decide
	}{
		"decides":              {partly, both},
		"fails":                {partly, broken},
		"fails unexpectedly":   {"expect: { activate: [ { ref: skill:a } ], active: [skill:a] }\n", broken},
		"decides, should fail": {"expect: { code: internal }\n", both},
	} {
		text := []byte(items + c.expect)
		failures, came := played(t, text, c.decide)
		updated, err := scenario.Update(text, failures, came, nil)
		if err != nil || !bytes.Equal(updated, text) || len(failures) == 0 {
			t.Errorf("%s: %v, %v\n%s", name, failures, err, updated)
		}
	}
}

// Ensure that a reason stays as its author wrote it, in part or not at all, that a score
// follows what came, and that only what is new is written whole.
func TestUpdateKeepsEntries(t *testing.T) {
	decide := func(*recorded.Host, abi.Context) (scenario.Result, error) {
		score := 0.912345
		return scenario.Result{Decision: abi.Decision{Activate: []abi.Entry{
			{Ref: abi.Skill("a"), Reason: "it fits, similarity=0.91", Score: &score}, {Ref: abi.Skill("b"), Reason: "so does it", Score: &score},
		}}}, nil
	}
	for was, want := range map[string]string{
		"[ { ref: skill:a, reason: it…0.80 }, { ref: skill:b } ]":                 "",
		"[ { ref: skill:a, reason: it…0.91, score: 0.91235 }, { ref: skill:c } ]": "[{ref: 'skill:a', reason: it…0.91, score: 0.91235}, {ref: 'skill:b', reason: so does it, score: 0.912345}]",
		"[ { ref: skill:b, reason: does }, { ref: skill:a } ]":                    "[{ref: 'skill:a'}, {ref: 'skill:b', reason: does}]",
		"[ { ref: skill:a, score: 0.8 }, { ref: skill:b, reason: does } ]":        "[{ref: 'skill:a', score: 0.912345}, {ref: 'skill:b', reason: does}]",
	} {
		items := "why: x\nitems: [ { ref: skill:a }, { ref: skill:b }, { ref: skill:c } ]\nexpect: { activate: "
		failures, came := played(t, []byte(items+was+" }\n"), decide)
		if len(failures) != 1 {
			t.Fatalf("%s: %v", was, failures)
		}
		updated, err := scenario.Update([]byte(items+was+" }\n"), failures, came, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want == "" {
			want = was
		}
		if _, got, _ := strings.Cut(strings.TrimRight(string(updated), " }\n"), "activate: "); got != strings.TrimRight(want, " }") {
			t.Errorf("%s:\ngot  %s\nwant %s", was, got, want)
		}
	}
}

// Ensure that what an event has in common with others by an alias is changed for it alone:
// the others expect what they did.
func TestUpdateAliases(t *testing.T) {
	decide := func(_ *recorded.Host, context abi.Context) (scenario.Result, error) {
		return scenario.Result{Decision: abi.Decision{Activate: []abi.Entry{{Ref: abi.Skill(context.UserPrompt), Reason: "r"}}}}, nil
	}
	items := "why: x\nitems: [ { ref: skill:a }, { ref: skill:b }, { ref: skill:c } ]\n"
	for name, text := range map[string]string{
		"an alias fails": `context: { user_prompt: a }
expect: &x { activate: [ { ref: skill:a } ] }
then: [ { context: { user_prompt: b }, expect: *x }, { context: { user_prompt: a }, expect: *x } ]
`,
		"the anchor fails": `context: { user_prompt: b }
expect: &x { activate: [ { ref: skill:a } ] }
then: [ { context: { user_prompt: a }, expect: *x }, { context: { user_prompt: a }, expect: *x } ]
`,
		"an anchor inside": `context: { user_prompt: b }
expect: { activate: &x [ &y { ref: skill:a } ] }
then:
  - { context: { user_prompt: a }, expect: { activate: *x } }
  - { context: { user_prompt: a }, expect: { activate: [ *y ] } }
`,
		"whole events": `context: &p { user_prompt: c }
expect: { activate: [ { ref: skill:c } ] }
then: &t
  - &e { context: { user_prompt: a }, expect: &x { activate: [ { ref: skill:b } ], count: &n 1 } }
  - *e
  - { context: *p, expect: { activate: [ { ref: skill:c } ], count: *n } }
  - { context: { user_prompt: b }, expect: *x }
`,
		"both, each otherwise": `context: { user_prompt: b }
expect: &x { activate: [ { ref: skill:a } ] }
then: [ { context: { user_prompt: c }, expect: *x }, { context: { user_prompt: a }, expect: *x } ]
`,
	} {
		failures, came := played(t, []byte(items+text), decide)
		if len(failures) == 0 {
			t.Errorf("%s: nothing failed", name)
		}
		updated, err := scenario.Update([]byte(items+text), failures, came, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if failures, _ := played(t, updated, decide); len(failures) > 0 {
			t.Errorf("%s: %v in\n%s", name, failures, updated)
		}
	}
	text := items + `context: { user_prompt: a }
expect: &x { activate: [ { ref: skill:a } ] }
then: [ { context: { user_prompt: b }, expect: *x }, { context: { user_prompt: a }, expect: *x } ]
`
	failures, came := played(t, []byte(text), decide)
	updated, err := scenario.Update([]byte(text), failures, came, nil)
	if err != nil || bytes.Count(updated, []byte("*x")) != 1 || bytes.Count(updated, []byte("&x")) != 1 {
		t.Errorf("what passes no longer has its alias: %v\n%s", err, updated)
	}
}

// Ensure that no file ends the writer, and that what it writes can be read.
func FuzzUpdate(f *testing.F) {
	f.Add([]byte(session))
	f.Add([]byte("why: &w x\nitems: [ { ref: skill:a }, { ref: skill:b } ]\nthen: [ &e { expect: &x { active: [skill:a] } }, *e, { expect: *x } ]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := scenario.Decode(data); err != nil {
			return
		}
		failures, came := played(t, data, best)
		updated, err := scenario.Update(data, failures, came, nil)
		if err != nil {
			return
		}
		if _, err := scenario.Decode(updated); err != nil {
			t.Errorf("%v\n%s", err, updated)
		}
	})
}

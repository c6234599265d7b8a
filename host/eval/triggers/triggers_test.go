package triggers

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
)

// Ensure every form in use is read: what is asked, of which skill, and whether
// it should come up. Each file of testdata/forms is one form.
func TestForms(t *testing.T) {
	forms, err := filepath.Glob("testdata/forms/*.txtar")
	if err != nil || len(forms) < 10 {
		t.Fatalf("got %d forms, %v", len(forms), err)
	}
	for _, path := range forms {
		t.Run(filepath.Base(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil || len(archive.Files) != 2 {
				t.Fatalf("want a file and what it says; %v", err)
			}
			cases, problems, err := Decode(filepath.Ext(archive.Files[0].Name), archive.Files[0].Data)
			if err != nil || len(problems) > 0 {
				t.Fatalf("got %v, %v", problems, err)
			}
			var got strings.Builder
			for _, c := range cases {
				got.WriteString(describe(c) + "\n")
			}
			if diff := cmp.Diff(string(archive.Files[1].Data), got.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// describe writes a case: line, want, text, skill, others.
func describe(c Case) string {
	words := []string{"unlabelled", "yes", "no"}
	text := fmt.Sprintf("%d %s %q", c.Line, words[c.Want], c.Text)
	if c.Skill != "" {
		text += " of " + c.Skill
	}
	for _, other := range c.Others {
		text += map[Want]string{Yes: " +", No: " -"}[other.Want] + other.Skill
	}
	return text
}

// Ensure a case that cannot be read is told and the others count.
func TestProblems(t *testing.T) {
	got, problems, err := Decode(".json", []byte(`[
{"query": "<fill me>", "should_trigger": "<true or false>"},
{"query": " ", "should_trigger": true},
{"query": "both", "should_trigger": true, "should_not_trigger": true},
{"should_trigger": [{"why": "x"}, null]},
{"query": "`+strings.Repeat("x", promptBytesMax+1)+`", "should_trigger": true},
{"query": "good", "should_trigger": true}]`))
	if err != nil || len(got) != 1 || got[0].Text != "good" {
		t.Errorf("got %v, %v", got, err)
	}
	var lines []string
	for _, p := range problems {
		lines = append(lines, p.String())
	}
	want := []string{
		`line 2: should_trigger is "<true or false>", neither true nor false`,
		"line 3: the prompt is blank",
		"line 4: the case wants its skill and does not want it",
		"line 5: a prompt is missing: a text, or an object with one of query, prompt, request",
		"line 5: a prompt is missing: a text, or an object with one of query, prompt, request",
		"line 6: the prompt is longer than 64 KiB",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Error(diff)
	}
}

// Ensure a file that cannot be read says why, with the line where there is one.
func TestDecodeErrors(t *testing.T) {
	deep := depthMax + 1
	for _, test := range []struct{ ending, text, want string }{
		{".json", "[\n{\"query\": \n", "line 2: the JSON ends too early"},
		{".json", "{\"a\": 1}\n{\"a\": 2", "line 2: the JSON ends too early"},
		{".json", "", "line 1: the JSON ends too early"},
		{".json", "[1,\n 2,,]", "line 2: "},
		{".json", strings.Repeat("[", deep+1), "nested more than 32 deep"},
		{".json", "[" + strings.Repeat("1,", nodesMax) + "1]", "more than 100000 values"},
		{".jsonl", "{}\n{} {}", "line 2: more than one value"},
		{".jsonl", "{}\n{\"a\"", "line 2: "},
		{".yaml", "a: b\n  c: [", "line 2"},
		{".yaml", strings.Repeat("- ", deep) + "x", "line 1: more than 16 lists within each other"},
		{".yaml", strings.Repeat("[", deep+1) + strings.Repeat("]", deep+1), "nested more than 32 deep"},
		{".yaml", "a: &a [*a]", "nested more than 32 deep"},
		{".yaml", strings.Repeat("# long\n", yamlBytesMax), "larger than 256 KiB"},
		{".csv", "prompt\na,b\n", "line 2: 2 values, but 1 columns"},
		{".csv", "prompt,x\n\"a\n", "line 2"},
		{".json", "[\"\xff\"]", "UTF-8"},
		{".jsonl", strings.Repeat("{\"query\":\"x\",\"should_trigger\":true}\n", casesMax+2), "more than 10000 prompts"},
		{".csv", "prompt,should_trigger\n" + strings.Repeat("x,true\n", casesMax+2), "more than 10000 prompts"},
	} {
		if _, _, err := Decode(test.ending, []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.30q: got %v want %q", test.ending, test.text, err, test.want)
		}
	}
}

// Ensure that no shape of a file takes long: units repeated up to the limit, and
// depth that grows by a character a line. The bound is ten times wide.
func TestHostileShapes(t *testing.T) {
	repeat := func(unit string, size int) string { return strings.Repeat(unit, size/len(unit)) }
	var deeper strings.Builder
	for i := 0; deeper.Len() < yamlBytesMax-1000; i++ {
		deeper.WriteString(strings.Repeat(" ", min(i, 300)) + "a: # b\n")
	}
	hostile := map[string][]string{".yaml": {deeper.String()}}
	for _, unit := range []string{"[", "{a: ", "- - - - - - - - - - - - - - - -\n", "a:\n ", "- #c\n ", "-\n", "&a ", "|\n "} {
		hostile[".yaml"] = append(hostile[".yaml"], repeat(unit, yamlBytesMax))
	}
	for _, unit := range []string{"[", `{"a":`, "[[],"} {
		hostile[".json"] = append(hostile[".json"], repeat(unit, fileBytesMax))
	}
	for ending, texts := range hostile {
		for _, text := range texts {
			began := time.Now()
			_, _, _ = Decode(ending, []byte(text)) // whatever it says
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("%.20q… took %v", text, took)
			}
		}
	}
}

// FuzzDecode ensures that no file ends the program, and that every case that is
// read has a text and a place.
func FuzzDecode(f *testing.F) {
	for ending, text := range map[string]string{
		".json":  `{"skill_name":"pdf","evals":[{"prompt":"a","should_trigger":true},{"prompt":"b","expected_skill":null}],"should_not_trigger":["c"]}`,
		".jsonl": `{"query":"a","should_trigger":"no"}`,
		".yaml":  "skill: x\nshould_trigger_prompts:\n  - prompt: &a |\n      b\n---\nshould_not: [*a]\n? [x]\n: !!binary y\n",
		".csv":   "prompt,should_trigger,expected_skill\n\"a,b\",1,none\n",
	} {
		f.Add(ending, []byte(text))
	}
	f.Fuzz(func(t *testing.T, ending string, data []byte) {
		cases, problems, err := Decode(ending, data)
		if err != nil && len(cases)+len(problems) > 0 {
			t.Errorf("an error and %d cases", len(cases))
		}
		for _, c := range cases {
			if strings.TrimSpace(c.Text) == "" || len(c.Text) > promptBytesMax || c.Line < 1 {
				t.Errorf("got %+v", c)
			}
		}
	})
}

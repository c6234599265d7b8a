package lock_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lock"
)

var (
	sum   = strings.Repeat("0123456789abcdef", 4)
	whole = lock.File{Lock: 1, Rulesets: []lock.Entry{
		{ID: "acme/careful", Version: "1.2.0", ABI: 1, SHA256: sum, Source: "../careful", Kind: lock.KindFolder},
		{ID: "custom/here", ABI: 1, SHA256: sum},
	}}
)

// Ensure that a lock file reads as it was written, a value on each line, and
// that an absent one is empty.
func TestWriteThenRead(t *testing.T) {
	folder := t.TempDir()
	empty, err := lock.Read(folder)
	if err != nil || len(empty.Rulesets) != 0 {
		t.Errorf("an absent file: %v, %v", empty, err)
	}
	f := empty.With(whole.Rulesets[1]).With(whole.Rulesets[0]).With(whole.Rulesets[1])
	written, err := lock.EncodeChecked(f)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, lock.Name), written, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := lock.Read(folder)
	if diff := cmp.Diff(whole, got); err != nil || diff != "" {
		t.Errorf("%v (-want +got)\n%s", err, diff)
	}
	data, err := os.ReadFile(filepath.Join(folder, lock.Name))
	if err != nil || strings.Count(string(data), "\n") < 15 {
		t.Errorf("%v, it is not a value on each line:\n%s", err, data)
	}
	if got := got.Without("acme/careful"); len(got.Rulesets) != 1 || got.Rulesets[0].ID != "custom/here" {
		t.Errorf("without acme/careful: %v", got)
	}
}

// Ensure that what is damaged is refused and says where: a lock file that is
// misread lets in what it was to keep out.
func TestDecodeRefuses(t *testing.T) {
	entry := `{"id": "acme/careful", "abi": 2, "sha256": "` + sum + `"`
	for _, c := range []struct{ text, want string }{
		{"", "line 1: EOF"},
		{"{\n\"lock\": 1,\n<<<<<<< ours\n", "line 3: invalid character '<'"},
		{`[]`, "cannot unmarshal array"},
		{`{"rulesets": []}`, `it has no "lock": 1`},
		{`{"lock": 2, "rulesets": {}}`, "it is from a newer impressionism"},
		{`{"lock": 1, "rules": []}`, `unknown field "rules"`},
		{`{"lock": 1, "rulesets": []} {}`, "there is more after its end"},
		{`{"lock": 1, "rulesets": [` + entry + `}, ` + entry + `}]}`, "acme/careful stands in it twice"},
		{`{"lock": 1, "rulesets": [{"id": "careful", "abi": 2}]}`, `"careful" is no id`},
		{`{"lock": 1, "rulesets": [{"id": "acme/careful/lib", "abi": 2}]}`, `"acme/careful/lib" is no id`},
		{`{"lock": 1, "rulesets": [{"id": "acme/careful", "abi": 2, "sha256": "ABC"}]}`, `"ABC" is no hash`},
		{`{"lock": 1, "rulesets": [{"id": "acme/careful", "abi": 2, "sha256": "` + strings.ToUpper(sum) + `"}]}`, "is no hash"},
		{`{"lock": 1, "rulesets": [{"id": "acme/careful", "sha256": "` + sum + `"}]}`, "abi: 0 is none"},
		{`{"lock": 1, "rulesets": [` + entry + `, "version": "new"}]}`, "is no semantic version"},
		{`{"lock": 1, "rulesets": [` + entry + `, "source": "a\nb", "kind": "file"}]}`, "is no path"},
		{`{"lock": 1, "rulesets": [` + entry + `, "source": "a"}]}`, "kind"},
		{`{"lock": 1, "rulesets": [` + entry + `, "kind": "file"}]}`, "kind"},
		{`{"lock": 1, "rulesets": []` + strings.Repeat(" ", 1<<20) + `}`, "at most 1048576 are read"},
		{`{"lock": 1, "rulesets": [` + strings.TrimSuffix(strings.Repeat("{},", 2001), ",") + `]}`, "at most 2000 are read"},
	} {
		if f, err := lock.Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.80s: got %v, %v, want %q", c.text, f, err, c.want)
		}
	}
}

// Ensure that the refusal to read a file names it and what to do.
func TestReadSaysWhatToDo(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, lock.Name)
	if err := os.WriteFile(name, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := lock.Read(folder)
	if err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "version control") {
		t.Errorf("got %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(name, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := lock.Read(folder); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a folder in its place: %v", err)
	}
}

// Ensure that a source that moves along with the lock file is named by the way
// there, and any other by its place.
func TestSource(t *testing.T) {
	for _, c := range []struct{ folder, root, path, want string }{
		{"/w/.claude/rules", "/w", "/w/tools/careful", "../../tools/careful"},
		{"/w/.claude/rules", "/w", "/elsewhere/careful", "/elsewhere/careful"},
		{"/w/.claude/rules", "/w", "/wide/careful", "/wide/careful"},
		{"/w/.claude/rules", "/w", "/w/..careful", "../../..careful"},
	} {
		got := lock.Source(c.folder, c.root, c.path)
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.path, got, c.want)
		}
		if back := (lock.Entry{Source: got}).Locate(c.folder); back != c.path {
			t.Errorf("%s leads to %s, not to %s", got, back, c.path)
		}
	}
}

// Ensure that what lies in a rules folder is told from what was put there, file
// by file while the source is as it was.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	rules := filepath.Join(dir, "rules")
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f := lock.File{}
	for _, name := range []string{"kept", "edited", "moved", "broken", "gone"} {
		for _, place := range []string{name, "rules/acme/" + name} {
			write(place+"/ruleset.json", `{"id": "acme/`+name+`", "abi": 2}`)
			write(place+"/ruleset.lua", "return {}")
		}
		source := filepath.Join(dir, name)
		ruleset, err := engine.Find(engine.Places{}).Open(source)
		if err != nil {
			t.Fatal(err)
		}
		f = f.With(lock.Of(ruleset, source))
	}
	write("rules/acme/edited/ruleset.lua", "return { }")
	write("rules/acme/edited/more.lua", "")
	write("rules/acme/moved/ruleset.lua", "return { }")
	write("moved/ruleset.lua", "return {   }")
	write("rules/acme/broken/ruleset.json", "{")
	write("rules/custom/hand.lua", "return {}")
	write("rules/acme/gone.lua/ruleset.lua", "return {}") // which is not acme/gone
	if err := os.RemoveAll(filepath.Join(rules, "acme", "gone")); err != nil {
		t.Fatal(err)
	}
	states := map[string]string{
		"acme/kept": lock.OK, "acme/edited": lock.Changed, "acme/moved": lock.Changed, "acme/broken": lock.Changed,
		"acme/gone": lock.Missing, "custom/hand": lock.Unlocked, "acme/gone.lua": lock.Unlocked,
	}
	checked := lock.Verify(rules, f)
	for _, c := range checked {
		if c.State != states[c.ID] {
			t.Errorf("%s is %s, want %s", c.ID, c.State, states[c.ID])
		}
		want := map[string][]engine.FileDiff{"acme/edited": {{Name: "more.lua", How: "added"}, {Name: "ruleset.lua", How: "changed"}}}[c.ID]
		if diff := cmp.Diff(want, c.Files); diff != "" {
			t.Errorf("%s (-want +got)\n%s", c.ID, diff)
		}
		if (c.Problem != "") != (c.ID == "acme/broken") {
			t.Errorf("%s: problem %q", c.ID, c.Problem)
		}
	}
	if len(checked) != len(states) {
		t.Errorf("%d are told of, want %d", len(checked), len(states))
	}
}

package engine_test

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/lua"
	builtin "github.com/ed-irl/impressionism/rules/lua"
	"github.com/ed-irl/impressionism/schemas"
)

// Ensure that a version is a whole semantic one: rulesets are compared by it.
func TestCheckVersion(t *testing.T) {
	for version, want := range map[string]bool{
		"1.2.0": true, "0.0.1": true, "1.2.0-rc.1": true, "1.2.0+build.5": true, "1.2.0-rc.1+b": true,
		"": false, "1": false, "1.2": false, "v1.2.0": false, "1.2.0.0": false, "1.02.0": false, "1.2.x": false,
		"1.2.0-": false, " 1.2.0": false, "1.2.0-" + strings.Repeat("a", 100): false,
	} {
		if err := engine.CheckVersion(version); (err == nil) != want {
			t.Errorf("%q: %v, want valid %v", version, err, want)
		}
	}
}

// Ensure that versions come in the order of semver.org, and none before any.
func TestCompareVersions(t *testing.T) {
	order := []string{"", "0.9.0", "0.10.0", "1.0.0-alpha", "1.0.0-rc.1", "1.0.0", "1.2.0"}
	for i, a := range order {
		for j, b := range order {
			want := min(1, max(-1, i-j))
			if got := engine.CompareVersions(a, b); got != want {
				t.Errorf("%q, %q: got %d, want %d", a, b, got, want)
			}
		}
	}
}

// Ensure that a ruleset loads only where the program is of the versions that it
// is for, that a build on the way to a release counts as that release, and that
// the refusal says both.
func TestProductRange(t *testing.T) {
	for _, c := range []struct {
		text, product string
		want          string // of the error; empty: it loads
	}{
		{">=0.1.0", "0.1.0", ""},
		{">=0.1.0 <0.3.0", "0.2.9", ""},
		{">=0.1.0, <0.3.0", "0.3.0", "it is for impressionism >=0.1.0, <0.3.0, and this is 0.3.0"},
		{">= 0.2.0", "0.1.0", "install an impressionism or a version of the ruleset that fits"},
		{">=0.2.0", "0.2.0-dev", ""},
		{"<0.2.0", "0.2.0-dev", "it is for impressionism <0.2.0, and this is 0.2.0-dev"},
		{"=0.1.0", "0.1.0", ""},
		{">0.1.0<=0.2.0", "0.2.0", ""},
		{">=9.0.0", "", ""},
		{"^0.1.0", "0.1.0", "is no range of versions"},
		{"0.1.0", "0.1.0", "is no range of versions"},
		{">=0.1", "0.1.0", "is no range of versions"},
		{">=0.1.0,", "0.1.0", "is no range of versions"},
		{" ", "0.1.0", "is no range of versions"},
		{">=0.1.0 || <0.0.1", "0.1.0", "is no range of versions"},
		{strings.Repeat(">=0.1.0 ", 9), "0.1.0", "is too long"},
	} {
		user := t.TempDir()
		write(t, user+"/acme/careful/ruleset.json", `{"id": "acme/careful", "abi": 2, "impressionism": "`+c.text+`"}`)
		write(t, user+"/acme/careful/careful.lua", "return {}")
		_, err := engine.Find(engine.Places{User: user, Product: c.product}).Load("acme/careful")
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %q: got %v, want %q", c.text, c.product, err, c.want)
		}
		if _, opened := engine.Find(engine.Places{Product: c.product}).Open(user + "/acme/careful"); (opened == nil) != (err == nil) {
			t.Errorf("%q, %q: Open gives %v, Load %v", c.text, c.product, opened, err)
		}
	}
}

// Ensure that the hash of a ruleset's files is the same wherever it lies and
// whatever it requires of others, and follows each of its files.
func TestFilesHash(t *testing.T) {
	hash := func(files map[string]string, others map[string]string) string {
		t.Helper()
		dir := t.TempDir()
		for name, text := range files {
			write(t, dir+"/here/"+name, text)
		}
		for name, text := range others {
			write(t, dir+"/rules/"+name, text)
		}
		ruleset, err := engine.Find(engine.Places{User: dir + "/rules"}).Open(dir + "/here")
		if err != nil {
			t.Fatal(err)
		}
		return ruleset.FilesHash()
	}
	manifest, code := `{"id": "acme/careful", "abi": 2}`, `return require("custom.words")`
	first := hash(map[string]string{"ruleset.json": manifest, "ruleset.lua": code}, nil)
	if got := hash(map[string]string{"ruleset.json": manifest, "ruleset.lua": code}, map[string]string{"custom/words.lua": "return {}"}); got != first {
		t.Error("what it requires of others changes the hash of its files")
	}
	for name, text := range map[string]string{"README.md": "", "ruleset.lua": code + " ", "lib/a.lua": ""} {
		files := map[string]string{"ruleset.json": manifest, "ruleset.lua": code}
		files[name] = text
		if hash(files, nil) == first {
			t.Errorf("%s does not change the hash", name)
		}
	}
}

func FuzzVersions(f *testing.F) {
	f.Add("1.2.0-rc.1+b", ">=0.1.0, <0.3.0")
	f.Add("", "= 1.0.0 , >1.0.0")
	f.Fuzz(func(t *testing.T, version, text string) {
		if engine.CheckVersion(version) == nil && engine.CompareVersions(version, version) != 0 {
			t.Errorf("%q is not itself", version)
		}
		if engine.CheckRange(text) == nil && !strings.ContainsAny(text, "<>=") {
			t.Errorf("%q compares nothing", text)
		}
	})
}

// Ensure that after a change of the program, a ruleset that is not for it has no
// say: not even as the last good version of itself.
func TestDecideKeepsToTheProductRange(t *testing.T) {
	user := t.TempDir()
	write(t, user+"/acme/mine/ruleset.json", `{"id": "acme/mine", "abi": 2, "impressionism": "<0.2.0"}`)
	write(t, user+"/acme/mine/mine.lua", goodCode)
	decide := func(product string, state engine.State) engine.Answer {
		e := &engine.Engine{
			Set:      engine.Find(engine.Places{Builtin: builtin.FS, User: user, Product: product}),
			Runtimes: map[string]abi.Start{".lua": lua.Start}, Check: schemas.CheckDecision,
		}
		return e.Decide("acme/mine", engine.OnErrorFallback, state, input(t, "write a migration"))
	}
	before := decide("0.1.0", engine.State{})
	if before.Outcome.Ruleset != "acme/mine" || before.Good == nil {
		t.Fatalf("with 0.1.0 %s answered", before.Outcome.Ruleset)
	}
	after := decide("0.2.0", engine.State{GoodHash: before.Good.Hash, LastGood: func() *engine.Ruleset { return before.Good }})
	if after.Outcome.Ruleset != "builtin/default" || !strings.Contains(after.Attempts[0].Skipped, "it is for impressionism <0.2.0, and this is 0.2.0") {
		t.Errorf("with 0.2.0 %s answered, and it says %q", after.Outcome.Ruleset, after.Attempts[0].Skipped)
	}
}

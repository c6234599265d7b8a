package engine_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/ruleset/engine"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

func testSet() engine.Set {
	return engine.Find(engine.Places{Builtin: builtin.FS, User: "testdata/rules", Project: "testdata/project"})
}

// Ensure that the list names every ruleset, says of broken ones what is wrong,
// and that neither a user's folder replaces a built-in nor a project's ruleset a
// user's.
func TestList(t *testing.T) {
	problems := map[string]string{}
	var order []string
	for _, found := range testSet().List() {
		order = append(order, found.ID+" "+found.Path)
		if found.Problem != "" {
			problems[found.Path] = found.Problem
			continue
		}
		if len(found.Hash) != 64 || found.Language != "lua" {
			t.Errorf("%+v is not complete", found)
		}
	}
	want := map[string]string{
		"testdata/rules/builtin/default.lua": "hidden by builtin/default, which has the same id",
		"testdata/rules/builtin/extra.lua":   "builtin/ is kept for the rulesets inside the program: move it to custom/",
		"testdata/rules/custom/Upper.lua":    "its name is no id: small letters, digits, '_', '.' and '-' only, at most 200 of them",
		"testdata/rules/custom/badjson":      "ruleset.json: decode manifest: unexpected EOF",
		"testdata/rules/custom/newer":        `ruleset.json: calls: this host has no call "read_mind": a spelling error, or the ruleset needs a newer impressionism`,
		"testdata/rules/custom/nocode":       "it has no code: there is no nocode.lua, ruleset.lua, nocode.wasm or ruleset.wasm",
		"testdata/rules/custom/params.lua":   "hidden by testdata/rules/custom/params, which has the same id",
		"testdata/rules/custom/wrongid":      `ruleset.json: id is "custom/other", but it lies where custom/wrongid belongs`,
		"testdata/project/custom/boom.lua":   "hidden by testdata/rules/custom/boom.lua, which has the same id",
	}
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	for _, part := range []string{"acme/searcher testdata/rules/acme/searcher", "custom/own testdata/project/custom/own.lua", "builtin/minimal builtin/minimal"} {
		if !strings.Contains(strings.Join(order, "\n"), part) {
			t.Errorf("%q is not listed:\n%s", part, strings.Join(order, "\n"))
		}
	}
}

// Ensure that an id that does not exist is answered with the one meant, or with
// those that exist.
func TestLoadUnknown(t *testing.T) {
	for id, want := range map[string]string{
		"builtin/defualt": `there is no ruleset "builtin/defualt"; did you mean builtin/default?`,
		"searcher":        `there is no ruleset "searcher"; did you mean acme/searcher?`,
		"../secret":       `there is no ruleset "../secret"; there are: acme/searcher, builtin/aggressive`,
	} {
		_, err := testSet().Load(id)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", id, err, want)
		}
	}
}

// Ensure that the hash stands for everything that can run: an edit of any file
// of the folder, or of a module that it requires, gives another one at the next
// load.
func TestHashCoversWhatRuns(t *testing.T) {
	user := t.TempDir()
	if err := os.CopyFS(user, os.DirFS("testdata/rules")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(user, "custom/boom.lua"), `return require("custom.parts.lib.words")`)
	write(t, filepath.Join(user, "custom/user.lua"), `local b = require 'custom.boom' return {}`)
	set := engine.Find(engine.Places{Builtin: builtin.FS, User: user})
	seen := map[string]string{}
	for i, edit := range []string{"", "custom/user.lua", "custom/boom.lua", "custom/parts/lib/words.lua"} {
		if edit != "" {
			path := filepath.Join(user, edit)
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, string(content)+"\n-- edited")
		}
		ruleset, err := set.Load("custom/user")
		if err != nil {
			t.Fatal(err)
		}
		if before, ok := seen[ruleset.Hash]; ok {
			t.Errorf("edit %d of %s: the hash is that after %q", i, edit, before)
		}
		seen[ruleset.Hash] = edit
	}
	write(t, filepath.Join(user, "custom/careless.lua"), "return {} -- edited")
	ruleset, err := set.Load("custom/user")
	if err != nil || seen[ruleset.Hash] == "" {
		t.Errorf("the edit of a file that is not required changed the hash (%v)", err)
	}
}

// Ensure that a folder that is too large, too deep or too hungry is refused, and
// the error names the limit.
func TestLoadLimits(t *testing.T) {
	user := t.TempDir()
	code := filepath.Join(user, "custom/large/large.lua")
	write(t, code, "--"+strings.Repeat("x", 256<<10))
	write(t, filepath.Join(user, "custom/deep/deep.lua"), "return {}")
	write(t, filepath.Join(user, "custom/deep/1/2/3/4/5/6/7/8/9.txt"), "")
	for i := range 257 {
		write(t, filepath.Join(user, "custom/many", fmt.Sprintf("%d.txt", i)), "")
	}
	var modules strings.Builder
	for i := range 65 {
		write(t, filepath.Join(user, "custom", fmt.Sprintf("m%d.lua", i)), "return {}")
		fmt.Fprintf(&modules, "require(%q)\n", fmt.Sprintf("custom.m%d", i))
	}
	write(t, filepath.Join(user, "custom/hungry.lua"), modules.String())
	set := engine.Find(engine.Places{User: user})
	for id, want := range map[string]string{
		"custom/large":  "load ruleset custom/large: custom/large/large.lua: too large: more than 262144 bytes",
		"custom/deep":   "load ruleset custom/deep: its folders are more than 8 deep",
		"custom/many":   "load ruleset custom/many: it has more than 256 files",
		"custom/hungry": "load ruleset custom/hungry: it requires more than 64 modules",
	} {
		if _, err := set.Load(id); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// FuzzManifest holds that no ruleset.json, however made, gives a ruleset whose
// id, code or calls are not what the place and the host have.
func FuzzManifest(f *testing.F) {
	for _, seed := range []string{
		`{"id":"builtin/x","abi":2}`, `{"id":"builtin/x","abi":2,"code":"../y.lua"}`, `{"id":"builtin/x","abi":2,"code":"x.txt"}`,
		`{"id":"builtin/x","abi":2}`, `{"id":"builtin/x","abi":2,"calls":["log"]}`, `{"id":"builtin/x","abi":2,"parameters":{"a":{"type":"number","default":"b"}}}`, `[]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, manifest []byte) {
		files := fstest.MapFS{
			"x/ruleset.json": {Data: manifest}, "x/x.lua": {Data: []byte("return {}")}, "x/x.txt": {}, "y.lua": {},
		}
		ruleset, err := engine.Find(engine.Places{Builtin: files}).Load("builtin/x")
		if err != nil {
			return
		}
		if ruleset.Manifest.ID != "builtin/x" || ruleset.Manifest.Code != "x.lua" || string(ruleset.Program.Code) != "return {}" {
			t.Errorf("%s gave %+v", manifest, ruleset.Manifest)
		}
	})
}

// Ensure that what a ruleset subscribed to is known without its code, however it
// lies, and that one which cannot be read is asked about nothing.
func TestWants(t *testing.T) {
	user := t.TempDir()
	write(t, filepath.Join(user, "acme/stops/ruleset.json"), `{"id": "acme/stops", "abi": 2, "events": ["turn_ended"], "code": "gone.lua"}`)
	write(t, filepath.Join(user, "acme/broken/ruleset.json"), `{"id": "acme/broken", "abi": 2, "events": ["turn_ended"`)
	write(t, filepath.Join(user, "acme/plain/plain.lua"), "return {}")
	write(t, filepath.Join(user, "custom/lone.lua"), "return {}")
	set := engine.Find(engine.Places{Builtin: builtin.FS, User: user})
	for question, want := range map[string]bool{
		"acme/stops turn_ended": true, "acme/stops prompt": false,
		"acme/broken turn_ended": false, "acme/absent turn_ended": false,
		"acme/plain prompt": true, "acme/plain turn_ended": false,
		"custom/lone prompt": true, "custom/lone turn_ended": false,
		"builtin/default prompt": true, "builtin/default turn_ended": false,
	} {
		id, event, _ := strings.Cut(question, " ")
		if got := set.Wants(id, event); got != want {
			t.Errorf("%s: got %v", question, got)
		}
	}
}

package rulelint_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/rulelint"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Ensure a module is stale where what it was compiled from changed, and not where
// only times, the ends of lines, tests or what a build writes did; and that one that
// does not say from what it was built is no stale one.
func TestStale(t *testing.T) {
	sources := func(edit func(fstest.MapFS)) string {
		files := fstest.MapFS{
			"careful/src/lib.rs": {Data: []byte("fn a() {}\nfn b() {}\n")}, "careful/Cargo.toml": {Data: []byte("[package]\n")},
			"careful/README.md": {Data: []byte("#")}, "careful/ruleset.json": {Data: []byte("{}")},
		}
		edit(files)
		hash, err := rulelint.Sources(files, "careful")
		if err != nil {
			t.Fatal(err)
		}
		return hash
	}
	set := func(name, text string) func(fstest.MapFS) {
		return func(files fstest.MapFS) { files["careful/"+name] = &fstest.MapFile{Data: []byte(text)} }
	}
	built := sources(func(fstest.MapFS) {})
	plain := []byte("\x00asm\x01\x00\x00\x00")
	module, err := binary.WithCustom(plain, abi.SourcesSection, []byte(built))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		edit func(fstest.MapFS)
		want bool
	}{
		"nothing":           {func(fstest.MapFS) {}, false},
		"ends of lines":     {set("src/lib.rs", "fn a() {}\r\nfn b() {}\r\n"), false},
		"a test":            {set("main_test.go", "package main"), false},
		"what a build left": {set("target/debug/out.rs", "x"), false},
		"a hidden folder":   {set(".target/out.rs", "x"), false},
		"the README":        {set("README.md", "# careful"), false},
		"a source":          {set("src/lib.rs", "fn a() {}\n"), true},
		"a further source":  {set("src/more.rs", ""), true},
		"what it links":     {set("Cargo.toml", "[dependencies]\n"), true},
		"a source is gone":  {func(files fstest.MapFS) { delete(files, "careful/src/lib.rs") }, true},
	} {
		now := sources(c.edit)
		if got := rulelint.Stale("careful.wasm", module, now) != ""; got != c.want {
			t.Errorf("%s: stale is %t", name, got)
		}
		if rulelint.Stale("careful.wasm", plain, now) != "" {
			t.Errorf("%s: a module that says nothing is stale", name)
		}
	}
	if hash, err := rulelint.Sources(fstest.MapFS{"careful/careful.lua": {}}, "careful"); hash != "" || err != nil {
		t.Errorf("without sources: %q, %v", hash, err)
	}
}

// Ensure the texts of the sources are found as each language writes them, and those of
// tests are not.
func TestWritten(t *testing.T) {
	files := fstest.MapFS{
		"src/lib.rs":       {Data: []byte(`if use.tool_name == "NotebookEdit" && path.contains("/auth/") || r"\.tf$".len() > 1 { 'a' }`)},
		"main.go":          {Data: []byte("strings.Contains(path, \"pay\\\"ments/\") && matches(`^infra/[a-z]+`)")},
		"probe.ts":         {Data: []byte(`path.endsWith('.ipynb')`)},
		"main_test.go":     {Data: []byte(`"of a test"`)},
		"target/out.rs":    {Data: []byte(`"of a build"`)},
		"scenarios/a.yaml": {Data: []byte(`"of a scenario"`)},
	}
	got, err := rulelint.Written(files, ".")
	want := []string{`pay\"ments/`, "^infra/[a-z]+", ".ipynb", "NotebookEdit", "/auth/", `\.tf$`}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/engine"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// module is an empty WebAssembly module that carries a manifest.
func module(t *testing.T, manifest string) []byte {
	t.Helper()
	code := []byte("\x00asm\x01\x00\x00\x00")
	if manifest == "" {
		return code
	}
	packed, err := binary.WithCustom(code, abi.ManifestSection, []byte(manifest))
	if err != nil {
		t.Fatal(err)
	}
	return packed
}

// Ensure that a ruleset can be opened wherever it lies, under the id that its own
// manifest gives: a folder's, a module's, or custom/ and its name.
func TestOpen(t *testing.T) {
	manifest := `{"id": "acme/careful", "version": "1.2.0", "abi": 2, "calls": ["log"]}`
	folder := writeAll(t, map[string][]byte{
		"folder/ruleset.json": []byte(`{"id": "acme/folder", "abi": 2}`), "folder/ruleset.lua": []byte("return {}"),
		"lone.lua": []byte("return {}"), "careful.wasm": module(t, manifest), "bare.wasm": module(t, ""),
		"boxed/ruleset.json": []byte(`{"id": "acme/boxed", "abi": 2}`), "boxed/boxed.wasm": module(t, manifest),
	})
	for name, want := range map[string]string{
		"folder": "acme/folder lua false", "lone.lua": "custom/lone lua true",
		"careful.wasm": "acme/careful wasm true", "bare.wasm": "custom/bare wasm true",
		"boxed": "acme/boxed wasm false",
	} {
		ruleset, err := testSet().Open(filepath.Join(folder, name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got := ruleset.Manifest.ID + " " + ruleset.Language + " false"
		if ruleset.IsFile() {
			got = strings.Replace(got, "false", "true", 1)
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	ruleset, err := testSet().Open(filepath.Join(folder, "careful.wasm"))
	if err != nil || ruleset.Manifest.Version != "1.2.0" || len(ruleset.Manifest.Calls) != 1 {
		t.Errorf("the module's manifest is %+v, %v", ruleset.Manifest, err)
	}
}

// Ensure that what cannot be opened is refused with what is wrong.
func TestOpenRefuses(t *testing.T) {
	folder := writeAll(t, map[string][]byte{
		"text.txt": nil, "Upper.lua": nil, "broken.wasm": []byte("\x00asm\x01\x00\x00\x00\x00\x05abc"),
		"newer.wasm":          module(t, `{"id": "acme/newer", "abi": 9}`),
		"stolen/ruleset.json": []byte(`{"id": "builtin/default", "abi": 2}`), "stolen/ruleset.lua": nil,
		"inside/ruleset.json": []byte(`{"id": "acme/careful/lib", "abi": 2}`), "inside/ruleset.lua": nil, // a folder of acme/careful
	})
	for name, want := range map[string]string{
		"absent": "no such file", "text.txt": "a ruleset is a .lua or .wasm file", "Upper.lua": "is no id", "inside": "is no id",
		"broken.wasm": "broken.wasm: ", "newer.wasm": "abi 9 is of a later version of impressionism", "stolen": "kept for the rulesets inside the program",
	} {
		_, err := testSet().Open(filepath.Join(folder, name))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want …%s…", name, err, want)
		}
	}
}

// Ensure that a module in a rules folder is listed by what it carries in itself,
// and refused where it lies under another id than its own.
func TestModulesAreListed(t *testing.T) {
	manifest := `{"id": "acme/careful", "abi": 2, "summary": "Careful."}`
	user := writeAll(t, map[string][]byte{"acme/careful.wasm": module(t, manifest), "acme/other.wasm": module(t, manifest)})
	var lines []string
	for _, found := range engine.Find(engine.Places{User: user}).List() {
		lines = append(lines, found.ID+" "+found.Language+" "+found.Summary+found.Problem)
	}
	want := "acme/careful wasm Careful.\nacme/other  other.wasm: its manifest: id is \"acme/careful\", but it lies where acme/other belongs"
	if got := strings.Join(lines, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func writeAll(t *testing.T, files map[string][]byte) string {
	t.Helper()
	folder := t.TempDir()
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

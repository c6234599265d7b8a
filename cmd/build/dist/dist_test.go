package dist

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/cmd/tool"
	"github.com/ed-irl/impressionism/host/client/all"
	unpacked "github.com/ed-irl/impressionism/host/program"
)

// sources is a repository with a plugin and a ruleset in it.
func sources(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"plugin/.claude-plugin/plugin.json": `{"name":"impressionism","version":"1.2.3","repository":"https://example.com/x"}`,
		"plugin/hooks/hooks.json":           "{}", "plugin/skills/help/SKILL.md": "help", "plugin/commands/why.md": "why",
		"plugin/.mcp.json": "{}", "plugin/README.md": "# A plugin\n", "plugin/LICENSE": "MIT", "plugin/bin/impressionism": "#!/bin/sh",
		"rules/lua/default/default.lua": "--", "rules/lua/default/ruleset.json": "{}", "rules/lua/builtin.go": "package builtin", "NOTICE": "notice",
	} {
		put(t, filepath.Join(root, name), text)
	}
	commit(t, root, "2027-01-02T03:04:05Z")
	return root
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func commit(t *testing.T, root, date string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-q", "-m", "x"}} {
		command := exec.Command("git", append([]string{"-C", root, "-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"}, args...)...)
		command.Env = append(os.Environ(), "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date, "GIT_CONFIG_GLOBAL=/dev/null")
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, said)
		}
	}
}

// Ensure an archive has the plugin as it lies, with what is embedded to be read,
// but neither the launcher nor what git does not know.
func TestPluginParts(t *testing.T) {
	root := sources(t)
	put(t, filepath.Join(root, "plugin/skills/help/SKILL.md.orig"), "left by an editor")
	p, err := pluginParts(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	p.Binary = filepath.Join(root, "NOTICE")
	s := settings{manifest: manifest{Version: "1.2.3"}}
	if err := s.describe(&p, platforms[0], true); err != nil {
		t.Fatal(err)
	}
	entries, err := p.Entries()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, entry := range entries {
		got = append(got, strings.TrimPrefix(entry.Name, "impressionism/"))
	}
	want := []string{
		".claude-plugin/plugin.json", ".mcp.json", "LICENSE", "NOTICE", "README.md", "bin/impressionism", "commands/why.md",
		"config/config.default.yaml", "hooks/hooks.json", "rules/builtin/default/default.lua", "rules/builtin/default/ruleset.json",
		"skills/help/SKILL.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Ensure `uninstall` knows each file that an archive of this repository unpacks as ours.
func TestArchiveIsOwned(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	p, err := pluginParts(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	p.Binary, p.Small = filepath.Join(root, "NOTICE"), filepath.Join(root, "NOTICE")
	entries, err := p.Entries()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), unpacked.Dir)
	var manifests []string
	for _, served := range all.Clients() {
		manifests = append(manifests, served.Places.Manifest)
	}
	put(t, filepath.Join(folder, filepath.FromSlash(manifests[0])), `{"name":"impressionism"}`)
	owns := unpacked.Owns(folder, manifests)
	for _, entry := range entries {
		if name := strings.TrimPrefix(entry.Name, "impressionism/"); !owns(name) {
			t.Errorf("%s is in an archive, and uninstall leaves it as another's", name)
		}
	}
}

// Ensure an archive says for which platform it is, and why it chooses by words
// alone where it does.
func TestAbout(t *testing.T) {
	s := settings{manifest: manifest{Version: "1.2.3"}}
	for _, test := range []struct {
		platform string
		model    bool
		want     string
	}{
		{"linux/arm64", true, "`models/`"},
		{"linux/arm64", false, "small one, without the embedding model"},
		{"darwin/amd64", false, "There is no ONNX Runtime for this platform"},
	} {
		chosen, err := choosePlatforms([]string{test.platform})
		if err != nil {
			t.Fatal(err)
		}
		library, err := hasLibrary(chosen[0])
		if err != nil {
			t.Fatal(err)
		}
		got := s.about(chosen[0], test.model, library)
		if !strings.Contains(got, test.want) || !strings.Contains(got, "Version 1.2.3 for "+test.platform) {
			t.Errorf("%+v: got %q", test, got)
		}
	}
	if _, err := choosePlatforms([]string{"plan9/amd64"}); err == nil || !strings.Contains(err.Error(), "linux/amd64") {
		t.Errorf("plan9: got %v", err)
	}
}

// Ensure the settings of a run are found in this repository, wherever in it the run begins.
func TestSettingsOfRepository(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1800000000") // a shallow clone has no time
	root, err := filepath.Abs(filepath.Join("..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{".", root} {
		t.Chdir(from)
		got, err := newSettings(t.Context(), t.TempDir(), "", nil)
		if err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
		if got.root != root || got.manifest.Version == "" || len(got.platforms) != len(platforms) {
			t.Errorf("from %s: got %+v, want the root %s, its plugin's version and all platforms", from, got, root)
		}
	}
}

// Ensure the same sources give the same time wherever they lie, and pins, which
// are written after a build, change nothing about it.
func TestSourceTime(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "")
	root := sources(t)
	put(t, filepath.Join(root, pinsFile), "pins")
	commit(t, root, "2028-01-01T00:00:00Z")
	want := time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC)
	if got, err := sourceTime(t.Context(), root); err != nil || !got.Equal(want) {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "yesterday")
	if _, err := sourceTime(t.Context(), root); err == nil || !strings.Contains(err.Error(), "yesterday") {
		t.Errorf("got %v", err)
	}
}

// Ensure `setup` meets the archive with the model first, and pins are held to
// what was built.
func TestChecksums(t *testing.T) {
	dir := t.TempDir()
	var archives []string
	for _, lexical := range []bool{true, false} {
		name := filepath.Join(dir, platforms[0].archive("1.2.3", lexical))
		put(t, name, "archive")
		archives = append(archives, name)
	}
	lines, err := writeChecksums(dir, archives)
	if err != nil {
		t.Fatal(err)
	}
	const sumChars, nameChars = 64, len("impressionism_1.2.3_linux_amd64.tar.gz")
	if len(lines) != 2 || !strings.HasSuffix(lines[0], "  impressionism_1.2.3_linux_amd64.tar.gz") || len(lines[0]) != sumChars+2+nameChars {
		t.Errorf("got %q", lines)
	}
	pins := filepath.Join(dir, "pins")
	put(t, pins, "# what setup trusts\n"+lines[0]+"\n"+lines[1]+"\n")
	if err := checkPins(pins, lines); err != nil {
		t.Error(err)
	}
	put(t, pins, lines[1]+"\n")
	if err := checkPins(pins, lines); err == nil || !strings.Contains(err.Error(), lines[0]) {
		t.Errorf("got %v", err)
	}
}

// Ensure a program that is built in two folders has the same bytes.
func TestSameProgram(t *testing.T) {
	var built [2][]byte
	for i := range built {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "go.mod"), "module example.com/x\n\ngo 1.26\n")
		put(t, filepath.Join(dir, "main.go"), "package main\n\nimport \"runtime\"\n\nfunc main() { _, file, _, _ := runtime.Caller(0); println(file) }\n")
		output := filepath.Join(dir, "x")
		err := tool.Call{Dir: dir, Env: []string{"GOFLAGS=", "CGO_ENABLED=0"}, Args: goBuild(linkFlags, output, ".")}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if built[i], err = os.ReadFile(output); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(built[0], built[1]) {
		t.Error("the programs differ")
	}
}

// Ensure the linker learns of macOS what Go calls there, and from where it comes.
func TestDarwinStubs(t *testing.T) {
	folder := t.TempDir()
	if err := darwinStubs(t.Context(), filepath.Join("..", "..", ".."), folder); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"libresolv.tbd": "_res_9_nsearch", "Security.framework/Security.tbd": "_SecTrustEvaluateWithError",
		"CoreFoundation.framework/CoreFoundation.tbd": "install-name: '/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation'",
	} {
		data, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s: got %q, %v, want %q", file, data, err, want)
		}
	}
}

package pack

import (
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var modified = time.Unix(1_800_000_000, 0)

// parts lays out a plugin's parts in a folder of their own.
func parts(t *testing.T) (string, Plugin) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"built/impressionism": "program", "plugin/plugin.json": `{"name":"impressionism"}`,
		"plugin/hooks/hooks.json":                       "{}",
		"plugin/skills/impressionism-help/SKILL.md":     "help",
		"plugin/skills/impressionism-help/more/deep.md": "deep",
		"config.default.yaml":                           "a: 1",
		"rules/lua/default/ruleset.json":                "{}", "rules/lua/default/default.lua": "-- default",
		"rules/lua/minimal/minimal.lua": "-- minimal",
		"built/rust.wasm":               "\x00asm",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	return dir, Plugin{
		Name: "impressionism", Binary: filepath.Join(dir, "built/impressionism"), Manifest: filepath.Join(dir, "plugin/plugin.json"),
		Hooks:  []string{filepath.Join(dir, "plugin/hooks")},
		Skills: []string{filepath.Join(dir, "plugin/skills/impressionism-help/SKILL.md"), filepath.Join(dir, "plugin/skills/impressionism-help/more")},
		Config: []string{filepath.Join(dir, "config.default.yaml")},
		Rules:  []string{filepath.Join(dir, "rules/lua/default"), filepath.Join(dir, "rules/lua/minimal"), filepath.Join(dir, "built/rust.wasm")},
		Others: []Entry{{Name: "models/m/vocab.txt", Data: []byte("[PAD]")}},
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
		t.Fatal(err)
	}
}

// layout is what the archive of parts holds: mode, name, content.
var layout = []string{
	"-rw-r--r-- impressionism/.claude-plugin/plugin.json " + `{"name":"impressionism"}`,
	"-rwxr-xr-x impressionism/bin/impressionism program",
	"-rw-r--r-- impressionism/config/config.default.yaml a: 1",
	"-rw-r--r-- impressionism/hooks/hooks.json {}",
	"-rw-r--r-- impressionism/models/m/vocab.txt [PAD]",
	"-rw-r--r-- impressionism/rules/builtin/default/default.lua -- default",
	"-rw-r--r-- impressionism/rules/builtin/default/ruleset.json {}",
	"-rw-r--r-- impressionism/rules/builtin/minimal/minimal.lua -- minimal",
	"-rw-r--r-- impressionism/rules/builtin/rust.wasm \x00asm",
	"-rw-r--r-- impressionism/skills/impressionism-help/SKILL.md help",
	"-rw-r--r-- impressionism/skills/impressionism-help/more/deep.md deep",
}

// Ensure every part is where a plugin has it, in one top folder, with what lies
// below a list's folder kept as it was, and the program executable.
func TestLayout(t *testing.T) {
	dir, p := parts(t)
	for name, list := range map[string]func(*testing.T, string) []string{"a.tar.gz": listTar, "a.zip": listZip} {
		output := filepath.Join(dir, name)
		if err := p.Write(output, modified); err != nil {
			t.Fatal(err)
		}
		if got := list(t, output); !slices.Equal(got, layout) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(layout, "\n"))
		}
	}
}

// Ensure the same parts in another folder, with other times, permissions and
// order, give the same bytes.
func TestSameBytes(t *testing.T) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		var sums [2][32]byte
		for i := range sums {
			dir, p := parts(t)
			if i == 1 {
				slices.Reverse(p.Rules)
				slices.Reverse(p.Skills)
				changed := time.Unix(1, 0)
				file := filepath.Join(dir, "rules/lua/default/default.lua")
				if err := errors.Join(os.Chtimes(file, changed, changed), os.Chmod(file, 0o755), os.Chmod(p.Binary, 0o444)); err != nil {
					t.Fatal(err)
				}
			}
			output := filepath.Join(dir, name)
			if err := p.Write(output, modified.In(time.FixedZone("", i*3600))); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(output)
			if err != nil {
				t.Fatal(err)
			}
			sums[i] = sha256.Sum256(data)
		}
		if sums[0] != sums[1] {
			t.Errorf("%s: two archives of the same parts differ", name)
		}
	}
}

// Ensure that what is missing or cannot be packed is named, all of it at once,
// and leaves no archive behind.
func TestMissing(t *testing.T) {
	for name, test := range map[string]struct {
		change func(dir string, p *Plugin)
		want   []string
	}{
		"nothing":  {func(_ string, p *Plugin) { *p = Plugin{} }, []string{"the name is missing", "the binary is missing", "the manifest is missing"}},
		"name":     {func(_ string, p *Plugin) { p.Name = "a/../b" }, []string{`"a/../b" is not that of one folder`}},
		"binary":   {func(_ string, p *Plugin) { p.Binary += "-gone" }, []string{"impressionism-gone"}},
		"manifest": {func(dir string, p *Plugin) { p.Manifest = dir }, []string{"is no file"}},
		"no JSON":  {func(dir string, p *Plugin) { p.Manifest = filepath.Join(dir, "config.default.yaml") }, []string{"config.default.yaml is no JSON object"}},
		"lists": {func(_ string, p *Plugin) {
			p.Hooks, p.Skills, p.Config, p.Rules = []string{"no-hooks"}, []string{"no-skills"}, []string{"no-config"}, []string{"no-rules"}
		}, []string{"no-hooks", "no-skills", "no-config", "no-rules"}},
		"no ruleset": {func(dir string, p *Plugin) { p.Rules = []string{filepath.Join(dir, "plugin")} }, []string{"holds no ruleset"}},
		"twice":      {func(_ string, p *Plugin) { p.Hooks = append(p.Hooks, p.Hooks...) }, []string{"hooks.json and", "would be impressionism/hooks/hooks.json"}},
		"case":       {func(_ string, p *Plugin) { p.Others = append(p.Others, Entry{Name: "HOOKS/hooks.json"}) }, []string{"would be"}},
		"a way out":  {func(_ string, p *Plugin) { p.Others = []Entry{{Name: "../../x"}} }, []string{`"../x" is no path`}},
		"a folder that is a file": {
			func(_ string, p *Plugin) { p.Others = []Entry{{Name: "a"}, {Name: "a/b"}} },
			[]string{"would be both a file"},
		},
		"gone since": {func(_ string, p *Plugin) { p.Others = []Entry{{Name: "x", File: "no-such-file"}} }, []string{"no-such-file"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, p := parts(t)
			test.change(dir, &p)
			output := filepath.Join(t.TempDir(), "a.tar.gz")
			err := p.Write(output, modified)
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want %q", err, want)
				}
			}
			if left, _ := os.ReadDir(filepath.Dir(output)); len(left) > 0 {
				t.Errorf("%s was left", left[0].Name())
			}
		})
	}
}

// Ensure a link cannot bring in what lies elsewhere.
func TestLinksAreRefused(t *testing.T) {
	dir, p := parts(t)
	if err := os.Symlink("/etc/hostname", filepath.Join(dir, "plugin/hooks/host")); err != nil {
		t.Skip(err)
	}
	if err := p.Write(filepath.Join(dir, "a.zip"), modified); err == nil || !strings.Contains(err.Error(), "host is no file") {
		t.Errorf("got %v", err)
	}
}

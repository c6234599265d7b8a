package plugins

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/ed-irl/impressionism/host/client/claude/lenient"
)

// Ensure that the nearest layer that names a thing decides, that directories
// add up, and that a value of a wrong type costs only itself.
func TestLoadSettings(t *testing.T) {
	base := t.TempDir()
	put(t, base, "home/settings.json", `{"enabledPlugins": {"a@m": true, "b@m": false, "c@m": true, "bad@m": "yes"},
		"skillOverrides": {"x": "off", "y": "off", "z": 3}, "disableBundledSkills": true,
		"skillListingBudgetFraction": 0.5, "skillListingMaxDescChars": 99, "permissions": {"additionalDirectories": ["/user"]}}`)
	put(t, base, "work/.claude/settings.json", "\uFEFF"+`{"enabledPlugins": {"a@m": false, "b@m": true}, "skillOverrides": {"x": "on"},
		"disableBundledSkills": "no", "skillListingBudgetFraction": 7, "permissions": {"additionalDirectories": ["../project"]}}`)
	put(t, base, "work/.claude/settings.local.json", `{"enabledPlugins": {"a@m": true}, "disableBundledSkills": false, "permissions": null}`)

	got := LoadSettings(Home(filepath.Join(base, "home")), "", filepath.Join(base, "work"))
	want := Settings{
		EnabledPlugins: map[string]Switch{
			"a@m": {On: true, Layer: "local"}, "b@m": {On: true, Layer: "project"}, "c@m": {On: true, Layer: "user"},
		},
		SkillOverrides:        map[string]string{"x": "on", "y": "off"},
		DisableBundledSkills:  false,
		ListingBudgetFraction: .5, ListingDescCharsMax: 99,
		AdditionalDirectories: []string{"../project", "/user"},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Settings{}), cmpopts.IgnoreFields(Settings{}, "Warnings")); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	warnings := fmt.Sprint(got.Warnings)
	for _, part := range []string{"bad@m is ignored: it is a text", "z is ignored: it is a number", "disableBundledSkills is ignored", "skillListingBudgetFraction is ignored: it must be above 0"} {
		if !strings.Contains(warnings, part) {
			t.Errorf("got warnings %v, want one that says %q", got.Warnings, part)
		}
	}
}

// Ensure that the administrator's files decide before all others, of them the last by name, and
// that files which the client does not read there are left alone.
func TestManagedSettings(t *testing.T) {
	base := t.TempDir()
	put(t, base, "home/settings.json", `{"enabledPlugins": {"a@m": true, "b@m": true}, "skillOverrides": {"x": "on", "y": "on"}, "env": {"ANTHROPIC_MODEL": "mine"}}`)
	put(t, base, "work/.claude/settings.local.json", `{"enabledPlugins": {"a@m": true}, "skillOverrides": {"x": "on"}}`)
	put(t, base, "managed/managed-settings.json", `{"enabledPlugins": {"a@m": false, "c@m": false}, "skillOverrides": {"x": "off"}, "env": {"ANTHROPIC_MODEL": "theirs"}}`)
	put(t, base, "managed/managed-settings.d/10-first.json", `{"enabledPlugins": {"c@m": false}, "skillOverrides": {"z": "off"}}`)
	put(t, base, "managed/managed-settings.d/20-last.json", `{"enabledPlugins": {"c@m": true}, "skillOverrides": {"z": "name-only"}}`)
	put(t, base, "managed/managed-settings.d/.30-hidden.json", `{"enabledPlugins": {"c@m": false}}`)
	put(t, base, "managed/managed-settings.d/40-other.yaml", `no JSON`)
	put(t, base, "managed/managed-settings.d/50-broken.json", `{`)
	got := LoadSettings(Home(filepath.Join(base, "home")), filepath.Join(base, "managed"), filepath.Join(base, "work"))
	want := map[string]Switch{"a@m": {On: false, Layer: "managed"}, "b@m": {On: true, Layer: "user"}, "c@m": {On: true, Layer: "managed"}}
	if diff := cmp.Diff(want, got.EnabledPlugins); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"x": "off", "y": "on", "z": "name-only"}, got.SkillOverrides); diff != "" || got.Model != "theirs" {
		t.Errorf("model %s; want (-), got (+):\n%s", got.Model, diff)
	}
	if len(got.Warnings) != 1 || filepath.Base(got.Warnings[0].Path) != "50-broken.json" {
		t.Errorf("got warnings %v", got.Warnings)
	}
	if files := ManagedFiles(filepath.Join(base, "absent")); files != nil {
		t.Errorf("got %v of a folder that is not there", files)
	}
}

// Ensure that the client's variables count as they were seen to: those of its
// settings before those it is started with, a model in a variable before one in
// settings, and a switch that says "0" is off.
func TestSettingsVariables(t *testing.T) {
	base := t.TempDir()
	put(t, base, "home/settings.json", `{"model": "claude-opus-4-6", "env": {"SLASH_COMMAND_TOOL_CHAR_BUDGET": "380", "CLAUDE_CODE_DISABLE_1M_CONTEXT": "0"}}`)
	settings := LoadSettings(Home(filepath.Join(base, "home")), "", "")
	settings.AddEnviron(func(name string) string {
		return map[string]string{
			"SLASH_COMMAND_TOOL_CHAR_BUDGET": "1000", "ANTHROPIC_MODEL": "claude-opus-4-7", "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS": "yes",
		}[name]
	})
	if settings.ListingChars != 380 || settings.Model != "claude-opus-4-7" || !settings.DisableBundledSkills || settings.NoMillion {
		t.Errorf("got %+v", settings)
	}
	put(t, base, "home/settings.json", `{"model": "claude-opus-4-6", "env": {"ANTHROPIC_MODEL": "claude-sonnet-4-6"}}`)
	settings = LoadSettings(Home(filepath.Join(base, "home")), "", "")
	settings.AddEnviron(func(string) string { return "claude-opus-4-7" })
	if settings.Model != "claude-sonnet-4-6" {
		t.Errorf("got %s, want the one of the settings' variable", settings.Model)
	}
}

// Ensure that broken, huge and missing files are told and cost nothing else.
func TestLoadSettingsBroken(t *testing.T) {
	base := t.TempDir()
	put(t, base, "home/settings.json", `{"skillOverrides": {"x": "off"}}`)
	put(t, base, "work/.claude/settings.json", `{"skillOverrides": `)
	put(t, base, "work/.claude/settings.local.json", strings.Repeat(" ", fileBytesMax+1))
	got := LoadSettings(Home(filepath.Join(base, "home")), "", filepath.Join(base, "work"))
	if got.SkillOverrides["x"] != "off" || len(got.Warnings) != 2 {
		t.Errorf("got %+v, want x off and two warnings", got)
	}
	if empty := LoadSettings(Home(filepath.Join(base, "none")), "", ""); len(empty.Warnings) != 0 {
		t.Errorf("missing files: got warnings %v, want none", empty.Warnings)
	}
}

// Ensure that of a project's settings only so much is read, that this is told, and
// that the user's own have no such limits.
func TestLoadSettingsOfAHugeProject(t *testing.T) {
	many := func(n int, entry string) string {
		entries := make([]string, n)
		for i := range entries {
			entries[i] = fmt.Sprintf(entry, i)
		}
		return strings.Join(entries, ",")
	}
	base := t.TempDir()
	home, work := filepath.Join(base, "home"), filepath.Join(base, "work")
	settings := fmt.Sprintf(`{"enabledPlugins": {%s}, "skillOverrides": {%s}, "permissions": {"additionalDirectories": [%s, ".", "./", "a/.."]}}`,
		many(2000, `"p%04d@m": true`), many(2000, `"s%04d": "off"`), many(40, `"d%02d"`))
	put(t, base, "work/.claude/settings.json", settings)
	project := LoadSettings(Home(home), "", work)
	if len(project.EnabledPlugins) != 1000 || len(project.SkillOverrides) != 1000 || len(project.AdditionalDirectories) != 32 || len(project.Warnings) != 3 {
		t.Errorf("got %d plugins, %d overrides, %d folders, warnings %v", len(project.EnabledPlugins), len(project.SkillOverrides), len(project.AdditionalDirectories), project.Warnings)
	}
	put(t, base, "work/.claude/settings.json", "{}"+strings.Repeat(" ", projectBytesMax))
	if huge := LoadSettings(Home(home), "", work); len(huge.Warnings) != 1 || !strings.Contains(huge.Warnings[0].Text, "too large") {
		t.Errorf("got %v, want a word that it is too large", huge.Warnings)
	}
	put(t, base, "home/settings.json", settings+strings.Repeat(" ", projectBytesMax))
	user := LoadSettings(Home(home), "", "")
	if len(user.EnabledPlugins) != 2000 || len(user.SkillOverrides) != 2000 || len(user.AdditionalDirectories) != 41 || len(user.Warnings) != 0 {
		t.Errorf("the user's: got %d plugins, %d overrides, %d folders, warnings %v", len(user.EnabledPlugins), len(user.SkillOverrides), len(user.AdditionalDirectories), user.Warnings)
	}
	if all, _ := Installed(Home(home), work, user, nil); len(all) != pluginsMax {
		t.Errorf("got %d plugins, want %d", len(all), pluginsMax)
	}
}

// Ensure that the client's counts are found beside the home and inside a
// relocated one.
func TestLoadUsage(t *testing.T) {
	base := t.TempDir()
	put(t, base, ".claude.json", `{"projects": {}, "skillUsage": {"a": {"usageCount": 3, "lastUsedAt": 17}, "b": 5, "c": {"usageCount": 1, "lastUsedAt": "never"}}}`)
	got, _ := LoadUsage(Home(filepath.Join(base, ".claude")))
	if diff := cmp.Diff(map[string]Usage{"a": {Count: 3, LastUsedAt: 17}, "c": {Count: 1}}, got); diff != "" {
		t.Errorf("beside: want (-), got (+):\n%s", diff)
	}
	put(t, base, "moved/.claude.json", `{"skillUsage": {"z": {"usageCount": 1}}}`)
	if got, _ := LoadUsage(Home(filepath.Join(base, "moved"))); got["z"].Count != 1 {
		t.Errorf("inside: got %v, want z", got)
	}
}

// Ensure that no bytes crash the reader of settings.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{``, `{}`, `[]`, `null`, `{"enabledPlugins": {"a@m": 1}, "skillOverrides": null}`, `{"permissions": {"additionalDirectories": [1]}}`, `{"skillListingBudgetFraction": 1e400}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := lenient.Decode(data)
		if err != nil {
			return
		}
		settings := Settings{EnabledPlugins: map[string]Switch{}, SkillOverrides: map[string]string{}}
		settings.add(LayerUser, file, func(string) {})
		if fraction := settings.ListingBudgetFraction; fraction < 0 || fraction > 1 {
			t.Errorf("got fraction %v, want 0 to 1", fraction)
		}
	})
}

func put(t *testing.T, base, name, data string) {
	t.Helper()
	path := filepath.Join(base, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(data, "$BASE", base)), 0o644); err != nil {
		t.Fatal(err)
	}
}

package plugins

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// safeEvents are known to every client since 2.0.0. One unknown name makes older
// clients drop all hooks of the plugin.
var safeEvents = []string{
	"SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop", "SubagentStop", "PreCompact", "SessionEnd", "Notification",
}

// ourEvents are those that the hook answers, with the seconds that it may take.
var ourEvents = map[string]float64{
	"SessionStart": 10, "UserPromptSubmit": 5, "PostToolUse": 5, "Stop": 5, "PreCompact": 5, "SessionEnd": 5,
}

// The plugin as it lies in the repository.
const shipped = "../../../../plugin"

func readShipped(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shipped, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// decodeShipped reads a file of the plugin strictly: a key that is not expected
// may be one that a client refuses.
func decodeShipped(t *testing.T, name string, to any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(readShipped(t, name)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Ensure that the hooks are what every client since 2.0.0 takes: events that it
// knows, a timeout that is a number of seconds, and the shell form with its path in
// quotes, because 2.0.0 leaves the arguments of the other form out.
func TestShippedHooks(t *testing.T) {
	type command struct {
		Type    string  `json:"type"`
		Command string  `json:"command"`
		Timeout float64 `json:"timeout"`
	}
	var file struct {
		Hooks map[string][]struct {
			Hooks []command `json:"hooks"`
		} `json:"hooks"`
	}
	decodeShipped(t, "hooks/hooks.json", &file)
	for event, groups := range file.Hooks {
		if !slices.Contains(safeEvents, event) {
			t.Errorf("%s is not an event that every client knows", event)
		}
		want := command{"command", `"${CLAUDE_PLUGIN_ROOT}/bin/impressionism-hook"`, ourEvents[event]}
		if len(groups) != 1 || len(groups[0].Hooks) != 1 || groups[0].Hooks[0] != want || want.Timeout == 0 {
			t.Errorf("%s: got %+v, want one command %+v: commands of one event run at once", event, groups, want)
		}
	}
	if len(file.Hooks) != len(ourEvents) {
		t.Errorf("got %d events, want %d", len(file.Hooks), len(ourEvents))
	}
}

// Ensure that the manifest has what clients and people ask of it, and that the
// marketplace at the repository's root leads to it.
func TestShippedManifests(t *testing.T) {
	type author struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	var plugin struct {
		Name, Version, Description, Homepage, Repository, License string
		Author                                                    author
		Keywords                                                  []string
	}
	decodeShipped(t, ".claude-plugin/plugin.json", &plugin)
	if plugin.Name != "impressionism" || plugin.Version == "" || plugin.License != "MIT" || plugin.Author.Name == "" || plugin.Author.URL == "" ||
		plugin.Repository == "" || plugin.Description == "" || strings.Contains(plugin.Description, "\n") {
		t.Errorf("got %+v", plugin)
	}
	var market struct {
		Name, Description string
		Owner             author
		Plugins           []struct{ Name, Source, Description string }
	}
	decodeShipped(t, "../.claude-plugin/marketplace.json", &market)
	if len(market.Plugins) != 1 || market.Plugins[0].Name != plugin.Name || market.Plugins[0].Source != "./plugin" || market.Owner.Name == "" {
		t.Errorf("got %+v", market)
	}
	var servers struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	decodeShipped(t, ".mcp.json", &servers)
	if s := servers.Servers["impressionism"]; len(servers.Servers) != 1 || s.Command != "${CLAUDE_PLUGIN_ROOT}/bin/impressionism" || !slices.Equal(s.Args, []string{"mcp"}) {
		t.Errorf("got %+v", servers)
	}
}

const (
	skillDescriptionCharsMax = 200 // every user pays for them with every session
	readmeWordsMin           = 40  // the client's directory asks for them
)

// Ensure that everything the plugin is to have is there, that what runs may run,
// and that the help costs its users little.
func TestShippedFiles(t *testing.T) {
	for name, executable := range map[string]bool{
		"bin/impressionism": true, "bin/impressionism-hook": true, "bin/setup": false, "README.md": false, "LICENSE": false, "skills/impressionism-help/SKILL.md": false,
	} {
		info, err := os.Stat(filepath.Join(shipped, name))
		if err != nil {
			t.Error(err)
			continue
		}
		// bin/ is on the PATH of the model's shell: a program called setup has no business there.
		if got := info.Mode()&0o111 != 0; got != executable && os.PathSeparator == '/' {
			t.Errorf("%s: executable is %v, want %v", name, got, executable)
		}
	}
	licence, err := os.ReadFile("../../../../LICENSE")
	if err != nil || !bytes.Equal(licence, readShipped(t, "LICENSE")) {
		t.Errorf("the licence is not the project's: %v", err)
	}
	if words := len(strings.Fields(string(readShipped(t, "README.md")))); words < readmeWordsMin {
		t.Errorf("the README has %d words, want %d", words, readmeWordsMin)
	}
	description := frontMatter(t, "skills/impressionism-help/SKILL.md")["description"]
	if description == "" || len(description) > skillDescriptionCharsMax {
		t.Errorf("the skill's description has %d characters, at most %d", len(description), skillDescriptionCharsMax)
	}
}

var runsProgram = regexp.MustCompile("(?m)^!`impressionism ([a-z]+)[^`\n]* \\|\\| true`$")

// Ensure that each command has leave to run the program by its bare name, which is on the
// PATH there, and no other command; that it is not in the model's listing, which costs
// tokens; and that only setup, which no hook answers, runs before the model is asked, so
// that the model sees what the program said when it failed.
func TestShippedCommands(t *testing.T) {
	names, err := fs.Glob(os.DirFS(shipped), "commands/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"setup", "why", "why-not", "status", "doctor", "digest", "good", "bad", "off", "on", "study", "learn", "lessons", "review", "keep", "drop", "handoff"} {
		if !slices.Contains(names, "commands/"+name+".md") {
			t.Errorf("there is no command %s", name)
		}
	}
	for _, name := range names {
		head, base := frontMatter(t, name), strings.TrimSuffix(path.Base(name), ".md")
		may := "Bash(impressionism " + base + ":*)"
		if base == "study" { // the model runs these again and again, but may not remove a card
			base, may = "cards", "Bash(impressionism cards next:*), Bash(impressionism cards put:*)"
		}
		switch base {
		case "lessons":
			base, may = "lessons list", "Bash(impressionism lessons list:*)"
		case "handoff":
			base, may = "handoff show", "Bash(impressionism handoff show:*)"
		case "review":
			base, may = "lessons review", "Bash(impressionism lessons review:*)"
		case "keep", "drop": // a person says yes or no, and the model does not
			base, may = "lessons "+base, ""
		}
		if head["description"] == "" || head["disable-model-invocation"] != "true" {
			t.Errorf("%s: got %v", name, head)
		}
		if head["allowed-tools"] != may {
			t.Errorf("%s: it may run %s, want %s", name, head["allowed-tools"], may)
		}
		run := runsProgram.FindSubmatch(readShipped(t, name))
		if (base == "setup") != (run != nil) || run != nil && string(run[1]) != base {
			t.Errorf("%s: it runs %s", name, run)
		}
		if names := bytes.Contains(readShipped(t, name), []byte("impressionism "+base)); !names {
			t.Errorf("%s: it does not name impressionism %s", name, base)
		}
	}
}

// frontMatter gives the keys of a file that starts with them, each one line.
func frontMatter(t *testing.T, name string) map[string]string {
	t.Helper()
	_, rest, _ := strings.Cut(string(readShipped(t, name)), "---\n")
	head, _, found := strings.Cut(rest, "\n---\n")
	if !found {
		t.Fatalf("%s has no front matter", name)
	}
	keys := map[string]string{}
	for line := range strings.SplitSeq(head, "\n") {
		key, value, _ := strings.Cut(line, ": ")
		keys[key] = value
	}
	return keys
}

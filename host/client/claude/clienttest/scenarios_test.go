package clienttest_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure every scenario's promise to a user holds with the real client: those of
// testdata/every-client with all pinned ones, the others with the newest. Outside of make e2e
// a scenario runs with one client: some of testdata/every-client with the older one.
func TestScenarios(t *testing.T) {
	for _, version := range clienttest.Versions() {
		t.Run(version, func(t *testing.T) {
			client := clienttest.Client(t, version)
			binary := program(t)
			files := everyClientOn(t, version)
			if version == clienttest.Newest {
				files = append(files, scripts(t, "testdata")...)
			}
			testscript.Run(t, testscript.Params{
				Files:               files,
				RequireExplicitExec: true,
				RequireUniqueNames:  true,
				Setup:               func(env *testscript.Env) error { return setUpPatient(env, client, binary) },
				Cmds:                commands(),
				Condition:           condition,
			})
		})
	}
}

// olderTried are run with the older client on each commit, and the others with the newest.
const olderTried = 5

// guards are run with the newest client in any case: nobody's text is obeyed, no server is
// started unasked, and a prompt goes on without the program.
var guards = []string{"forged.txtar", "hostile-skill.txtar", "missing-binary.txtar", "tools-approval.txtar"}

// everyClientOn returns the scenarios of testdata/every-client that this run tries with a version.
func everyClientOn(t *testing.T, version string) []string {
	t.Helper()
	files := scripts(t, "testdata/every-client")
	older := sampletest.Some(files, olderTried, filepath.Base)
	if version == clienttest.Older || sampletest.Soak() {
		return older
	}
	return slices.DeleteFunc(files, func(file string) bool {
		return slices.Contains(older, file) && !slices.Contains(guards, filepath.Base(file))
	})
}

// Ensure no scenario leaves a session open: only its end tells what the client
// had to complain about.
func TestScenariosEndTheirSessions(t *testing.T) {
	for _, file := range append(scripts(t, "testdata"), scripts(t, "testdata/every-client")...) {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		script, _, _ := strings.Cut(string(data), "\n-- ")
		if strings.LastIndex(script, "\nprompt ") > strings.LastIndex(script, "\nend") {
			t.Errorf("%s: no end after the last prompt", file)
		}
		if !strings.HasPrefix(script, "# ") {
			t.Errorf("%s does not begin with its promise", file)
		}
	}
}

func scripts(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios in %s: %v", folder, err)
	}
	return files
}

func condition(name string) (bool, error) {
	switch name {
	case "model":
		return os.Getenv("IMPRESSIONISM_TEST_MODELS") != "", nil
	case "root":
		return os.Getuid() == 0, nil
	}
	return false, nil
}

// scene is what one scenario has going.
type scene struct {
	client   string
	api      *clienttest.API
	sessions map[string]*clienttest.Session
	ended    string                     // id of the one that ended last
	turns    map[string]clienttest.Turn // the last one of each session
	last     string                     // session that was asked last
}

func setUp(env *testscript.Env, client, binary string) error {
	s := &scene{client: client, api: clienttest.StartAPI(), sessions: map[string]*clienttest.Session{}, turns: map[string]clienttest.Turn{}}
	env.Values[scene{}.key()] = s
	env.Defer(func() {
		for session := range maps.Values(s.sessions) {
			session.Kill()
		}
		s.api.Close()
	})
	at := func(name string) string { return filepath.Join(env.WorkDir, name) }
	env.Setenv("HOME", at("home"))
	env.Setenv("PATH", filepath.Dir(binary)+string(os.PathListSeparator)+env.Getenv("PATH"))
	marketplace, err := filepath.Abs(filepath.Join(root, ".claude-plugin", "marketplace.json"))
	if err != nil {
		return err
	}
	env.Setenv("MARKETPLACE", marketplace)
	env.Setenv("API", s.api.URL())
	env.Setenv("STAND_IN", filepath.Join(filepath.Dir(binary), "server"))
	env.Setenv("PLATFORM", clienttest.Platform)
	env.Setenv("MODELS", os.Getenv("IMPRESSIONISM_TEST_MODELS"))
	for _, name := range settings {
		if strings.HasSuffix(name, "_MS") {
			env.Setenv(name, wideMS)
		}
	}
	for _, folder := range []string{"home", "project", "scratch"} {
		if err := os.MkdirAll(at(folder), 0o755); err != nil {
			return err
		}
	}
	return writePlugin(at("plugin"), binary)
}

// setUpPatient is for scenarios that are not about how long hooks take.
func setUpPatient(env *testscript.Env, client, binary string) error {
	if err := setUp(env, client, binary); err != nil {
		return err
	}
	return clienttest.GiveTime(filepath.Join(env.WorkDir, "plugin"))
}

// writePlugin lays out the repository's plugin with the program under test.
func writePlugin(folder, binary string) error {
	return clienttest.WritePlugin(folder, filepath.Join(root, "plugin"), binary)
}

func (scene) key() string { return "scene" }

func sceneOf(ts *testscript.TestScript) *scene {
	return ts.Value(scene{}.key()).(*scene)
}

// wideMS keeps scenarios that are not about deadlines from failing on them where
// the machine is busy.
const wideMS = "600000"

// settings reach the program through the client; `env` in a scenario sets them.
var settings = []string{
	"IMPRESSIONISM_HOME", "CLAUDE_CONFIG_DIR", "ENABLE_TOOL_SEARCH", "STAND_IN", "WORK",
	"IMPRESSIONISM_HOOK_PROMPT_MS", "IMPRESSIONISM_HOOK_REFRESH_MS", "IMPRESSIONISM_HOOK_MODEL_MS", "IMPRESSIONISM_HOOK_STOP_MS",
	"IMPRESSIONISM_HOOK_TOOL_USE_MS", "IMPRESSIONISM_HOOK_SESSION_START_MS", "IMPRESSIONISM_HOOK_SESSION_END_MS", "IMPRESSIONISM_HOOK_COMPACT_MS", "IMPRESSIONISM_HOOK_STRETCH_MS",
}

// environ are the settings that a scenario has.
func environ(ts *testscript.TestScript) []string {
	var environ []string
	for _, name := range settings {
		if value := ts.Getenv(name); value != "" {
			environ = append(environ, name+"="+value)
		}
	}
	return environ
}

func names(m map[string]*clienttest.Session) []string { return slices.Sorted(maps.Keys(m)) }

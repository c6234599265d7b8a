package clienttest_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// Ensure the plugin as it lies in the repository, its hooks' timeouts too, keeps its
// promises: those of testdata/shipped/every-client in all pinned clients, the others in
// the newest.
func TestShippedPlugin(t *testing.T) {
	for _, version := range clienttest.Versions() {
		t.Run(version, func(t *testing.T) {
			client, binary := clienttest.Client(t, version), program(t)
			files := scripts(t, "testdata/shipped/every-client")
			if version == clienttest.Newest {
				files = append(files, scripts(t, "testdata/shipped")...)
			}
			testscript.Run(t, testscript.Params{
				Files:               files,
				RequireExplicitExec: true,
				Setup:               func(env *testscript.Env) error { return setUp(env, client, binary) },
				Cmds:                commands(),
			})
		})
	}
}

// Ensure the client's own check finds nothing to say against plugin and marketplace,
// warnings included.
func TestShippedPluginIsValid(t *testing.T) {
	client, home := clienttest.Client(t, clienttest.Newest), t.TempDir()
	for _, folder := range []string{"plugin", "."} {
		command := exec.Command(client, "plugin", "validate", filepath.Join(root, folder), "--strict")
		command.Env = []string{"HOME=" + home, "PATH=/usr/bin:/bin"}
		if said, err := command.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", folder, err, said)
		}
	}
}

// Ensure that whoever installs the plugin, in either way, has the first suggestion
// with the first prompt, and say how long it took from the first command on.
func TestTimeToFirstSuggestion(t *testing.T) {
	client, binary := clienttest.Client(t, clienttest.Newest), program(t)
	for name, install := range map[string][][]string{
		"--plugin-dir":         nil,
		"a marketplace folder": {{"plugin", "marketplace", "add", "./"}, {"plugin", "install", "impressionism@impressionism"}},
	} {
		t.Run(name, func(t *testing.T) {
			api, work := clienttest.StartAPI(), t.TempDir()
			defer api.Close()
			market, home, project := filepath.Join(work, "market"), filepath.Join(work, "home"), filepath.Join(work, "project")
			makeMarket(t, market, binary)
			makeSkill(t, project)

			began := time.Now()
			args := []string{"--plugin-dir", filepath.Join(market, "plugin")}
			for _, line := range install {
				args = nil
				command := exec.Command(client, line...)
				command.Dir, command.Env = market, clienttest.Environ(api, home, work)
				if said, err := command.CombinedOutput(); err != nil {
					t.Fatalf("%q: %v\n%s", line, err, said)
				}
			}
			session, err := clienttest.Start(clienttest.Options{
				Program: client, API: api, Home: home, Folder: project, Scratch: work, Args: args,
				Env: []string{"IMPRESSIONISM_HOOK_PROMPT_MS=" + wideMS, "IMPRESSIONISM_HOOK_REFRESH_MS=" + wideMS},
			})
			if err != nil {
				t.Fatal(err)
			}
			defer session.Kill()
			turn, err := session.Prompt("please write a database migration that adds a column to users")
			if err != nil {
				t.Fatal(err)
			}
			took := time.Since(began)
			if told := strings.Join(turn.Contexts(), "\n"); !strings.Contains(told, "database-migrations") {
				t.Fatalf("the hook told the model %q", told)
			}
			if err := session.End(); err != nil {
				t.Error(err)
			}
			fmt.Printf("measured: %.1f s from %s to the first suggestion, answered\n", took.Seconds(), name)
		})
	}
}

// makeMarket makes a marketplace folder of the repository's.
func makeMarket(t *testing.T, folder, binary string) {
	t.Helper()
	if err := os.CopyFS(filepath.Join(folder, ".claude-plugin"), os.DirFS(filepath.Join(root, ".claude-plugin"))); err != nil {
		t.Fatal(err)
	}
	if err := writePlugin(filepath.Join(folder, "plugin"), binary); err != nil {
		t.Fatal(err)
	}
}

func makeSkill(t *testing.T, project string) {
	t.Helper()
	folder := filepath.Join(project, ".claude", "skills", "database-migrations")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\ndescription: Plan and write database schema migrations.\n---\nBody.\n"
	if err := os.WriteFile(filepath.Join(folder, "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

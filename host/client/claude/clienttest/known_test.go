package clienttest_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/client/claude/known"
)

// Ensure that the files which each pinned client writes have the shape that is known of them;
// with -update they are kept, shortened, as what package known is held to. One client is tried on
// each commit.
func TestKnownFiles(t *testing.T) {
	versions := versionsTried(t)
	if *update {
		versions = clienttest.Versions()
	}
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			client := clienttest.Client(t, version)
			t.Parallel()
			work := t.TempDir()
			home := filepath.Join(work, "home")
			place := known.Place{Home: filepath.Join(home, ".claude"), Workspace: filepath.Join(work, "project")}
			workWith(t, client, work, home)
			problems, seen := known.Check(place)
			for _, p := range problems {
				t.Errorf("%s: %s", p.Path, p.What)
			}
			if seen != len(known.Files) {
				t.Errorf("got %d files, want one of each of %d kinds", seen, len(known.Files))
			}
			if *update {
				keepFiles(t, place, work, filepath.Join("..", "known", "testdata", version+".txtar"))
			}
		})
	}
}

// workWith installs a plugin and has a session with it, in which a skill is used.
func workWith(t *testing.T, client, work, home string) {
	t.Helper()
	market := filepath.Join(work, "market")
	writeFile(t, filepath.Join(work, "project", "README.md"), "A project.\n")
	writeFile(t, filepath.Join(market, ".claude-plugin", "marketplace.json"), `{"name": "m", "owner": {"name": "me"}, "description": "d", "plugins": [{"name": "p", "source": "./p", "description": "d"}]}`)
	writeFile(t, filepath.Join(market, "p", ".claude-plugin", "plugin.json"), `{"name": "p", "version": "1.0.0", "description": "d", "author": {"name": "me"}}`)
	writeFile(t, filepath.Join(market, "p", "skills", "s", "SKILL.md"), "---\ndescription: Use it.\n---\nSteps.\n")
	writeFile(t, filepath.Join(home, ".claude", "skills", "own", "SKILL.md"), "---\ndescription: Use it.\n---\nSteps.\n")
	api := clienttest.StartAPI()
	defer api.Close()
	for _, args := range [][]string{{"plugin", "marketplace", "add", market}, {"plugin", "install", "p@m"}, {"mcp", "add", "--scope", "user", "server", "true"}, {"mcp", "add", "--scope", "local", "here", "true"}} {
		command := exec.Command(client, args...)
		command.Dir, command.Env = filepath.Join(work, "project"), clienttest.Environ(api, home, t.TempDir())
		if said, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, said)
		}
	}
	api.Reply(clienttest.Reply{Tool: "Skill", Input: `{"skill":"own"}`})
	session, err := clienttest.Start(clienttest.Options{
		Program: client, API: api, Home: home, Folder: filepath.Join(work, "project"), Scratch: t.TempDir(), Args: []string{"--allowedTools", "Skill"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Prompt("use it"); err != nil {
		t.Fatal(err)
	}
	if err := session.End(); err != nil {
		t.Fatal(err)
	}
}

// keepFiles writes the known files of a place into an archive, with short texts.
func keepFiles(t *testing.T, place known.Place, work, name string) {
	t.Helper()
	var archive txtar.Archive
	for _, file := range known.Files {
		for _, path := range file.Paths(place) {
			data, err := os.ReadFile(path)
			if os.IsNotExist(err) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			relative, err := filepath.Rel(work, path)
			if err != nil {
				t.Fatal(err)
			}
			if file.Lines {
				relative = filepath.Join("home", ".claude", "projects", "p", "s.jsonl") // it is named for the folder
			}
			archive.Files = append(archive.Files, txtar.File{Name: filepath.ToSlash(relative), Data: shortened(t, data, work)})
		}
	}
	if err := os.WriteFile(name, txtar.Format(&archive), 0o644); err != nil {
		t.Fatal(err)
	}
}

// shortened returns JSON, or lines of it, a value a line, with texts cut to a few words.
func shortened(t *testing.T, data []byte, work string) []byte {
	t.Helper()
	var out bytes.Buffer
	decoder := json.NewDecoder(bytes.NewReader(data))
	for decoder.More() {
		var value any
		if err := decoder.Decode(&value); err != nil {
			t.Fatal(err)
		}
		encoder := json.NewEncoder(&out)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(short(value, work)); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// recordedFolder stands for the folder in which was recorded.
const recordedFolder = "/home/dev"

// shortChars is how much is kept of a text, shortValues of a list.
const (
	shortChars  = 40
	shortValues = 2
)

func short(value any, work string) any {
	switch value := value.(type) {
	case string:
		text := []rune(strings.ReplaceAll(value, work, recordedFolder))
		return string(text[:min(len(text), shortChars)])
	case []any:
		list := []any{}
		for _, each := range value[:min(len(value), shortValues)] {
			list = append(list, short(each, work))
		}
		return list
	case map[string]any:
		object := map[string]any{}
		for key, each := range value {
			switch key {
			case "osVersion", "machineID", "userID":
				each = "" // of whoever records it
			}
			object[strings.ReplaceAll(key, work, recordedFolder)] = short(each, work)
		}
		return object
	}
	return value
}

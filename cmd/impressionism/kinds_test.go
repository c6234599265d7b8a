package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/catalog"
	builtin "github.com/ed-irl/impressionism/rules/lua"
)

// kindsTrial is the program with kinds of items, the sample skills and a data folder.
type kindsTrial struct {
	*testing.T
	kinds   catalog.Kinds
	environ []string
	project string
}

func newKindsTrial(t *testing.T, more ...catalog.Kind) kindsTrial {
	t.Helper()
	skills, err := filepath.Abs("../../examples/skills")
	if err != nil {
		t.Fatal(err)
	}
	data, project := t.TempDir(), t.TempDir()
	if len(more) > 0 {
		seeAlso(t, data, more)
	}
	return kindsTrial{
		T: t, kinds: slices.Concat(wire.ShippedKinds(), more), project: project,
		environ: append(envtest.HookEnviron(t)[2:], "HOME="+data, "IMPRESSIONISM_HOME="+data, "IMPRESSIONISM_SKILLS_DIR="+skills),
	}
}

// seeAlso lets a ruleset decide that sees some kinds besides those of builtin/default,
// and decides as that does.
func seeAlso(t *testing.T, data string, more []catalog.Kind) {
	t.Helper()
	text, err := fs.ReadFile(builtin.FS, "default/ruleset.json")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := abi.DecodeManifest(text)
	if err != nil {
		t.Fatal(err)
	}
	manifest.ID, manifest.Code = "custom/notes", "notes.lua"
	for _, kind := range more {
		manifest.Kinds = append(manifest.Kinds, kind.Name)
	}
	if text, err = json.Marshal(manifest); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(data, "rules", "custom", "notes")
	envtest.WriteFile(t, filepath.Join(folder, "ruleset.json"), string(text))
	envtest.WriteFile(t, filepath.Join(folder, manifest.Code), `return require("builtin.default")`)
	envtest.WriteFile(t, filepath.Join(data, "config.yaml"), "active_ruleset: custom/notes\n")
}

// run returns what a command prints.
func (k kindsTrial) run(input string, args ...string) string {
	k.Helper()
	var out, errOut bytes.Buffer
	if code := program.Run(k.kinds, time.Now(), args, k.environ, strings.NewReader(input), &out, &errOut); code != env.ExitOK || errOut.Len() > 0 {
		k.Fatalf("%q: %d, %s%s", args, code, out.String(), errOut.String())
	}
	return out.String()
}

// hook returns what the model is told at an event.
func (k kindsTrial) hook(event, id string, fields map[string]any) string {
	k.Helper()
	fields["hook_event_name"], fields["session_id"], fields["cwd"] = event, id, k.project
	input, err := json.Marshal(fields)
	if err != nil {
		k.Fatal(err)
	}
	printed := k.run(string(input), "hook")
	var answer struct {
		HookSpecificOutput struct{ AdditionalContext string }
	}
	if printed != "" && json.Unmarshal([]byte(printed), &answer) != nil {
		k.Fatalf("%s: got %s", event, printed)
	}
	return answer.HookSpecificOutput.AdditionalContext
}

func (k kindsTrial) prompt(id, text string) string {
	k.Helper()
	return k.hook("UserPromptSubmit", id, map[string]any{"prompt": text})
}

const proxyNote = "Restart the staging proxy after a deploy: drain the old connections first."

// Ensure that a kind of items which are no files is, with its name in the manifest of a
// ruleset, all that it takes to have its items found, suggested, used, traced, replayed
// and explained.
func TestKindIsRegistered(t *testing.T) {
	k := newKindsTrial(t, noteKind(map[string]string{
		"staging-proxy": proxyNote, "holidays": "When whom to ask for days off.", "printer": "The printer on the second floor jams.",
	}))
	t.Chdir(k.project)
	contains := func(what, got string, wants ...string) {
		t.Helper()
		for _, want := range wants {
			if !strings.Contains(got, want) {
				t.Errorf("%s: got\n%s\nwant %q", what, got, want)
			}
		}
	}
	k.hook("SessionStart", "s", map[string]any{"source": "startup"})
	contains("search", k.run("", "search", "restart the staging proxy", "--json"), `"ref": "note:staging-proxy"`)
	told := k.prompt("s", "restart the staging proxy after the deploy and drain its old connections")
	contains("told", told, "staging-proxy", "read_note", "note")
	contains("before it is used", k.run("", "status", "--json"), `"used": 0`)
	k.hook("PostToolUse", "s", map[string]any{"tool_name": "read_note", "tool_input": map[string]string{"id": "staging-proxy"}})
	contains("used", k.run("", "status", "--json"), `"used": 1`)
	contains("traced", k.run("", "trace", "show", "last"), "activate   staging-proxy", `"ref":"note:staging-proxy"`)
	contains("replayed", k.run("", "rules", "replay", "--all"), "1: the same, custom/notes")
	contains("explained", k.run("", "why", "--explain"), "staging-proxy", "words")
}

// Ensure that the answers about skills do not change by a byte where there are 300 notes
// besides, nor by what is found among the notes.
func TestKindsMoveNothing(t *testing.T) {
	notes := map[string]string{"staging-proxy": proxyNote}
	for i := range 299 {
		notes[fmt.Sprintf("note-%03d", i)] = fmt.Sprintf("In week %d the %s of the %s was seen by %s.", i,
			[]string{"archive", "column", "image", "form", "test", "layout", "image"}[i%7], []string{"customer", "orders table", "login page"}[i%3], []string{"Ada", "Grace"}[i%2])
	}
	alone, beside := newKindsTrial(t), newKindsTrial(t, noteKind(notes))
	data, err := os.ReadFile("../../examples/prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	prompts := []string{"restart the staging proxy after the deploy and drain its old connections, then migrate the database"}
	for line := range strings.Lines(string(data)) {
		var prompt struct{ Text string }
		if err := json.Unmarshal([]byte(line), &prompt); err != nil {
			t.Fatal(err)
		}
		if len(prompts) < 12 {
			prompts = append(prompts, prompt.Text)
		}
	}
	told := 0
	for i, prompt := range prompts {
		if want, got := alone.skillsFound(prompt), beside.skillsFound(prompt); got != want || want == "" {
			t.Errorf("%s: found beside notes, without them:\n%s", prompt, cmp.Diff(got, want))
		}
		id := fmt.Sprint("s", i)
		want, got := alone.prompt(id, prompt), beside.prompt(id, prompt)
		got, _, beforeNotes := strings.Cut(got, "Notes that may help")
		got, _, firm := strings.Cut(got, "Read the note")
		if got = strings.TrimSuffix(got, "\n\n"); got != want {
			t.Errorf("%s: said\n%s\nwithout notes\n%s", prompt, got, want)
		}
		if beforeNotes || firm {
			told++
		}
	}
	if told == 0 {
		t.Error("no note was suggested with any prompt")
	}
}

// skillsFound returns the skills of a search that words find, with all that it says of
// them.
func (k kindsTrial) skillsFound(query string) string {
	k.Helper()
	var found struct {
		Hits []json.RawMessage
	}
	if err := json.Unmarshal([]byte(k.run("", "search", query, "--json", "--limit", "1000")), &found); err != nil {
		k.Fatal(err)
	}
	var skills strings.Builder
	for _, item := range found.Hits {
		if !bytes.Contains(item, []byte(`"note:`)) && !bytes.Contains(item, []byte(`"matched": []`)) {
			skills.Write(append(item, '\n'))
		}
	}
	return skills.String()
}

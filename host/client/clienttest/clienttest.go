// Package clienttest is the suite that every client passes: recorded payloads become
// the events that they should, answers become the output that the client reads, and
// places are such that items are found there. For tests.
package clienttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/client/payload"
)

// Now is when the payloads are read.
var Now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.FixedZone("", 3600))

// Run holds a client to the folder's files:
//
//	payloads/*.json   what the client wrote to hooks, or could write
//	expected.json     by payload: a code of payload.Error, or the event without its time
//	answers.json      answers, and what the client is to read of each
func Run(t *testing.T, c client.Client, folder string) {
	t.Helper()
	for name, is := range map[string]bool{
		"ID": c.ID != "", "Name": c.Name != "", "Read": c.Read != nil, "Encode": c.Encode != nil, "Invoked": c.Invoked != nil,
		"Places.Home": c.Places.Home != nil, "Places.Project": c.Places.Project != "",
		"Places.Folders": c.Places.Folders != nil, "Places.Settings": c.Places.Settings != nil,
	} {
		if !is {
			t.Errorf("the client has no %s: give client.Client one, see its comments", name)
		}
	}
	if t.Failed() {
		return
	}
	t.Run("payloads", func(t *testing.T) { runPayloads(t, c, folder) })
	t.Run("answers", func(t *testing.T) { runAnswers(t, c, folder) })
	t.Run("broken input", func(t *testing.T) { runBroken(t, c) })
	t.Run("places", func(t *testing.T) { runPlaces(t, c) })
}

// expectation is what a payload decodes to: a code, or an event without its time.
type expectation struct {
	Error       string    `json:"error"`
	Event       abi.Event `json:"event"`
	PromptBytes int       `json:"prompt_bytes"` // instead of a long prompt
	Command     string    `json:"command"`
}

func runPayloads(t *testing.T, c client.Client, folder string) {
	var expected map[string]expectation
	read(t, filepath.Join(folder, "expected.json"), &expected)
	paths, err := filepath.Glob(filepath.Join(folder, "payloads", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range expected {
		if path := filepath.Join(folder, "payloads", name); !slices.Contains(paths, path) {
			t.Errorf("expected.json has %s: add the payload %s, or take it out", name, path)
		}
	}
	events := map[string]bool{}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, ok := expected[filepath.Base(path)]
			if !ok {
				t.Fatal("expected.json has no line for it: add its event, or the code of its error")
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got, err := decode(t, c, bytes.NewReader(data))
			events[got.Name] = true
			checkDecoded(t, want, got, err)
		})
	}
	for _, name := range []string{abi.EventSessionStarted, abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded} {
		if !events[name] {
			t.Errorf("no payload is of the event %s: add one that the client wrote", name)
		}
	}
}

// decode reads an event. What an input says before its texts are decoded is what its
// event has.
func decode(t *testing.T, c client.Client, r io.Reader) (abi.Event, error) {
	t.Helper()
	input, err := c.Read(r, "")
	if err != nil {
		return abi.Event{}, err
	}
	event, err := input.Event(Now)
	if err == nil && (input.Name() != event.Name || input.Workspace() != event.Workspace) {
		t.Errorf("the input is of %s in %q, its event of %s in %q", input.Name(), input.Workspace(), event.Name, event.Workspace)
	}
	return event, err
}

func checkDecoded(t *testing.T, want expectation, got abi.Event, err error) {
	t.Helper()
	code := ""
	if failure, ok := errors.AsType[*payload.Error](err); ok {
		code = failure.Code
	}
	if code != want.Error || (err != nil) != (want.Error != "") {
		t.Fatalf("got error %v, want code %q", err, want.Error)
	}
	if err != nil {
		return
	}
	if want.PromptBytes > 0 {
		if len(got.Prompt) != want.PromptBytes {
			t.Errorf("got a prompt of %d bytes, want %d", len(got.Prompt), want.PromptBytes)
		}
		got.Prompt = ""
	}
	want.Event.Time, want.Event.Command = Now.UTC(), want.Command
	if diff := cmp.Diff(want.Event, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// runAnswers compares what the client reads, and holds it to silence where there is
// nothing to say.
func runAnswers(t *testing.T, c client.Client, folder string) {
	var cases []struct {
		Why    string
		Answer client.Answer
		Output string
	}
	read(t, filepath.Join(folder, "answers.json"), &cases)
	spoken := false
	for _, test := range cases {
		got := string(c.Encode(test.Answer))
		if got != test.Output {
			t.Errorf("%s\n got %s\nwant %s", test.Why, got, test.Output)
		}
		spoken = spoken || test.Answer.Context != "" && strings.Contains(got, test.Answer.Context)
	}
	if !spoken {
		t.Error("in no case of answers.json does the client read a context: add one whose answer has a Context")
	}
	for _, name := range []string{abi.EventSessionStarted, abi.EventPrompt, abi.EventToolUsed, abi.EventTurnEnded, abi.EventCompacting, abi.EventSessionEnded, "unknown"} {
		if got := c.Encode(client.Answer{Event: name}); got != nil {
			t.Errorf("there is nothing to say of %s, but it says %s", name, got)
		}
	}
}

// runBroken ensures that errors are typed, and say nothing of what the user wrote.
func runBroken(t *testing.T, c client.Client) {
	for code, in := range map[string]io.Reader{
		payload.CodeTooLarge:  io.LimitReader(endless{}, payload.InputBytesMax+1),
		payload.CodeRead:      iotest.ErrReader(io.ErrUnexpectedEOF),
		payload.CodeEmpty:     strings.NewReader(" \n"),
		payload.CodeNotJSON:   strings.NewReader("my secret plan"),
		payload.CodeNotObject: strings.NewReader(`["my secret plan"]`),
		payload.CodeNoEvent:   strings.NewReader(`{"my secret plan":1}`),
	} {
		_, err := decode(t, c, in)
		failure, ok := errors.AsType[*payload.Error](err)
		if !ok || failure.Code != code {
			t.Errorf("got %v, want code %s", err, code)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the error quotes the input: %v", err)
		}
	}
	event, err := readAs(c, `{}`, abi.EventPrompt)
	if err != nil || event.Name != abi.EventPrompt {
		t.Errorf("an event that the caller names: got %+v, %v", event, err)
	}
}

func readAs(c client.Client, in, name string) (abi.Event, error) {
	input, err := c.Read(strings.NewReader(in), name)
	if err != nil {
		return abi.Event{}, err
	}
	return input.Event(Now)
}

// runPlaces ensures that folders are where they can be read and belong to the client.
func runPlaces(t *testing.T, c client.Client) {
	user, workspace := t.TempDir(), t.TempDir()
	home := c.Places.Home(func(string) string { return "" }, user)
	if !filepath.IsAbs(home) || home == user || !strings.HasPrefix(home, user) {
		t.Errorf("the client's own folder is %s, of the user in %s", home, user)
	}
	if name := c.Variables.Home; name != "" {
		moved := c.Places.Home(func(asked string) string { return map[string]string{name: workspace}[asked] }, user)
		if moved != workspace {
			t.Errorf("%s moves the client's own folder to %s, not to %s", name, moved, workspace)
		}
	}
	if !filepath.IsLocal(c.Places.Project) || c.Places.Project == "." {
		t.Errorf("a project's files for the client are in %q", c.Places.Project)
	}
	if folders := c.Places.SkillFolders(); c.Places.Skills != "" && (len(folders) != 2 || !strings.HasPrefix(folders[0], "~/") || !filepath.IsLocal(folders[1])) {
		t.Errorf("people would write the folders of skills as %q", folders)
	}
	if c.Places.Plugin != nil && !filepath.IsLocal(filepath.FromSlash(c.Places.Manifest)) {
		t.Errorf("the client has plugins, whose manifest is at %q", c.Places.Manifest)
	}
	if folders := c.Places.Folders(workspace, user); len(folders) == 0 || folders[0] != workspace {
		t.Errorf("the items of %s are in %v", workspace, folders)
	}
	if settings := c.Places.Settings(home, workspace); len(settings.Warnings) > 0 {
		t.Errorf("settings that are not there: %v", settings.Warnings)
	}
}

// endless is a stream of spaces.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return copy(p, bytes.Repeat([]byte(" "), len(p))), nil }

// read decodes a file strictly.
func read(t *testing.T, path string, value any) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
}

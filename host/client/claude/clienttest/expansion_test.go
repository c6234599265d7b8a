package clienttest_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

var update = flag.Bool("update", false, "write what the pinned clients send into expand/testdata/cases.json")

// expansions are the files of slash commands, what was typed, and what each pinned client
// sent to the model for it. Package expand is held to the same file.
type expansions struct {
	Files map[string]string `json:"files"`
	Cases []*expansion      `json:"cases"`
}

// expansion is one thing typed.
type expansion struct {
	Typed string              `json:"typed"`
	Sent  map[string]string   `json:"sent"`           // by version
	Read  map[string][]string `json:"read,omitempty"` // files of which the client sent the text, too
}

// expansionsTried are typed into each client on each commit, all by make e2e.
const expansionsTried = 20

const expansionsFile = "../expand/testdata/cases.json"

// Ensure that the recorded expansions are the clients': each command of the file is typed in
// a session of each pinned client, some of them on each commit.
func TestExpansions(t *testing.T) {
	data, err := os.ReadFile(expansionsFile)
	if err != nil {
		t.Fatal(err)
	}
	var want expansions
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Cases) < 100 {
		t.Fatalf("got %d cases, want 100", len(want.Cases))
	}
	for _, version := range clienttest.Versions() {
		t.Run(version, func(t *testing.T) { checkExpansions(t, version, want) })
	}
	if !*update || t.Failed() {
		return
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(want); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(expansionsFile, out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func checkExpansions(t *testing.T, version string, want expansions) {
	client := clienttest.Client(t, version)
	work, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"home", "project", "scratch"} {
		if err := os.MkdirAll(filepath.Join(work, folder), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range want.Files {
		writeFile(t, filepath.Join(work, filepath.FromSlash(name)), text)
	}
	api := clienttest.StartAPI()
	defer api.Close()
	session, err := clienttest.Start(clienttest.Options{
		Program: client, API: api, Home: filepath.Join(work, "home"), Folder: filepath.Join(work, "project"), Scratch: filepath.Join(work, "scratch"),
		Env: []string{"FOO=of the environment"}, Args: []string{"--plugin-dir", filepath.Join(work, "plug")},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Kill()
	cases := want.Cases
	if !*update {
		cases = sampletest.Some(cases, expansionsTried, func(c *expansion) string { return version + c.Typed })
	}
	for _, c := range cases {
		turn, err := session.Prompt(c.Typed)
		if err != nil {
			t.Fatal(err)
		}
		sent, read := expanded(turn, work, session.ID)
		if *update {
			c.record(version, sent, read)
		} else if sent != c.Sent[version] || !slices.Equal(read, c.Read[version]) {
			t.Errorf("%q: recorded (-), sent (+):\n%s%s", c.Typed, cmp.Diff(c.Sent[version], sent), cmp.Diff(c.Read[version], read))
		}
	}
}

func (c *expansion) record(version, sent string, read []string) {
	if c.Sent == nil {
		c.Sent = map[string]string{}
	}
	c.Sent[version] = sent
	if read != nil && c.Read == nil {
		c.Read = map[string][]string{}
	}
	if read != nil {
		c.Read[version] = read
	}
}

// wasRead finds the contents of files that a command mentions.
var wasRead = regexp.MustCompile(`\tCONTENT-OF ([^"\n\\]+)`)

// expanded returns what the client made of the command, and the files whose text it added.
// The command's own text follows the client's note of the command's name.
func expanded(turn clienttest.Turn, work, session string) (sent string, read []string) {
	messages := turn.First().Messages
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role == "assistant" {
			messages = messages[i:]
			break
		}
	}
	named := false
	for _, message := range messages {
		for _, text := range message.Texts {
			for _, found := range wasRead.FindAllStringSubmatch(text, -1) {
				read = append(read, found[1])
			}
			if named && message.Role == "user" {
				sent = text
			}
			named = strings.HasPrefix(text, "<command-message>")
		}
	}
	slices.Sort(read)
	return strings.NewReplacer(work, "$WORK", session, "$SESSION").Replace(sent), read
}

package clienttest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// Of the wishes in plain-wishes.txt, which were written before any of them was tried, the
// client's own tool search has to find our search for so many.
const wishesFoundMin = 10

// Limits of our tools together, as the client sends them: a token is taken for 4
// characters of their JSON.
const (
	ourTokensMax      = 700
	ourToolsMax       = 6
	charactersOfToken = 4
)

// ours is how the ids of our tools begin.
const ours = "mcp__plugin_impressionism_impressionism__"

// filler are words by which nobody searches for a tool: a model that puts a wish into
// words for a search leaves them out.
var filler = strings.Fields(`a about all am an and any anything are as at before be by can could d did do does don for
	forgot from had has have here how i if in into is it its last ll look m made maybe me my of on one or our please re
	remember s should so some somebody something sure t that the their them there they this through to up us ve was we
	were what when where which who why will with would you your`)

// searched returns the words by which a model would search for a wish: its words in small
// letters, each once, in their order, without filler.
func searched(wish string) string {
	var words []string
	for _, word := range strings.FieldsFunc(strings.ToLower(wish), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if !slices.Contains(filler, word) && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// others are servers that a user may have besides, with the words of the wishes in their
// tools' names: what our search is found among.
var others = map[string]string{
	"calendar": "list_events=List the events of a calendar.;create_event=Create an event in a calendar.;find_free_time=Find free time in calendars.",
	"texting":  "send_sms=Send an SMS to a phone number.;list_messages=List the messages that were sent.",
	"forge":    "create_branch=Create a branch.;delete_branch=Delete a branch.;list_releases=List the releases of a repository.;get_changelog=Get the changelog of a release.;search_code=Search the code of a repository.",
	"slides":   "create_slides=Create slides in a presentation.;export_slides=Export slides as PowerPoint or PDF.",
	"database": "query=Run a query.;list_migrations=List the migrations of a database.",
}

// Ensure that a model which puts a plain wish into the client's own tool search finds our
// search among the tools of five other servers, and that all our tools together cost
// little where the client sends them.
func TestToolSearchFindsOurs(t *testing.T) {
	text, err := os.ReadFile("testdata/plain-wishes.txt")
	if err != nil {
		t.Fatal(err)
	}
	wishes := strings.Split(strings.TrimSpace(string(text)), "\n")
	if len(wishes) < 12 {
		t.Fatalf("got %d wishes, want 12", len(wishes))
	}
	for _, version := range versionsTried(t) {
		t.Run(version, func(t *testing.T) {
			client := clienttest.Client(t, version)
			t.Parallel()
			s := newSearches(t, client)
			var found int
			for _, wish := range wishes {
				got := s.search(t, searched(wish))
				if slices.Contains(got, ours+"search") {
					found++
				} else {
					t.Logf("not found by %q: %s", searched(wish), got)
				}
			}
			if t.Logf("found for %d of %d wishes", found, len(wishes)); found < wishesFoundMin {
				t.Errorf("found for %d wishes, want %d", found, wishesFoundMin)
			}
			s.checkCost(t)
		})
	}
}

// searches is a session in which the model only searches for tools.
type searches struct {
	api     *clienttest.API
	session *clienttest.Session
}

func newSearches(t *testing.T, client string) *searches {
	t.Helper()
	folder := t.TempDir()
	home, plugin, binary := filepath.Join(folder, "home"), filepath.Join(folder, "plugin"), program(t)
	configured := map[string]any{}
	for name, tools := range others {
		configured[name] = map[string]any{"command": filepath.Join(filepath.Dir(binary), "server"), "args": []string{"-tools", tools}}
	}
	data, err := json.Marshal(map[string]any{"mcpServers": configured})
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(home, ".claude.json"), string(data))
	writeFile(t, filepath.Join(home, ".claude", "settings.json"), `{"env": {"ENABLE_TOOL_SEARCH": "true"}}`)
	if err := writePlugin(plugin, binary); err != nil {
		t.Fatal(err)
	}
	if err := clienttest.GiveTime(plugin); err != nil {
		t.Fatal(err)
	}
	s := &searches{api: clienttest.StartAPI()}
	t.Cleanup(s.api.Close)
	s.session, err = clienttest.Start(clienttest.Options{
		Program: client, API: s.api, Home: home, Folder: t.TempDir(), Scratch: t.TempDir(), Args: []string{"--plugin-dir", plugin},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.session.Kill)
	s.awaitServers(t)
	return s
}

// awaitServers searches until a tool of each server is found: the client connects to them
// while the session goes on.
func (s *searches) awaitServers(t *testing.T) {
	t.Helper()
	want := []string{ours + "search"}
	for name, tools := range others {
		tool, _, _ := strings.Cut(tools, "=")
		want = append(want, "mcp__"+name+"__"+tool)
	}
	slices.Sort(want)
	var got []string
	for range 10 {
		got = s.search(t, "select:"+strings.Join(want, ","))
		if slices.Sort(got); slices.Equal(got, want) {
			return
		}
	}
	t.Fatalf("of %q only %q are there", want, got)
}

// search has the model search by a query, and returns the ids that the client answers with.
func (s *searches) search(t *testing.T, query string) []string {
	t.Helper()
	input, err := json.Marshal(map[string]string{"query": query})
	if err != nil {
		t.Fatal(err)
	}
	s.api.Reply(clienttest.Reply{Tool: "ToolSearch", Input: string(input)})
	turn, err := s.session.Prompt("search for tools by: " + query)
	if err != nil {
		t.Fatal(err)
	}
	if len(turn.Requests) != 2 {
		t.Fatalf("a search took %d requests, want 2", len(turn.Requests))
	}
	return turn.Last().Found
}

// checkCost weighs our tools in the last request, which has the definitions of those that
// were loaded.
func (s *searches) checkCost(t *testing.T) {
	t.Helper()
	requests := s.api.Requests()
	var sent struct{ Tools []json.RawMessage }
	if err := json.Unmarshal(requests[len(requests)-1].Body, &sent); err != nil {
		t.Fatal(err)
	}
	var tools, characters int
	for _, definition := range sent.Tools {
		var tool struct{ Name string }
		if err := json.Unmarshal(definition, &tool); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(tool.Name, ours) {
			tools, characters = tools+1, characters+len(definition)
		}
	}
	said := fmt.Sprintf("%d tools of ours in %d characters, some %d tokens", tools, characters, characters/charactersOfToken)
	if t.Log(said); tools == 0 || tools > ourToolsMax || characters > ourTokensMax*charactersOfToken {
		t.Errorf("%s; want 1 to %d in at most %d tokens", said, ourToolsMax, ourTokensMax)
	}
}

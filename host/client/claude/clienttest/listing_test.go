package clienttest_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
)

// listingModel has a window that the sample skills overfill.
const listingModel = "claude-sonnet-4-6"

// budgetSaid is what matters here of what `skills budget --plan --json` prints.
type budgetSaid struct {
	Chars int `json:"used_chars"`
	Lines []struct{ ID, Fate string }
	Plan  struct {
		Overrides map[string]string `json:"skillOverrides"`
		Shown     int
		Used      int `json:"used_chars"`
	}
}

// Ensure the model of the client's listing is the client: which descriptions the
// model is sent, and how many characters of them, before a plan and with it.
func TestListing(t *testing.T) {
	client, binary := clienttest.Client(t, clienttest.Newest), program(t)
	home, data := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(home, ".claude", "skills"), os.DirFS(filepath.Join(root, "examples", "skills"))); err != nil {
		t.Fatal(err)
	}
	before := budgetOf(t, binary, home, data)
	shown := compareListing(t, client, home, before)
	if len(before.Plan.Overrides) == 0 || before.Plan.Shown <= 0 {
		t.Fatalf("got the plan %+v; the samples do not overfill the window any more", before.Plan)
	}
	settings, err := json.Marshal(map[string]any{"skillOverrides": before.Plan.Overrides})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, ".claude", "settings.json"), settings, 0o600); err != nil {
		t.Fatal(err)
	}
	after := budgetOf(t, binary, home, data)
	then := compareListing(t, client, home, after)
	if then <= shown || after.Chars != before.Plan.Used {
		t.Errorf("%d described, with the plan %d in %d characters; it said %+v", shown, then, after.Chars, before.Plan)
	}
}

func budgetOf(t *testing.T, binary, home, data string) budgetSaid {
	t.Helper()
	command := exec.Command(binary, "skills", "budget", "--plan", "--json", "--model", listingModel)
	command.Dir = home
	command.Env = []string{"HOME=" + home, "IMPRESSIONISM_HOME=" + data, "PATH=" + os.Getenv("PATH")}
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var said budgetSaid
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatal(err)
	}
	return said
}

// listingMark stands before the client's listing.
const listingMark = "The following skills are available for use with the Skill tool:"

// compareListing holds what is said of the listing to what the model is sent, and
// counts the descriptions.
func compareListing(t *testing.T, client, home string, said budgetSaid) int {
	t.Helper()
	api := clienttest.StartAPI()
	defer api.Close()
	session, err := clienttest.Start(clienttest.Options{
		Program: client, API: api, Home: home, Folder: t.TempDir(), Scratch: t.TempDir(), Args: []string{"--model", listingModel},
	})
	if err != nil {
		t.Fatal(err)
	}
	turn, err := session.Prompt("hello")
	if err != nil {
		t.Fatal(err)
	}
	if err := session.End(); err != nil {
		t.Fatal(err)
	}
	_, listing, found := strings.Cut(turn.First().Text(), listingMark)
	if !found {
		t.Fatalf("the model was sent no listing")
	}
	listing, _, _ = strings.Cut(listing, "\n</system-reminder>")
	listing = strings.Trim(listing, "\n")
	want, got, described := map[string]bool{}, map[string]bool{}, 0
	for _, line := range said.Lines {
		want[line.ID] = line.Fate == "described"
		for sent := range strings.SplitSeq(listing, "\n") {
			if rest, ok := strings.CutPrefix(sent, "- "+line.ID); ok && (rest == "" || strings.HasPrefix(rest, ": ") || strings.HasPrefix(rest, " (")) {
				got[line.ID] = rest != ""
			}
		}
		if got[line.ID] {
			described++
		}
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("sent (-), said (+):\n%s", diff)
	}
	if sent := len([]rune(listing)); sent != said.Chars {
		t.Errorf("the model is sent %d characters, not %d", sent, said.Chars)
	}
	return described
}

package tune

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/eval"
)

// Ensure that the bank of the repository is whole: enough concepts, each with
// ways to ask, no null prompt twice.
func TestBankIsWhole(t *testing.T) {
	bank, err := ReadBank("bank")
	if err != nil {
		t.Fatal(err)
	}
	if len(bank.Concepts) < 900 || len(bank.More) < 800 || len(bank.Nulls) < 500 || len(bank.Calibration) < 300 {
		t.Errorf("%d concepts and %d more, %d and %d null prompts", len(bank.Concepts), len(bank.More), len(bank.Nulls), len(bank.Calibration))
	}
	seen := map[string]bool{}
	for _, null := range append(bank.Nulls, bank.Calibration...) {
		if seen[null] || strings.TrimSpace(null) == "" {
			t.Errorf("%q comes twice or is blank", null)
		}
		seen[null] = true
	}
	for _, concept := range append(bank.Concepts, bank.More...) {
		if len(concept.Asks) < 8 {
			t.Errorf("%s: %d asks", concept.Name, len(concept.Asks))
		}
	}
}

// Ensure that the lessons and tools that the encoder is taught by are whole: each has what it
// is about and seven ways to ask or more, and stands beside others of its project or server.
func TestGroupsOfBankAreWhole(t *testing.T) {
	for _, name := range []string{"lessons.jsonl", "tools.jsonl"} {
		groups, asks := map[string]int{}, map[string]bool{}
		err := readRows(filepath.Join("bank", name), func(line []byte) error {
			var item struct {
				Project string
				Concept
			}
			if err := json.Unmarshal(line, &item); err != nil {
				return err
			}
			if item.Name == "" || item.About == "" || len(item.Asks) < 7 {
				t.Errorf("%s: %s: %d asks", name, item.Name, len(item.Asks))
			}
			for _, ask := range item.Asks {
				if asks[ask] || strings.TrimSpace(ask) == "" {
					t.Errorf("%s: %q comes twice or is blank", name, ask)
				}
				asks[ask] = true
			}
			groups[item.Project]++
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(groups) < 50 {
			t.Errorf("%s: %d projects or servers", name, len(groups))
		}
		for project, items := range groups {
			if items < 6 {
				t.Errorf("%s: %s has %d items", name, project, items)
			}
		}
	}
}

// Ensure that the labelled prompts for tools are whole, the bank's and those that measure:
// every label names tools of the corpus, no prompt comes twice, and what needs tools and
// what needs none are both there.
func TestToolsOfBankAreWhole(t *testing.T) {
	for _, want := range []struct {
		folder                 string
		servers, needing, none int
	}{
		{filepath.FromSlash("../../../host/eval/testdata/tools-b"), 20, 200, 120},
		{filepath.Join("..", "..", "..", "host", "eval", "testdata", "tools-c"), 24, 300, 200},
	} {
		t.Run(filepath.Base(want.folder), func(t *testing.T) {
			set, err := eval.OpenSet(want.folder)
			if err != nil {
				t.Fatal(err)
			}
			servers := toolsPerServer(t, set)
			for server, tools := range servers {
				if tools < 5 || tools > 15 {
					t.Errorf("server %s has %d tools, want 5 to 15", server, tools)
				}
			}
			needing := promptsThatNeed(t, set)
			if none := len(set.Queries) - needing; len(servers) < want.servers || needing < want.needing || none < want.none {
				t.Errorf("%d servers, %d prompts that need tools and %d that need none", len(servers), needing, none)
			}
		})
	}
}

// toolsPerServer counts the tools of each server; the id and the description of each tool
// must be there.
func toolsPerServer(t *testing.T, set eval.Set) map[string]int {
	t.Helper()
	servers := map[string]int{}
	for _, item := range set.Corpus.Items() {
		parts := strings.Split(item.ID, "__")
		if len(parts) != 3 || parts[0] != "mcp" || item.Description == "" {
			t.Errorf("%s: want mcp__SERVER__TOOL and a description", item.ID)
			continue
		}
		servers[parts[1]]++
	}
	return servers
}

// promptsThatNeed counts the prompts that need a tool; no prompt may be blank or come twice.
func promptsThatNeed(t *testing.T, set eval.Set) int {
	t.Helper()
	seen, needing := map[string]bool{}, 0
	for i, query := range set.Queries {
		text := strings.ToLower(strings.TrimSpace(query.Text))
		if seen[text] || text == "" {
			t.Errorf("%s: %q comes twice or is blank", query.ID, query.Text)
		}
		seen[text] = true
		if len(set.Labels[i].Gold) > 0 {
			needing++
		}
	}
	return needing
}

// Ensure that whatever lies in a bank is read or refused with its file's name.
func FuzzReadBank(f *testing.F) {
	f.Add(`{"name":"a","about":"b","asks":["c"]}`, `{"text":"d"}`, `["e"]`)
	f.Add("{}", "x", "{")
	f.Add("\n\n", "", "null")
	f.Fuzz(func(t *testing.T, concepts, nulls, calibration string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"concepts.jsonl": concepts, "more.jsonl": nulls, "nulls.jsonl": nulls, "calibration.json": calibration} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := ReadBank(dir); err != nil && !strings.Contains(err.Error(), dir) {
			t.Errorf("error without a place: %v", err)
		}
	})
}

package rulesettest_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi/scenario"
	impressionism "github.com/ed-irl/impressionism/sdk/go"
	"github.com/ed-irl/impressionism/sdk/go/rulesettest"
)

const shared = "../../testdata/" // what Lua and Go play alike

// asking is the ruleset of sdk/testdata/asking.
var asking = impressionism.Ruleset{Activation: activate, Deactivation: deactivate}

func activate(context impressionism.Context) ([]impressionism.Entry, error) {
	found, err := impressionism.Search(impressionism.SearchRequest{Text: context.UserPrompt, Limit: 3})
	if err != nil {
		impressionism.Warnf("%v", err)
		return nil, nil
	}
	vector, unknown := impressionism.Embed(impressionism.TextRequest{Text: context.UserPrompt})
	var entries []impressionism.Entry
	for _, candidate := range found {
		item := candidate.Item
		if unknown == nil && !item.Embedding.IsZero() {
			cosines, err := impressionism.Similarities(impressionism.SimilaritiesRequest{A: vector, Bs: []impressionism.Embedding{item.Embedding}})
			if err != nil {
				return nil, err
			}
			impressionism.Infof("%s: %.2f", item.Name, cosines[0])
		}
		if candidate.Similarity >= 0.5 {
			reason := item.Name + ": " + item.Description
			entries = append(entries, impressionism.Entry{Ref: item.Ref, Reason: reason, Score: &candidate.Similarity})
		}
	}
	return entries, nil
}

func deactivate(context impressionism.Context) ([]impressionism.Entry, error) {
	active, err := impressionism.Active(impressionism.KindsRequest{})
	if err != nil {
		return nil, err
	}
	refs := []impressionism.Ref{}
	for _, item := range active {
		refs = append(refs, item.Ref)
	}
	found, err := impressionism.Relevance(impressionism.RelevanceRequest{Text: context.UserPrompt, Refs: refs})
	var entries []impressionism.Entry
	for _, relevance := range found {
		if relevance.Similarity < 0.2 {
			entries = append(entries, impressionism.Entry{Ref: relevance.Ref, Reason: "off the topic"})
		}
	}
	return entries, err
}

// Ensure that catalogs and answers are here what they are in Lua.
func TestAsking(t *testing.T) {
	folder := shared + "asking"
	if os.Getenv(withReal) == "" { // this project's own tests may not skip anything
		folder = t.TempDir()
		if err := os.CopyFS(folder, os.DirFS(shared+"asking")); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(folder + "/scenarios/real.yaml"); err != nil {
			t.Fatal(err)
		}
	}
	rulesettest.Run(t, asking, folder+"/ruleset.json", folder+"/scenarios")
}

// withReal lets TestAsking play the scenario with a real search, too.
const withReal = "RULESETTEST_WITH_REAL"

// Ensure that a scenario with a real search is left out, and that its author sees it.
func TestLeftOut(t *testing.T) {
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAsking$", "-test.v")
	command.Env = append(os.Environ(), withReal+"=1")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, want := range []string{"it wants a real index; `impressionism rules test` plays it\n", "--- SKIP: TestAsking/real ", "--- PASS: TestAsking/answered "} {
		if !strings.Contains(string(output), want) {
			t.Errorf("got\n%swant %s", output, want)
		}
	}
}

// Ensure that each slip is refused with its place.
func TestSlips(t *testing.T) {
	data, err := os.ReadFile(shared + "slips/slips.json")
	if err != nil {
		t.Fatal(err)
	}
	var slips []struct{ Text, Want string }
	if err := json.Unmarshal(data, &slips); err != nil || len(slips) == 0 {
		t.Fatalf("%d slips, %v", len(slips), err)
	}
	for _, slip := range slips {
		_, err := scenario.DecodeIn([]byte(slip.Text), scenario.Folder(shared+"slips"))
		if err == nil || !strings.Contains(err.Error(), slip.Want) {
			t.Errorf("%s\ngot  %v\nwant %s", slip.Text, err, slip.Want)
		}
	}
}

package tune

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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

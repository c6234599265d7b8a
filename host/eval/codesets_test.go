package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// sourcesVariable names the folder that fetch.py of ../shared/eval/dev/code has put the
// sources of the code sets into. The clients of five registries fetch them, so the lines of
// the labels are read where somebody has done that.
const sourcesVariable = "IMPRESSIONISM_TEST_SOURCES"

// codeSets are the folders of questions about sources, and the split that their packages name.
var codeSets = map[string]string{"code-b": "dev", "aside-code": "aside"}

type codeCorpus struct {
	Name, Package, Version, License, Tree, Split string

	Roots []string
}

type codeRow struct {
	ID, Repo, Text, Kind, Level string

	Gold [][]codePlace
}

type codePlace struct {
	Path, Symbol string
	Start, End   int
}

// Ensure each question about sources has an id of its own, a package that is pinned, and
// either a label or a row among those without an answer; and that no package is in a set that
// rules are fitted on as well as in the one that is kept aside.
func TestCodeSets(t *testing.T) {
	ids, packages := map[string]string{}, map[string]string{}
	for set, split := range codeSets {
		dir := filepath.Join("testdata", set)
		corpora := codeCorpora(t, dir)
		for _, c := range corpora {
			if c.Package == "" || c.Version == "" || c.License == "" || len(c.Tree) != 64 || c.Split != split || len(c.Roots) == 0 {
				t.Errorf("%s: %s lacks a field: %+v", set, c.Name, c)
			}
			if other, twice := packages[c.Name]; twice {
				t.Errorf("%s and %s have the package %s", other, set, c.Name)
			}
			packages[c.Name] = set
		}
		labels := codeLabels(t, dir)
		questions := codeRows(t, filepath.Join(dir, "queries.jsonl"))
		without := codeRows(t, filepath.Join(dir, "none.jsonl"))
		for _, row := range slices.Concat(questions, without) {
			if other, twice := ids[row.ID]; twice {
				t.Errorf("%s and %s have the id %s", other, set, row.ID)
			}
			ids[row.ID] = set
			if _, known := corpora[row.Repo]; !known || strings.TrimSpace(row.Text) != row.Text || row.Text == "" {
				t.Errorf("%s: %s: no question of a package of the set: %+v", set, row.ID, row)
			}
		}
		for _, row := range questions {
			if len(labels[row.ID].Gold) == 0 {
				t.Errorf("%s: %s has no label", set, row.ID)
			}
			delete(labels, row.ID)
		}
		for id := range labels {
			t.Errorf("%s: the label %s has no question", set, id)
		}
	}
}

// Ensure the lines of a label are lines of the file and name the symbol, since a label that
// has drifted scores a right answer as wrong.
func TestCodeLabels(t *testing.T) {
	sources := os.Getenv(sourcesVariable)
	for set := range codeSets {
		dir := filepath.Join("testdata", set)
		labels := codeLabels(t, dir)
		for _, q := range codeRows(t, filepath.Join(dir, "queries.jsonl")) {
			for _, place := range slices.Concat(labels[q.ID].Gold...) {
				if place.Start < 1 || place.End < place.Start || !filepath.IsLocal(place.Path) || place.Symbol == "" {
					t.Errorf("%s: %s: no place: %+v", set, q.ID, place)
				} else if sources != "" {
					checkCodePlace(t, set+": "+q.ID, filepath.Join(sources, q.Repo), place)
				}
			}
		}
	}
}

func checkCodePlace(t *testing.T, label, folder string, place codePlace) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(place.Path)))
	if err != nil {
		t.Errorf("%s: %v", label, err)
		return
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if place.End > len(lines) {
		t.Errorf("%s: %s has %d lines, the label ends at %d", label, place.Path, len(lines), place.End)
		return
	}
	lines = lines[place.Start-1 : place.End]
	if strings.TrimSpace(lines[0]) == "" || strings.TrimSpace(lines[len(lines)-1]) == "" {
		t.Errorf("%s: %s:%d-%d begins or ends with an empty line", label, place.Path, place.Start, place.End)
	}
	name := place.Symbol[strings.LastIndex(place.Symbol, ".")+1:]
	if !strings.Contains(strings.Join(lines, "\n"), name) {
		t.Errorf("%s: %s:%d-%d does not name %s", label, place.Path, place.Start, place.End, name)
	}
}

func codeCorpora(t *testing.T, dir string) map[string]codeCorpus {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, "corpora.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list []codeCorpus
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatalf("%s: %v", dir, err)
	}
	corpora := map[string]codeCorpus{}
	for _, c := range list {
		corpora[c.Name] = c
	}
	return corpora
}

func codeLabels(t *testing.T, dir string) map[string]codeRow {
	t.Helper()
	labels := map[string]codeRow{}
	for _, row := range codeRows(t, filepath.Join(dir, "qrels.jsonl")) {
		if _, twice := labels[row.ID]; twice {
			t.Errorf("%s: two labels have the id %s", dir, row.ID)
		}
		labels[row.ID] = row
	}
	return labels
}

func codeRows(t *testing.T, path string) []codeRow {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var rows []codeRow
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		var row codeRow
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		rows = append(rows, row)
	}
	return rows
}

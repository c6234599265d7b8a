package rank

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the embedded forms of data/*.json")

// Ensure that the tables that are searched are what the readable data says.
func TestEmbeddedData(t *testing.T) {
	for path, want := range map[string][]byte{"data/background.txt": encodeBackground(t), "data/technologies.txt": encodeTechnologies(t)} {
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run go generate ./host/rank", path)
		}
	}
}

// encodeTechnologies gives each spelling of data/technologies.tsv a line, with all that
// its technology belongs to, near and far. It refuses a spelling of two, and a name that
// is none.
func encodeTechnologies(t testing.TB) []byte {
	text, err := os.ReadFile("data/technologies.tsv")
	if err != nil {
		t.Fatal(err)
	}
	direct, class, spellings := map[string][]string{}, map[string]string{}, map[string]string{}
	for line := range strings.Lines(string(text)) {
		fields := append(strings.Split(strings.TrimSuffix(line, "\n"), "\t"), "", "")
		name := fields[1]
		class[name] = fields[0]
		direct[name] = strings.FieldsFunc(fields[3], func(r rune) bool { return r == ',' })
		for _, spelling := range append(strings.FieldsFunc(fields[2], func(r rune) bool { return r == '|' }), name) {
			word, ordinary := strings.CutPrefix(spelling, "~")
			if spellings[word] != "" {
				t.Errorf("%q is spelled for %s and %s", word, spellings[word], name)
			}
			if spellings[word] = name; ordinary {
				spellings[word] = "~" + name
			}
		}
	}
	var above func(name string) []string
	above = func(name string) []string {
		var all []string
		for _, one := range direct[name] {
			if class[one] == "" {
				t.Errorf("%s belongs to %q, which is not there", name, one)
			}
			all = append(append(all, one), above(one)...)
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	var lines []string
	for spelling, name := range spellings {
		plain := strings.TrimPrefix(name, "~")
		lines = append(lines, strings.Join([]string{spelling, name, class[plain], strings.Join(above(plain), ",")}, "\t")+"\n")
	}
	slices.Sort(lines)
	return []byte(strings.Join(lines, ""))
}

// Ensure that every embedded recipe is whole: it can be read, its ID is that of
// what it holds, it has a gate for every null prompt, and its tables are sorted.
func TestEmbeddedRecipes(t *testing.T) {
	for _, model := range []string{"all-MiniLM-L6-v2-skills", "all-MiniLM-L6-v2", "all-MiniLM-L6-v2-int8", "another"} {
		r := For(model)
		if r.ID != r.Seal() {
			t.Errorf("%s: got ID %s want %s; fit it again: make tune", model, r.ID, r.Seal())
		}
		nulls := r.Nulls()
		if len(nulls) < 300 {
			t.Errorf("%s: %d null prompts", model, len(nulls))
		}
		if r.Vectors != "" && (r.Vectors.nulls() != len(nulls) || !r.Vectors.fits(384)) {
			t.Errorf("%s: gates of %d nulls, want %d", model, r.Vectors.nulls(), len(nulls))
		}
		if count, _, _ := r.Vectors.concepts(); r.Vectors != "" && (count < 1000 || count != strings.Count(conceptNames, "\n") || r.Weights.Background <= 0) {
			t.Errorf("%s: %d concepts, %d names, weight %v", model, count, strings.Count(conceptNames, "\n"), r.Weights.Background)
		}
		if r.Weights.Dense == 0 || r.Lexical.Normalised == 0 || r.BM25.TellsFloor <= 0 {
			t.Errorf("%s: weights are missing", model)
		}
	}
	lines := strings.Split(strings.TrimSuffix(wordsTable, "\n"), "\n")
	if !slices.IsSortedFunc(lines, func(a, b string) int {
		first, _, _ := strings.Cut(a, "\t")
		second, _, _ := strings.Cut(b, "\t")
		return strings.Compare(first, second)
	}) {
		t.Error("data/words.txt is not sorted")
	}
	for _, line := range lines {
		fields := strings.Split(line, "\t")
		if len(fields) != 4 || !isDecimal(fields[1]) || !isDecimal(fields[2]) {
			t.Fatalf("line %q", line)
		}
		if s := decimal(fields[2]); s < 0 || s > 1 {
			t.Errorf("line %q: a salience of %v", line, s)
		}
		for pair := range strings.FieldsSeq(fields[3]) {
			_, weight, _ := strings.Cut(pair, ":")
			if _, err := strconv.ParseFloat(weight, 64); err != nil {
				t.Errorf("line %q: %v", line, err)
			}
		}
	}
}

// Ensure that the vectors of null prompts are those of the prompts that the program has.
// That they are the model's is tested in cmd/lab.
func TestNullVectorsAreOfTheNulls(t *testing.T) {
	line, numbers, _ := strings.Cut(nullVectors, "\n")
	identity, hash, _ := strings.Cut(line, " ")
	if hash != fmt.Sprintf("%x", sha256.Sum256([]byte(nullPrompts))) || len(numbers) != len(Default().Nulls())*384*2 {
		t.Errorf("%q, %d bytes: not of data/nulls.txt; run: make tune", line, len(numbers))
	}
	vectors := Default().NullVectors(identity)
	for i, vector := range vectors {
		var square float64
		for _, x := range vector {
			square += float64(x) * float64(x)
		}
		if math.Abs(square-1) > 1e-3 {
			t.Errorf("vector %d has length %g", i, math.Sqrt(square))
		}
	}
	if len(vectors) != len(Default().Nulls()) || Default().NullVectors(identity+"0") != nil {
		t.Errorf("%d vectors; those of another model: %v", len(vectors), Default().NullVectors(identity+"0") != nil)
	}
}

// Ensure that the recipes for tools are whole as well: sealed, fitted for their kind, with a
// gate of their own for every null prompt and a name for each of their concepts, and that
// they alone compare actions.
func TestEmbeddedRecipesForTools(t *testing.T) {
	for _, model := range []string{"all-MiniLM-L6-v2-skills", "all-MiniLM-L6-v2", "another"} {
		r, skills := ForTools(model), For(model)
		if r.ID != r.Seal() || r.ID == skills.ID {
			t.Errorf("%s: got ID %s want %s; fit it again: make tune", model, r.ID, r.Seal())
		}
		if r.Kind != "tool" || !r.UsesActions() || skills.UsesActions() || r.Weights.Same <= 0 || r.Weights.Other >= 0 {
			t.Errorf("%s: of %s, actions weigh %v and %v, of skills %v and %v", model, r.Kind, r.Weights.Same, r.Weights.Other, skills.Weights.Same, skills.Weights.Other)
		}
		if r.Weights.Dense == 0 || r.Lexical.Normalised == 0 || r.BM25.TellsFloor <= 0 || r.Profiles.Default.Floor == 0 || r.LexicalProfiles.Default.Floor == 0 {
			t.Errorf("%s: weights or floors are missing", model)
		}
		if r.Vectors != skills.Vectors && r.Own != "" {
			t.Errorf("%s: a gate of its own beside the adapter of another encoder", model)
		}
		if r.Own == "" {
			if r.OwnNames != "" || FittedFor(model) == "minilm-skills" {
				t.Errorf("%s: no vectors of its own, names %q", model, r.OwnNames)
			}
			continue
		}
		if err := r.Own.check(); err != nil || !r.Own.fits(384) || r.Own.nulls() != len(r.Nulls()) || r.Own.rank() != 0 {
			t.Errorf("%s: %v; gates of %d nulls, want %d", model, err, r.Own.nulls(), len(r.Nulls()))
		}
		count, _, _ := r.Own.concepts()
		names := strings.Split(strings.TrimSuffix(r.OwnNames, "\n"), "\n")
		if count < 100 || len(names) != count || slices.Contains(names, "") || r.Weights.Background <= 0 {
			t.Errorf("%s: %d concepts, %d names, weight %v", model, count, len(names), r.Weights.Background)
		}
		first, _, _ := r.Vectors.concepts()
		if got := r.Concept(first); got != names[0] || r.Concept(first-1) == names[0] || r.Concept(first+count-1) != names[count-1] {
			t.Errorf("%s: the first concept of its own is called %q, want %q", model, got, names[0])
		}
	}
}

// isDecimal reports a number, or nothing.
func isDecimal(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return text == "" || err == nil
}

// mannerBytesOfTable bounds what the binary carries for how a prompt is asked.
const mannerBytesOfTable = 96 << 10

// isMark reports whether a prompt can have it among its Manner: a word, the first
// or second word, or what tells of its form.
func isMark(mark string) bool {
	for _, prefix := range []string{"", markFirst, markSecond} {
		word, found := strings.CutPrefix(mark, prefix)
		if words, _ := mannerWords(word); found && slices.Equal(words, []string{word}) {
			return true
		}
	}
	return slices.Contains([]string{markCamel, markSnake, markPath, markFile, markLines, markCapitals, markName}, mark) ||
		strings.HasPrefix(mark, markSentences) && len(mark) == len(markSentences)+2
}

// Ensure that the table of how prompts are asked is small and sorted, that each
// line is a word that a prompt can have and a number that says something, and
// that every null prompt has both gates.
func TestEmbeddedManner(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(mannerTable, "\n"), "\n")
	if len(mannerTable) > mannerBytesOfTable || len(lines) < 1000 {
		t.Errorf("%d bytes, %d lines", len(mannerTable), len(lines))
	}
	if !slices.IsSorted(lines) {
		t.Error("data/manner.txt is not sorted")
	}
	for i, line := range lines {
		word, number, _ := strings.Cut(line, "\t")
		gate, err := strconv.ParseFloat(number, 64)
		if err != nil || gate == 0 {
			t.Errorf("line %q", line)
		}
		if i > 0 && !isMark(word) {
			t.Errorf("no prompt has the word %q", word)
		}
		if mannerLine(mannerTable, word) != gate {
			t.Errorf("%q is not found", word)
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(nullPrompts, "\n"), "\n") {
		fields := strings.Split(line, "\t")
		for _, number := range fields[:min(2, len(fields))] {
			if _, err := strconv.ParseFloat(number, 64); err != nil || len(fields) < 3 {
				t.Errorf("null prompt %d: %q", i, line)
			}
		}
	}
}

type backgroundSource struct {
	Documents int            `json:"documents"`
	Length    float64        `json:"avg_weighted_length"`
	DF        map[string]int `json:"df"`
}

func encodeBackground(t testing.TB) []byte {
	source := readJSON[backgroundSource](t, "data/background-df.json")
	var table bytes.Buffer
	for _, term := range slices.Sorted(maps.Keys(source.DF)) {
		fmt.Fprintf(&table, "%s\t%d\n", term, source.DF[term])
	}
	return table.Bytes()
}

func readJSON[T any](t testing.TB, path string) T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatalf("decode %s: %v", path, err)
	}
	return value
}

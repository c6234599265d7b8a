package abroad

import (
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/rank/language"
	"github.com/ed-irl/impressionism/host/stats"
)

// two cuts a run into pairs of characters.
func two(run string) []string {
	var pairs []string
	for pair := range slices.Chunk([]rune(run), 2) {
		pairs = append(pairs, string(pair))
	}
	return pairs
}

// Ensure that words are found as a text spells them, in scripts with spaces and without.
func TestUnits(t *testing.T) {
	for text, want := range map[string]string{
		"":      "",
		" … ! ": "",
		"Größe der next.js-App ändern, bitte.": "Größe|der|next.js-App|ändern|bitte",
		"c++ и C# в node_modules/x.go":         "c++|и|C#|в|node_modules/x.go",
		"l'équipe d’été":                       "l|équipe|d|été",
		"部署Terraform模块到生产":                     "部署|Terraform|模块|到生|产",
		"データベース を直す":                           "デー|タベ|ース|を直",
		"서버에 배포해 줘":                            "서버에|배포해|줘",
		"v1.2 .":                               "v1.2",
	} {
		if got := strings.Join(Units(text, two), "|"); got != want {
			t.Errorf("%q: got %s want %s", text, got, want)
		}
	}
}

// toy is a table of three words whose places are the axes, and of a map that doubles.
func toy(t *testing.T) *Table {
	t.Helper()
	axis := [][]float32{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	table, err := Decode("database\nmigration\nwrite\n", Encode([]float32{0, 0, 0}, axis, append(slices.Clone(axis), []float32{0, 0, 0}), axis))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// toyEncoder knows a few words of German.
var toyEncoder = Encoder{
	Embed: func(text string) ([]float32, error) {
		switch text {
		case "Datenbank", "database":
			return []float32{.9, .1, .2}, nil
		case "Migration", "migration":
			return []float32{0, 1, 0}, nil
		case "verfasse":
			return []float32{.1, 0, .9}, nil
		case "script":
			return []float32{-1, -1, -1}, nil
		case "unlesbar":
			return nil, errors.New("no")
		}
		return []float32{.5, .5, .5}, nil
	},
	Pieces: two,
}

// Ensure that a gloss has the English words in the prompt's order, once each, that names
// stay, and that grammar and what is near no word are left out.
func TestGloss(t *testing.T) {
	table := toy(t)
	for text, want := range map[string]string{
		"":                "",
		"bitte und danke": "",
		"bitte verfasse die Migration der Datenbank in PostgreSQL, die Datenbank": "write migration database PostgreSQL",
		"migration script v2": "migration v2",
	} {
		if got, err := table.Gloss(text, toyEncoder); err != nil || got != want {
			t.Errorf("%q: got %q, %v want %q", text, got, err, want)
		}
	}
	if _, err := table.Gloss("unlesbar", toyEncoder); err == nil {
		t.Error("the encoder's error is lost")
	}
	if got, err := table.Noisy("database", toyEncoder); err != nil || got != "database" && got != "write" && got != "" {
		t.Errorf("noisy: got %q, %v", got, err)
	}
}

// Ensure that a vector is that of the gloss and of the whole prompt, of length 1, and of the
// whole alone where there is no gloss.
func TestRead(t *testing.T) {
	table := toy(t)
	embed := func(text string) ([]float32, error) {
		if text != "database" {
			return nil, errors.New("embedded " + text)
		}
		return []float32{0, 1, 0}, nil
	}
	vector, err := table.Read("Datenbank", toyEncoder, table.Gloss, embed)
	if err != nil || math.Abs(stats.Dot(vector, vector)-1) > 1e-5 || vector[1] < vector[0] || vector[0] < vector[2] || vector[2] <= 0 {
		t.Errorf("got %v, %v", vector, err)
	}
	vector, err = table.Read("danke", toyEncoder, table.Gloss, embed)
	if want := float32(1 / math.Sqrt(3)); err != nil || math.Abs(float64(vector[0]-want)) > 1e-5 || vector[0] != vector[2] {
		t.Errorf("got %v, %v", vector, err)
	}
}

// Ensure that damaged tables are refused.
func TestDecodeRefuses(t *testing.T) {
	axis := [][]float32{{1}}
	whole := Encode([]float32{0}, axis, [][]float32{{1}, {0}}, axis)
	if _, err := Decode("a\n", whole); err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string][2]string{
		"nothing": {"a\n", ""}, "cut": {"a\n", whole[:len(whole)-1]}, "a word more": {"a\nb\n", whole}, "order": {"b\na\n", Encode([]float32{0}, axis, [][]float32{{1}, {0}}, [][]float32{{1}, {1}})},
	} {
		if _, err := Decode(table[0], table[1]); !errors.Is(err, errDamaged) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// Ensure that the embedded table is whole: for the default encoder, with words of English
// that say something.
func TestEmbeddedTable(t *testing.T) {
	table, ok := For("all-MiniLM-L6-v2-skills")
	if !ok || table.m != 384 || table.d != 512 || len(table.words) < 3000 {
		t.Fatalf("got %v, %d words", ok, len(table.words))
	}
	for _, word := range []string{"database", "deploy", "invoice", "coverage"} {
		if _, known := table.place(word); !known {
			t.Errorf("%s is not among the words", word)
		}
	}
	for _, word := range table.words {
		if language.Grammar(word) {
			t.Errorf("%s says nothing", word)
		}
	}
	if _, ok := For("another"); ok || Has("another") {
		t.Error("there is a table for another encoder")
	}
	if info, err := os.Stat("data/vectors.bin"); err != nil || info.Size() > 3<<20 {
		t.Errorf("got %v, %v: more than 3 MB in the binary", info, err)
	}
}

func BenchmarkNearest(b *testing.B) {
	table, _ := For(english)
	vector := make([]float32, table.d)
	vector[3] = 1
	for b.Loop() {
		table.nearest(vector, "")
	}
}

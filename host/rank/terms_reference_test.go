package rank

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode"

	"github.com/ed-irl/impressionism/host/rank/language"
)

// Ensure that terms are those of the tokenizer that the background table and
// the weights were made with, on every corpus and prompt there is whose letters
// it knows: the checksums in testdata/terms.txt were written by that tokenizer
// (terms.py).
func TestTermsOfReference(t *testing.T) {
	list, err := os.ReadFile("testdata/terms.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := strings.Split(strings.TrimSpace(string(list)), "\n")
	if len(files) < 10 {
		t.Fatalf("only %d files are listed", len(files))
	}
	for _, want := range files {
		name, _, _ := strings.Cut(want, " ")
		t.Run(name, func(t *testing.T) {
			count, sum := termStream(t, shared(t, "eval", name))
			if got := fmt.Sprintf("%s %d %x", name, count, sum); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// termStream hashes the terms of every text of a file as terms.py does.
func termStream(t *testing.T, path string) (count int, sum []byte) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var in io.Reader = file
	if strings.HasSuffix(path, ".gz") {
		if in, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	digest := sha256.New()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var row struct {
			corpusRow
			Body500 string `json:"body500"`
			Text    string `json:"text"`
		}
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{row.Name, row.Description, strings.Join(row.Keywords, " , "), row.Body, row.Body500, row.Text} {
			if strings.ContainsFunc(text, beyondASCII) {
				continue
			}
			for _, term := range language.Terms(text) {
				digest.Write([]byte(term + "\n"))
				count++
			}
			digest.Write([]byte("\n"))
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return count, digest.Sum(nil)
}

// beyondASCII reports what the reference tokenizer takes for a space though it
// belongs to a word.
func beyondASCII(r rune) bool {
	return r > unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r) || '\u0300' <= r && r <= '\u036f')
}

package rank

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure that Markdown becomes the texts that the weights were fitted on.
func TestPassages(t *testing.T) {
	long := strings.Repeat("word ", 200) // 1,000 characters
	for name, test := range map[string]struct {
		name, body string
		want       []string
	}{
		"no body":          {"a-b_c/d", "", nil},
		"signs and links":  {"a-b", "# Title\n\n- **bold** `code` [text](https://x.y/z_1)\n> quoted | cell", []string{"a b: # Title - bold code text  quoted  cell"}},
		"no link":          {"a", "[x] and [y](z and (w)", []string{"a: [x] and y"}},
		"fences":           {"a", "before\n```go\nx := 1\n```\nafter ```inline``` end\n```\nopen to the end", []string{"a: before after   end"}},
		"only fenced":      {"a", "```\ncode\n```", nil},
		"short end kept":   {"a", "short", []string{"a: short"}},
		"short end gone":   {"a", strings.Repeat("x", 470) + "\nshort end", []string{"a: " + strings.Repeat("x", 470) + " short end"}},
		"cut lines":        {"a", long, []string{"a: " + strings.TrimSpace(long[:480]), "a: " + strings.TrimSpace(long[480:960])}},
		"at most four":     {"a", strings.Repeat(strings.Repeat("y", 260)+"\n", 5), []string{"a: " + strings.Repeat("y", 260), "a: " + strings.Repeat("y", 260), "a: " + strings.Repeat("y", 260), "a: " + strings.Repeat("y", 260)}},
		"1,500 characters": {"a", strings.Repeat(strings.Repeat("é", 470)+"\n", 4), []string{"a: " + strings.Repeat("é", 470), "a: " + strings.Repeat("é", 470), "a: " + strings.Repeat("é", 470), "a: " + strings.Repeat("é", 87)}},
	} {
		t.Run(name, func(t *testing.T) {
			head, chunks := Passages(test.name, "does things", test.body)
			if want := strings.NewReplacer("-", " ", "_", " ", "/", " ").Replace(test.name) + ": does things"; head != want {
				t.Errorf("got head %q want %q", head, want)
			}
			if diff := cmp.Diff(test.want, chunks); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Ensure that the passages of real skills stay those whose cosines were
// compared with golden-dev.json: all 87 agreed to four decimals. Another
// checksum means that the cosines have to be compared again.
func TestPassagesOfReference(t *testing.T) {
	const want = "395ad9958d31a208bae065e94de0a000"
	digest := sha256.New()
	for _, row := range readLines[corpusRow](t, shared(t, "eval", "dev", "skills-real", "corpus.jsonl")) {
		head, chunks := Passages(row.Name, row.Description, row.Body)
		for _, text := range append(chunks, head) {
			digest.Write([]byte(text + "\n"))
		}
	}
	if got := fmt.Sprintf("%x", digest.Sum(nil)[:16]); got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

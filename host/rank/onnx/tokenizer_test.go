package onnx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// Ensure tokens are those of the reference, in many scripts, with control
// characters, names of special tokens, and texts that are cut.
func TestTokensEqualReference(t *testing.T) {
	tokens := bertTokenizer(t)
	for _, want := range references(t) {
		if diff := cmp.Diff(want.IDs, tokens.encode("", want.Text)); diff != "" {
			t.Errorf("%.60q (-want +got):\n%s", want.Text, diff)
		}
	}
}

// Ensure that every code point there is gives the reference's tokens between
// two letters: dropped, a space, a word of its own, folded, or unknown.
func TestEveryCodePoint(t *testing.T) {
	tokens := bertTokenizer(t)
	checked, wrong := 0, 0
	for line := range strings.Lines(string(unpacked(t, "testdata/codepoints.txt.gz"))) {
		var first, last rune
		line, rest := strings.TrimSpace(line), ""
		if _, err := fmt.Sscanf(line, "%X %X", &first, &last); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		_, rest, _ = strings.Cut(line, " ")
		_, want, _ := strings.Cut(rest, " ")
		for point := first; point <= last; point++ {
			if !utf8.ValidRune(point) {
				continue
			}
			checked++
			ids := tokens.encode("", "a"+string(point)+"a")
			got := strings.Trim(fmt.Sprint(ids[1:len(ids)-1]), "[]")
			if got != want && wrong < 20 {
				wrong++
				t.Errorf("U+%04X: got %s, want %s", point, got, want)
			}
		}
	}
	if want := 0x110000 - 0x800; checked != want {
		t.Errorf("checked %d code points, want %d", checked, want)
	}
}

// Ensure the prefix counts and comes first, and that names of special tokens
// are text.
func TestEncode(t *testing.T) {
	tokens := bertTokenizer(t)
	v := tokens.vocabulary
	if got, want := tokens.encode("ask: ", "why"), tokens.encode("", "ask: why"); !slices.Equal(got, want) {
		t.Errorf("with a prefix: got %v, want %v", got, want)
	}
	got := tokens.encode("", "[SEP]")
	if got[0] != v.cls || got[len(got)-1] != v.sep || slices.Contains(got[1:len(got)-1], v.sep) {
		t.Errorf("[SEP] in a text: got %v", got)
	}
	long := tokens.encode("", strings.Repeat("a ", TextBytesMax))
	if len(long) != tokens.tokensMax || long[len(long)-1] != v.sep {
		t.Errorf("a long text: got %d tokens, the last %d", len(long), long[len(long)-1])
	}
}

// Ensure the hash table finds exactly what a map of the same lines finds.
func TestVocabularyEqualsMap(t *testing.T) {
	v := bertTokenizer(t).vocabulary
	lines := strings.Split(strings.TrimSuffix(v.text, "\n"), "\n")
	byLine := map[string]int64{}
	for id, line := range lines {
		byLine[line] = int64(id)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		a, b := lines[random.IntN(len(lines))], lines[random.IntN(len(lines))]
		text, continued := strings.TrimPrefix(a, "##")+strings.TrimPrefix(b, "##"), random.IntN(2) == 0
		mark := ""
		if continued {
			mark = "##"
		}
		wantID, wantSize := int64(0), 0
		for end := range len(text) {
			if id, ok := byLine[mark+text[:end+1]]; ok && utf8.ValidString(text[:end+1]) {
				wantID, wantSize = id, end+1
			}
		}
		if id, size := v.longest(text, continued); id != wantID || size != wantSize {
			t.Fatalf("%q, continued %t: got %d of %d bytes, want %d of %d", text, continued, id, size, wantID, wantSize)
		}
	}
}

// Ensure what is no vocabulary is refused.
func TestVocabularyRefused(t *testing.T) {
	for name, text := range map[string]string{
		"empty":      "",
		"no [SEP]":   "[CLS]\n[UNK]\na\n",
		"too large":  strings.Repeat("a", vocabularyBytesMax+1),
		"many lines": "[CLS]\n[SEP]\n[UNK]\n" + strings.Repeat("\n", piecesMax),
	} {
		if _, err := readVocabulary(text); err == nil {
			t.Errorf("%s: got no error", name)
		}
	}
}

// Ensure no text makes the tokenizer panic or exceed its maximum, and that
// every id exists.
func FuzzEncode(f *testing.F) {
	tokens := bertTokenizer(f)
	for _, one := range references(f) {
		f.Add("", one.Text)
	}
	f.Add("query: ", "\xff\xfe broken \xed\xa0\x80 bytes")
	f.Add(strings.Repeat("é", 300), strings.Repeat("\u0301", 5000))
	f.Fuzz(func(t *testing.T, prefix, text string) {
		ids := tokens.encode(prefix, text)
		if len(ids) < 2 || len(ids) > tokens.tokensMax || ids[0] != tokens.vocabulary.cls || ids[len(ids)-1] != tokens.vocabulary.sep {
			t.Fatalf("got %v", ids)
		}
		for _, id := range ids {
			if id < 0 || id >= int64(len(tokens.vocabulary.ends)) {
				t.Fatalf("id %d of %d", id, len(tokens.vocabulary.ends))
			}
		}
	})
}

// Ensure no file makes reading a vocabulary panic.
func FuzzReadVocabulary(f *testing.F) {
	f.Add("[CLS]\n[SEP]\n[UNK]\na\n##b\n", "ab")
	f.Add("[UNK]\n[UNK]\n[CLS]\n[SEP]\n\n\n##\n", "\x00é")
	f.Fuzz(func(t *testing.T, file, text string) {
		v, err := readVocabulary(file)
		if err != nil {
			return
		}
		tokens := &tokenizer{vocabulary: v, tokensMax: 8}
		if ids := tokens.encode("", text); len(ids) > 8 {
			t.Fatalf("got %d tokens", len(ids))
		}
	})
}

func BenchmarkReadVocabulary(b *testing.B) {
	text := bertTokenizer(b).vocabulary.text
	for b.Loop() {
		if _, err := readVocabulary(text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	tokens := bertTokenizer(b)
	all := references(b)
	for b.Loop() {
		for _, one := range all {
			tokens.encode("", one.Text)
		}
	}
}

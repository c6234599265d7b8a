package probe_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/author/probe"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// Ensure that lines and objects are read beside each other.
func TestDecode(t *testing.T) {
	got, err := probe.Decode([]byte("\xEF\xBB\xBFfill the form\r\n\n{\"text\": \"merge pages\"}\n{\"prompt\": \"a\\nb\", \"id\": 3}\n{\"query\": \"q\"}\n{\"text\": \"\"}"))
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, p := range got {
		texts = append(texts, p.From+" "+p.Text)
	}
	if diff := cmp.Diff([]string{"file fill the form", "file merge pages", "file a\nb", "file q"}, texts); diff != "" {
		t.Errorf("want (-), got (+):\n%s", diff)
	}
}

// Ensure that what cannot be read says where and why.
func TestDecodeErrors(t *testing.T) {
	for want, data := range map[string]string{
		"it holds no prompt; write one a line":            "\n \n",
		"it is no UTF-8 text; save it as UTF-8":           "a\x00b",
		"line 2: it begins like JSON and is none":         "fine\n{\"text\": oops",
		"line 1: the object has neither text nor prompt":  `{"id": 1}`,
		"line 1: it is longer than 64 KiB":                strings.Repeat("x", 70<<10),
		"line 5001: more than 5000 prompts":               strings.Repeat("a\n", 5001),
		"it is larger than 4 MiB; divide it":              strings.Repeat("a\n", 3<<20),
		"line 1: it begins like JSON and is none: json: ": `{"text": 3}`,
	} {
		if _, err := probe.Decode([]byte(data)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("got %v, want %s…", err, want)
		}
	}
}

// FuzzDecode looks for a file that is neither read nor refused in words.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("a\n{\"text\":\"b\"}\n"))
	f.Add([]byte("{\"text\":null}\n{"))
	f.Fuzz(func(t *testing.T, data []byte) {
		prompts, err := probe.Decode(data)
		if (err == nil) == (len(prompts) == 0) {
			t.Fatalf("%q: got %d prompts and %v", data, len(prompts), err)
		}
		if err != nil && strings.ContainsFunc(err.Error(), catalog.Unsafe) {
			t.Fatalf("%q: %q holds what a terminal obeys", data, err)
		}
	})
}

// FuzzPrompts looks for a skill whose words make too many prompts, too long
// ones, or ones of no words.
func FuzzPrompts(f *testing.F) {
	f.Add("Use when asked to “x y z”, or when (1) a b c d", "ever so often", "## When to use\n- a b c\n* d e f")
	f.Add("'", "\"", "#")
	f.Fuzz(func(t *testing.T, description, when, body string) {
		i := item("some-skill", description, when, body)
		got := probe.Prompts(i, says)
		if len(got) > 8 {
			t.Fatalf("got %d prompts", len(got))
		}
		for _, p := range got {
			if len(p.Text) > 160 || len(language.Terms(p.Text)) == 0 || strings.ContainsRune(p.Text, '\n') {
				t.Fatalf("got %q", p.Text)
			}
		}
		words := probe.NewWords([]probe.Item{i, item("other", when, "", description)}, rarity)
		words.Candidates("some-skill", "other")
		if alike := words.Alike("some-skill", "other"); alike < 0 || alike > 1.000001 {
			t.Fatalf("got %v alike", alike)
		}
	})
}

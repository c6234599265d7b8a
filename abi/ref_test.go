package abi_test

import (
	"encoding/json"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that a ref is a kind, a colon and an id that may hold colons itself, and
// that nothing else is one.
func TestParseRef(t *testing.T) {
	for text, want := range map[string]abi.Ref{
		"skill:pdf-forms":    abi.Skill("pdf-forms"),
		"skill:acme:migrate": abi.Skill("acme:migrate"),
		"skill::":            abi.Skill(":"),
		"command:git tidy":   {Kind: "command", ID: "git tidy"},
		"a-1:日本語":            {Kind: "a-1", ID: "日本語"},
	} {
		if got, err := abi.ParseRef(text); err != nil || got != want || got.String() != text {
			t.Errorf("%s: %#v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", ":", "pdf-forms", "skill:", ":x", "Skill:x", "1a:x", "-a:x", "a b:x", "sk_ill:x", "é:x"} {
		if got, err := abi.ParseRef(text); err == nil || !got.IsZero() {
			t.Errorf("%q is taken for %#v", text, got)
		}
	}
}

// Ensure that what is a ref is written as it was read, alone, as a value and as a
// key of JSON.
func FuzzRef(f *testing.F) {
	for _, seed := range []string{"skill:a", "skill:a:b", "command:", "x", "A:b", "a:\xff", "a:\"\\"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ref, err := abi.ParseRef(text)
		if err != nil {
			return
		}
		if ref.String() != text {
			t.Fatalf("%q is written %q", text, ref)
		}
		data, err := json.Marshal(map[abi.Ref]abi.Ref{ref: ref})
		if err != nil {
			t.Fatal(err)
		}
		var read map[abi.Ref]abi.Ref
		if err := json.Unmarshal(data, &read); err != nil || len(read) != 1 {
			t.Fatalf("%s: %v, %v", data, read, err)
		}
	})
}

package mcplist_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/mcplist"
)

// plainID stands for how a client forms ids: a dot becomes "_", other letters stay.
func plainID(prefix, tool string) string { return prefix + strings.ReplaceAll(tool, ".", "_") }

// Ensure that a list is read from a file in each form that it has outside, and that any other
// content is an error that says which form is wanted.
func TestRead(t *testing.T) {
	one := `{"name":"one","description":"It is one.","inputSchema":{"type": "object"}}`
	for content, want := range map[string]string{
		`{"tools":[` + one + `]}`:                                              "one",
		"\ufeff [" + one + "]\n":                                               "one",
		`{"jsonrpc":"2.0","id":1,"result":{"tools":[` + one + `]}}`:            "one",
		`{"jsonrpc":"2.0","id":1,"error":null,"result":{"tools":[]}}`:          "",
		`{"tools":[` + one + `],"nextCursor":"more"}`:                          "one",
		`{"tools":[` + one + `,` + one + `,{"name":"b.c"},4]}`:                 "one",
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"unknown"}}`: "error: it is an answer that reports an error",
		`{"servers":[],"tools":[` + one + `]}`:                                 "error: it is what `tools list --json` prints",
		`{"result":null}`:                                                      `error: the answer to tools/list has no "tools"`,
		`{}`:                                                                   `error: the answer to tools/list has no "tools"`,
		`{"tools":null}`:                                                       `error: the answer to tools/list has no "tools"`,
		`{"tools":"x"}`:                                                        "error: the answer to tools/list is not",
		`"tools"`:                                                              "error: the answer to tools/list is not",
		"":                                                                     "error: it is no JSON",
		`{"tools":[`:                                                           "error: it is no JSON",
		"<html>":                                                               "error: it is no JSON",
		strings.Repeat("[", 200_000):                                           "error: it is no JSON",
		strings.Repeat(" ", 5<<20):                                             "error: it has more than 4194304 bytes",
	} {
		answer, err := mcplist.Read([]byte(content))
		var got []string
		for _, named := range answer.Name(client.Server{Prefix: "mcp__x__"}, func(prefix, tool string) string { return prefix + tool }) {
			got = append(got, named.Part)
		}
		said := strings.Join(got, ",")
		if err != nil {
			said = "error: " + err.Error()
		}
		if said != want && (!strings.HasPrefix(want, "error") || !strings.HasPrefix(said, want)) {
			t.Errorf("%.60q: got %s, want %s", content, said, want)
		}
		if strings.Contains(content, "nextCursor") != (len(answer.Notes) > 0) {
			t.Errorf("%.60q: got the notes %q", content, answer.Notes)
		}
	}
}

// Ensure that a tool gets an id only if the client can call it by one that begins as those of
// its server do.
func TestName(t *testing.T) {
	ids := map[string]string{"none": "", "other": "mcp__y__other", "prefix": "mcp__x__", "dot": "mcp__x__d.t", "long": "mcp__x__" + strings.Repeat("n", 121), "fits": "mcp__x__" + strings.Repeat("n", 120)}
	var answer mcplist.Answer
	for _, name := range []string{"none", "other", "prefix", "dot", "long", "fits"} {
		answer.Tools = append(answer.Tools, mcplist.Tool{Name: name})
	}
	toolID := func(_, tool string) string { return ids[tool] }
	named := answer.Name(client.Server{Prefix: "mcp__x__"}, toolID)
	if len(named) != 1 || named[0].Name != "fits" || named[0].ID != ids["fits"] || len(named[0].Part) != 120 {
		t.Errorf("got %+v", named)
	}
	got := fmt.Sprint(answer.Rejected)
	for _, want := range []string{"{none the client can call no tool", "{other its id does not begin", "{prefix its id does not begin", "{dot its id has characters", "{long its id has more than 128"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if named := answer.Name(client.Server{}, toolID); len(named) > 0 {
		t.Errorf("a server without a prefix has tools: %+v", named)
	}
}

// Ensure that every value which a server is started with and that nobody wrote down is known as
// one to hide, however many there are in a text.
func TestSecrets(t *testing.T) {
	for _, test := range []struct{ written, replaced, want string }{
		{"--x", "--x", ""},
		{"--key=${KEY}", "--key=abc", "abc"},
		{"${A}/b?c=${D}", "https://a/b?c=d", "d|https://a"},
		{"${A}${B}", "ab", "ab"},
		{"${A:-x}-y", "k-y", "k"},
		{"a${B}c", "other", ""},
		{"${A", "k", "k"},
		{"${A}x${B}", "ky", "ky"},
	} {
		got := strings.Join(mcplist.Secrets(client.Server{Args: []string{test.written}}, client.Launch{Args: []string{test.replaced}}), "|")
		if got != test.want {
			t.Errorf("%s is %s: got %q, want %q", test.written, test.replaced, got, test.want)
		}
	}
	got := strings.Join(mcplist.Secrets(client.Server{Variables: []string{"A"}, Args: []string{"x", "y"}}, client.Launch{Environ: []string{"A=1=2", "B=3"}, Headers: map[string]string{"X": "Bearer t"}}), "|")
	if got != "1=2|Bearer t|t" {
		t.Errorf("got %q", got)
	}
	if got := mcplist.Secrets(client.Server{}, client.Launch{Secrets: []string{"part"}}); len(got) != 1 || got[0] != "part" {
		t.Errorf("got %q", got)
	}
}

// Ensure that no content of a file makes the reader panic or leave its limits: what is read
// can be a tool's file and has an id of the client's alphabet.
func FuzzRead(f *testing.F) {
	for _, content := range []string{`{"tools":[{"name":"a","description":"b","inputSchema":{}}],"nextCursor":"c"}`, `[{"name":"\ud800"},{"name":"a\nb","description":"\u202e"}]`, `{"result":{"tools":[1,null,[],{}]}}`, `{"tools":{}}`, "\ufeff[]"} {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		answer, err := mcplist.Read(content)
		if err != nil && len(answer.Tools) > 0 {
			t.Error("tools with an error")
		}
		for _, one := range answer.Tools {
			if one.Name == "" || len(one.Description) > tool.DescriptionBytesMax || !utf8.ValidString(one.Description) || strings.ContainsAny(one.Description, "\x00\x1b\u202e") {
				t.Errorf("got %+q", one)
			}
			if len(one.Input) > tool.InputBytesMax || one.Input != nil && !json.Valid(one.Input) {
				t.Errorf("got the schema %.100q", one.Input)
			}
		}
		seen := map[string]bool{}
		for _, named := range answer.Name(client.Server{Prefix: "mcp__x__"}, plainID) {
			if seen[named.ID] || strings.Trim(named.ID, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" || named.ID != "mcp__x__"+named.Part {
				t.Errorf("got %+q", named)
			}
			seen[named.ID] = true
		}
		for _, rejected := range answer.Rejected {
			if utf8.RuneCountInString(rejected.Name) > 200 || strings.ContainsAny(rejected.Name, "\n\x1b\x00") || rejected.Reason == "" {
				t.Errorf("got %+q", rejected)
			}
		}
	})
}

package wish_test

import (
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/decide/wish"
)

// Ensure that a pattern counts for the files and folders that the page on settings
// says, and for no others.
func TestAlways(t *testing.T) {
	edited := func(paths ...string) (touched []wish.Touch) {
		for _, path := range paths {
			touched = append(touched, wish.Touch{Path: path, How: "edited"})
		}
		return touched
	}
	for _, c := range []struct {
		pattern, want string
		touched       []wish.Touch
	}{
		{pattern: "auth/**", touched: edited("/w/shop/auth/session.ts"), want: `auth/session.ts was edited ("auth/**")`},
		{pattern: "auth/**", touched: edited("/w/shop/auth/deep/er.ts", "/w/shop/readme.md"), want: `auth/deep/er.ts was edited ("auth/**")`},
		{pattern: "auth/", touched: edited("/w/shop/auth/session.ts"), want: `auth/session.ts was edited ("auth/")`},
		{pattern: "auth/**", touched: edited("/w/shop/src/auth/session.ts")},
		{pattern: "**/auth/**", touched: edited("/w/shop/src/auth/session.ts"), want: `src/auth/session.ts was edited ("**/auth/**")`},
		{pattern: "auth/**", touched: edited("/w/shopping/auth/session.ts")},
		{pattern: "auth/**", touched: edited("/w/shop/../other/auth/x")},
		{pattern: "auth/**", touched: edited("../auth/x")},
		{pattern: "auth/**", touched: edited("auth/x"), want: `auth/x was edited ("auth/**")`},
		{pattern: "*.tf", touched: edited("/w/shop/infra/main.tf"), want: `infra/main.tf was edited ("*.tf")`},
		{pattern: "*.tf", touched: edited("/elsewhere/main.tf")},
		{pattern: "src/*.{ts,tsx}", touched: edited(`/w/shop/src/a.tsx`), want: `src/a.tsx was edited ("src/*.{ts,tsx}")`},
		{pattern: "/etc/**", touched: edited("/etc/hosts"), want: `/etc/hosts was edited ("/etc/**")`},
		{pattern: "/w/shop", want: `the workspace is /w/shop ("/w/shop")`},
		{pattern: "~/shop/**", want: `the workspace is /w/shop ("~/shop/**")`},
		{pattern: "~/other/**"},
		{pattern: "**", want: ""},
	} {
		wishes := wish.Wishes{Always: map[string][]string{c.pattern: {"x"}}}
		got := ""
		for _, one := range wishes.Of(wish.Event{Workspace: "/w/shop", Home: "/w", Touched: c.touched}) {
			got = one.Reason
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.pattern, got, c.want)
		}
	}
}

// Ensure that a word counts where people would say that it stands there, in any
// script, and not inside another word, name or path.
func TestWords(t *testing.T) {
	for _, c := range []struct {
		word, prompt string
		want         bool
	}{
		{"ship", "please SHIP it", true},
		{"ship", "ship", true},
		{"ship", "Let's ship.", true},
		{"ship", "(ship)", true},
		{"ship", "the shipment, a battleship and shipping", false},
		{"ship", "see docs/ship.md and ship.yaml or battle-ship", false},
		{"ship it", "now ship\n  it!", true},
		{"ship it", "ship item", false},
		{"Straße", "in der STRASSE", true},
		{"caf\u00e9", "the cafe\u0301 menu", true},
		{"cafe", "the cafe\u0301 menu", false},
		{"発布", "新版を発布してください", true},
		{"发布", "请发布新版本", true},
		{"リリース", "今日リリースする", true},
		{"リリース", "リリースノート", false},
		{"kubectl", "今すぐkubectlコマンドを実行", true},
		{"コマンド", "新コマンドline", true},
		{"배포", "지금 배포해줘", true},
		{"релиз", "Сделай РЕЛИЗ сейчас", true},
		{"релиз", "релизный", false},
		{"c++", "port it to C++, please", true},
	} {
		wishes := wish.Wishes{Words: map[string][]string{c.word: {"x"}}}
		if got := len(wishes.Of(wish.Event{Prompt: c.prompt})) > 0; got != c.want {
			t.Errorf("%q in %q: got %v, want %v", c.word, c.prompt, got, c.want)
		}
	}
}

// Ensure that wishes come in an order that is the same every time, each item once.
func TestOrder(t *testing.T) {
	wishes := wish.Wishes{
		Words:  map[string][]string{"ship": {"train"}, "audit": {"review", "train"}},
		Always: map[string][]string{"b/**": {"b"}, "a/**": {"a", "review"}},
	}
	event := wish.Event{Workspace: "/w", Prompt: "audit, then ship", Touched: []wish.Touch{{Path: "/w/b/1", How: "read"}, {Path: "/w/a/1", How: "read"}}}
	for range 50 {
		var got []string
		for _, one := range wishes.Of(event) {
			got = append(got, one.Name)
		}
		if strings.Join(got, " ") != "review train a b" {
			t.Fatalf("got %q", got)
		}
	}
}

// Ensure that an id is meant with or without its plugin, a name that several plugins have is
// nobody's, no folder's prefix may be left out, and a star matches any part of an id.
func TestNames(t *testing.T) {
	for pattern, want := range map[string]bool{"brainstorming": true, "superpowers:*": true, "superpowers:brainstorming": true, "brain*": true, "other:*": false, "storm": false} {
		if _, got := (wish.Wishes{Never: []string{pattern}}).Forbids("superpowers:brainstorming"); got != want {
			t.Errorf("%s: got %v, want %v", pattern, got, want)
		}
	}
	for pattern, want := range map[string]bool{"*:runit": true, "apps*:runit": true, "apps*": true, "apps/*": true, "apps/**": true, "apps/web:*": true, "apps/{web,api}:runit": true, "runit": true, "*": true, "web:*": false, "apps/api*": false} {
		if _, got := (wish.Wishes{Never: []string{pattern}}).Forbids("apps/web:runit"); got != want {
			t.Errorf("%s: got %v, want %v", pattern, got, want)
		}
	}
	ids := wish.IDs{All: []string{"plain", "a:both", "b:both", "a:one", "a:one", "sub:one", "apps/web:other"}, Plugins: []string{"a:both", "b:both", "a:one", "a:one"}}
	for name, want := range map[string]string{"plain": "plain", "one": "a:one", "a:both": "a:both", "both": "", "none": "", "other": "", "sub:one": "sub:one"} {
		if got, _ := wish.Find(name, ids); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// Ensure that a file is known from the beginning of a tool's input, and only from
// what names one.
func TestTouched(t *testing.T) {
	for _, c := range []struct{ tool, input, want string }{
		{"Edit", `{"file_path":"/w/a.ts","old_string":"x`, "/w/a.ts edited"},
		{"Write", `{"content":"\"file_path\":\"no\"","file_path":"/w/a.ts"}`, "/w/a.ts written"},
		{"Read", `{"limit":3,"file_path":"/w/ä\"b.ts"}`, `/w/ä"b.ts read`},
		{"NotebookEdit", `{"notebook_path":"n.ipynb"}`, "n.ipynb edited"},
		{"mcp__fs__write", `{"path":"/w/a"}`, "/w/a touched"},
		{"Grep", `{"pattern":"x","path":"/w/auth"}`, ""},
		{"Edit", `{"file_path":"/w/cut-o`, ""},
		{"Bash", `{"command":"rm -r auth"}`, ""},
		{"Edit", `[]`, ""},
		{"Edit", ``, ""},
	} {
		got, ok := wish.Touched(c.tool, c.input)
		if text := got.Path + " " + got.How; ok && text != c.want || !ok && c.want != "" {
			t.Errorf("%s %s: got %q, want %q", c.tool, c.input, text, c.want)
		}
	}
}

// Ensure that neither a pattern that the settings take nor a recorded tool use makes
// matching panic or last.
func FuzzWishes(f *testing.F) {
	f.Add("auth/**", "ship", `{"file_path":"/w/auth/a.ts"}`, "ship it")
	f.Add("{a,a}**/**/*a*a*a*b", "發布", `{"path":`, "發布")
	f.Add(strings.Repeat("**/", 60)+"b", "x", `{"file_path":"/w/`+strings.Repeat("a/", 90)+`c"}`, "x")
	f.Fuzz(func(t *testing.T, pattern, word, input, prompt string) {
		if len(pattern) > 200 || len(word) > 200 || len(input) > 500 || len(prompt) > 4000 || strings.Count(pattern, "{") > 1 {
			t.Skip()
		}
		wishes := wish.Wishes{Never: []string{pattern}, Always: map[string][]string{pattern: {"x"}}, Words: map[string][]string{word: {"y"}}}
		event := wish.Event{Prompt: prompt, Workspace: "/w", Home: "/h"}
		if touch, ok := wish.Touched("mcp__x", input); ok {
			event.Touched = append(event.Touched, touch)
		}
		began := time.Now()
		wishes.Of(event)
		wishes.Forbids(input)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%q on %q took %v", pattern, input, took)
		}
	})
}

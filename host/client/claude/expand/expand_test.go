package expand

import (
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog/markdown"
	"github.com/ed-irl/impressionism/host/client/inspect"
)

// recording is what the pinned clients made of slash commands; package clienttest holds the
// clients to the same file.
type recording struct {
	Files map[string]string
	Cases []struct {
		Typed string
		Sent  map[string]string
		Read  map[string][]string
	}
}

func recorded(tb testing.TB) recording {
	tb.Helper()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		tb.Fatal(err)
	}
	var r recording
	if err := json.Unmarshal(data, &r); err != nil {
		tb.Fatal(err)
	}
	return r
}

// file returns the file of the command that was typed, and the arguments.
func (r recording) file(tb testing.TB, typed string) (inspect.CommandFile, string) {
	tb.Helper()
	name, arguments := strings.TrimPrefix(typed, "/"), ""
	if at := strings.IndexAny(name, " \t\n"); at >= 0 {
		name, arguments = name[:at], name[at+1:]
	}
	file := inspect.CommandFile{Home: "$WORK/home/.claude", Workspace: "$WORK/project"}
	folders := []string{"home/.claude/commands", "project/.claude/commands"}
	if inPlugin, ok := strings.CutPrefix(name, "plug:"); ok {
		name, folders = inPlugin, []string{"plug/commands"}
		file.Plugin, file.PluginRoot = "plug@inline", "$WORK/plug"
	}
	for _, folder := range folders {
		if text, ok := r.Files[path.Join(folder, strings.ReplaceAll(name, ":", "/"))+".md"]; ok {
			return withData(file, text), arguments
		}
	}
	tb.Fatalf("there is no file of %q", typed)
	return file, ""
}

// withData returns a command's file with its text and the front matter of that.
func withData(file inspect.CommandFile, text string) inspect.CommandFile {
	file.Data = []byte(text)
	if doc, rejection := markdown.Parse(file.Data); rejection == nil {
		file.FrontMatter = doc.JSON
	}
	return file
}

// unsureMax is how many of the recorded arguments are split otherwise than the client splits
// them: each of them with a warning.
const unsureMax = 8

// Ensure that a command is expanded as both pinned clients do, by what they sent; where a shell
// reads the arguments as more than words, the expansion says that it is not sure.
func TestExpand(t *testing.T) {
	r := recorded(t)
	unsure := 0
	for _, c := range r.Cases {
		file, arguments := r.file(t, c.Typed)
		got, err := Expand(file, arguments)
		if err != nil {
			t.Fatalf("%q: %v", c.Typed, err)
		}
		older := got.Text
		if got.Older != "" {
			older = got.Older
		}
		want := map[string]string{}
		for version, text := range c.Sent {
			want[version] = text
		}
		differ := cmp.Diff(want, map[string]string{Measured()[0]: asRun(got.Text), Measured()[1]: asRun(older)})
		if len(got.Odd) > 0 {
			if differ != "" {
				unsure++
			}
			continue
		}
		if len(got.Open) > 0 {
			continue // of a session
		}
		if differ != "" {
			t.Errorf("%q: want (-), got (+):\n%s", c.Typed, differ)
		}
		if read := slices.Sorted(slices.Values(got.Reads)); c.Read != nil && !cmp.Equal(c.Read[Measured()[0]], existing(r, read)) {
			t.Errorf("%q: got files %q, want %q", c.Typed, read, c.Read)
		}
	}
	if unsure > unsureMax {
		t.Errorf("%d expansions differ from the client's where they are not sure, want at most %d", unsure, unsureMax)
	}
}

// asRun returns a text as the client sends it if all of its shell commands are echo.
func asRun(text string) string {
	for _, pattern := range []string{"```!\n%\n```", "```!%```", "!`%`"} {
		before, after, _ := strings.Cut(pattern, "%")
		for _, command := range runs(text) {
			said := strings.ReplaceAll(command, "echo ", "")
			text = strings.Replace(text, before+command+after, said, 1)
		}
	}
	return text
}

// existing returns those of the files that lie in the project.
func existing(r recording, files []string) []string {
	var found []string
	for _, file := range files {
		name := path.Join("project", file)
		if _, ok := r.Files[name]; ok {
			found = append(found, strings.TrimPrefix(name, "project/"))
		}
	}
	slices.Sort(found)
	return found
}

// Ensure that plain arguments raise no doubt: nobody heeds a warning that always comes.
func TestSplitIsSure(t *testing.T) {
	for _, arguments := range []string{"", "a b", `"a | b" c`, "src/main.go -v --all", "it's ok", "add a * to the end!", "a$b", "issue-12: fix"} {
		if _, odd := split(arguments); odd != nil {
			t.Errorf("%q: got %q", arguments, odd)
		}
	}
	for _, arguments := range []string{"a | b", "fix #12", "a $HOME", "if x", "f(x)", "A=1 b", "a\nb"} {
		if _, odd := split(arguments); len(odd) != 1 {
			t.Errorf("%q: got %q, want a doubt", arguments, odd)
		}
	}
}

// Ensure that what a file says of calling it is read in all the ways in which people write it.
func TestHead(t *testing.T) {
	for text, want := range map[string]inspect.CommandHead{
		"Do it.": {ByUser: true, ByModel: true},
		"---\nargument-hint: [file]\nallowed-tools: Bash(git add:*, git rm), Read\n---\n":  {Hint: "[file]", Tools: []string{"Bash(git add:*, git rm)", "Read"}, ByUser: true, ByModel: true},
		"---\nargument-hint: \"[a] [b]\"\nallowed-tools:\n  - Read\n  - Bash(ls:*)\n---\n": {Hint: "[a] [b]", Tools: []string{"Read", "Bash(ls:*)"}, ByUser: true, ByModel: true},
		"---\narguments: who what\nuser-invocable: false\n---\n":                           {Arguments: []string{"who", "what"}, ByModel: true},
		"---\nallowed-tools: Bash(open, Read\ndisable-model-invocation: \"true\"\n---\n":   {Tools: []string{"Bash(open, Read"}, ByUser: true},
	} {
		if diff := cmp.Diff(want, Head(withData(inspect.CommandFile{}, text))); diff != "" {
			t.Errorf("%q: want (-), got (+):\n%s", text, diff)
		}
	}
}

// Ensure that neither long arguments nor a text that repeats them take more memory than the
// limits allow.
func TestExpandLimits(t *testing.T) {
	if _, err := Expand(inspect.CommandFile{}, strings.Repeat("x", ArgumentsBytesMax+1)); err == nil {
		t.Error("long arguments were taken")
	}
	greedy := inspect.CommandFile{Data: []byte(strings.Repeat("$ARGUMENTS", 50_000))}
	if _, err := Expand(greedy, strings.Repeat("x", ArgumentsBytesMax)); err == nil {
		t.Error("a text of gigabytes was made")
	}
}

// Ensure that the environment never gets into a text.
func TestExpandKnowsNoEnvironment(t *testing.T) {
	t.Setenv("SECRET_OF_MINE", "leaked")
	got, err := Expand(inspect.CommandFile{Data: []byte("$SECRET_OF_MINE ${SECRET_OF_MINE} $ARGUMENTS")}, "${SECRET_OF_MINE}")
	if err != nil || strings.Contains(got.Text, "leaked") {
		t.Errorf("got %+v, %v", got, err)
	}
}

// Ensure that no text and no arguments crash the expansion, and that arguments never add a shell
// command to what the file itself runs.
func FuzzExpand(f *testing.F) {
	r := recorded(f)
	for _, c := range r.Cases {
		file, arguments := r.file(f, c.Typed)
		f.Add(file.Data, arguments)
	}
	f.Fuzz(func(t *testing.T, data []byte, arguments string) {
		got, err := Expand(withData(inspect.CommandFile{PluginRoot: "/p"}, string(data)), arguments)
		if err != nil {
			return
		}
		if len(got.Text) > TextBytesMax || len(got.Older) > TextBytesMax {
			t.Errorf("got %d and %d bytes", len(got.Text), len(got.Older))
		}
		if len(got.Runs) > 0 && !strings.Contains(string(data), "!") {
			t.Errorf("the arguments %q run %q", arguments, got.Runs)
		}
	})
}

package files

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/git"
)

// quotedLines are ignore files, as Go writes strings.
func quotedLines(t testing.TB) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/ignore.txt")
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for line := range strings.Lines(string(data)) {
		text, err := strconv.Unquote(strings.TrimSpace(line))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		texts = append(texts, text)
	}
	return texts
}

// ignoreCases are ignore files: those of testdata/ignore.txt, and random ones.
func ignoreCases(t *testing.T) []string {
	t.Helper()
	cases := quotedLines(t)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := strings.Fields(`a b ab a.go foo bar .go * * ** ** **/ ? / / [ab] [!a] [^b] [a-c] [[:alpha:]] [[:digit:]_] [a [] []a] [a-] \a \* \ ! # . - {a,b} é`)
	for range 200 {
		var text strings.Builder
		for range 1 + random.IntN(3) {
			for range 1 + random.IntN(5) {
				text.WriteString(pieces[random.IntN(len(pieces))])
			}
			text.WriteString([]string{"\n", "\r\n", " \n", "/\n"}[random.IntN(4)])
		}
		cases = append(cases, text.String())
	}
	return cases
}

// ignorePaths lie below each ignore file; those that end in a slash are folders.
var ignorePaths = strings.Fields(`a b ab abc a.go b.go foo/ foo/a foo/bar/ foo/bar/a.go foo/bar/baz/ foo/bar/baz/a foo/b.go foobar/ foobar/a
bar/ bar/foo/ bar/foo/a bar/foo.go a*b [a] {a,b} - ! # .go .a é -a a- a] x/ x/a/ x/a/b/ x/a/b/a x/ab b\ \a a_1 9 A aXb c/ c/a.go/ c/a.go/b`)

// Ensure an ignore file means what git means by it, for each pair of one and a path.
func TestIgnoreAsGit(t *testing.T) {
	folder := tempFolder(t)
	runGit(t, folder, "init", "-q")
	var asked strings.Builder
	cases := ignoreCases(t)
	for i, text := range cases {
		at := fmt.Sprintf("%03d", i)
		write(t, folder, at+"/.gitignore", text)
		if i%3 == 0 { // one more below
			write(t, folder, at+"/foo/.gitignore", cases[(i*7+1)%len(cases)])
		}
		for _, path := range ignorePaths {
			if name, isFolder := strings.CutSuffix(path, "/"); isFolder {
				if err := os.MkdirAll(filepath.Join(folder, at, name), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			asked.WriteString(at + "/" + strings.TrimSuffix(path, "/") + "\x00")
		}
	}
	command := exec.Command("git", "-C", folder, "check-ignore", "-z", "--stdin")
	command.Env = append(git.Environ(os.Environ()), "HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
	command.Stdin = strings.NewReader(asked.String())
	printed, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	gitIgnores := map[string]bool{}
	for path := range strings.SplitSeq(string(printed), "\x00") {
		gitIgnores[path] = true
	}
	wrong, ignoredPaths := 0, 0
	for i := range cases {
		at := fmt.Sprintf("%03d", i)
		f := newFolders(&lister{Listing: Listing{Root: filepath.Join(folder, at), By: ByWalk}})
		for _, path := range ignorePaths {
			name, isFolder := strings.CutSuffix(path, "/")
			got := isFolder && f.of(name).reason == Ignored || !isFolder && f.file(name, "", false) == Ignored
			want := gitIgnores[at+"/"+name]
			if want {
				ignoredPaths++
			}
			if got != want {
				if wrong++; wrong < 20 {
					below, _ := os.ReadFile(filepath.Join(folder, at, "foo/.gitignore"))
					t.Errorf("%q, below %q: of %q got %v, want %v", cases[i], below, path, got, want)
				}
			}
		}
	}
	t.Logf("%d pairs, %d of them ignored, %d wrong", len(cases)*len(ignorePaths), ignoredPaths, wrong)
}

// Ensure a pattern that other matchers take exponential time for takes a bounded number of
// steps, and that what nobody has time to ask about does not count.
func TestSlowPatterns(t *testing.T) {
	slow := map[string]string{
		"stars":       strings.Repeat("*a", 400) + "b",
		"double":      strings.Repeat("**/a/", 180) + "b",
		"questions":   "*" + strings.Repeat("?", 900) + "b",
		"classes":     "*" + strings.Repeat("[a-z]", 190) + "Z",
		"stars alone": "x*" + strings.Repeat("*", 900) + "y*z",
	}
	long := strings.Repeat(strings.Repeat("a", 200)+"/", 19) + strings.Repeat("a", 200)
	for name, pattern := range slow {
		p, err := parseIgnore([]byte(pattern))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s := scratch{steps: stepsMax}
		if p.match(long, false, &s) != silent {
			t.Errorf("%s matches", name)
		}
		if used, most := stepsMax-s.steps, len(long)*(len(pattern)+2); used > most {
			t.Errorf("%s: %d steps for %d bytes of pattern and %d of path", name, used, len(pattern), len(long))
		}
	}
	folder := tempFolder(t)
	var text strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&text, "%s%d\n", strings.Repeat("*a", 300), i)
	}
	write(t, folder, IgnoreFile, text.String())
	write(t, folder, "go.mod", "module x")
	for i := range 50 {
		write(t, folder, fmt.Sprintf("%s%02d.go", strings.Repeat("a", 200), i), "package x")
	}
	l := list(t, folder, options())
	if len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "too long") || l.Skipped.Count[Ignored] == 0 {
		t.Errorf("got %d files, %v, %q", len(l.Files), l.Skipped.Count, l.Notes)
	}
}

// Ensure an ignore file with as many literal patterns as fit is matched at once.
func TestManyPatterns(t *testing.T) {
	var text strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&text, "n%d\n/p/%d\n*.%d\n", i, i, i)
	}
	p, err := parseIgnore([]byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	s := scratch{steps: stepsMax}
	for i := range 100_000 {
		if p.match(fmt.Sprintf("q/file%d.go", i), false, &s) != silent {
			t.Fatal("it matches")
		}
	}
	for path, want := range map[string]verdict{"n59999": ignored, "q/n1": ignored, "p/59999": ignored, "q/p/1": silent, "x.59999": ignored} {
		if got := p.match(path, false, &s); got != want {
			t.Errorf("%s: got %v", path, got)
		}
	}
	if used := stepsMax - s.steps; used > 100_000*20 {
		t.Errorf("it took %d steps", used)
	}
}

// FuzzIgnore holds that no ignore file breaks the matcher or makes it slow.
func FuzzIgnore(f *testing.F) {
	for _, text := range quotedLines(f) {
		f.Add([]byte(text), "foo/bar/a.go", true)
	}
	f.Add([]byte("[[:alpha:]-z]**/[\\]]\n\\"), "a/b]", false)
	f.Fuzz(func(t *testing.T, text []byte, path string, isFolder bool) {
		p, err := parseIgnore(text)
		if err != nil || len(path) > pathBytesMax {
			return
		}
		s := scratch{steps: stepsMax}
		first := p.match(path, isFolder, &s)
		if used := stepsMax - s.steps; used > (len(path)+1)*(len(text)+2)+len(path) {
			t.Errorf("%d steps for %d and %d bytes", used, len(text), len(path))
		}
		if second := p.match(path, isFolder, &s); first != second {
			t.Errorf("got %v, then %v", first, second)
		}
	})
}

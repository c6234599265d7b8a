package scan

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/code"
)

var update = flag.Bool("update", false, "write the places that are found beside the fixtures")

// fixture is a source file in testdata, with its language.
func fixtures(t testing.TB) map[string]code.Language {
	t.Helper()
	paths, err := filepath.Glob("testdata/*/*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no fixtures", err)
	}
	files := map[string]code.Language{}
	for _, p := range paths {
		if strings.HasSuffix(p, ".json") {
			continue
		}
		l := code.Language(filepath.Base(filepath.Dir(p)))
		if named := code.LanguageOf(strings.TrimSuffix(p, ".txt"), read1(t, p)); named != l {
			t.Errorf("%s: language %q, want %q", p, named, l)
		}
		files[p] = l
	}
	return files
}

func read1(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Ensure that each language's fixture is cut into the places, with the symbols, kinds, docs and
// imports that stand beside it, which a person has read.
func TestFixtures(t *testing.T) {
	for path, language := range fixtures(t) {
		t.Run(strings.ReplaceAll(path[len("testdata/"):], "/", "_"), func(t *testing.T) {
			text := Cut(language, read1(t, path), DefaultLimits())
			var got bytes.Buffer
			e := json.NewEncoder(&got)
			e.SetEscapeHTML(false)
			if err := e.Encode(map[string]any{"imports": text.Imports, "windows": text.Windows}); err != nil {
				t.Fatal(err)
			}
			for _, p := range text.Places {
				if err := e.Encode(p); err != nil {
					t.Fatal(err)
				}
			}
			golden := path + ".json"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := strings.Split(string(read1(t, golden)), "\n")
			for i, line := range strings.Split(got.String(), "\n") {
				if i >= len(want) || line != want[i] {
					t.Fatalf("line %d: got %s", i+1, line)
				}
			}
			if n := strings.Count(got.String(), "\n"); n != len(want)-1 {
				t.Errorf("got %d lines, want %d", n, len(want)-1)
			}
		})
	}
}

// Ensure that every definition that a fixture marks with "def: Symbol" in a comment on the
// line of its name is found on that line, and that nothing else is found.
func TestMarked(t *testing.T) {
	for path, language := range fixtures(t) {
		source := read1(t, path)
		want := map[int]string{}
		for i, line := range strings.Split(string(source), "\n") {
			if _, mark, ok := strings.Cut(line, "def: "); ok {
				mark, _, _ = strings.Cut(mark, " */")
				want[i+1] = strings.TrimSpace(mark)
			}
		}
		if len(want) < 8 {
			t.Errorf("%s: %d definitions are marked", path, len(want))
		}
		found, err := Definitions(language, source, DefaultLimits())
		if err != nil {
			t.Errorf("%s: %v", path, err)
		}
		for _, d := range found {
			if want[d.Line] != d.Symbol {
				t.Errorf("%s:%d: got %q, want %q", path, d.Line, d.Symbol, want[d.Line])
			}
			delete(want, d.Line)
		}
		for line, symbol := range want {
			t.Errorf("%s:%d: %q is not found", path, line, symbol)
		}
	}
}

// Ensure that Go of which its parser makes nothing, as a part without a package, is read by the
// scanner, and is no window.
func TestGoWithoutPackage(t *testing.T) {
	found, err := Definitions(code.Go, []byte("// A is first.\nfunc (l *List[T]) A() {\n}\n\ntype B struct {\n\tc int\n}\n\nvar d = 1\n"), DefaultLimits())
	if err != nil || len(found) != 3 {
		t.Fatalf("got %+v, %v", found, err)
	}
	for i, want := range []string{"List.A", "B", "d"} {
		if found[i].Symbol != want {
			t.Errorf("got %q, want %q", found[i].Symbol, want)
		}
	}
	if found[0].Doc != "A is first." || found[1].Start != 5 || found[1].End != 7 {
		t.Errorf("got %+v", found)
	}
}

// Ensure that a definition longer than a place is cut at blank lines, that all parts have its
// symbol and the first its doc, and that a type's own lines are its symbol's.
func TestLongDefinition(t *testing.T) {
	source := "# Adds.\ndef long():\n" + strings.Repeat("    a = 1\n    b = 2\n\n", 50) + "class C:\n    x = 1\n    def m(self):\n        pass\n    y = 2\n"
	var got []string
	for _, p := range Cut(code.Python, []byte(source), DefaultLimits()).Places {
		if p.End-p.Start >= 60 {
			t.Errorf("%d lines", p.End-p.Start+1)
		}
		got = append(got, p.Symbol+" "+string(p.Kind)+" "+p.Doc)
	}
	want := "long function Adds.|long function |long function |C type |C.m method |C type "
	if strings.Join(got, "|") != want {
		t.Errorf("got %q, want %q", strings.Join(got, "|"), want)
	}
}

// languages are all that have a reader, and one that has none.
var languages = []code.Language{
	code.Go, code.Python, code.TypeScript, code.JavaScript, code.Rust, code.Java, code.C, code.CPP,
	code.CSharp, code.Kotlin, code.PHP, code.Ruby, code.Swift, code.Shell, "lua",
}

// held fails unless the places are in order, apart, within the text, and hold every line that
// says something.
func held(t testing.TB, source []byte, text code.Text) {
	t.Helper()
	l := linesOf(source)
	next := 1
	for i, p := range text.Places {
		if p.Start < next || p.End < p.Start || p.End > l.count() {
			t.Fatalf("place %d of lines %d to %d, after %d of %d lines", i, p.Start, p.End, next-1, l.count())
		}
		for n := next; n < p.Start; n++ {
			if l.says(n, n) {
				t.Fatalf("line %d is in no place: %q", n, l.line(n))
			}
		}
		if len(p.Doc) > code.DocBytesMax {
			t.Fatalf("a doc of %d bytes", len(p.Doc))
		}
		next = p.End + 1
	}
	for n := next; n <= l.count(); n++ {
		if l.says(n, n) {
			t.Fatalf("line %d is in no place: %q", n, l.line(n))
		}
	}
	if len(text.Imports) > code.ImportsMax {
		t.Fatalf("%d imports", len(text.Imports))
	}
}

// Ensure that whatever a file holds, in every language, the places are in order, apart, and
// together the text; that the scanner neither fails nor takes more steps than it is allowed.
func TestBadInput(t *testing.T) {
	nest := func(open, close string) string { return strings.Repeat(open, 10_000) + strings.Repeat(close, 10_000) }
	long := strings.Repeat("x = 1; ", 10<<20/7)
	cases := map[string]string{
		"empty": "", "blank": "\n\n \n", "no line end": "def f():\n  pass", "carriage returns": "int f() {\r  return 1;\r}\r",
		"crlf": "def f():\r\n    pass\r\n\r\nclass A:\r\n    x = 1\r\n", "nuls": strings.Repeat("\x00", 9000), "nul": "int f() {\n}\n\x00\n",
		"utf-16": "\xff\xfed\x00e\x00f\x00\n\x00x\x00\n\x00", "latin-1": "def f\xe9():\n    return '\xe9'\n", "invalid": "func \xff\xfe() {}\n\xc3\x28\n",
		"mark": "\ufeffdef f():\n    pass\n", "brackets": nest("(", ")"), "braces": nest("{", "}"), "squares": nest("[", "]"), "angles": nest("<", ">"),
		"open": strings.Repeat("class A {\n", 10_000), "open functions": strings.Repeat("function f() {\n", 10_000), "closers": strings.Repeat("}\n", 10_000),
		"calls": strings.Repeat("f(function () {\n", 10_000), "arrows": strings.Repeat("a => ", 100_000), "classes": strings.Repeat("class A:\n", 20_000),
		"indents": indents(), "quote": "\"" + strings.Repeat("a\n", 50_000), "apostrophes": strings.Repeat("'", 100_001), "backticks": strings.Repeat("`${", 50_000),
		"comment": "/*" + strings.Repeat("*", 100_000), "comments": strings.Repeat("/*", 100_000), "hashes": strings.Repeat("#", 100_000),
		"heredocs": strings.Repeat("<<A <<~B <<-C\n", 20_000), "raw": strings.Repeat("r#\"", 50_000), "elements": strings.Repeat("x = <a>{", 50_000) + "</a>",
		"decorators": strings.Repeat("@a(\n", 20_000), "ats": strings.Repeat("@", 100_000), "generics": strings.Repeat("a<", 100_000), "operators": strings.Repeat("operator", 20_000),
		"directives": strings.Repeat("#if A {\n#else\n", 20_000), "defines": strings.Repeat("#define A(\\\n", 20_000), "colons": strings.Repeat("a::", 100_000), "dots": strings.Repeat("a.", 100_000),
		"docs": strings.Repeat("// a\n", 50_000) + "int f() {}\n", "names": strings.Repeat("int f", 50_000) + "() {}", "impls": strings.Repeat("impl<'a> for ", 50_000), "typedefs": strings.Repeat("typedef struct ", 50_000),
		"assignments": strings.Repeat("a = {b: () => 1, ", 400), "ten megabytes": long, "words": strings.Repeat("def class end fn impl struct ", 20_000), "types": strings.Repeat("const a: ", 50_000), "funs": strings.Repeat("fun <T> a.", 50_000), "open string": "module \"",
	}
	for name, source := range cases {
		for _, language := range languages {
			text := Cut(language, []byte(source), DefaultLimits())
			held(t, []byte(source), text)
			if strings.Contains(text.Windows, "failed") || strings.Contains(text.Windows, "steps") {
				t.Errorf("%s as %s: %s", name, language, text.Windows)
			}
		}
	}
}

func indents() string {
	var b strings.Builder
	for i := range 1000 {
		b.WriteString(strings.Repeat(" ", i) + "class A:\n")
	}
	return b.String()
}

// Ensure that a text over a limit is cut into windows with the limit's name, and that windows
// end at blank lines and repeat what the overlap asks for.
func TestLimits(t *testing.T) {
	source := []byte("package a\n\nfunc f() {}\n" + strings.Repeat("\n// a\n", 100))
	for name, change := range map[string]func(*Limits){
		"more than 10 bytes":               func(l *Limits) { l.Bytes = 10 },
		"a line of more than 5 bytes":      func(l *Limits) { l.LineBytes = 5 },
		"brackets nested more than 0 deep": func(l *Limits) { l.Nesting = 0 },
		"more than 3 places":               func(l *Limits) { l.Places = 3 },
	} {
		limits := DefaultLimits()
		change(&limits)
		text := Cut(code.Go, source, limits)
		held(t, source, text)
		if text.Windows != name || text.Places[0].Kind != code.Window {
			t.Errorf("got %q, want %q", text.Windows, name)
		}
	}
	limits := DefaultLimits()
	limits.StepsAByte = -1000
	if text := Cut(code.Java, source, limits); !strings.Contains(text.Windows, "steps") {
		t.Errorf("got %q, want steps", text.Windows)
	}
	limits = DefaultLimits()
	limits.Overlap = 3
	places := Cut("lua", source, limits).Places
	if len(places) < 3 || places[1].Start != places[0].End-1 {
		t.Errorf("got %+v", places)
	}
}

// Ensure that a reader that panics costs its text's definitions and nothing else.
func TestPanic(t *testing.T) {
	tables()["broken"] = &table{statement: func(*machine, int, int, scope) int { panic("here") }}
	defer delete(tables(), "broken")
	text := Cut("broken", []byte("a b\n"), DefaultLimits())
	if text.Windows != "the scanner failed: here" || len(text.Places) != 1 {
		t.Errorf("got %+v", text)
	}
}

func FuzzCut(f *testing.F) {
	for path, language := range fixtures(f) {
		for i, l := range languages {
			if l == language {
				f.Add(byte(i), read1(f, path))
			}
		}
	}
	f.Fuzz(func(t *testing.T, n byte, source []byte) {
		language := languages[int(n)%len(languages)]
		text := Cut(language, source, DefaultLimits())
		held(t, source, text)
		if strings.Contains(text.Windows, "failed") || strings.Contains(text.Windows, "steps") {
			t.Errorf("%s: %s", language, text.Windows)
		}
	})
}

func BenchmarkCut(b *testing.B) {
	for path, language := range fixtures(b) {
		source := read1(b, path)
		b.Run(filepath.Base(path), func(b *testing.B) {
			b.SetBytes(int64(len(source)))
			for b.Loop() {
				Cut(language, source, DefaultLimits())
			}
		})
	}
}

// BenchmarkTree cuts the sources below $SCAN_TREE, and reports files a second.
func BenchmarkTree(b *testing.B) {
	root := os.Getenv("SCAN_TREE")
	if root == "" {
		b.Skip("SCAN_TREE names no folder")
	}
	var sources [][]byte
	var of []code.Language
	size := 0
	_ = filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if l := code.LanguageOf(path, nil); err == nil && !d.IsDir() && l != "" {
			source := read1(b, path)
			sources, of, size = append(sources, source), append(of, l), size+len(source)
		}
		return nil
	})
	b.SetBytes(int64(size))
	for b.Loop() {
		for i, s := range sources {
			Cut(of[i], s, DefaultLimits())
		}
	}
	b.ReportMetric(float64(len(sources)*b.N)/b.Elapsed().Seconds(), "files/s")
}

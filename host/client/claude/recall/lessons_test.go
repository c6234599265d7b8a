package recall

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

func readFiles(t testing.TB) map[string][]byte {
	t.Helper()
	paths, err := filepath.Glob("testdata/lessons/*.md")
	if err != nil || len(paths) < 5 {
		t.Fatal(paths, err)
	}
	files := map[string][]byte{}
	for _, path := range paths {
		if files[filepath.Base(path)], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// Ensure a file's lessons are read, also where an editor wrapped lines, ids are doubled or
// facts are missing or no numbers.
func TestReadLessons(t *testing.T) {
	got := map[string][]inspect.ForeignLesson{}
	for name, data := range readFiles(t) {
		var err error
		if got[name], err = ReadLessons(data); err != nil {
			t.Error(name, err)
		}
	}
	want := map[string][]inspect.ForeignLesson{
		"usual.md": {
			{ID: "L001", Title: "Rinse the vat before the next dye lot", Text: "Run rinse.sh between two lots; the rest of the first one shifts the hue of the second.", Category: "pattern", Learned: "2025-12-28", Last: "2025-12-28", Uses: 1, Line: 11},
			{ID: "L004", Title: "Weigh mordant in grams", Text: "The scale's export has ounces in column 3. Convert before saving: recipes.csv is in grams.", When: "mordant, scale", Category: "gotcha", Learned: "2025-12-30", Last: "2026-02-11", Uses: 12, Velocity: 2.5, ByModel: true, Line: 15},
		},
		"wrapped.md": {
			{ID: "S002", Title: "Wrap the list as the editor does", Text: "The list of facts stands on two lines here, and so does the text.", Category: "correction", Learned: "2026-01-04", Last: "2026-01-09", Uses: 4, Velocity: .5, Line: 6},
			{ID: "S003", Title: "No facts at all, only a text", Text: "Read me all the same.", Line: 13},
			{ID: "S003", Title: "The same id again", Text: "Two lessons were given one number.", Category: "preference", Learned: "2026-01-05", Last: "2026-01-05", Uses: 1, Line: 15},
			{ID: "S001", Title: "Never had any stars", Learned: "yesterday", Category: "rule", Line: 23},
		},
		"windows.md": {
			{ID: "L007", Title: "Written on Windows", Text: "Line ends are of two bytes.", Category: "decision", Learned: "2026-01-01", Last: "2026-01-01", Uses: 1, Line: 5},
			{ID: "L008", Title: "No end at the end", Text: "of the file", Line: 8},
		},
		"odd.md":  got["odd.md"], // what there is of it is a guess
		"none.md": {},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if len(got["odd.md"]) != 2 {
		t.Errorf("odd.md: got %+v", got["odd.md"])
	}
}

// Ensure what was read and is written back is the same bytes, whatever is odd about the file,
// and in whichever order the lessons come.
func TestWrittenBackAsItWas(t *testing.T) {
	for name, data := range readFiles(t) {
		lessons, err := ReadLessons(data)
		if err != nil {
			t.Fatal(name, err)
		}
		for range 2 {
			got, err := UpdateLessons(data, lessons, false)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s: %v: %s", name, err, cmp.Diff(string(data), string(got)))
			}
			for i, j := 0, len(lessons)-1; i < j; i, j = i+1, j-1 {
				lessons[i], lessons[j] = lessons[j], lessons[i]
			}
		}
	}
}

// Ensure a change alters its own lesson and no other byte: a text, a title, counts; and that a
// lesson that is not there is appended before the next section, with an id nobody had.
func TestUpdateLessons(t *testing.T) {
	files := readFiles(t)
	for _, test := range []struct {
		file   string
		change func(lessons []inspect.ForeignLesson) []inspect.ForeignLesson
		gone   []string // lines
		come   []string
	}{
		{
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { l[1].Text = "Weigh it in grams."; return l },
			[]string{"> The scale's export has ounces in column 3.", "> Convert before saving: recipes.csv is in grams."},
			[]string{"> Weigh it in grams."},
		},
		{
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { l[0].Title = "Rinse the vat twice"; return l },
			[]string{"### [L001] [*----|-----] Rinse the vat before the next dye lot"},
			[]string{"### [L001] [*----|-----] Rinse the vat twice"},
		},
		{
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson {
				l[1].Uses, l[1].Velocity, l[1].Last = 14, 4, "2026-03-01"
				return l
			},
			[]string{
				"### [L004] [***--|**---] Weigh mordant in grams 🤖",
				"- **Uses**: 12 | **Velocity**: 2.5 | **Learned**: 2025-12-30 | **Last**: 2026-02-11 | **Category**: gotcha | **Type**: constraint | **Source**: ai 🤖 | **Triggers**: mordant, scale",
			},
			[]string{
				"### [L004] [****-|***--] Weigh mordant in grams 🤖",
				"- **Uses**: 14 | **Velocity**: 4 | **Learned**: 2025-12-30 | **Last**: 2026-03-01 | **Category**: gotcha | **Type**: constraint | **Source**: ai 🤖 | **Triggers**: mordant, scale",
			},
		},
		{ // fewer uses than the other tool counted: it counted others
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { l[1].Uses = 3; return l }, nil, nil,
		},
		{ // deleted here, or never taken over: it is the other tool's
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { return l[1:] }, nil, nil,
		},
		{
			"wrapped.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson {
				return append(l, inspect.ForeignLesson{Title: "One of ours", Text: "It has no id there.", Learned: "2026-05-01", Uses: 2, Velocity: 1})
			},
			nil,
			[]string{"### [S004] [*----|*----] One of ours", "- **Uses**: 2 | **Velocity**: 1 | **Learned**: 2026-05-01 | **Last**: 2026-05-01 | **Category**: pattern", "> It has no id there.", ""},
		},
		{
			"wrapped.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { l[2].Text = "One number each."; return l },
			[]string{"> Two lessons were given one number."},
			[]string{"> One number each."},
		},
		{ // of another project, which has that number, too
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson {
				return []inspect.ForeignLesson{{ID: "L004", Title: "Oil the press", Text: "Each Monday.", Learned: "2026-05-01", Uses: 2, Velocity: 1}}
			},
			nil,
			[]string{"### [L005] [*----|*----] Oil the press", "- **Uses**: 2 | **Velocity**: 1 | **Learned**: 2026-05-01 | **Last**: 2026-05-01 | **Category**: pattern", "> Each Monday.", ""},
		},
		{ // with an id that the tool would not read
			"usual.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson {
				return []inspect.ForeignLesson{{ID: "L-7f3kq", Title: "Oil the press", Text: "Each Monday.", Learned: "2026-05-01", Uses: 2, Velocity: 1}}
			},
			nil,
			[]string{"### [L005] [*----|*----] Oil the press", "- **Uses**: 2 | **Velocity**: 1 | **Learned**: 2026-05-01 | **Last**: 2026-05-01 | **Category**: pattern", "> Each Monday.", ""},
		},
		{
			"windows.md", func(l []inspect.ForeignLesson) []inspect.ForeignLesson { l[0].Text = "Of two bytes."; return l },
			[]string{"> Line ends are of two bytes.\r"},
			[]string{"> Of two bytes.\r"},
		},
	} {
		data := files[test.file]
		lessons, err := ReadLessons(data)
		if err != nil {
			t.Fatal(err)
		}
		got, err := UpdateLessons(data, test.change(lessons), test.file == "wrapped.md")
		if err != nil {
			t.Fatal(err)
		}
		gone, come := changedLines(string(data), string(got))
		if diff := cmp.Diff(test.gone, gone) + cmp.Diff(test.come, come); diff != "" {
			t.Errorf("%s: %s", test.file, diff)
		}
		again, err := UpdateLessons(got, test.change(mustRead(t, got)), test.file == "wrapped.md")
		if err != nil || !bytes.Equal(again, got) && test.file != "wrapped.md" {
			t.Errorf("%s: written twice: %v: %s", test.file, err, cmp.Diff(string(got), string(again)))
		}
	}
}

// Ensure the rest of a value that an editor has wrapped stays, and so do facts on lines of their own.
func TestWrappedValueStays(t *testing.T) {
	data := []byte("### [L004] [***--|**---] Weigh mordant\n- **Uses**: 12 | **Velocity**: 2.5 | **Triggers**: mordant,\n  scale\n- **Type**: constraint\n> Weigh it.\n")
	lessons := mustRead(t, data)
	lessons[0].Uses = 13
	got, err := UpdateLessons(data, lessons, false)
	if err != nil || !strings.Contains(string(got), "| **Triggers**: mordant, scale | **Type**: constraint\n> Weigh it.") {
		t.Errorf("got %s, %v", got, err)
	}
}

// Ensure a last line without an end gets one before another line follows it, and that what was
// written is not written again. A lesson that says the same keeps its bytes.
func TestLastLineWithoutEnd(t *testing.T) {
	const facts = "- **Uses**: 3 | **Velocity**: 1 | **Learned**: 2026-01-04 | **Last**: 2026-01-09 | **Category**: gotcha"
	for _, test := range []struct {
		name, file string
		change     func(l *inspect.ForeignLesson)
		want       string
	}{
		{
			"a text behind facts", "### [L001] [*----|*----] Weigh it\n" + facts,
			func(l *inspect.ForeignLesson) { l.Text = "In grams." },
			"### [L001] [*----|*----] Weigh it\n" + facts + "\n> In grams.\n",
		},
		{
			"a text behind a heading", "# LESSONS\r\n\r\n### [L001] Weigh it",
			func(l *inspect.ForeignLesson) { l.Text = "In grams." },
			"# LESSONS\r\n\r\n### [L001] Weigh it\r\n> In grams.\r\n",
		},
		{
			"facts behind a heading", "### [L001] Weigh it",
			func(l *inspect.ForeignLesson) {
				l.Uses, l.Velocity, l.Learned, l.Last, l.Category = 3, 1, "2026-01-04", "2026-01-09", "gotcha"
			},
			"### [L001] Weigh it\n" + facts + "\n",
		},
		{
			"facts and a text behind half a line end", "# LESSONS\r\n\r\n### [L001] Weigh it\r",
			func(l *inspect.ForeignLesson) {
				l.Uses, l.Velocity, l.Learned, l.Last, l.Category, l.Text = 3, 1, "2026-01-04", "2026-01-09", "gotcha", "In grams."
			},
			"# LESSONS\r\n\r\n### [L001] Weigh it\r\n" + facts + "\r\n> In grams.\r\n",
		},
		{"nothing new", "### [L001] Weigh it\n" + facts, func(*inspect.ForeignLesson) {}, "### [L001] Weigh it\n" + facts},
	} {
		lessons := mustRead(t, []byte(test.file))
		test.change(&lessons[0])
		got, err := UpdateLessons([]byte(test.file), lessons, false)
		if err != nil || string(got) != test.want {
			t.Errorf("%s: got %q, %v, want %q", test.name, got, err, test.want)
		}
		if again, err := UpdateLessons(got, lessons, false); err != nil || !bytes.Equal(again, got) {
			t.Errorf("%s: written twice: %q became %q, %v", test.name, got, again, err)
		}
	}
}

func mustRead(t testing.TB, data []byte) []inspect.ForeignLesson {
	t.Helper()
	lessons, err := ReadLessons(data)
	if err != nil {
		t.Fatal(err)
	}
	return lessons
}

// changedLines returns the lines between what two texts begin and end with in common.
func changedLines(before, after string) (gone, come []string) {
	a, b := strings.Split(before, "\n"), strings.Split(after, "\n")
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return append([]string(nil), a...), append([]string(nil), b...)
}

// Ensure a file that does not exist is written as the tool writes one.
func TestNewFile(t *testing.T) {
	usual := readFiles(t)["usual.md"]
	lessons := mustRead(t, usual)
	lessons[0].ID = ""
	got, err := UpdateLessons(nil, lessons[:1], false)
	if err != nil {
		t.Fatal(err)
	}
	want, _, _ := bytes.Cut(usual, []byte("### [L004]"))
	if !bytes.Equal(got, want) {
		t.Errorf("%s", cmp.Diff(string(want), string(got)))
	}
}

// Ensure a file that is too large or no text is refused with a reason.
func TestRefused(t *testing.T) {
	for _, data := range [][]byte{
		bytes.Repeat([]byte("x"), LessonsBytesMax+1),
		[]byte("### [L001] x\x00"),
		bytes.Repeat([]byte("### [L001] x\n"), lessonsMax+1),
	} {
		if lessons, err := ReadLessons(data); err == nil {
			t.Errorf("%d lessons of %d bytes", len(lessons), len(data))
		}
	}
}

// Ensure no file breaks the reader, what it reads is written back by the byte, and what is
// added is read again.
func FuzzLessons(f *testing.F) {
	for _, data := range readFiles(f) {
		f.Add(string(data), "A title", "a text")
	}
	f.Add("### [L001] [*----|-----] [x|y] t\n- **Uses**: 1\n - x\n> > y\n", "[L001] t", "> y\r\n### [L002] z")
	f.Fuzz(func(t *testing.T, text, title, added string) {
		lessons, err := ReadLessons([]byte(text))
		if err != nil {
			return
		}
		got, err := UpdateLessons([]byte(text), lessons, false)
		if strings.TrimSpace(text) == "" {
			return
		}
		if err != nil || string(got) != text {
			t.Fatalf("%v: %q became %q", err, text, got)
		}
		got, err = UpdateLessons([]byte(text), append(lessons, inspect.ForeignLesson{Title: title, Text: added}), false)
		if err != nil {
			t.Fatal(err)
		}
		more, err := ReadLessons(got)
		if err != nil || len(more) != len(lessons)+1 {
			t.Fatalf("%v: %d lessons and one are %d in %q", err, len(lessons), len(more), got)
		}
	})
}

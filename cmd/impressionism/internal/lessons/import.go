package lessons

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/impressionism/shape"
	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/lesson/category"
	"github.com/ed-irl/impressionism/host/lesson/lint"
	store "github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/visible"
)

// Limits of what is imported at once.
const (
	foreignBytesMax = 4 << 20
	importMax       = 1000
)

func importCommand(e *env.Env) *cobra.Command {
	var format string
	var yes, user bool
	command := &cobra.Command{
		Use: "import [FILE…]", Short: "Propose the lessons of a file, of a team or another tool",
		Long: `Propose the lessons of a file; - is stdin. Each passes the gate of learn first, and waits
for your yes: impressionism lessons review. With --yes, in a terminal of your own, they are
written at once, and impressionism lessons undo takes all of them back. Their former ids stay
as aliases. Without FILE, the usual places of the format are read. Nothing that is read is
changed.`,
		Example: "  impressionism lessons import lessons.jsonl\n  impressionism lessons import --format recall --yes",
		RunE: func(_ *cobra.Command, args []string) error {
			return importLessons(e, format, args, importOptions{yes: yes, user: user})
		},
	}
	command.Flags().StringVar(&format, "format", formatLines, formatsHelp(e, false))
	command.Flags().BoolVar(&yes, "yes", false, "write them at once, without a review")
	command.Flags().BoolVar(&user, "user", false, "write them to your own lessons, not the project's")
	return cli.JSONFlag(e, command)
}

type importOptions struct{ yes, user bool }

// candidate is one lesson of a file that is imported.
type candidate struct {
	lesson.Lesson
	from string // the file's name
	line int
	user bool
	bad  string // why it is none
}

func importLessons(e *env.Env, name string, args []string, o importOptions) error {
	format, err := formatNamed(e, name)
	if err != nil {
		return err
	}
	d, err := openForPerson(e) // a session proposes few
	if err != nil {
		return err
	}
	candidates, err := d.candidates(format, args)
	if err != nil {
		return env.Failed(err)
	}
	if len(candidates) > importMax {
		return env.Failed(fmt.Errorf("there are %d lessons; at most %d are imported at once", len(candidates), importMax))
	}
	in := importer{desk: d, o: o, judge: lessonfiles.Judge(e, d.workspace, d.view), group: fmt.Sprintf("import %d", e.Now().UnixNano()), result: shape.LessonsImport{Lessons: []shape.ImportedLesson{}}}
	for _, l := range d.view.Lessons {
		if l.Entry.Source == catalog.SourceUser {
			in.files[1]++
		} else {
			in.files[0]++
		}
	}
	for _, c := range candidates {
		if err := in.take(c); err != nil {
			in.print()
			return env.Failed(err)
		}
	}
	in.print()
	if in.result.Added > 0 {
		return env.Failed(d.look())
	}
	return nil
}

// candidates reads files, or the usual places of a format.
func (d *desk) candidates(format inspect.LessonFormat, args []string) ([]candidate, error) {
	var files []inspect.LessonFile
	for _, path := range args {
		files = append(files, inspect.LessonFile{Path: path})
	}
	usual := len(args) == 0
	if usual {
		if format.Files == nil {
			return nil, errors.New("name the file to import, or - for stdin")
		}
		files = format.Files(inspect.LessonPlace{Home: d.ClientHome(), UserDir: d.UserDir(), Workspace: d.workspace, Lookup: d.Lookup})
	}
	var all []candidate
	read := 0
	for _, file := range files {
		data, err := d.readForeign(format, file.Path)
		if usual && errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %s", file.Path, foreign.Reason(err))
		}
		read++
		some, err := d.decode(format, file, data)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", file.Path, err)
		}
		all = append(all, some...)
	}
	if read == 0 {
		return nil, fmt.Errorf("there is no file of %s here; name one", cmp.Or(format.What, "lessons"))
	}
	return all, nil
}

// readForeign reads a file behind the other tool's lock, where there may be one: a folder that
// may only be read has none.
func (d *desk) readForeign(format inspect.LessonFormat, path string) ([]byte, error) {
	if path == "-" {
		data, err := io.ReadAll(io.LimitReader(d.In, foreignBytesMax+1))
		if err == nil && len(data) > foreignBytesMax {
			err = fmt.Errorf("it is larger than %d bytes", foreignBytesMax)
		}
		return data, err
	}
	unlock, err := locked(format, path)
	switch {
	case err == nil:
		defer unlock()
	case !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS):
		return nil, err
	}
	return foreign.Read(path, foreignBytesMax)
}

func (d *desk) decode(format inspect.LessonFormat, file inspect.LessonFile, data []byte) ([]candidate, error) {
	from := visible.Line(filepath.Base(file.Path))
	if file.Path == "-" {
		from = "stdin"
	}
	if format.Read == nil {
		return decodeLines(data, from)
	}
	lessons, err := format.Read(data)
	if err != nil {
		return nil, err
	}
	var all []candidate
	for _, l := range lessons {
		c := candidate{from: from, line: l.Line, user: file.User}
		c.Title, c.Text, c.When = cut.RunesEllipsis(oneLine(l.Title), lesson.TitleMax), oneLine(l.Text), oneLine(l.When)
		if c.Text == "" {
			c.Text = c.Title
		}
		if c.Title == "" {
			c.Title = capture.Learn(c.Text).Title
		}
		c.Category, c.Added = category.Of(l.Category), l.Learned
		if l.ID != "" {
			c.Aliases = []string{l.ID}
		}
		c.Source = sourceOf("imported from "+from, l)
		all = append(all, c)
	}
	return all, nil
}

// oneLine folds white space; what hides in a text is for the gate.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// decodeLines reads JSON Lines. A line that is no lesson is one that is refused.
func decodeLines(data []byte, from string) ([]candidate, error) {
	var all []candidate
	number := 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		if len(all) > importMax {
			return nil, fmt.Errorf("there are more than %d lessons", importMax)
		}
		c := candidate{from: from, line: number}
		var l shape.Lesson
		if err := json.Unmarshal(line, &l); err != nil {
			c.bad = "it is no lesson: " + visible.Line(err.Error())
			all = append(all, c)
			continue
		}
		c.Lesson = lesson.Lesson{
			ID: l.ID, Title: cut.RunesEllipsis(oneLine(l.Title), lesson.TitleMax), Text: oneLine(l.Text), When: oneLine(l.When), Category: category.Of(l.Category),
			Paths: l.Paths, Added: l.Added, Aliases: l.Aliases, Supersedes: l.Supersedes, Pinned: l.Pinned,
		}
		if c.Source = "imported from " + from; l.Source != "" {
			c.Source = oneLine(c.Source + ", " + l.Source)
		}
		all = append(all, c)
	}
	return all, nil
}

// importer imports one lesson after the other.
type importer struct {
	*desk
	o      importOptions
	judge  capture.Judge
	group  string
	files  [2]int // of the project and of the user
	result shape.LessonsImport
}

// take imports a lesson. An error ends the import; what is wrong with the lesson is noted.
func (in *importer) take(c candidate) error {
	row := shape.ImportedLesson{From: c.from, Line: c.line, Title: visible.Line(c.Title)}
	note := func(outcome, why string) {
		row.Outcome, row.Why = outcome, why
		in.result.Lessons = append(in.result.Lessons, row)
	}
	if c.bad != "" {
		in.result.Refused++
		note("refused", c.bad)
		return nil
	}
	if id := in.present(c); id != "" {
		in.result.Present++
		row.ID = id
		note("present", "it is here already")
		return nil
	}
	if reason := in.refusal(c); reason != "" {
		in.result.Refused++
		note("refused", reason)
		return nil
	}
	waited := in.takeWaiting(c) // only with a yes: else it is present
	l, err := in.made(c)
	if err != nil {
		return err
	}
	row.ID = l.ID
	user := in.o.user || c.user
	if !in.o.yes {
		origin := store.Origin{Workspace: in.workspace, User: user}
		if user {
			origin.Workspace = "" // it counts everywhere
		}
		if err := in.folder.Propose(l, origin, 0); errors.Is(err, store.ErrFull) || errors.Is(err, store.ErrSame) {
			in.result.Refused++
			note("refused", err.Error())
			return nil
		} else if err != nil {
			return err
		}
		in.result.Proposed++
		in.Did("proposed", "lesson", l.ID, "")
		note("proposed", "")
	} else {
		at := 0
		if user {
			at = 1
		}
		if in.files[at]++; in.files[at] > lesson.FilesMax {
			in.result.Refused++
			note("refused", fmt.Sprintf("a folder has at most %d lessons that count", lesson.FilesMax))
			return nil
		}
		path, err := lessonfiles.AddAs(in.Env, in.workspace, l, user, in.group)
		if err != nil {
			return err
		}
		for _, p := range waited {
			if err := in.folder.Withdraw(p.ID); err != nil {
				return err
			}
		}
		in.result.Added++
		in.Did("added", "lesson", l.ID, path)
		note("added", "")
	}
	in.view.Lessons = append(in.view.Lessons, lessonfiles.Found{Lesson: l, Entry: catalog.Entry{ID: l.ID}})
	in.judge.Known = append(in.judge.Known, capture.Known{Place: l.ID, Text: l.Title + ". " + l.Text, User: user})
	return nil
}

// is reports whether a lesson says the same in the same words and has the id or an alias.
func (c candidate) is(l lesson.Lesson) bool {
	return l.Title == c.Title && l.Text == c.Text &&
		(l.ID == c.ID || len(c.Aliases) == 0 || slices.ContainsFunc(c.Aliases, func(a string) bool { return slices.Contains(l.Aliases, a) }))
}

// present returns the id of the same lesson here or, without a yes that is said to it now, among
// the proposals; "": there is none.
func (in *importer) present(c candidate) string {
	for _, found := range in.view.Lessons {
		if c.is(found.Lesson) {
			return found.Lesson.ID
		}
	}
	for _, p := range in.proposed {
		if c.is(p.Lesson) && !in.o.yes {
			return p.ID
		}
	}
	return ""
}

// takeWaiting returns the proposals of the same lesson, whose ids are free from now on.
func (in *importer) takeWaiting(c candidate) (waited []store.Proposed) {
	in.proposed = slices.DeleteFunc(in.proposed, func(p store.Proposed) bool {
		same := c.is(p.Lesson)
		if same {
			waited = append(waited, p)
		}
		return same
	})
	return waited
}

// refusal returns why a lesson is not imported, or "". A person who said no to the same words
// is not asked again, and may still say yes.
func (in *importer) refusal(c candidate) string {
	if !in.o.yes {
		if yes, said := in.known.Of(lessonfiles.ProposalHash(c.Title, c.Text)); said && !yes {
			return "you said no to it"
		}
	}
	for _, text := range append(slices.Concat(c.Paths, c.Aliases), c.Added, c.Source) {
		if text != visible.Line(text) || len(text) > 1000 {
			return "it holds characters that cannot be seen, or more than belongs there"
		}
	}
	reason := lessonfiles.Refusal(in.judge, capture.Draft{
		Title: c.Title, Text: c.Text, When: c.When, Category: c.Category, Paths: c.Paths, Supersedes: c.Supersedes, ByModel: !in.o.yes, User: in.o.user || c.user,
	})
	if content, err := lesson.Encode(c.Lesson); reason == "" && err == nil { // its header, too
		reason = strings.Join(lint.Findings(string(content)), "; ")
	}
	return reason
}

// made is the lesson as it is written here: with its id, if that is one and free.
func (in *importer) made(c candidate) (lesson.Lesson, error) {
	fresh, err := lesson.NewID(rand.Reader)
	if err != nil {
		return lesson.Lesson{}, err
	}
	l := c.Lesson
	l.By = "import"
	if _, err := time.Parse(time.DateOnly, l.Added); err != nil {
		l.Added = in.Now().Format(time.DateOnly)
	}
	if l.ID == "" || !lesson.IsID(l.ID) || in.taken(l.ID) {
		if l.ID != "" && !slices.Contains(l.Aliases, l.ID) {
			l.Aliases = append(slices.Clone(l.Aliases), l.ID)
		}
		l.ID = fresh
	}
	l.Pinned = l.Pinned && in.o.yes // nobody's file pins itself
	l.Supersedes = slices.DeleteFunc(slices.Clone(l.Supersedes), func(id string) bool { return !lesson.IsID(id) || id == l.ID })
	return l, nil
}

func (in *importer) taken(id string) bool {
	return slices.ContainsFunc(in.view.Lessons, func(found lessonfiles.Found) bool { return found.Lesson.ID == id }) ||
		slices.ContainsFunc(in.proposed, func(p store.Proposed) bool { return p.ID == id })
}

// print prints what became of each lesson.
func (in *importer) print() {
	if in.JSON {
		_ = cli.PrintJSON(in.Env, in.result) // stdout is gone: nobody is left to be told
		return
	}
	for _, l := range in.result.Lessons {
		if l.Outcome == "refused" {
			cli.PrintProse(in.Env, "", "  ", fmt.Sprintf("%s:%d: refused: %s: %s", l.From, l.Line, cmp.Or(textline.Shorten(l.Title, 60), "no title"), textline.OneLine(l.Why)))
		}
	}
	r := in.result
	words := []string{fmt.Sprintf("%d added", r.Added), fmt.Sprintf("%d proposed", r.Proposed), fmt.Sprintf("%d here already", r.Present), fmt.Sprintf("%d refused", r.Refused)}
	line := fmt.Sprintf("%s: %s.", textline.Count(len(r.Lessons), "lesson", "lessons"), strings.Join(words, ", "))
	switch {
	case r.Proposed > 0:
		line += " To have them told: impressionism lessons review"
	case r.Added > 0:
		line += " To take them back: impressionism lessons undo"
	}
	cli.PrintProse(in.Env, "", "", line)
}

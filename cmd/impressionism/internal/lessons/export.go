package lessons

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/lessonfiles"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/lesson"
	"github.com/ed-irl/impressionism/host/client/all/inspectors"
	"github.com/ed-irl/impressionism/host/client/inspect"
	"github.com/ed-irl/impressionism/host/foreign"
)

// formatLines is JSON Lines, as --json of a lesson.
const formatLines = "jsonl"

// formats are those of the client, for which there are names besides formatLines.
func formats(e *env.Env) []inspect.LessonFormat {
	return inspectors.Of(e.Client().ID).Lessons.Formats
}

// formatNamed returns a format of the client. is: the name is one of them or formatLines, whose
// value is empty.
func formatNamed(e *env.Env, name string) (inspect.LessonFormat, error) {
	if name == formatLines {
		return inspect.LessonFormat{}, nil
	}
	names := []string{formatLines}
	for _, format := range formats(e) {
		if format.Name == name {
			return format, nil
		}
		names = append(names, format.Name)
	}
	return inspect.LessonFormat{}, fmt.Errorf("there is no format %q; there are %s", textline.Shorten(name, 40), strings.Join(names, ", "))
}

// formatsHelp lists the formats that may be written, or all of them.
func formatsHelp(e *env.Env, written bool) string {
	words := formatLines + ", as --json of a lesson"
	for _, format := range formats(e) {
		if !written || format.Update != nil {
			words += "; " + format.Name + ", " + format.What
		}
	}
	return words
}

func exportCommand(e *env.Env) *cobra.Command {
	format, user := formatLines, false
	command := &cobra.Command{
		Use: "export [FILE]", Short: "Write the lessons that may be told, for a team or another tool",
		Long: `Write the project's lessons that may be told, or with --user your own: as JSON Lines on
stdout or into a new FILE. In the format of another tool a FILE that is there is kept up to
date: lessons that are in it already stay as they are, by the byte, unless they changed here,
and none is removed from it.`,
		Example: "  impressionism lessons export > lessons.jsonl\n  impressionism lessons export --user mine.jsonl",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(_ *cobra.Command, args []string) error { return export(e, format, user, args) },
	}
	command.Flags().StringVar(&format, "format", format, formatsHelp(e, true))
	command.Flags().BoolVar(&user, "user", false, "your own lessons, not the project's")
	return command
}

var errInTerminal = errors.New("a session of the client may write to stdout only; to write a file, run this in a terminal of your own")

func export(e *env.Env, name string, user bool, args []string) error {
	format, err := formatNamed(e, name)
	if err != nil {
		return err
	}
	if name != formatLines && format.Update == nil {
		return fmt.Errorf("%s is only read, never written", format.What)
	}
	d, err := openToShow(e)
	if err != nil {
		return err
	}
	var chosen []lessonfiles.Found
	for _, found := range d.view.Lessons {
		if found.Told() && user == (found.Entry.Source == catalog.SourceUser) {
			chosen = append(chosen, found)
		}
	}
	if len(args) == 0 {
		data, err := d.encode(format, nil, chosen, user)
		if err == nil {
			_, err = cli.Exact(e).Write(data)
		}
		return env.Failed(err)
	}
	if e.InSession() {
		return env.Failed(errInTerminal)
	}
	return env.Failed(d.exportTo(format, args[0], chosen, user))
}

// encode writes lessons into what a file has.
func (d *desk) encode(format inspect.LessonFormat, data []byte, chosen []lessonfiles.Found, user bool) ([]byte, error) {
	if format.Update != nil {
		var lessons []inspect.ForeignLesson
		for _, found := range chosen {
			lessons = append(lessons, d.foreign(found))
		}
		return format.Update(data, lessons, user)
	}
	var out bytes.Buffer
	for _, found := range chosen {
		row := d.row(found)
		row.File = filepath.Base(row.File) // where it lies here is nobody else's
		line, err := json.Marshal(row)
		if err != nil {
			return nil, err
		}
		out.Write(append(line, '\n'))
	}
	return out.Bytes(), nil
}

// foreign is a lesson as another tool has it, with the counts that it came with and those since.
func (d *desk) foreign(found lessonfiles.Found) inspect.ForeignLesson {
	use := d.uses[found.Lesson.ID]
	likeSeed := use.Seed(found.Added, d.Now())
	l := inspect.ForeignLesson{
		Title: found.Title, Text: found.Text, When: found.When, Category: found.Category, Learned: found.Added, Last: found.Added,
		Uses: likeSeed.Uses, Velocity: likeSeed.Velocity, ByModel: found.Lesson.By == "model" || strings.Contains(found.Lesson.Source, byModel),
	}
	for _, alias := range found.Aliases {
		if !lesson.IsID(alias) { // else it is one of ours, which was taken here
			l.ID = alias // the last: that of the file that it came from last
		}
	}
	came := cameOf(found.Lesson.Source)
	if came.Uses > 0 && use.Cited == 0 {
		l.Uses, l.Velocity, l.Last = came.Uses, came.Velocity, came.Last
	} else if came.Uses > 0 {
		l.Uses = min(came.Uses+likeSeed.Uses-1, usesMax)
	}
	if !use.LastCited.IsZero() {
		l.Last = use.LastCited.Format(time.DateOnly)
	}
	return l
}

const usesMax = 100

// exportTo brings a file up to date, alone as far as the other tool heeds its own lock.
func (d *desk) exportTo(format inspect.LessonFormat, path string, chosen []lessonfiles.Found, user bool) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	unlock, err := locked(format, path)
	if err != nil {
		return err
	}
	defer unlock()
	before, err := foreign.Read(path, foreignBytesMax)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		before = nil
	case err != nil:
		return fmt.Errorf("read %s: %s", path, foreign.Reason(err))
	case format.Update == nil:
		return fmt.Errorf("%s is there already; to write it anew, move it away first", path)
	}
	after, err := d.encode(format, before, chosen, user)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if before != nil && bytes.Equal(before, after) {
		fmt.Fprintf(d.Out, "%s is as it was: %s\n", cli.ShortPath(d.Env, path), textline.Count(len(chosen), "lesson", "lessons"))
		return nil
	}
	if again, err := foreign.Read(path, foreignBytesMax); before != nil && (err != nil || !bytes.Equal(again, before)) {
		return fmt.Errorf("%s was changed by somebody else meanwhile; nothing was written", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := env.ReplaceFile(path, after); err != nil {
		return err
	}
	d.Did("written", "lessons", "", path)
	fmt.Fprintf(d.Out, "%s: %s\n", cli.ShortPath(d.Env, path), textline.Count(len(chosen), "lesson", "lessons"))
	return nil
}

// locked keeps another tool from a file.
func locked(format inspect.LessonFormat, path string) (unlock func(), err error) {
	if format.Lock == nil {
		return func() {}, nil
	}
	return format.Lock(path)
}

// byModel stands in the source of an imported lesson that the model wrote.
const byModel = ", by the model"

// came is what a source says of a lesson's use before it came here.
type came struct {
	Uses     int
	Velocity float64
	Last     string
}

// sourceOf says where an imported lesson came from, with its use there. cameOf reads it again.
func sourceOf(from string, l inspect.ForeignLesson) string {
	words := from
	if l.ID != "" {
		words += " [" + l.ID + "]"
	}
	if l.ByModel {
		words += byModel
	}
	if l.Uses > 0 {
		words += fmt.Sprintf("; %d uses, velocity %s, last %s", l.Uses, strconv.FormatFloat(l.Velocity, 'g', -1, 64), l.Last)
	}
	return words
}

func cameOf(source string) (c came) {
	at := strings.LastIndex(source, "; ")
	if at < 0 {
		return c
	}
	if n, err := fmt.Sscanf(source[at:], "; %d uses, velocity %g, last %s", &c.Uses, &c.Velocity, &c.Last); n < 2 || err != nil && n < 3 && c.Last != "" {
		return came{}
	}
	return c
}

// Package heeded measures whether a language model acts on a lesson that it is told: small tasks
// in which a program can see that, the question for each, the reading of an answer, and the
// counts. It asks nobody, and reads no file and no clock.
package heeded

import (
	"bytes"
	_ "embed" // tasks.jsonl
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/cut"
)

// Ways in which a task is asked.
const (
	With    = "with"    // told the lesson
	Without = "without" // told nothing
	Stale   = "stale"   // told a lesson that names what is not there
)

// Ways are all of them, in the order in which they are asked.
var Ways = []string{Without, With, Stale}

// Limits of tasks and answers.
const (
	TasksMax       = 200
	FileBytesMax   = 2 << 20
	textBytesMax   = 4 << 10 // of a project, a request
	lessonBytesMax = 600
	patternMax     = 300
	checksMax      = 10
	commandsMax    = 50
	filesMax       = 20
	writtenMax     = 32 << 10 // bytes of a file of an answer
)

// Lesson is what a task's answer is told.
type Lesson struct {
	Title string `json:"title"`
	Text  string `json:"text"`
}

// Answer is what a model would do.
type Answer struct {
	Commands []string `json:"commands"`
	Files    []File   `json:"files"`
}

// File is one that a model would write.
type File struct {
	Path    string `json:"path"`
	Content string `json:"content"`
}

// Check is one thing that a program can see in an answer. One of Command, NoCommand and Path is
// given; all are regular expressions.
type Check struct {
	Command   string `json:"command,omitempty"`    // one of the commands matches
	NoCommand string `json:"no_command,omitempty"` // none of the commands matches
	Path      string `json:"file,omitempty"`       // a file is written whose path matches
	Has       string `json:"has,omitempty"`        // its content matches
	Lacks     string `json:"lacks,omitempty"`      // its content does not match

	command, noCommand, path, has, lacks *regexp.Regexp
}

// Task is a piece of work in which a lesson changes something.
type Task struct {
	ID       string  `json:"id"`
	Project  string  `json:"project"` // what there is, in a few lines
	Request  string  `json:"request"`
	Lesson   Lesson  `json:"lesson"`
	Stale    Lesson  `json:"stale"`  // names what is not there
	Heeded   []Check `json:"heeded"` // all hold: the answer acts on the lesson
	Misled   []Check `json:"misled"` // all hold: the answer acts on the stale one
	Works    []Check `json:"works"`  // all hold: the request is met at all
	Examples struct {
		Heeding Answer `json:"heeding"`
		Plain   Answer `json:"plain"` // of somebody who knows no lesson
		Misled  Answer `json:"misled"`
	} `json:"examples"`
}

//go:embed tasks.jsonl
var ours []byte

// Ours returns the tasks that come with the program.
func Ours() []Task {
	tasks, err := Read(ours)
	if err != nil {
		panic(err) // a test reads them
	}
	return tasks
}

// Read reads tasks, one a line. An error names the line.
func Read(data []byte) ([]Task, error) {
	if len(data) > FileBytesMax {
		return nil, fmt.Errorf("there are %d bytes, at most %d are read", len(data), FileBytesMax)
	}
	var tasks []Task
	seen := map[string]bool{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var t Task
		decoder := json.NewDecoder(bytes.NewReader(line))
		decoder.DisallowUnknownFields()
		err := decoder.Decode(&t)
		if err == nil {
			err = t.check()
		}
		if err == nil && seen[t.ID] {
			err = fmt.Errorf("the id %q is there twice", t.ID)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		seen[t.ID] = true
		if tasks = append(tasks, t); len(tasks) > TasksMax {
			return nil, fmt.Errorf("there are more than %d tasks", TasksMax)
		}
	}
	if len(tasks) == 0 {
		return nil, errors.New("there is no task")
	}
	return tasks, nil
}

// check refuses what cannot be asked, compiles the checks, and holds them to the examples.
func (t *Task) check() error {
	switch {
	case t.ID == "" || len(t.ID) > 60:
		return errors.New("id is missing, or has more than 60 bytes")
	case strings.TrimSpace(t.Request) == "" || len(t.Request) > textBytesMax || len(t.Project) > textBytesMax:
		return fmt.Errorf("%s: request is missing, or it or project has more than %d bytes", t.ID, textBytesMax)
	}
	for _, l := range []Lesson{t.Lesson, t.Stale} {
		if l.Title == "" || l.Text == "" || len(l.Title)+len(l.Text) > lessonBytesMax {
			return fmt.Errorf("%s: lesson and stale want a title and a text, of at most %d bytes", t.ID, lessonBytesMax)
		}
	}
	for name, checks := range map[string][]Check{"heeded": t.Heeded, "misled": t.Misled, "works": t.Works} {
		if len(checks) == 0 || len(checks) > checksMax {
			return fmt.Errorf("%s: %s wants 1 to %d checks", t.ID, name, checksMax)
		}
		for i := range checks {
			if err := checks[i].compile(); err != nil {
				return fmt.Errorf("%s: %s: %w", t.ID, name, err)
			}
		}
	}
	return t.holdsExamples()
}

// holdsExamples makes sure that the checks tell the examples apart.
func (t *Task) holdsExamples() error {
	for _, e := range []struct {
		name           string
		answer         Answer
		heeded, misled bool
	}{{"heeding", t.Examples.Heeding, true, false}, {"plain", t.Examples.Plain, false, false}, {"misled", t.Examples.Misled, false, true}} {
		if got := t.Judge(e.answer); got.Heeded != e.heeded || got.Misled != e.misled || !e.misled && !got.Works {
			return fmt.Errorf("%s: the example %s is judged as %+v", t.ID, e.name, got)
		}
	}
	return nil
}

func (c *Check) compile() error {
	given := 0
	for _, text := range []string{c.Command, c.NoCommand, c.Path} {
		if text != "" {
			given++
		}
	}
	if given != 1 || c.Path == "" && c.Has+c.Lacks != "" {
		return errors.New("a check has one of command, no_command and file; has and lacks are of a file")
	}
	for text, to := range map[*string]**regexp.Regexp{&c.Command: &c.command, &c.NoCommand: &c.noCommand, &c.Path: &c.path, &c.Has: &c.has, &c.Lacks: &c.lacks} {
		if *text == "" {
			continue
		}
		if len(*text) > patternMax {
			return fmt.Errorf("a pattern has more than %d bytes", patternMax)
		}
		pattern, err := regexp.Compile(*text)
		if err != nil {
			return err
		}
		*to = pattern
	}
	return nil
}

// holds reports whether an answer passes a check.
func (c *Check) holds(a Answer) bool {
	switch {
	case c.path != nil:
		for _, f := range a.Files {
			if c.path.MatchString(f.Path) && (c.has == nil || c.has.MatchString(f.Content)) && (c.lacks == nil || !c.lacks.MatchString(f.Content)) {
				return true
			}
		}
		return false
	case c.noCommand != nil:
		return !matches(c.noCommand, a.Commands)
	}
	return matches(c.command, a.Commands)
}

func matches(pattern *regexp.Regexp, commands []string) bool {
	for _, command := range commands {
		if pattern.MatchString(command) {
			return true
		}
	}
	return false
}

// Verdict is what a program sees in an answer.
type Verdict struct {
	Heeded bool // it acts on the lesson
	Misled bool // it acts on the stale lesson
	Works  bool // it meets the request at all
}

// Judge returns what a program sees in an answer.
func (t *Task) Judge(a Answer) Verdict {
	all := func(checks []Check) bool {
		for i := range checks {
			if !checks[i].holds(a) {
				return false
			}
		}
		return true
	}
	return Verdict{Heeded: all(t.Heeded), Misled: all(t.Misled), Works: all(t.Works)}
}

// ReadAnswer reads what a model answered. Commands are divided at "&&", ";" and line ends.
func ReadAnswer(data []byte) (Answer, error) {
	var a Answer
	if err := json.Unmarshal(data, &a); err != nil {
		return Answer{}, errors.New("the answer is not of the schema that was asked for")
	}
	var commands []string
	for _, line := range a.Commands {
		for _, command := range strings.FieldsFunc(strings.ReplaceAll(cut.Bytes(line, textBytesMax), "&&", "\n"), func(r rune) bool { return r == '\n' || r == ';' }) {
			if command = strings.TrimSpace(command); command != "" && len(commands) < commandsMax {
				commands = append(commands, command)
			}
		}
	}
	a.Commands = commands
	if a.Files = a.Files[:min(len(a.Files), filesMax)]; len(a.Files) == 0 && len(commands) == 0 {
		return a, errors.New("the answer has neither a command nor a file")
	}
	for i := range a.Files {
		a.Files[i].Path = strings.TrimPrefix(cut.Bytes(a.Files[i].Path, textBytesMax), "./")
		a.Files[i].Content = cut.Bytes(a.Files[i].Content, writtenMax)
	}
	return a, nil
}

// Package triggers reads the files in which skill authors keep prompts that
// should, or should not, bring up their skill. There is no standard; what is read
// here is what is in use, by the names that fields have there:
//
//   - a list of {"query": …, "should_trigger": true}: skill-creator, agentskills.io
//   - {"skill_name": …, "evals": [{"prompt": …}]}: evals.json, which has no
//     label because its prompts test what the skill does once it is used
//   - {"should_trigger": […], "should_not_trigger": […]}, of strings or objects;
//     waza's trigger_tests.yaml says should_trigger_prompts
//   - cases with an expected_skill, or null; should_trigger may name it too
//   - a CSV with the columns should_trigger and prompt
//
// It knows no catalog: the caller checks whether a named skill exists.
package triggers

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of one file; the largest seen is a tenth of the first two.
const (
	fileBytesMax   = 1 << 20
	casesMax       = 10_000
	promptBytesMax = 64 << 10 // as much of a prompt as is ever looked at
	problemsMax    = 20
)

// Want is what should happen at a prompt.
type Want int

// Unlabelled prompts stand in files that test what a skill does: they are
// written for it, but nobody said that it should come up by itself.
const (
	Unlabelled Want = iota
	Yes
	No
)

// Case is one prompt of a file.
type Case struct {
	Text string
	Want Want
	// Inferred: Want is No since another skill, or none, is to come up; no label says so.
	Inferred bool
	Skill    string // as the file names it, or empty: the file's place tells, or No is about all skills of the file
	// Others are named to come up (Want Yes) or to stay away (No), besides Skill.
	Others []Other
	Line   int
}

// Other is a skill that a case names besides its own.
type Other struct {
	Skill string
	Want  Want
}

// Problem is a part of a file that was left out, and why.
type Problem struct {
	Line int // from 1; 0: the whole file
	Text string
}

func (p Problem) String() string {
	if p.Line == 0 {
		return p.Text
	}
	return fmt.Sprintf("line %d: %s", p.Line, p.Text)
}

// Reads reports whether a file has an ending that is read.
func Reads(path string) bool { return reader(filepath.Ext(path)) != nil }

func reader(ending string) func([]byte) ([]node, error) {
	switch strings.ToLower(ending) {
	case ".json":
		return readJSON
	case ".jsonl", ".ndjson":
		return readJSONLines
	case ".yaml", ".yml":
		return readYAML
	case ".csv":
		return readCSV
	}
	return nil
}

// Read reads one file. It may hold no cases at all: then it is something else.
// What was left out of it is among the problems.
func Read(path string) ([]Case, []Problem, error) {
	data, err := readLimited(path)
	if err != nil {
		return nil, nil, err
	}
	cases, problems, err := Decode(filepath.Ext(path), data)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	return cases, problems, nil
}

// Decode reads the content of a file by its ending.
func Decode(ending string, data []byte) ([]Case, []Problem, error) {
	read := reader(ending)
	if read == nil {
		return nil, nil, errors.New("queries are read from .json, .jsonl, .yaml, .yml and .csv")
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if !utf8.Valid(data) {
		return nil, nil, errors.New("it is no UTF-8 text; save it as UTF-8")
	}
	documents, err := read(data)
	if err != nil {
		return nil, nil, err
	}
	f := finding{}
	for _, document := range documents {
		f.look(document, "", 0)
	}
	if len(f.cases) > casesMax {
		return nil, nil, fmt.Errorf("it holds more than %d prompts; divide it", casesMax)
	}
	return f.cases, f.problems, nil
}

func readLimited(path string) ([]byte, error) {
	data, err := foreign.Read(path, fileBytesMax)
	switch {
	case errors.Is(err, foreign.ErrTooLarge):
		return nil, fmt.Errorf("%s is larger than %d MiB; divide it", path, fileBytesMax>>20)
	case errors.Is(err, foreign.ErrNotRegular):
		return nil, fmt.Errorf("%s is no regular file", path)
	}
	return data, err
}

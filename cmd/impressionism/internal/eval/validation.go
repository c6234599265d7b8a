package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/ed-irl/impressionism/cmd/internal/cli"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/lesson/check"
)

func validationCommand(e *env.Env) *cobra.Command {
	return &cobra.Command{
		Use:   "validation DIR",
		Short: "Check the lessons of a data set against the repository beside them",
		Long: `Check the lessons of a data set against the repository beside them. DIR has
lessons.jsonl, with an id and a text in each line, and one folder: the repository's
tree, each file of which counts as tracked. Prints a line for each lesson:

  {"id": "v02", "stale": true, "gone": ["make migrate"]}`,
		Example: `  impressionism eval validation ../shared/eval/dev/validation \
    | python3 ../shared/eval/dev/validation/score.py \
      ../shared/eval/dev/validation`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return env.Failed(validate(e, args[0])) },
	}
}

const (
	lessonsBytesMax = 16 << 20
	// treeFilesMax and dirEntriesMax bound what is listed of a data set.
	treeFilesMax  = 200_000
	dirEntriesMax = 100
)

func validate(e *env.Env, dir string) error {
	if err := e.Ready(); err != nil {
		return err
	}
	lessons, err := readLessons(filepath.Join(dir, "lessons.jsonl"))
	if err != nil {
		return err
	}
	tree, err := onlyFolder(dir)
	if err != nil {
		return err
	}
	files := foreign.Dir(tree)
	tracked, err := regularFiles(files)
	if err != nil {
		return fmt.Errorf("list %s: %w", tree, err)
	}
	repository := check.New(files, tracked, check.Options{})
	encoder := json.NewEncoder(cli.Exact(e))
	encoder.SetEscapeHTML(false)
	for _, lesson := range lessons {
		result := repository.Check(context.Background(), lesson, nil)
		answer := validated{ID: lesson.ID, Stale: result.Verdict == check.Doubtful, Gone: []string{}}
		for _, gone := range result.Gone {
			answer.Gone = append(answer.Gone, gone.Reference)
		}
		if err := encoder.Encode(answer); err != nil {
			return err
		}
	}
	return nil
}

// validated is an answer as the set's scorer reads it.
type validated struct {
	ID    string   `json:"id"`
	Stale bool     `json:"stale"`
	Gone  []string `json:"gone"`
}

func readLessons(path string) ([]check.Lesson, error) {
	data, err := foreign.Read(path, lessonsBytesMax)
	if err != nil {
		return nil, err
	}
	var lessons []check.Lesson
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var row struct{ ID, Text string }
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("read %s: line %d: %w", path, number, err)
		}
		if row.ID == "" {
			return nil, fmt.Errorf("read %s: line %d: id is missing", path, number)
		}
		lessons = append(lessons, check.Lesson{ID: row.ID, Text: row.Text})
	}
	return lessons, nil
}

// onlyFolder returns the one folder in a data set.
func onlyFolder(dir string) (string, error) {
	entries, err := foreign.ReadDir(dir, dirEntriesMax)
	if err != nil {
		return "", err
	}
	folder := ""
	for _, entry := range entries {
		switch {
		case !entry.IsDir():
		case folder != "":
			return "", fmt.Errorf("%s has the folders %s and %s; leave only the repository's tree", dir, folder, entry.Name())
		default:
			folder = entry.Name()
		}
	}
	if folder == "" {
		return "", fmt.Errorf("%s has no folder; put the repository's tree beside lessons.jsonl", dir)
	}
	return filepath.Join(dir, folder), nil
}

func regularFiles(files fs.FS) ([]string, error) {
	var names []string
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Type().IsRegular():
			names = append(names, name)
		}
		if len(names) > treeFilesMax {
			return fmt.Errorf("more than %d files", treeFilesMax)
		}
		return nil
	})
	return names, err
}

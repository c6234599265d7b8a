package data

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/store/lessons"
)

// exportLessons writes what is kept of lessons beside their files, one JSON object a line: which
// may be told, what a person said, what is proposed and what files were before.
func exportLessons(e *env.Env, out io.Writer) error {
	folder := lessons.In(e.Paths.Reviews)
	known, err := folder.Known()
	if err != nil {
		return err
	}
	proposed, err := folder.Proposals(time.Time{})
	if err != nil {
		return err
	}
	past, err := folder.History()
	if err != nil {
		return err
	}
	var lines []map[string]any
	for _, file := range known.Files {
		lines = append(lines, map[string]any{"id": file.ID, "path": file.Path, "hash": file.Hash, "state": file.State, "why": file.Why, "seen_at": file.SeenAt})
	}
	for _, kept := range known.Kept {
		lines = append(lines, map[string]any{"hash": kept.Hash, "kept": !kept.No, "said_at": kept.At})
	}
	for _, p := range proposed {
		lines = append(lines, map[string]any{"id": p.ID, "state": "proposed", "text": string(p.Content), "made_at": p.At})
	}
	for _, w := range past {
		lines = append(lines, map[string]any{"id": w.ID, "path": w.Path, "before": string(w.Before), "after": string(w.After), "written_at": w.At})
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, line := range lines {
		line["entity"] = "lessons"
		if err := encoder.Encode(line); err != nil {
			return fmt.Errorf("export lessons: %w", err)
		}
	}
	return nil
}

// forgetLessons deletes proposed lessons and what lessons were before, and returns words about
// them to add to those about sessions. The lessons themselves are files of the user's.
func forgetLessons(e *env.Env) (string, error) {
	proposals, changes, err := lessons.In(e.Paths.Reviews).Forget()
	words := ""
	if proposals > 0 {
		words += " and " + textline.Count(proposals, "proposed lesson", "proposed lessons")
	}
	if changes > 0 {
		words += " and " + textline.Count(changes, "change of a lesson", "changes of lessons")
	}
	if words != "" {
		e.Did("forgot", "lessons", "", e.Paths.Reviews)
	}
	return words, err
}

package data

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/cmd/internal/toollists"
)

// exportTools writes the lists of tools, one JSON object a line for each tool.
func exportTools(e *env.Env, out io.Writer) error {
	lists, err := toollists.Folder(e).Lists()
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	for _, list := range lists {
		all, _, err := toollists.Folder(e).Tools(list.Folder)
		if err != nil {
			return fmt.Errorf("export tools: %w", err)
		}
		for _, one := range all {
			line := map[string]any{"entity": "tools", "id": list.Prefix + one.Name, "server": one.Server, "description": one.Description, "listed_at": one.ListedAt}
			if err := encoder.Encode(line); err != nil {
				return fmt.Errorf("export tools: %w", err)
			}
		}
	}
	return nil
}

// forgetTools deletes the lists of tools and what the user agreed to have run, and returns
// words about them to add to those about sessions.
func forgetTools(e *env.Env) (string, error) {
	if !env.Exists(e.Paths.Tools) {
		return "", nil
	}
	w, err := toollists.Folder(e).Write()
	if err != nil {
		return "", err
	}
	n, err := w.Clear()
	if n > 0 {
		e.Did("forgot", "tools", "", e.Paths.Tools)
		return " and " + textline.Count(n, "list of tools", "lists of tools"), err
	}
	return "", err
}

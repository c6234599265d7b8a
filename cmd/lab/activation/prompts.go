// Package activation measures how often the words of a suggestion lead a model to
// load the skill: it lays out trials, keeps to limits, and counts. Who runs a trial
// it does not know.
package activation

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Prompt is one prompt with the skill that should be loaded for it.
type Prompt struct {
	Text  string `json:"prompt"`
	Skill string `json:"skill"`
}

// Limits of a file of prompts: each of them costs money.
const (
	promptsMax     = 1_000
	lineBytesMax   = 1 << 20
	promptCharsMax = 64 << 10
)

// ReadPrompts reads one JSON object a line.
func ReadPrompts(r io.Reader) ([]Prompt, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), lineBytesMax)
	var prompts []Prompt
	number := 0
	for lines.Scan() {
		number++
		data := bytes.TrimSpace(lines.Bytes())
		if len(data) == 0 {
			continue
		}
		var p Prompt
		if err := json.Unmarshal(data, &p); err != nil {
			return nil, fmt.Errorf(`line %d: want {"prompt": "…", "skill": "…"}: %w`, number, err)
		}
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if prompts = append(prompts, p); len(prompts) > promptsMax {
			return nil, fmt.Errorf("there are more than %d prompts", promptsMax)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	if len(prompts) == 0 {
		return nil, errors.New(`there is no prompt; write one a line: {"prompt": "…", "skill": "…"}`)
	}
	return prompts, nil
}

func (p Prompt) check() error {
	switch {
	case strings.TrimSpace(p.Text) == "":
		return errors.New("prompt is missing")
	case len(p.Text) > promptCharsMax:
		return fmt.Errorf("prompt is longer than %d bytes", promptCharsMax)
	case strings.HasPrefix(strings.TrimSpace(p.Text), "/"):
		return errors.New("prompt is the call of a command, which asks no model what to load")
	case p.Skill == "":
		return errors.New("skill is missing")
	}
	return nil
}

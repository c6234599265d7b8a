package probe

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Limits of a file of prompts.
const (
	FileBytesMax   = 4 << 20
	filePromptsMax = 5000
	lineBytesMax   = 64 << 10
)

// Decode reads a file of prompts: one a line, or a JSON object a line with the
// prompt under text, prompt or query. Blank lines are passed over.
func Decode(data []byte) ([]Prompt, error) {
	if len(data) > FileBytesMax {
		return nil, fmt.Errorf("it is larger than %d MiB; divide it", FileBytesMax>>20)
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("it is no UTF-8 text; save it as UTF-8, one prompt a line")
	}
	var prompts []Prompt
	number := 0
	for line := range bytes.Lines(data) {
		number++
		text, err := decodeLine(bytes.TrimSpace(line))
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if text == "" {
			continue
		}
		if len(prompts) == filePromptsMax {
			return nil, fmt.Errorf("line %d: more than %d prompts; divide the file", number, filePromptsMax)
		}
		prompts = append(prompts, Prompt{Text: text, From: FromFile})
	}
	if len(prompts) == 0 {
		return nil, errors.New("it holds no prompt; write one a line")
	}
	return prompts, nil
}

func decodeLine(line []byte) (string, error) {
	if len(line) > lineBytesMax {
		return "", fmt.Errorf("it is longer than %d KiB", lineBytesMax>>10)
	}
	if !bytes.HasPrefix(line, []byte("{")) {
		return string(line), nil
	}
	var record struct{ Text, Prompt, Query *string }
	if err := json.Unmarshal(line, &record); err != nil {
		return "", fmt.Errorf("it begins like JSON and is none: %s", catalog.Clean(err.Error()))
	}
	for _, text := range []*string{record.Text, record.Prompt, record.Query} {
		if text != nil {
			return strings.TrimSpace(*text), nil
		}
	}
	return "", errors.New("the object has neither text nor prompt nor query")
}

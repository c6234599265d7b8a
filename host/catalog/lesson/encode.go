package lesson

import (
	"bytes"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Encode writes a lesson as a new file. A file that is there is edited by whoever owns it, and
// never written anew from what was read of it.
func Encode(l Lesson) ([]byte, error) {
	header := struct {
		ID         string   `yaml:"id"`
		Title      string   `yaml:"title"`
		Category   string   `yaml:"category,omitempty"`
		When       string   `yaml:"when,omitempty"`
		Paths      []string `yaml:"paths,omitempty,flow"`
		Added      string   `yaml:"added,omitempty"`
		By         string   `yaml:"by,omitempty"`
		Source     string   `yaml:"source,omitempty"`
		Supersedes []string `yaml:"supersedes,omitempty,flow"`
		Aliases    []string `yaml:"aliases,omitempty,flow"`
		Pinned     bool     `yaml:"pinned,omitempty"`
	}{l.ID, l.Title, l.Category, l.When, l.Paths, l.Added, l.By, l.Source, l.Supersedes, l.Aliases, l.Pinned}
	var out bytes.Buffer
	out.WriteString("---\n")
	encoder := yaml.NewEncoder(&out)
	encoder.SetIndent(2)
	if err := encoder.Encode(header); err != nil {
		return nil, fmt.Errorf("write lesson %s: %w", l.ID, err)
	}
	fmt.Fprintf(&out, "---\n%s\n", l.Text)
	return out.Bytes(), nil
}

// FileName is how the file of a new lesson is called: by its id and the words of its title.
func (l Lesson) FileName() string {
	var words []string
	for _, word := range strings.FieldsFunc(strings.ToLower(l.Title), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9') }) {
		if len(strings.Join(words, "-"))+len(word) > 40 {
			break
		}
		words = append(words, word)
	}
	return strings.Join(append([]string{l.ID}, words...), "-") + Suffix
}

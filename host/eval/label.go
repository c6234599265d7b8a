package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Kinds that count differently: a prompt that nothing fits; of a session, a turn
// about a topic and one that is about nothing ("ok").
const (
	kindNegative = "negative"
	kindTopic    = "topic"
	kindNeutral  = "neutral"
)

// Label lists the right ids for a prompt: a line of qrels.jsonl. Groups are ids
// of which any one will do; several groups are several needs.
type Label struct {
	ID   string     `json:"id"`
	Gold [][]string `json:"gold"`
	OK   []string   `json:"ok"` // neither right nor wrong
	// Not narrows what is wrong for a prompt without Gold: these ids are, and of
	// all others nothing is known. Absent: everything that is not OK is wrong.
	Not    []string `json:"not,omitempty"`
	Kind   string   `json:"kind,omitempty"`
	Level  string   `json:"level,omitempty"`
	Family string   `json:"family,omitempty"`
	Voice  string   `json:"voice,omitempty"`

	Session string     `json:"session,omitempty"`
	Turn    int        `json:"turn,omitempty"`
	Topic   string     `json:"topic,omitempty"`
	Must    [][]string `json:"must,omitempty"` // groups that have to be active at this turn
	May     []string   `json:"may,omitempty"`  // ids that may be, besides
}

// ReadLabels reads a qrels.jsonl. known reports whether the corpus has an id: a label
// that names another could never be met.
func ReadLabels(r io.Reader, known func(id string) bool) ([]Label, error) {
	var labels []Label
	seen := map[string]bool{}
	err := readLines(r, func(line []byte) error {
		var label Label
		if err := json.Unmarshal(line, &label); err != nil {
			return err
		}
		if seen[label.ID] {
			return fmt.Errorf("id %q comes twice", label.ID)
		}
		seen[label.ID] = true
		labels = append(labels, label)
		return label.check(known)
	})
	if err != nil {
		return nil, fmt.Errorf("read labels: %w", err)
	}
	return labels, nil
}

func (l Label) check(known func(string) bool) error {
	if l.ID == "" {
		return errors.New("id is missing")
	}
	for _, group := range slices.Concat(l.Gold, l.Must) {
		if len(group) == 0 {
			return errors.New("a group of gold or must has no ids")
		}
	}
	for _, ids := range slices.Concat(l.Gold, l.Must, [][]string{l.OK, l.Not, l.May}) {
		for _, id := range ids {
			if !known(id) {
				return fmt.Errorf("the corpus has no item %q", id)
			}
		}
	}
	return nil
}

// needs returns the number of the group that an id is in, of the last one if it
// is in several.
func (l Label) needs() map[string]int {
	groups := map[string]int{}
	for number, group := range l.Gold {
		for _, id := range group {
			groups[id] = number
		}
	}
	return groups
}

// negative reports that nothing is right for the prompt.
func (l Label) negative() bool { return l.Kind == kindNegative || len(l.Gold) == 0 }

// by returns the label's value of a field by which scores can be divided.
func (l Label) by(field string) string {
	switch field {
	case "level":
		return l.Level
	case "family":
		return l.Family
	case "kind":
		return l.Kind
	case "voice":
		return l.Voice
	}
	return ""
}

// ByFields are the fields by which scores can be divided.
var ByFields = []string{"level", "family", "kind", "voice"}

package lesson

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/cut"
)

// PathsMax is how many patterns of files of one lesson count.
const PathsMax = 16

// Globs returns the patterns of files that count, and of each other one why it does not, in
// words. Patterns are relative to the project, or to the workspace for a lesson of the user's.
func Globs(paths []string) (globs, faults []string) {
	for _, pattern := range paths {
		pattern = strings.TrimPrefix(strings.TrimSpace(pattern), "./")
		fault := catalog.PatternFault(pattern)
		positive := strings.TrimPrefix(pattern, "!")
		switch {
		case fault != "":
		case strings.HasPrefix(positive, "~") || len(positive) > 1 && positive[1] == ':':
			fault = "it is outside of any project"
		case path.Clean("/x/"+positive) != "/x/"+strings.TrimSuffix(positive, "/") && strings.Contains(positive, ".."):
			fault = "it leads out of the project"
		case len(globs) == PathsMax:
			fault = fmt.Sprintf("of one lesson %d paths count", PathsMax)
		}
		if fault == "" {
			globs = append(globs, pattern)
			continue
		}
		faults = append(faults, fmt.Sprintf("its path %q counts for nothing: %s", cut.Runes(pattern, 60), fault))
	}
	return globs, faults
}

// facts are what is kept of a lesson's header beside what is searched.
type facts struct {
	Category string   `json:"category,omitempty"`
	Pinned   bool     `json:"pinned,omitempty"`
	Added    string   `json:"added,omitempty"`
	Paths    []string `json:"paths,omitempty"`
}

// Globs are those of the lesson's paths that count.
func (l Lesson) Globs() []string {
	globs, _ := Globs(l.Paths)
	return globs
}

func (l Lesson) facts() json.RawMessage {
	encoded, err := json.Marshal(facts{l.Category, l.Pinned, l.Added, l.Globs()})
	if err != nil {
		panic(err) // texts always encode
	}
	return encoded
}

// see adds to an item what a ruleset sees of a lesson by its header.
func see(item *abi.Item, header json.RawMessage, at time.Time) (paths []string) {
	var known facts
	if json.Unmarshal(header, &known) != nil {
		known = facts{}
	}
	item.Lesson = &abi.Lesson{Category: known.Category, Pinned: known.Pinned}
	if added, err := time.Parse(time.DateOnly, known.Added); err == nil {
		days := float64(max(0, int(at.Sub(added).Hours()/24)))
		item.Lesson.AgeDays = &days
	}
	return known.Paths
}

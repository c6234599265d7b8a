package lesson

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that of a lesson's paths so many count as are globs within the project, and that each
// other one is named.
func TestGlobs(t *testing.T) {
	for pattern, counts := range map[string]bool{
		"db/**": true, "./db/**": true, "*.sql": true, "!db/gen/**": true, "a/../b/*.go": false, "../x": false, "~/x": false, "~x": false,
		"C:/x": false, "**": false, "[": false, "": false, "!**": true,
	} {
		globs, faults := Globs([]string{pattern})
		if (len(globs) == 1) != counts || (len(faults) == 0) != counts {
			t.Errorf("%q: got %q, %q", pattern, globs, faults)
		}
	}
	if globs, faults := Globs(strings.Split(strings.Repeat("a.go,", PathsMax+2), ",")[:PathsMax+2]); len(globs) != PathsMax || len(faults) != 2 {
		t.Errorf("%d paths count, %d do not", len(globs), len(faults))
	}
}

// Ensure that a ruleset sees of a lesson what its header says, and nothing of one that is not
// known.
func TestSee(t *testing.T) {
	at := time.Date(2026, 3, 12, 9, 0, 0, 0, time.UTC)
	l, _, rejection := Parse("L-aaaa2", []byte("---\ncategory: gotcha\npinned: true\nadded: 2026-03-02\npaths: [db/**, \"**\"]\n---\nText.\n"))
	if rejection != nil {
		t.Fatal(rejection)
	}
	var item abi.Item
	paths := see(&item, l.Item("", nil).FrontMatter, at)
	if len(paths) != 1 || item.Lesson.Category != "gotcha" || !item.Lesson.Pinned || item.Lesson.AgeDays == nil || *item.Lesson.AgeDays != 10 {
		t.Errorf("got %v, %+v", paths, item.Lesson)
	}
	for _, header := range []string{"", "{", `{"added":"soon"}`, `{"paths":3}`} {
		var item abi.Item
		if paths := see(&item, json.RawMessage(header), at); len(paths) != 0 || item.Lesson == nil || *item.Lesson != (abi.Lesson{}) {
			t.Errorf("%s: got %v, %+v", header, paths, item.Lesson)
		}
	}
}

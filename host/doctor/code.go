package doctor

import (
	"fmt"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Code is what there is of indexes of projects' sources.
type Code struct {
	Indexes int
	Bytes   int64
	Damaged []Problem // databases that cannot be read
	Other   []Problem // that another version wrote
	Stray   []Problem // that no folder belongs to
	Unread  error     // of the folder of indexes
}

// code looks at the indexes of projects' sources; nobody has to have any.
func (e *exam) code() {
	if e.Code == nil {
		return
	}
	c := e.Code()
	if c.Unread != nil {
		e.found("code-unread", e.Files.Code, fmt.Sprintf("%v.", c.Unread))
	}
	for code, problems := range map[string][]Problem{"code-damaged": c.Damaged, "code-schema": c.Other, "code-stray": c.Stray} {
		for _, p := range problems {
			e.found(code, p.Where, p.What)
		}
	}
	for _, path := range foreign.Matches(e.Files.Code, "*.db") {
		e.aside("code-aside", path)
	}
	if c.Indexes == 0 {
		e.saw(areaCode, "no project's code is indexed")
		return
	}
	e.saw(areaCode, fmt.Sprintf("%s, %.1f MB", count(c.Indexes, "index", "indexes"), float64(c.Bytes)/(1<<20)))
}

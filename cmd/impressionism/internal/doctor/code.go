package doctor

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/internal/codeindex"
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/doctor"
)

// examineCode looks at the indexes of all projects' code; it changes none.
func examineCode(e *env.Env) (c doctor.Code) {
	entries, err := os.ReadDir(e.Paths.Code)
	if errors.Is(err, os.ErrNotExist) {
		return c
	}
	c.Unread = err
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == ".db" {
			c.Indexes++
		}
	}
	c.Bytes = codeindex.Bytes(e)
	stray, err := project.Stray(e.Paths.Code)
	c.Unread = errors.Join(c.Unread, err)
	for _, s := range stray {
		problem := doctor.Problem{Where: s.Home.File}
		switch {
		case s.Later():
			problem.What = "A later version of impressionism wrote it."
			c.Other = append(c.Other, problem)
		case s.Other():
			problem.What = "Another version of impressionism wrote it."
			c.Other = append(c.Other, problem)
		case s.Err != nil:
			problem.What = fmt.Sprintf("%v.", s.Err)
			c.Damaged = append(c.Damaged, problem)
		default:
			problem.What = fmt.Sprintf("It was of %s.", s.Home.Tree)
			c.Stray = append(c.Stray, problem)
		}
	}
	return c
}

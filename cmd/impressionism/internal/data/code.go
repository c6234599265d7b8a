package data

import (
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/code/project"
)

// forgetCode deletes the indexes of code, and returns words about them to add to those about
// sessions. Nothing of them is exported: what is in them is in the sources.
func forgetCode(e *env.Env) (string, error) {
	n, err := project.DropAll(e.Paths.Code)
	if n == 0 {
		return "", err
	}
	e.Did("forgot", "code", "", e.Paths.Code)
	return " and " + textline.Count(n, "index of code", "indexes of code"), err
}

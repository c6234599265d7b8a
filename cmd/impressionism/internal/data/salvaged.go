package data

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/store/session"
)

// forgetSalvaged deletes the damaged files of state.db that were moved aside, and returns words
// about them to add to those about sessions. Nothing of them is exported: what could be read is in
// state.db.
func forgetSalvaged(e *env.Env, store *session.Store) (string, error) {
	n, err := store.ForgetSalvaged()
	if n == 0 {
		return "", err
	}
	e.Did("forgot", "salvaged", "", e.Paths.StateDB)
	return " and " + textline.Count(n, "damaged file", "damaged files"), err
}

// nameSalvaged names the damaged files in which a forgotten session may still be.
func nameSalvaged(e *env.Env, store *session.Store) error {
	files, err := store.Salvaged()
	if len(files) > 0 {
		fmt.Fprintf(e.Out, "Damaged files that were moved aside may still have it; delete them: %s\n", textline.Plain(strings.Join(files, " ")))
	}
	return err
}

package wire

import (
	"path/filepath"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/store/cards"
)

// Cards is the folder of the user's own cards.
func Cards(e *env.Env) cards.Folder {
	return cards.In(filepath.Join(filepath.Dir(e.Paths.StateDB), "cards"))
}

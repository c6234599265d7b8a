package wire

import (
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/code/glimpse"
	"github.com/ed-irl/impressionism/host/decide"
)

// Code returns what decisions ask of the sources of a workspace. It opens nothing before.
func Code(e *env.Env, workspace string) decide.Code {
	g := glimpse.New(e.Paths.Code, workspace)
	return decide.Code{
		Find: func(text string) ([]decide.Place, error) {
			found, err := g.Find(text)
			places := make([]decide.Place, len(found))
			for i, one := range found {
				places[i] = decide.Place(one)
			}
			return places, err
		},
		Same: func(one decide.Place) bool { return g.Same(glimpse.Place(one)) },
	}
}

package data

import (
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/cmd/internal/textline"
	"github.com/ed-irl/impressionism/host/store/session"
)

// forgetHandovers deletes the events that wait to be stored, and what hooks left that ended while
// they wrote one, and returns words about them to add to those about sessions.
func forgetHandovers(e *env.Env) (string, error) {
	n, err := session.ForgetHandovers(e.Handovers())
	if n == 0 {
		return "", err
	}
	e.Did("forgot", "events", "", e.Handovers())
	return " and " + textline.Count(n, "event that waited", "events that waited"), err
}

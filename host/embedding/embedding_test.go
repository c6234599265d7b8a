package embedding

import (
	"errors"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/deadline"
)

// Ensure an embedding that takes too long is not waited for, and that one which
// panics is an error.
func TestWithin(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	_, err := within(deadline.Until(time.Now().Add(time.Millisecond), time.Now), func() ([]float32, error) { <-release; return nil, nil })
	if !errors.Is(err, ErrDeadline) {
		t.Errorf("got %v", err)
	}
	_, err = within(deadline.Until(time.Now().Add(time.Minute), time.Now), func() ([]float32, error) { panic("no") })
	if err == nil || errors.Is(err, ErrDeadline) {
		t.Errorf("got %v", err)
	}
	vector, err := within(deadline.Until(time.Now().Add(time.Minute), time.Now), func() ([]float32, error) { return []float32{1}, nil })
	if err != nil || len(vector) != 1 {
		t.Errorf("got %v, %v", vector, err)
	}
}

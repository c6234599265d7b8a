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

// Ensure that what is kept is opened once for each key and embeds a text once, that nobody
// can change what the next one gets, and that an error is not kept.
func TestKept(t *testing.T) {
	opens, embeds, missing := 0, 0, errors.New("missing")
	open := func() (Embedder, error) {
		if opens++; opens == 1 {
			return Embedder{}, missing
		}
		return Embedder{func(text string) ([]float32, error) { embeds++; return []float32{float32(len(text))}, nil }}, nil
	}
	var kept Kept
	if _, err := kept.Open("a", open); !errors.Is(err, missing) {
		t.Errorf("got %v", err)
	}
	for range 3 {
		embedder, err := kept.Open("a", open)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"x", "yy"} {
			vector, err := embedder.Embed(text)
			if err != nil || len(vector) != 1 || vector[0] != float32(len(text)) {
				t.Errorf("%q: got %v, %v", text, vector, err)
			}
			vector[0] = 9
		}
	}
	if opens != 2 || embeds != 2 {
		t.Errorf("opened %d times and embedded %d texts, want 2 and 2", opens, embeds)
	}
	other, err := kept.Open("b", open)
	if _, failed := other.Embed("x"); err != nil || failed != nil || opens != 3 || embeds != 3 {
		t.Errorf("another key: %v, %v, opened %d times and embedded %d texts, want 3 and 3", err, failed, opens, embeds)
	}
}

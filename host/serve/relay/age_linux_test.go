package relay

import (
	"testing"
	"time"
)

// Ensure the age of a process is read whatever it is called, and is never too much.
func TestAge(t *testing.T) {
	const rest = " S 1 2 3 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 123456 1 2"
	for _, test := range []struct {
		stat, uptime string
		want         time.Duration
	}{
		{"7 (impressionism)" + rest, "1234.61 99.9", 40 * time.Millisecond},
		{"7 (a) b (c)" + rest, "1234.61 99.9\n", 40 * time.Millisecond},
		{"7 (impressionism)" + rest, "1234.56 1", 0},
		{"7 (impressionism)" + rest, "1.0 1", 0},
		{"", "", 0},
		{"7 (impressionism) S 1 2", "1 1", 0},
		{"7 (impressionism)" + rest, "x", 0},
	} {
		if got := ageOf(test.stat, test.uptime).Round(time.Millisecond); got != test.want {
			t.Errorf("%q, %q: got %v, want %v", test.stat, test.uptime, got, test.want)
		}
	}
	if age := Age(); age <= 0 && time.Since(started) > 100*time.Millisecond || age > time.Hour {
		t.Errorf("this process is %v old", age)
	}
}

var started = time.Now()

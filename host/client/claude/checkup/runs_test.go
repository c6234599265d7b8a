package checkup

import "testing"

// Ensure that versions are compared as numbers, whatever stands behind them.
func TestOlder(t *testing.T) {
	for _, pair := range [][2]string{{"1.0.60", "2.0.0"}, {"2.0.9", "2.0.14"}, {"2.1.197", "2.1.329"}, {"2.0", "2.0.0"}, {"2.1.0-beta.1", "2.1.1"}} {
		if !older(pair[0], pair[1]) || older(pair[1], pair[0]) {
			t.Errorf("%v", pair)
		}
	}
}

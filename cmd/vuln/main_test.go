package main

import (
	"bytes"
	"strings"
	"testing"
)

// Ensure that only data which cannot be reached is passed over, and never in silence.
func TestOnlyUnreachableDataIsPassedOver(t *testing.T) {
	for script, want := range map[string]int{
		"echo 'govulncheck: fetching vulnerabilities: no such host' >&2; exit 1": 0,
		"echo 'Vulnerability #1: GO-1'; exit 3":                                  1,
		"echo 'No vulnerabilities found.'":                                       0,
	} {
		var out, errOut bytes.Buffer
		code := run([]string{"sh", "-c", script}, &out, &errOut)
		if code != want || out.Len() == 0 {
			t.Errorf("%s: got %d, %q", script, code, out.String())
		}
		if strings.Contains(script, "fetching") != strings.Contains(out.String(), "did not run") {
			t.Errorf("%s: printed %q", script, out.String())
		}
	}
}

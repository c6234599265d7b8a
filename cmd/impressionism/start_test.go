package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
)

// initBytesMax is what one of our packages may allocate before main begins. Every
// hook pays for it, whatever it is about: 600 KB of patterns were 0.7 ms.
const initBytesMax = 32 << 10

var initialised = regexp.MustCompile(`(?m)^init (\S+) @\S+ ms, \S+ ms clock, (\d+) bytes`)

// Ensure that no package of ours does work before it is asked, in every process
// that the client starts. The runtime itself counts.
func TestStartIsLight(t *testing.T) {
	command := exec.Command(os.Args[0], "-test.run=^$")
	command.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	packages := 0
	for _, match := range initialised.FindAllStringSubmatch(string(output), -1) {
		bytes, err := strconv.Atoi(match[2])
		envtest.Must(t, err)
		packages++
		ours := strings.HasPrefix(match[1], "github.com/ed-irl/impressionism/") && !strings.HasSuffix(match[1], "_test")
		if ours && !strings.HasSuffix(match[1], "cmd/impressionism") && bytes > initBytesMax {
			t.Errorf("%s allocates %d bytes before main begins; at most %d: compute it when it is first asked for", match[1], bytes, initBytesMax)
		}
	}
	if packages < 20 {
		t.Fatalf("only %d packages were seen: %s", packages, output)
	}
}

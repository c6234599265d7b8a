package ui_test

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/ui/uitest"
)

// testPrograms are what tests run as processes of their own.
var testPrograms = map[string]func(){"impressionism": func() { os.Exit(program.Main()) }}

func TestMain(m *testing.M) {
	if testPrograms[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")] == nil {
		envtest.HearHangup() // the page itself heeds nohup
	}
	testscript.Main(uitest.Wrap(shared{m}), testPrograms)
}

// shared runs the tests, and then removes what several of them used.
type shared struct{ tests interface{ Run() int } }

var atEnd []func()

func (s shared) Run() int {
	defer func() {
		for _, remove := range slices.Backward(atEnd) {
			remove()
		}
	}()
	return s.tests.Run()
}

// run answers a command line as a process does that begins now.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) int {
	return program.Run(wire.ShippedKinds(), time.Now(), args, environ, in, out, errOut)
}

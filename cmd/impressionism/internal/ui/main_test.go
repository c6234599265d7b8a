package ui_test

import (
	"io"
	"os"
	"path/filepath"
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
	testscript.Main(uitest.Wrap(m), testPrograms)
}

// run answers a command line as a process does that begins now.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) int {
	return program.Run(wire.ShippedKinds(), time.Now(), args, environ, in, out, errOut)
}

package clienttest_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// started counts the starts that a stand-in has noted.
func started(ts *testscript.TestScript, neg bool, args []string) {
	rest := parse(ts, newFlags(ts, "started", neg, false), args, 2)
	want, err := strconv.Atoi(rest[1])
	ts.Check(err)
	log, err := os.ReadFile(inWork(ts, rest[0]+".log"))
	if !errors.Is(err, fs.ErrNotExist) {
		ts.Check(err)
	}
	if got := bytes.Count(log, []byte(`"environ":[`)); got != want {
		ts.Fatalf("%s was started %d times, want %d:\n%s", rest[0], got, want, log)
	}
}

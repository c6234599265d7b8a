package lessons

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

// Ensure a file in a folder that may only be read is imported without the other tool's lock, and
// that one which that tool holds is not read.
func TestReadForeignUnlocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "LESSONS.md")
	if err := os.WriteFile(path, []byte("a lesson"), 0o600); err != nil {
		t.Fatal(err)
	}
	held := errors.New("the tool holds it")
	for _, test := range []struct{ of, want error }{
		{&fs.PathError{Op: "open", Path: path, Err: syscall.EACCES}, nil},
		{&fs.PathError{Op: "open", Path: path, Err: syscall.EROFS}, nil},
		{held, held},
	} {
		format := inspect.LessonFormat{Lock: func(string) (func(), error) { return nil, fmt.Errorf("lock: %w", test.of) }}
		data, err := (&desk{}).readForeign(format, path)
		if !errors.Is(err, test.want) || (string(data) == "a lesson") != (test.want == nil) {
			t.Errorf("%v: got %q, %v", test.of, data, err)
		}
	}
}

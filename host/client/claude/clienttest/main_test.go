package clienttest_test

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/ed-irl/impressionism/host/client/claude/clienttest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// clientsMax run at once: more of them slow each other down until they time out.
const clientsMax = "2"

func TestMain(m *testing.M) {
	clienttest.Isolate()
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", clientsMax); err != nil {
			panic(err) // every test program has this flag
		}
	}
	code := m.Run()
	if built.folder != "" {
		_ = os.RemoveAll(built.folder) // what is left in a folder for temporary files harms nobody
	}
	os.Exit(code)
}

// versionsTried are the versions of the client for a test that tries one on each commit, and all
// by make e2e.
func versionsTried(t *testing.T) []string {
	return sampletest.Some(clienttest.Versions(), 1, func(version string) string { return t.Name() + version })
}

// built is the program under test, made once.
var built struct {
	once           sync.Once
	folder, binary string
	err            error
}

// program builds what is tested, as `make build` does.
func program(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.folder, built.err = os.MkdirTemp("", "clienttest-"); built.err != nil {
			return
		}
		built.binary = filepath.Join(built.folder, "impressionism")
		command := exec.Command("go", "build", "-ldflags", "-s -w", "-o", built.folder, "./cmd/impressionism", "./cmd/impressionism-hook", "./cmd/lab", standIn)
		command.Dir = root
		if said, err := command.CombinedOutput(); err != nil {
			t.Logf("%s", said)
			built.err = err
		}
		readSources(t)
	})
	if built.err != nil {
		t.Fatal("build the program: ", built.err)
	}
	return built.binary
}

// standIn is the server of the Model Context Protocol that scenarios configure.
const standIn = "./host/client/claude/clienttest/testdata/server"

// root is that of the tree, seen from here.
const root = "../../../.."

// readSources reads what the program is built of: `go test` answers from its cache
// unless it saw this test read what has changed.
func readSources(t *testing.T) {
	t.Helper()
	for _, folder := range []string{"abi", "cmd/impressionism", "cmd/internal", "cmd/lab", "host", "rules/lua", "schemas", "plugin"} {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			switch {
			case os.IsNotExist(err):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && entry.Name() == "testdata" && !strings.HasSuffix(filepath.Dir(path), "clienttest"):
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

package main

import (
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ed-irl/impressionism/cmd/impressionism/internal/program"
	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/cmd/internal/wire"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// testPrograms are what tests run as processes of their own.
var testPrograms = map[string]func(){"impressionism": main, "database": makeDatabase, "provider": serveProvider, "toolserver": serveTools}

func TestMain(m *testing.M) {
	if testPrograms[strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")] == nil {
		envtest.HearHangup() // a program of its own heeds nohup, if a test says so
	}
	testscript.Main(m, testPrograms)
}

// run answers a command line as a process does that begins now.
func run(args, environ []string, in io.Reader, out, errOut io.Writer) int {
	return program.Run(wire.ShippedKinds(), time.Now(), args, environ, in, out, errOut)
}

// Ensure every script's promise to a user holds. The program runs as a process
// of its own, in a folder of its own, with deadlines that a busy machine keeps.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup:               setupScript,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"hook": hookCmd, "contract1": contract1Cmd,
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "model":
				return envtest.Models() != "", nil
			case "soak":
				return sampletest.Soak(), nil
			case "guests":
				return os.Getenv("IMPRESSIONISM_TEST_GUESTS") != "", nil
			}
			return false, fmt.Errorf("unknown condition %q", condition)
		},
	})
}

func setupScript(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	env.Setenv("HOME", home)
	env.Setenv("IMPRESSIONISM_HOME", filepath.Join(env.WorkDir, "data"))
	for _, name := range envtest.WideDeadlines {
		env.Setenv("IMPRESSIONISM_HOOK_"+name, "600000")
	}
	if models := envtest.Models(); models != "" {
		env.Setenv("MODELS", models)
	}
	plugin, err := pluginFolder()
	if err != nil {
		return err
	}
	env.Setenv("PLUGIN", plugin)
	examples, err := examplesFolder()
	if err != nil {
		return err
	}
	env.Setenv("EXAMPLES", examples)
	env.Setenv("GUESTS", os.Getenv("IMPRESSIONISM_TEST_GUESTS"))
	return os.MkdirAll(filepath.Join(env.WorkDir, "project"), 0o755)
}

// pluginFolder is the plugin as it lies in the repository. Its scripts are read here
// too: what only a script's shell reads would not keep `go test` from answering from
// its cache.
func pluginFolder() (string, error) {
	folder, err := filepath.Abs("../../plugin")
	for _, name := range []string{"impressionism", "setup"} {
		if err == nil {
			_, err = os.ReadFile(filepath.Join(folder, "bin", name))
		}
	}
	return folder, err
}

// examplesFolder is the example repository of rulesets, whose files are read for the same
// reason.
func examplesFolder() (string, error) {
	folder, err := filepath.Abs("../../examples/ruleset-repository")
	files := os.DirFS(folder)
	return folder, errors.Join(err, fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			_, err = fs.ReadFile(files, name)
		}
		return err
	}))
}

// hookCmd sends an event through the hook: `hook EVENT SESSION [key=value…]`,
// in the folder project. Its output is then compared with stdout and stderr.
func hookCmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: hook EVENT SESSION [key=value…]; it never fails")
	}
	work := ts.Getenv("WORK")
	fields := map[string]string{"hook_event_name": args[0], "session_id": args[1], "cwd": filepath.Join(work, "project")}
	for _, arg := range args[2:] {
		key, value, _ := strings.Cut(arg, "=")
		fields[key] = value
	}
	ts.Check(os.WriteFile(filepath.Join(work, "event.json"), envtest.EncodeEvent(fields), 0o600))
	ts.Check(ts.Exec("sh", "-c", `exec impressionism hook < "$WORK/event.json"`))
}

// contract1Cmd makes the state.db that the last program made whose rulesets spoke
// contract 1, see session.TestMigrateRefs.
func contract1Cmd(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: contract1 FILE; it never fails")
	}
	script, err := os.ReadFile("../../host/store/session/testdata/contract-1.sql")
	ts.Check(err)
	file := ts.MkAbs(args[0])
	ts.Check(os.MkdirAll(filepath.Dir(file), 0o700))
	db, err := sql.Open("sqlite3", file)
	ts.Check(err)
	_, err = db.Exec(string(script))
	ts.Check(err)
	ts.Check(db.Close())
}

// makeDatabase makes another program's database of the file that is named.
func makeDatabase() {
	db, err := sql.Open("sqlite3", os.Args[1])
	if err == nil {
		_, err = db.Exec("CREATE TABLE cakes (name TEXT); INSERT INTO cakes VALUES ('mine')")
	}
	if err != nil {
		panic(err)
	}
}

package tools_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog/tool"
	"github.com/ed-irl/impressionism/host/client"
	"github.com/ed-irl/impressionism/host/store/tools"
)

// writesUntilKilled names the folder that a child of a test writes lists into.
const writesUntilKilled = "TOOLS_TEST_WRITES"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writesUntilKilled); dir != "" {
		writeForEver(dir)
	}
	os.Exit(m.Run())
}

var listed = time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)

func facts() tools.Facts {
	return tools.Facts{
		Server: "github", Scope: client.ScopeUser, Prefix: "mcp__github__", Hash: "1f2e3d4c", Said: "npx server-github",
		File: "/home/u/settings.json", Workspace: "/w", Way: tools.WaySync, ListedAt: listed,
	}
}

func makeTool(name, description string) tools.Tool {
	return tools.Tool{Name: name, File: tool.File{Server: "github", Name: name, Description: description, Input: []byte(`{"type":"object"}`), Scope: client.ScopeUser, Hash: "1f2e3d4c", ListedAt: listed}}
}

func write(t *testing.T, folder tools.Folder) *tools.Writer {
	t.Helper()
	w, err := folder.Write()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

// Ensure that a list is kept and read back as it is, takes the place of the former one
// whole, is the user's alone, and goes.
func TestPut(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tools")
	folder := tools.In(dir)
	if lists, err := folder.Lists(); len(lists) > 0 || err != nil {
		t.Errorf("nothing: got %v, %v", lists, err)
	}
	w := write(t, folder)
	const name = "github-1f2e3d4c"
	if _, err := w.Put(name, facts(), []tools.Tool{makeTool("gone", "It will be gone."), makeTool("stays", "x")}); err != nil {
		t.Fatal(err)
	}
	want := []tools.Tool{makeTool("create_issue", "Create an issue <b>&</b>."), makeTool("stays", "It says more now.")}
	kept, err := w.Put(name, facts(), want)
	if err != nil || kept.Tools != 2 || kept.Bytes != int64(len("create_issueCreate an issue <b>&</b>.staysIt says more now.")+2*len(`{"type":"object"}`)) {
		t.Errorf("got %+v, %v", kept, err)
	}
	got, faulty, err := folder.Tools(name)
	if diff := cmp.Diff(want, got); diff != "" || len(faulty) > 0 || err != nil {
		t.Error(diff, faulty, err)
	}
	lists, err := folder.Lists()
	if err != nil || len(lists) != 1 || lists[0].Fault != nil || cmp.Diff(kept, lists[0].Facts) != "" {
		t.Errorf("got %+v, %v", lists, err)
	}
	checkPrivate(t, dir)
	if err := w.Forget(name); err != nil {
		t.Error(err)
	}
	if err := w.Forget(name); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("again: got %v", err)
	}
	if lists, _ := folder.Lists(); len(lists) > 0 {
		t.Errorf("left %v", lists)
	}
}

// checkPrivate looks that nothing below a folder is open to others, nor half written.
func checkPrivate(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		if strings.HasPrefix(entry.Name(), ".new-") || strings.HasPrefix(entry.Name(), ".former-") {
			t.Errorf("%s is left", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// Ensure that a tool which cannot be a file costs only itself and is named with the reason,
// however many there are.
func TestPutRejects(t *testing.T) {
	w := write(t, tools.In(t.TempDir()))
	all := []tools.Tool{makeTool("good", "x"), makeTool("good", "twice"), makeTool("../up", "x"), makeTool("", "x"), makeTool("line\nend", "x"), makeTool(strings.Repeat("n", 129), "x")}
	huge, large, broken := makeTool("huge", strings.Repeat("x", tool.FileBytesMax)), makeTool("large", "x"), makeTool("broken", "x")
	large.Input = []byte(`"` + strings.Repeat("x", tool.FileBytesMax) + `"`)
	broken.Input = []byte(`{"type":`)
	all = append(all, huge, large, broken)
	for i := range 100 {
		all = append(all, makeTool(fmt.Sprint("b.", i), "x"))
	}
	kept, err := w.Put("github-1f2e3d4c", facts(), all)
	if err != nil || kept.Tools != 3 || len(kept.Rejected) != tools.RejectedMax || kept.More != 106-tools.RejectedMax {
		t.Fatalf("got %d tools, %d rejected and %d more, %v", kept.Tools, len(kept.Rejected), kept.More, err)
	}
	if got := kept.Rejected[0]; got.Name != "good" || !strings.Contains(got.Reason, "another tool") {
		t.Errorf("got %+v", got)
	}
	got, faulty, err := w.Tools("github-1f2e3d4c")
	if err != nil || len(got) != 3 || len(faulty) > 0 || got[0].Input != nil || got[2].Input != nil {
		t.Errorf("got %+v, %v, %v", got, faulty, err)
	}
	for _, name := range []string{"", "..", "../x", ".lock", "a/b", strings.Repeat("n", 129)} {
		if _, err := w.Put(name, facts(), nil); err == nil {
			t.Errorf("a list was kept as %q", name)
		}
		if err := w.Forget(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("forget %q: got %v", name, err)
		}
	}
}

// Ensure that what is no list, or no tool of one, is named with its reason and hides no
// other.
func TestFaults(t *testing.T) {
	dir := t.TempDir()
	folder := tools.In(dir)
	if _, err := write(t, folder).Put("github-1f2e3d4c", facts(), []tools.Tool{makeTool("good", "x")}); err != nil {
		t.Fatal(err)
	}
	for path, text := range map[string]string{
		"half-00000000/tool.json": "{}", "broken-00000000/.server.json": `{"server":`, "huge-00000000/.server.json": strings.Repeat(" ", 300<<10),
		"nobody-00000000/.server.json": "{}", "notes.txt": "mine", "not a list/.server.json": "{}",
		"github-1f2e3d4c/empty.json": "", "github-1f2e3d4c/list.json": "[]", "github-1f2e3d4c/none.json": "{}", "github-1f2e3d4c/b.c.json": `{"name":"x"}`,
		"github-1f2e3d4c/large.json": strings.Repeat(" ", 65<<10), "github-1f2e3d4c/.hidden.json": "", "github-1f2e3d4c/notes.txt": "",
	} {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	lists, err := folder.Lists()
	if err != nil || len(lists) != 5 {
		t.Fatalf("got %+v, %v", lists, err)
	}
	for i, want := range []string{"broken-00000000: .server.json is not what", "github-1f2e3d4c: <nil>", "half-00000000: it has no .server.json", "huge-00000000: ", "nobody-00000000: .server.json names no server"} {
		if got := fmt.Sprintf("%s: %v", lists[i].Folder, lists[i].Fault); !strings.HasPrefix(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	all, faulty, err := folder.Tools("github-1f2e3d4c")
	if err != nil || len(all) != 1 || len(faulty) != 5 {
		t.Errorf("got %+v, %+v, %v", all, faulty, err)
	}
}

// Ensure that one process at a time changes lists, that the other learns what to do, and
// that what a killed process left is mended.
func TestWriteAlone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tools")
	folder := tools.In(dir)
	w := write(t, folder)
	if _, err := folder.Write(); !errors.Is(err, tools.ErrBusy) {
		t.Errorf("got %v, want ErrBusy", err)
	}
	if _, err := w.Put("a-00000000", facts(), []tools.Tool{makeTool("one", "x")}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Put("b-00000000", facts(), nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Rename(filepath.Join(dir, "a-00000000"), filepath.Join(dir, ".former-a-00000000")), // between the steps
		os.MkdirAll(filepath.Join(dir, ".former-b-00000000"), 0o700), os.MkdirAll(filepath.Join(dir, ".new-123", "x"), 0o700),
		os.WriteFile(filepath.Join(dir, ".agreed.json.123.tmp"), nil, 0o600), w.Close()); err != nil {
		t.Fatal(err)
	}
	w = write(t, folder)
	lists, err := w.Lists()
	if err != nil || len(lists) != 2 || lists[0].Tools != 1 {
		t.Errorf("got %+v, %v", lists, err)
	}
	checkPrivate(t, dir)
	if n, err := w.Clear(); n != 2 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is left: %v", err)
	}
}

// Ensure that a folder which cannot be changed, and a file in its place, are errors that say
// so, and that the lists in it stay.
func TestWriteRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tools.In(file).Write(); err == nil {
		t.Error("a file was taken for the folder")
	}
	if _, err := tools.In(file).Lists(); err == nil {
		t.Error("a file was read as the folder")
	}
	if os.Getuid() == 0 {
		other := t.TempDir()
		if err := os.Chown(other, 12345, -1); err != nil {
			t.Fatal(err)
		}
		if _, err := tools.In(other).Write(); err == nil || !strings.Contains(err.Error(), "belongs to user 12345, you are 0; let your user own it") {
			t.Errorf("another user's: got %v", err)
		}
		return // the rest is allowed to root
	}
	dir := t.TempDir()
	w := write(t, tools.In(dir))
	if _, err := w.Put("a-00000000", facts(), []tools.Tool{makeTool("one", "x")}); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(dir, 0o700) })
	for what, err := range map[string]error{"forget": w.Forget("a-00000000"), "put": func() error { _, err := w.Put("a-00000000", facts(), nil); return err }(), "agree": w.Agree(tools.Agreement{})} {
		if err == nil || !strings.Contains(err.Error(), "let your user own it") {
			t.Errorf("%s in a read-only folder: got %v", what, err)
		}
	}
	if list, err := w.List("a-00000000"); err != nil || list.Tools != 1 {
		t.Errorf("got %+v, %v", list, err)
	}
}

// Ensure that a person's agreement holds for what was shown alone: not for another command,
// not for another project that has the same one, and for the user's own everywhere.
func TestAgreed(t *testing.T) {
	dir := t.TempDir()
	folder := tools.In(dir)
	project := client.Server{Name: "db", Scope: client.ScopeProject, File: "/a/.mcp.json", Transport: client.TransportStdio, Command: "./db", Args: []string{"--x", "y"}, Variables: []string{"KEY"}}
	key := tools.Key(project, "/a")
	w := write(t, folder)
	if err := w.Agree(tools.Agreement{Key: key, Server: "db", At: listed}); err != nil {
		t.Fatal(err)
	}
	check := func(what string, server client.Server, workspace string, want bool) {
		t.Helper()
		if got, err := folder.Agreed(tools.Key(server, workspace)); got != want || err != nil {
			t.Errorf("%s: got %v, %v", what, got, err)
		}
	}
	check("the same", project, "/a", true)
	for what, change := range map[string]func(s *client.Server){
		"command":   func(s *client.Server) { s.Command = "./db2" },
		"arguments": func(s *client.Server) { s.Args = []string{"--x y"} },
		"moved":     func(s *client.Server) { s.Command, s.Args = "./db --x", []string{"y"} },
		"variable":  func(s *client.Server) { s.Variables = nil },
		"file":      func(s *client.Server) { s.File = "/b/.mcp.json" },
		"scope":     func(s *client.Server) { s.Scope = client.ScopeUser },
		"name":      func(s *client.Server) { s.Name = "db2" },
	} {
		changed := project
		change(&changed)
		check(what, changed, "/a", false)
	}
	check("another project", project, "/b", false)
	own := client.Server{Name: "db", Scope: client.ScopeUser, Command: "db"}
	if tools.Key(own, "/a") != tools.Key(own, "/b") {
		t.Error("the user's own server is another one in each workspace")
	}
	for i := range 1100 {
		if i%100 != 0 {
			continue // each waits for the disk
		}
		if err := w.Agree(tools.Agreement{Key: fmt.Sprint(i), Said: strings.Repeat("x", 100)}); err != nil {
			t.Fatal(err)
		}
	}
	check("after others", project, "/a", true)
	if err := os.WriteFile(filepath.Join(dir, "agreed.json"), []byte(`{"agreed": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := folder.Agreed(key); got || err == nil || !strings.Contains(err.Error(), "agree again") {
		t.Errorf("broken: got %v, %v", got, err)
	}
	if err := w.Agree(tools.Agreement{Key: key}); err != nil {
		t.Fatal(err)
	}
	check("agreed again", project, "/a", true)
}

// writeForEver puts lists of two lengths in turn.
func writeForEver(dir string) {
	w, err := tools.In(dir).Write()
	if err != nil {
		fmt.Println(err)
		os.Exit(3)
	}
	for i := 0; ; i++ {
		var all []tools.Tool
		for n := range 3 + i%5 {
			all = append(all, makeTool(fmt.Sprint("t", n), fmt.Sprint("round ", i)))
		}
		f := facts()
		f.Workspace = fmt.Sprint("round ", i)
		if _, err := w.Put("github-1f2e3d4c", f, all); err != nil {
			fmt.Println(err)
			os.Exit(3)
		}
	}
}

// Ensure that whenever a process is killed while it writes, there is one whole list: all
// tools of one round, as many as the facts count.
func TestKilled(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tools")
	written := 0
	for i := range 25 {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), writesUntilKilled+"="+dir)
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(40+7*i) * time.Millisecond)
		if err := child.Process.Kill(); err != nil {
			t.Fatal("the child ended by itself:", err)
		}
		_ = child.Wait() // it was killed
		folder := tools.In(dir)
		list, err := folder.List("github-1f2e3d4c")
		if errors.Is(err, fs.ErrNotExist) && written == 0 {
			continue // not one was written yet
		}
		written++
		all, faulty, toolsErr := folder.Tools("github-1f2e3d4c")
		if err != nil || toolsErr != nil || len(faulty) > 0 || len(all) != list.Tools {
			t.Fatalf("got %d of %d tools, %v, %v, %v", len(all), list.Tools, faulty, err, toolsErr)
		}
		for _, one := range all {
			if one.Description != list.Workspace {
				t.Fatalf("a tool of %s is in the list of %s", one.Description, list.Workspace)
			}
		}
	}
	if written == 0 {
		t.Error("each was killed before it wrote a list")
	}
	w := write(t, tools.In(dir))
	checkPrivate(t, dir)
	if n, err := w.Clear(); n != 1 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}

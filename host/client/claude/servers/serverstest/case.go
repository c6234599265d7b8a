// Package serverstest lays out the test cases of servers: files of a home, a workspace and
// an administrator's folder. Only tests import it.
package serverstest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
	"github.com/ed-irl/impressionism/host/client/claude/servers"
)

// Case is one test case, laid out.
type Case struct {
	Machine servers.Machine
	Base    string // of its folders home, project and managed
	Want    string // the file named want
	Lines   []string
}

// Read lays out an archive in an empty folder. "$WORK" in its files becomes the folder. Of
// the lines of its comment, these mean something here:
//
//	workspace FOLDER    instead of project
//	variable NAME=VALUE
//	link NAME TARGET    a symbolic link
//	pad NAME BYTES      so many spaces are added to a file
//	cut NAME            the file loses its last ten bytes
func Read(tb testing.TB, path, base string) Case {
	tb.Helper()
	archive := sourcetest.Read(tb, path)
	c := Case{Base: base, Lines: strings.Split(archive.Comment, "\n")}
	must := func(err error) {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
	}
	for _, folder := range []string{"home/.claude", "project"} {
		must(os.MkdirAll(filepath.Join(base, folder), 0o755))
	}
	for _, file := range archive.Files {
		if file.Name == "want" {
			c.Want = file.Data
			continue
		}
		must(os.MkdirAll(filepath.Dir(filepath.Join(base, file.Name)), 0o755))
		must(os.WriteFile(filepath.Join(base, file.Name), []byte(strings.ReplaceAll(file.Data, "$WORK", base)), 0o644))
	}
	variables := map[string]string{}
	c.Machine = servers.Machine{
		Home: filepath.Join(base, "home", ".claude"), Managed: filepath.Join(base, "managed"), Workspace: filepath.Join(base, "project"),
		Lookup: func(name string) (value string, set bool) { value, set = variables[name]; return value, set },
	}
	for _, line := range c.Lines {
		word, rest, _ := strings.Cut(line, " ")
		first, second, _ := strings.Cut(rest, " ")
		at := filepath.Join(base, first)
		switch word {
		case "workspace":
			c.Machine.Workspace = at
			must(os.MkdirAll(at, 0o755))
		case "variable":
			name, value, _ := strings.Cut(strings.ReplaceAll(rest, "$WORK", base), "=")
			variables[name] = value
			if name == "CLAUDE_CONFIG_DIR" {
				c.Machine.Home = value
			}
		case "link":
			must(os.Symlink(strings.ReplaceAll(second, "$WORK", base), at))
		case "pad":
			must(pad(at, second))
		case "cut":
			must(cut(at))
		}
	}
	return c
}

// Write puts what is wanted at the end of an archive.
func Write(path, want string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	before, _, _ := strings.Cut(string(data), "-- want --\n")
	return os.WriteFile(path, []byte(before+"-- want --\n"+want), 0o644)
}

func pad(path, bytes string) error {
	count, err := strconv.Atoi(bytes)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = file.WriteString(strings.Repeat(" ", count))
	return err
}

func cut(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	return os.Truncate(path, info.Size()-10)
}

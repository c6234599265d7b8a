package files

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/catalog/sourcetest"
)

// Ensure each tree of testdata is listed as its case says. A line of its comment that has a
// colon is a setting: "git: tracked" or "git: untracked", "at: FOLDER" to list, "text: yes",
// "force: yes", "system: linux" where others have no such names.
func TestTrees(t *testing.T) {
	sourcetest.Each(t, "testdata/trees/*.txtar", func(t *testing.T, archive sourcetest.Archive) {
		settings := map[string]string{}
		for line := range strings.Lines(archive.Comment) {
			if name, value, found := strings.Cut(strings.TrimSpace(line), ": "); found && !strings.Contains(name, " ") {
				settings[name] = value
			}
		}
		if system := settings["system"]; system != "" && system != runtime.GOOS {
			t.Skip("the file systems of others do not have such names")
		}
		folder := tempFolder(t)
		for _, file := range archive.Files {
			if file.Name != "want" {
				write(t, folder, file.Name, file.Data)
			}
		}
		switch settings["git"] {
		case "tracked":
			commit(t, folder)
		case "untracked":
			runGit(t, folder, "init", "-q")
		}
		o := options()
		o.Text, o.Force, o.Home = settings["text"] != "", settings["force"] != "", filepath.Dir(folder)
		l, err := List(context.Background(), filepath.Join(folder, settings["at"]), o)
		got := said(l)
		for _, refused := range []error{ErrNoProject, ErrGitsOwn, ErrHome, ErrNoFolder} {
			if errors.Is(err, refused) {
				got, err = "refuses: "+refused.Error(), nil
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.TrimSpace(archive.File(t, "want")); got != want {
			t.Errorf("got:\n%s\nwant:\n%s", got, want)
		}
	})
}

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
)

// Ensure that a stranger who follows a page of docs/rulesets from an empty folder
// gets what it says: its commands are run in order, its files written, and each
// line that it shows as output really comes. Of the pages whose languages are compiled, one is
// drawn.
func TestRulesetPages(t *testing.T) {
	if os.Getenv("IMPRESSIONISM_TEST_GUESTS") == "" {
		t.Skip("the pages need their languages' toolchains: make guests")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "docs", "rulesets", "*.md"))
	if err != nil || len(pages) < 4 {
		t.Fatalf("pages %q, %v; at least four are wanted", pages, err)
	}
	compiled := []string{"go.md", "rust.md", "other-languages.md"}
	drawn := sampletest.Some(compiled, 1, strings.Clone)
	for _, page := range pages {
		if name := filepath.Base(page); slices.Contains(compiled, name) && !slices.Contains(drawn, name) {
			continue
		}
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		script, shown := pageScript(t, string(data))
		if script == "" {
			continue
		}
		t.Run(filepath.Base(page), func(t *testing.T) {
			work := followPage(t, root, script, shown)
			if filepath.Base(page) == "tutorial.md" { // what it ends with is there to copy
				sameFiles(t, filepath.Join(root, "examples", "ruleset-repository", "only-tasks"), filepath.Join(work, "only-tasks"))
			}
		})
	}
}

// Ensure that who follows the pages on feedback, settings, cards and the like gets what they say.
func TestUserPages(t *testing.T) {
	root, err := filepath.Abs("../..")
	envtest.Must(t, err)
	for page, lines := range map[string]int{"feedback.md": 10, "settings.md": 7, "cards.md": 10, "memory.md": 6, "skill-cards.md": 4, "code.md": 2, "slash-commands.md": 2} {
		t.Run(page, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(root, "docs", page))
			envtest.Must(t, err)
			script, shown := pageScript(t, string(data))
			if len(shown) < lines {
				t.Errorf("the page shows %d lines", len(shown))
			}
			followPage(t, root, script, shown)
		})
	}
}

// followPage runs a page's script in an empty folder, which it gives back.
func followPage(t *testing.T, root, script string, shown []string) string {
	t.Helper()
	t.Parallel()
	work := t.TempDir()
	command := exec.Command("bash", "-euo", "pipefail", "-c", script)
	command.Dir = work
	command.Env = append(buildEnviron(root),
		"SDK="+filepath.Join(root, "sdk"), "IMPRESSIONISM_HOME="+filepath.Join(work, ".home"), "CLAUDE_CONFIG_DIR="+filepath.Join(work, ".claude"), "PWD="+work,
		"CLAUDE_CODE_SESSION_ID=", // whoever runs this test may have one
	)
	for _, name := range envtest.WideDeadlines {
		command.Env = append(command.Env, "IMPRESSIONISM_HOOK_"+name+"=600000")
	}
	output, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	for _, line := range shown {
		if !comes(string(output), line) {
			t.Errorf("the page shows %q; what came is:\n%s", line, output)
		}
	}
	return work
}

// sameFiles wants a file of a folder to be the same in another one.
func sameFiles(t *testing.T, folder, other string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		rest := strings.TrimPrefix(name, folder)
		want, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if got, err := os.ReadFile(other + rest); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not as the page leaves it: %v\n%s", name, err, got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// pageScript makes one shell script of a page: its sh blocks, its files (blocks
// with title=NAME), and the lines of its text blocks, which are output.
func pageScript(t *testing.T, page string) (script string, shown []string) {
	t.Helper()
	var b strings.Builder
	info, inside := "", false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		_, title, named := strings.Cut(info, "title=")
		switch {
		case strings.HasPrefix(line, "```") && !inside:
			info, inside = strings.TrimPrefix(line, "```"), true
			if _, title, named := strings.Cut(info, "title="); named {
				fmt.Fprintf(&b, "mkdir -p \"$(dirname '%s')\"; cat > '%s' <<'END_OF_FILE'\n", title, title)
			}
		case strings.HasPrefix(line, "```"):
			if named && title != "" {
				b.WriteString("END_OF_FILE\n")
			}
			info, inside = "", false
		case !inside:
		case info == "sh" || named:
			b.WriteString(line + "\n")
		case info == "text" && strings.TrimSpace(line) != "":
			shown = append(shown, line)
		}
	}
	if inside {
		t.Error("a block is not closed")
	}
	return b.String(), shown
}

// comes reports whether a line stands in the output; "…" stands for anything,
// and blanks count as one.
func comes(output, line string) bool {
	for got := range strings.Lines(output) {
		rest, ok := strings.Join(strings.Fields(got), " "), true
		for part := range strings.SplitSeq(strings.Join(strings.Fields(line), " "), "…") {
			var found bool
			if _, rest, found = strings.Cut(rest, strings.TrimSpace(part)); !found {
				ok = false
				break
			}
		}
		if ok {
			return true
		}
	}
	return false
}

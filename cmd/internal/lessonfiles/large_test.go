package lessonfiles

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BenchmarkStart is what a session's start in a repository of 100,000 tracked files costs for
// 20 lessons: when the tree changed, and when it did not.
func BenchmarkStart(b *testing.B) {
	p := newPlace(b, "")
	p.write(filepath.Join(p.project, "Makefile"), "build:\n")
	for i := range 20 {
		p.lesson(fmt.Sprintf("L-aaa%s", string("abcdefghjk"[i/10])+string("abcdefghjk"[i%10])),
			fmt.Sprintf("Run `make build` before pkg/area%d/part%d/file%d.go; scripts/deploy%d.sh does it too, as Handler%d.Serve.", i, i, i, i, i))
	}
	p.commit()
	p.git("gc", "-q")
	hash := strings.Repeat("0", 39) + "1"
	list := filepath.Join(b.TempDir(), "list")
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, "100644 %s\tpkg/area%d/part%d/file%d.go\n", hash, i%100, i%3000, i)
	}
	p.write(list, lines.String())
	in, err := os.Open(list)
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close()
	command := exec.Command("git", "-C", p.project, "update-index", "--index-info")
	command.Stdin = in
	if out, err := command.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	view, err := Look(context.Background(), p.env, p.sessions, p.project)
	if err != nil {
		b.Fatal(err)
	}
	run := func(b *testing.B, view View) {
		for b.Loop() {
			if err := CheckSome(context.Background(), p.env, p.project, view); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("changed", func(b *testing.B) { run(b, view) })
	view, _ = Look(context.Background(), p.env, p.sessions, p.project)
	checked := 0
	for _, found := range view.Lessons {
		if found.File.Check.Doubtful() {
			checked++
		}
	}
	b.Logf("%d of 20 were checked, and are doubtful", checked)
	b.Run("unchanged", func(b *testing.B) { run(b, view) })
}

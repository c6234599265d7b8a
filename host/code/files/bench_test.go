package files

import (
	"bytes"
	"fmt"
	"testing"
)

// bigTree is a project of 11,000 files in 1,210 folders, as large ones are.
func bigTree(b *testing.B) string {
	b.Helper()
	folder := tempFolder(b)
	write(b, folder, ".gitignore", "*.log\n/out/\nnode_modules/\n**/tmp/*.bak\n")
	write(b, folder, IgnoreFile, "*_gen.go\n/legacy/**/old?.go\ntestdata/\n")
	write(b, folder, "go.mod", "module x\n")
	for i := range 11 {
		for j := range 110 {
			for k := range 9 {
				write(b, folder, fmt.Sprintf("module%02d/package%03d/file_of_it_%d.go", i, j, k), "package p\n")
			}
		}
	}
	for i := range 110 {
		write(b, folder, fmt.Sprintf("module%02d/file%d.go", i%11, i), "package p\n")
	}
	return folder
}

// BenchmarkList is a look at 11,000 files of which none has changed, and git's part in it.
func BenchmarkList(b *testing.B) {
	folder := bigTree(b)
	b.Run("walk", func(b *testing.B) {
		for b.Loop() {
			list(b, folder, options())
		}
	})
	commit(b, folder)
	b.Run("git", func(b *testing.B) {
		for b.Loop() {
			if l := list(b, folder, options()); len(l.Files) != 11_000 {
				b.Fatalf("got %d files", len(l.Files))
			}
		}
	})
	b.Run("git alone", func(b *testing.B) {
		for b.Loop() {
			var out bytes.Buffer
			if err := options().Git.Run(b.Context(), folder, &out, "ls-files", "-z", "-t", "--stage", "--cached", "--others", "--exclude-standard"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		l := list(b, folder, options())
		for b.Loop() {
			opened, err := Open(folder)
			if err != nil {
				b.Fatal(err)
			}
			for _, file := range l.Files {
				if _, _, reason := opened.Read(file, SizeMax); reason != "" {
					b.Fatal(reason)
				}
			}
			_ = opened.Close() // only read
		}
	})
}

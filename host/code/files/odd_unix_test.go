//go:build unix

package files

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// try fails the test where one of the steps fails.
func try(t *testing.T, steps ...error) {
	t.Helper()
	if err := errors.Join(steps...); err != nil {
		t.Fatal(err)
	}
}

// oddCase puts something beside a.go, which counts.
type oddCase struct {
	name string
	make func(folder string)
	want string // beside a.go
}

func oddCases(t *testing.T) []oddCase {
	t.Helper()
	outside := tempFolder(t)
	write(t, outside, "secret.go", "package secret\n")
	return []oddCase{
		{"a pipe", func(f string) { try(t, syscall.Mkfifo(f+"/p.go", 0o600)) }, ""}, // git lists none
		{"a socket", func(f string) { // by a short name: the system takes no long ones
			wd, _ := os.Getwd()
			try(t, os.Chdir(f))
			defer func() { _ = os.Chdir(wd) }()
			listener, err := net.Listen("unix", "s.go")
			try(t, err)
			listener.(*net.UnixListener).SetUnlinkOnClose(false)
			try(t, listener.Close())
		}, ""},
		{"a device", func(f string) { _ = syscall.Mknod(f+"/d.go", syscall.S_IFCHR|0o600, 1<<8|5) }, ""}, // only root may
		{"a folder with a file's name", func(f string) { write(t, f, "b.go/c.go", "package c\n") }, "counts go b.go/c.go"},
		{"a link to itself", func(f string) { try(t, os.Symlink("l.go", f+"/l.go")) }, "skips l.go: link"},
		{"links in a circle", func(f string) {
			try(t, os.Mkdir(f+"/x", 0o700), os.Symlink("..", f+"/x/up"), os.Symlink("x", f+"/y"))
		}, "skips x/up: link\nskips y: link"},
		{"a link to a file inside", func(f string) { try(t, os.Symlink("a.go", f+"/l.go")) }, "skips l.go: link"},
		{"a link to a file outside", func(f string) { try(t, os.Symlink(outside+"/secret.go", f+"/l.go")) }, "skips l.go: link"},
		{"a link to a folder outside", func(f string) { try(t, os.Symlink(outside, f+"/l")) }, "skips l: link"},
		{"a link to nothing", func(f string) { try(t, os.Symlink("absent", f+"/l.go")) }, "skips l.go: link"},
		{"a link to a device", func(f string) { try(t, os.Symlink("/dev/zero", f+"/l.go")) }, "skips l.go: link"},
		{"an empty file", func(f string) { write(t, f, "e.go", "") }, "skips e.go: empty"},
		{"a file of 1 GB", func(f string) { write(t, f, "g.go", "x"); try(t, os.Truncate(f+"/g.go", 1<<30)) }, "skips g.go: large"},
		{"a file as large as may be", func(f string) { write(t, f, "g.go", "x"); try(t, os.Truncate(f+"/g.go", SizeMax)) }, "counts go g.go"},
		{"a file of a byte more", func(f string) { write(t, f, "g.go", "x"); try(t, os.Truncate(f+"/g.go", SizeMax+1)) }, "skips g.go: large"},
		{"a second name of a file", func(f string) { try(t, os.Link(f+"/a.go", f+"/b.go")) }, "counts go b.go"},
		{"a program without an ending", func(f string) { write(t, f, "run", "#!/bin/sh\n"); try(t, os.Chmod(f+"/run", 0o700)) }, "counts  run"},
		{"a text without an ending", func(f string) { write(t, f, "run", "#!/bin/sh\n") }, "skips run: no language"},
		{"a long path", func(f string) { write(t, f, strings.Repeat(strings.Repeat("d", 200)+"/", 15)+"x.go", "package x\n") }, "counts go " + strings.Repeat(strings.Repeat("d", 200)+"/", 15) + "x.go"},
		{"an ignore file of 10 MB", func(f string) {
			write(t, f, "sub/b.go", "package b\n")
			write(t, f, "sub/"+IgnoreFile, strings.Repeat("x*\n", 10<<20/3))
		}, "skips sub/: ignored\nnotes the folder of sub/.impressionismignore is left out, since that file cannot be heeded: it is too large: more than 1048576 bytes"},
		{"an ignore file with a long pattern", func(f string) {
			write(t, f, "sub/b.go", "package b\n")
			write(t, f, "sub/"+IgnoreFile, "*"+strings.Repeat("x", patternBytesMax))
		}, "skips sub/: ignored\nnotes the folder of sub/.impressionismignore is left out, since that file cannot be heeded: a pattern with wildcards has more than 1024 bytes"},
		{"an ignore file of NULs", func(f string) {
			write(t, f, "sub/b.go", "package b\n")
			write(t, f, "sub/"+IgnoreFile, strings.Repeat("\x00", 1000))
		}, "counts go sub/b.go"},
		{"an ignore file that is a pipe", func(f string) {
			write(t, f, "sub/b.go", "package b\n")
			try(t, syscall.Mkfifo(f+"/sub/"+IgnoreFile, 0o600))
		}, "counts go sub/b.go\nnotes sub/.impressionismignore is not read: it is no regular file"},
		{"an ignore file that is a link", func(f string) {
			write(t, f, "sub/b.go", "package b\n")
			try(t, os.Symlink("/dev/zero", f+"/sub/"+IgnoreFile))
		}, "counts go sub/b.go\nnotes sub/.impressionismignore is not read: it is no regular file"},
		{"an ignore file that is a folder", func(f string) { write(t, f, "sub/b.go", "package b\n"); write(t, f, "sub/"+IgnoreFile+"/x", "x") }, "counts go sub/b.go\nnotes sub/.impressionismignore is not read: it is no regular file"},
	}
}

// Ensure whatever lies where a file was expected is neither opened nor waited for, by git's
// list and by a walk, and costs itself alone.
func TestOddFiles(t *testing.T) {
	for _, c := range oddCases(t) {
		for _, by := range []string{ByGit, ByWalk} {
			t.Run(c.name+" by "+by, func(t *testing.T) {
				folder := tempFolder(t)
				write(t, folder, "a.go", "package a\n")
				c.make(folder)
				o := options()
				if o.Force = true; by == ByGit {
					runGit(t, folder, "init", "-q")
				}
				l := list(t, folder, o)
				if got := plain(said(l)); got != plain("counts go a.go\n"+c.want) || l.By != by {
					t.Errorf("got %s by %s\nwant %s", got, l.By, c.want)
				}
			})
		}
	}
}

// Ensure an empty or too large file of a language is kept beside those that count, and a file of
// none is not.
func TestUnfit(t *testing.T) {
	for _, by := range []string{ByGit, ByWalk} {
		folder := tempFolder(t)
		for name, size := range map[string]int64{"b/__init__.py": 0, "a.go": SizeMax + 1, "c.go": 1, "run": 0, "d.csv": 0, "e/.env.py": 0} {
			write(t, folder, name, "")
			try(t, os.Truncate(filepath.Join(folder, name), size))
		}
		o := options()
		if o.Force = true; by == ByGit {
			runGit(t, folder, "init", "-q")
		}
		l := list(t, folder, o)
		if len(l.Unfit) != 2 || l.Unfit[0].Path != "a.go" || l.Unfit[1].Path != "b/__init__.py" || l.Unfit[0].Size != SizeMax+1 || len(l.Files) != 1 {
			t.Errorf("%s: got %+v and %s", by, l.Unfit, said(l))
		}
	}
}

// plain drops what only one of the ways to list says.
func plain(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", strings.HasSuffix(line, IgnoreFile+": no language"), strings.HasSuffix(line, ": no file"):
		case strings.HasPrefix(line, "skips sub/"): // git names the files of the folder, a walk does not
		default:
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "\n")
}

// Ensure tracked files that lie below what became a link, or a file, are not followed there,
// and those that are gone are gone.
func TestTrackedFilesThatChanged(t *testing.T) {
	outside := tempFolder(t)
	write(t, outside, "b.go", "package secret\n")
	for name, c := range map[string]struct {
		make func(folder string)
		want string
	}{
		"the folder became a link outside":  {func(f string) { try(t, os.RemoveAll(f+"/sub"), os.Symlink(outside, f+"/sub")) }, "skips sub/b.go: link\nskips sub: link"},
		"the folder became a link inside":   {func(f string) { try(t, os.Rename(f+"/sub", f+"/other"), os.Symlink("other", f+"/sub")) }, "counts go other/b.go\nskips sub/b.go: link\nskips sub: link"},
		"the folder became a file":          {func(f string) { try(t, os.RemoveAll(f+"/sub")); write(t, f, "sub", "x") }, "skips sub: no language"},
		"the folder is gone":                {func(f string) { try(t, os.RemoveAll(f+"/sub")) }, ""},
		"the file is gone":                  {func(f string) { try(t, os.Remove(f+"/sub/b.go")) }, ""},
		"the file became a folder":          {func(f string) { try(t, os.Remove(f+"/sub/b.go")); write(t, f, "sub/b.go/c.go", "x") }, "counts go sub/b.go/c.go"},
		"the file became a link outside":    {func(f string) { try(t, os.Remove(f+"/sub/b.go"), os.Symlink(outside+"/b.go", f+"/sub/b.go")) }, "skips sub/b.go: link"},
		"the file became a pipe":            {func(f string) { try(t, os.Remove(f+"/sub/b.go"), syscall.Mkfifo(f+"/sub/b.go", 0o600)) }, "skips sub/b.go: no file"},
		"the folder became a repository":    {func(f string) { runGit(t, f+"/sub", "init", "-q") }, "counts go sub/b.go"},
		"the index says that it is removed": {func(f string) { runGit(t, f, "rm", "-q", "--cached", "sub/b.go") }, "counts go sub/b.go"},
	} {
		folder := tempFolder(t)
		write(t, folder, "sub/b.go", "package b\n")
		commit(t, folder)
		c.make(folder)
		if got := said(list(t, folder, options())); got != c.want {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

// Ensure the home folder and what holds it are known in any spelling that leads there; a link
// stands in for the letters that a disk does not tell apart.
func TestHomeInAnotherSpelling(t *testing.T) {
	home := filepath.Join(tempFolder(t), "me")
	project := filepath.Join(home, "project")
	write(t, project, "go.mod", "module x\n")
	links := tempFolder(t)
	for name, to := range map[string]string{"ME": home, "ABOVE": filepath.Dir(home), "PROJECT": project} {
		try(t, os.Symlink(to, filepath.Join(links, name)))
		if got, want := holdsHome(filepath.Join(links, name), home), to != project; got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

// Ensure a folder that is a link is listed where it leads, and refused where that is the home
// folder, what holds it, or the root of the file system.
func TestRefusals(t *testing.T) {
	home := tempFolder(t)
	project := filepath.Join(home, "project")
	write(t, project, "go.mod", "module x\n")
	write(t, project, "a.go", "package a\n")
	links := tempFolder(t)
	for name, to := range map[string]string{"home": home, "above": filepath.Dir(home), "root": "/", "project": project, "loop": "loop"} {
		try(t, os.Symlink(to, filepath.Join(links, name)))
	}
	for at, want := range map[string]error{
		home: ErrHome, filepath.Dir(home): ErrHome, "/": ErrHome, home + "/../" + filepath.Base(home): ErrHome, project + "/..": ErrHome,
		links + "/home": ErrHome, links + "/above": ErrHome, links + "/root": ErrHome, links + "/project": nil, project: nil, project + "/": nil,
		links + "/loop": ErrNoFolder, project + "/a.go": ErrNoFolder, project + "/absent": ErrNoFolder, "": ErrNoFolder, "\x00": ErrNoFolder,
	} {
		o := options()
		o.Home, o.Force = links+"/home", true
		if at == "" {
			t.Chdir(project)
			at, want = ".", nil
		}
		if l, err := List(context.Background(), at, o); !errors.Is(err, want) || err == nil && l.Root != project {
			t.Errorf("%q: got %s, %v", at, l.Root, err)
		}
	}
	runGit(t, home, "init", "-q") // a repository of settings, as some people have
	o := options()
	o.Home = home
	if l := list(t, project, o); l.By != ByWalk || len(l.Files) != 1 || len(l.Notes) != 1 || l.Common != "" {
		t.Errorf("below a repository of home: got %+v", l)
	}
	other := filepath.Join(home, "letters")
	write(t, other, "a.py", "x\n")
	if _, err := List(context.Background(), other, o); !errors.Is(err, ErrNoProject) {
		t.Errorf("no project below a repository of home: got %v", err)
	}
}

// Ensure a folder that cannot be read costs itself alone, and the root is refused.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Log("root reads everything: what follows is for others")
		return
	}
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	write(t, folder, "closed/b.go", "package b\n")
	try(t, os.Chmod(folder+"/closed", 0))
	defer func() { _ = os.Chmod(folder+"/closed", 0o700) }()
	if got := said(list(t, folder, Options{Force: true})); got != "counts go a.go\nskips closed/: unreadable" {
		t.Errorf("got %s", got)
	}
	if _, err := List(context.Background(), folder+"/closed", Options{Force: true}); !errors.Is(err, ErrNoFolder) {
		t.Errorf("got %v", err)
	}
}

// Ensure of too many files the most recently changed count, and the listing says so.
func TestTooMany(t *testing.T) {
	for _, by := range []string{ByGit, ByWalk} {
		folder := tempFolder(t)
		for i := range 10 {
			name := fmt.Sprintf("f%d.go", i)
			write(t, folder, name, "package f\n")
			at := time.Unix(1_700_000_000+int64(i*7%10), 0)
			try(t, os.Chtimes(filepath.Join(folder, name), at, at))
		}
		if by == ByGit {
			commit(t, folder)
		}
		o := options()
		o.FilesMax, o.Force = 3, true
		l := list(t, folder, o)
		if got := []string{l.Files[0].Path, l.Files[1].Path, l.Files[2].Path}; strings.Join(got, " ") != "f1.go f4.go f7.go" || len(l.Files) != 3 {
			t.Errorf("%s: got %q", by, got)
		}
		if l.Skipped.Count[TooMany] != 7 || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "3 most recently changed") {
			t.Errorf("%s: got %v, %q", by, l.Skipped.Count, l.Notes)
		}
	}
}

// Ensure folders that come and go while they are listed break nothing.
func TestVanishing(t *testing.T) {
	folder := tempFolder(t)
	write(t, folder, "a.go", "package a\n")
	runGit(t, folder, "init", "-q")
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() { // it makes and removes folders until the test has seen enough
		defer close(stopped)
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				sub := filepath.Join(folder, fmt.Sprintf("sub%d", i%3))
				_ = errors.Join(os.MkdirAll(sub+"/deep", 0o700), os.WriteFile(sub+"/deep/b.go", []byte("x"), 0o600), os.RemoveAll(sub)) // the listing tells what went wrong
			}
		}
	}()
	for i := range 200 {
		o := options()
		if i%2 == 0 {
			o.Git.Path = "/absent"
		}
		l, err := List(context.Background(), folder, o)
		if err != nil || len(l.Files) == 0 || l.Files[0].Path != "a.go" {
			t.Errorf("got %s, %v", said(l), err)
			break
		}
	}
	close(stop)
	<-stopped
}

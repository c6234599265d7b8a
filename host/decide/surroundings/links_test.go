package surroundings

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// Ensure links in a file's folder are resolved as far as that exists, and that a file which is a link
// stays one.
func TestRealPaths(t *testing.T) {
	base := unlinked(t.TempDir())
	if err := os.Mkdir(filepath.Join(base, "project"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"linked": "project", "project/file": "elsewhere"} {
		if err := os.Symlink(target, filepath.Join(base, filepath.FromSlash(name))); err != nil {
			t.Skip(err)
		}
	}
	realPath := realPaths(unlinked, time.Minute)
	for name, want := range map[string]string{
		"linked/a.go": "project/a.go", "linked/gone/inner/a.go": "project/gone/inner/a.go", "linked/file": "project/file", "nowhere/a.go": "nowhere/a.go",
	} {
		if got, want := realPath(filepath.Join(base, filepath.FromSlash(name))), filepath.Join(base, filepath.FromSlash(want)); got != want {
			t.Errorf("of %s got %s, want %s", name, got, want)
		}
	}
}

// Ensure nobody waits long for a file system that does not answer, that what was found before is
// known then, and that so many folders are looked at.
func TestRealPathsEnd(t *testing.T) {
	asked := make(chan string, 2*lookFoldersMax)
	synctest.Test(t, func(t *testing.T) {
		never, began := make(chan struct{}), time.Now()
		defer close(never)
		realPath := realPaths(func(folder string) string {
			asked <- folder
			if filepath.Base(folder) == "away" {
				<-never
			}
			return "real"
		}, lookTimeMax)
		for _, test := range []struct{ path, want string }{{"/w/a", "real/a"}, {"/away/a", "/away/a"}, {"/away/b", "/away/b"}, {"/x/a", "/x/a"}, {"/w/b", "real/b"}} {
			if got := realPath(filepath.FromSlash(test.path)); filepath.ToSlash(got) != test.want {
				t.Errorf("of %s got %s, want %s", test.path, got, test.want)
			}
		}
		if n, took := len(asked), time.Since(began); n != 2 || took != lookTimeMax {
			t.Errorf("%d folders were looked at in %v, want 2", n, took)
		}
	})
	realPath := realPaths(func(folder string) string { asked <- folder; return folder }, time.Minute)
	for i := range lookFoldersMax + 10 {
		realPath(filepath.FromSlash(fmt.Sprintf("/w%d/a", i)))
	}
	if n := len(asked) - 2; n != lookFoldersMax {
		t.Errorf("%d folders were looked at, want %d", n, lookFoldersMax)
	}
}

// Ensure what was found at the very limit is known, though the limit was noticed first, as on a
// busy machine.
func TestRealPathsAtTheLimit(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // both have happened when somebody looks
	synctest.Test(t, func(t *testing.T) {
		known := 0
		for range 100 { // which happens first is a matter of chance
			realPath := realPaths(func(string) string { time.Sleep(lookTimeMax); return "real" }, lookTimeMax)
			if realPath(filepath.FromSlash("/w/a")) == filepath.Join("real", "a") {
				known++
			}
		}
		if known == 0 {
			t.Error("it never is")
		}
	})
}

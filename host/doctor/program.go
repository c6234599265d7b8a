package doctor

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/ed-irl/impressionism/host/client/inspect"
)

// program looks at this binary and at others of its name.
func (e *exam) program() {
	// The launcher of a program that was built in place lies above it.
	ours := []string{e.Self, e.Launcher, filepath.Join(filepath.Dir(filepath.Dir(e.Self)), name)}
	var others []string
	for _, folder := range e.Path {
		for _, ending := range []string{"", ".exe"} {
			path := filepath.Join(folder, name+ending)
			info, err := os.Stat(path)
			if err != nil || info.IsDir() || runtime.GOOS != "windows" && info.Mode().Perm()&0o111 == 0 {
				continue
			}
			resolved, err := filepath.EvalSymlinks(path)
			if err == nil && !slices.Contains(ours, resolved) && !slices.Contains(others, resolved) {
				others = append(others, resolved)
			}
		}
	}
	e.saw(inspect.AreaProgram, fmt.Sprintf("impressionism %s at %s", e.Version, e.Self))
	for _, path := range others {
		version, err := e.VersionOf(path)
		if err != nil {
			version = "which does not tell its version"
		}
		e.found("binary-several", path, fmt.Sprintf("Another binary is on the path: %s, %s. This one is %s.", path, version, e.Version))
	}
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func days(n int) string { return count(n, "day", "days") }

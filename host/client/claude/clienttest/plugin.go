package clienttest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
)

// Platform names this system as the plugin's folders of programs do.
const Platform = runtime.GOOS + "-" + runtime.GOARCH

// WritePlugin makes a plugin of the one in source, as `make plugin` leaves it: with
// the program, and the small one that lies beside it if there is one, below the launcher. Files that lie in the folder already stay.
func WritePlugin(folder, source, program string) error {
	if err := copyFolder(folder, source); err != nil {
		return fmt.Errorf("write the plugin: %w", err)
	}
	for _, file := range []string{program, program + "-hook"} {
		if _, err := os.Stat(file); file != program && err != nil {
			continue
		}
		if err := placeProgram(filepath.Join(folder, "bin", Platform, filepath.Base(file)), file); err != nil {
			return err
		}
	}
	return nil
}

// timeout is how long the client lets a hook run, in seconds.
var timeout = regexp.MustCompile(`"timeout": *\d+`)

// GiveTime has the client wait a minute for each of a plugin's hooks, as long as a
// busy machine may need.
func GiveTime(plugin string) error {
	path := filepath.Join(plugin, "hooks", "hooks.json")
	data, err := os.ReadFile(path)
	if err == nil {
		err = os.WriteFile(path, timeout.ReplaceAll(data, []byte(`"timeout": 60`)), 0o644)
	}
	if err != nil {
		return fmt.Errorf("give hooks more time: %w", err)
	}
	return nil
}

// builtFolder is the name of a folder with a program for one system.
var builtFolder = regexp.MustCompile(`^[a-z]+-(amd64|arm64)$`)

func copyFolder(to, from string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		place := filepath.Join(to, relative)
		if entry.IsDir() {
			if builtFolder.MatchString(entry.Name()) {
				return fs.SkipDir // of another build
			}
			return os.MkdirAll(place, 0o755)
		}
		if _, err := os.Lstat(place); err == nil {
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(place, data, info.Mode().Perm())
	})
}

// placeProgram puts the program there without copying its bytes, where it can.
func placeProgram(to, program string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	if os.Link(program, to) == nil {
		return nil
	}
	data, err := os.ReadFile(program)
	if err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	if err := os.WriteFile(to, data, 0o755); err != nil {
		return fmt.Errorf("place the program: %w", err)
	}
	return nil
}

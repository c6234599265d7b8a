package guests

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// hashInputs returns one hash of everything that a result depends on. A clock
// plays no part: a checkout sets times as it likes.
func hashInputs(root string, inputs []string, toolchain string) (string, error) {
	sum := sha256.New()
	fmt.Fprintf(sum, "%q\n", toolchain)
	for _, input := range inputs {
		err := filepath.WalkDir(filepath.Join(root, input), func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if entry.Name() == "target" || entry.Name() == "node_modules" {
					return fs.SkipDir
				}
				return nil
			}
			if entry.Name() == "Cargo.lock" { // cargo writes it while building
				return nil
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			relative, err := filepath.Rel(root, name)
			if err != nil {
				return err
			}
			fmt.Fprintf(sum, "%q %d\n", filepath.ToSlash(relative), len(content))
			sum.Write(content)
			return nil
		})
		if err != nil {
			return "", fmt.Errorf("read %s: %w", input, err)
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// stampFile holds the hash of the inputs, and that of each output.
func stampFile(place string, j job) string {
	return filepath.Join(place, ".stamps", strings.ReplaceAll(j.name, "/", "-"))
}

func stamp(place string, j job, inputs string) ([]byte, error) {
	var text bytes.Buffer
	fmt.Fprintln(&text, inputs)
	for _, name := range slices.Sorted(slices.Values(j.outputs)) {
		content, err := os.ReadFile(filepath.Join(place, name))
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(content), name)
	}
	return text.Bytes(), nil
}

// upToDate reports whether inputs and outputs are those of the last build.
func upToDate(place string, j job, inputs string) bool {
	want, err := stamp(place, j, inputs)
	if err != nil {
		return false
	}
	got, err := os.ReadFile(stampFile(place, j))
	return err == nil && bytes.Equal(got, want)
}

func writeStamp(place string, j job, inputs string) error {
	text, err := stamp(place, j, inputs)
	if err != nil {
		return err
	}
	name := stampFile(place, j)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, text, 0o644)
}

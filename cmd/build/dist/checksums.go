package dist

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// writeChecksums lists the archives' hashes as sha256sum -c reads them, and returns
// the lines. The same lines in plugin/bin/pins are what `setup` goes by.
func writeChecksums(folder string, archives []string) ([]string, error) {
	slices.Sort(archives)
	var lines []string
	for _, archive := range archives {
		sum, err := sumOf(archive)
		if err != nil {
			return nil, err
		}
		lines = append(lines, sum+"  "+filepath.Base(archive))
	}
	text := strings.Join(append(lines, ""), "\n")
	if err := os.WriteFile(filepath.Join(folder, "checksums.txt"), []byte(text), 0o644); err != nil {
		return nil, err
	}
	return lines, nil
}

// checkPins holds what was built to what the sources say it is.
func checkPins(file string, lines []string) error {
	pins, err := os.Open(file)
	if err != nil {
		return fmt.Errorf("check the pins: %w", err)
	}
	defer pins.Close()
	known := map[string]bool{}
	for scanner := bufio.NewScanner(pins); scanner.Scan(); {
		known[strings.TrimSpace(scanner.Text())] = true
	}
	var problems []error
	for _, line := range lines {
		if !known[line] {
			problems = append(problems, fmt.Errorf("%s does not have the line %q: build in the released environment, or copy checksums.txt there and commit it", pinsFile, line))
		}
	}
	return errors.Join(problems...)
}

func sumOf(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

func sized(archive string) string {
	info, err := os.Stat(archive)
	if err != nil {
		return archive
	}
	return fmt.Sprintf("%s  %.1f MB", archive, float64(info.Size())/1e6)
}

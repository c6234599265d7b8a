// Package program puts the program itself in place: it checks a release's archive
// by its SHA-256, unpacks it and puts it where the last one was, with a way back.
// It knows the data folder's part that holds the program, and no other; it fetches
// nothing and asks nobody.
package program

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// PinsFile is the list of the archives that a version of the plugin knows, below
// its folder: lines of a SHA-256, two blanks and a file name, as sha256sum writes
// them. `make dist` writes it.
const PinsFile = "bin/pins"

// ChecksumsFile is the same list beside the archives.
const ChecksumsFile = "checksums.txt"

const pinsBytesMax = 64 << 10

// Pin is one archive of a release.
type Pin struct {
	SHA256 string // 64 hexadecimal digits
	Name   string // of the file
}

var pinLine = regexp.MustCompile(`^([0-9a-f]{64}) [ *]([A-Za-z0-9][A-Za-z0-9._+-]*)$`)

// ReadPins reads a list of archives. What is no line of one is an error: a list
// that is half understood is none to trust.
func ReadPins(path string) ([]Pin, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, pinsBytesMax+1))
	if err == nil && len(data) > pinsBytesMax {
		err = fmt.Errorf("more than %d bytes", pinsBytesMax)
	}
	var pins []Pin
	if err == nil {
		pins, err = decodePins(data)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return pins, nil
}

func decodePins(data []byte) ([]Pin, error) {
	var pins []Pin
	lines := bufio.NewScanner(bytes.NewReader(data))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimRight(lines.Text(), "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		found := pinLine.FindStringSubmatch(line)
		if found == nil {
			return nil, fmt.Errorf("line %d is not a SHA-256, two blanks and a file name: %.80q", n, line)
		}
		pins = append(pins, Pin{found[1], found[2]})
	}
	return pins, lines.Err()
}

// For reports whether an archive is for a platform, by its name, as in
// impressionism_0.1.0_linux_amd64.tar.gz.
func (p Pin) For(goos, goarch string) bool {
	words := strings.FieldsFunc(p.Name, func(r rune) bool { return strings.ContainsRune("-_.", r) })
	for i := range len(words) - 1 {
		if words[i] == goos && words[i+1] == goarch {
			return true
		}
	}
	return false
}

// Verify checks that an archive is one of those listed, for this platform.
func Verify(archive string, pins []Pin, goos, goarch string) error {
	hash, err := hashFile(archive)
	if err != nil {
		return err
	}
	for _, pin := range pins {
		if pin.SHA256 != hash {
			continue
		}
		if !pin.For(goos, goarch) {
			return fmt.Errorf("it is for another platform; this is %s-%s", goos, goarch)
		}
		return nil
	}
	return fmt.Errorf("its SHA-256 is %s, which is not listed", hash)
}

func hashFile(path string) (string, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

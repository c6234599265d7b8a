package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that an archive counts only where its hash is listed for the platform.
func TestVerify(t *testing.T) {
	path := textFile(t, "impressionism-1.0.0-linux-amd64.tar.gz")
	hash, err := hashFile(path)
	check(t, err)
	other := strings.Repeat("0", 64)
	for name, test := range map[string]struct{ list, want string }{
		"listed":           {hash + "  impressionism-1.0.0-linux-amd64.tar.gz\n", ""},
		"under any name":   {"# a comment\r\n\n" + hash + " *im_linux_amd64.zip\r\n", ""},
		"another platform": {hash + "  impressionism-1.0.0-darwin-arm64.tar.gz\n", "another platform"},
		"another hash":     {other + "  impressionism-1.0.0-linux-amd64.tar.gz\n", "not listed"},
		"empty":            {"", "not listed"},
		"a path":           {hash + "  ../linux-amd64.tar.gz\n", "line 1"},
		"prose":            {hash + "  linux-amd64.tar.gz\n<html>\n", "line 2"},
		"endless":          {strings.Repeat("\n", pinsBytesMax+1), "more than"},
	} {
		t.Run(name, func(t *testing.T) {
			list := filepath.Join(t.TempDir(), "pins")
			check(t, os.WriteFile(list, []byte(test.list), 0o600))
			pins, err := ReadPins(list)
			if err == nil {
				err = Verify(path, pins, "linux", "amd64")
			}
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// FuzzDecodePins holds that every line taken is a hash and a plain file name.
func FuzzDecodePins(f *testing.F) {
	f.Add([]byte(strings.Repeat("a", 64) + "  a-linux-amd64.tar.gz\n# x\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		pins, err := decodePins(data)
		for _, pin := range pins {
			if err != nil || len(pin.SHA256) != 64 || pin.Name == "" || strings.ContainsAny(pin.Name, "/\\ ") {
				t.Errorf("%+v, %v", pin, err)
			}
		}
	})
}

package install

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Ensure no archive makes looking into it panic, or gives a file that is not
// the one.
func FuzzTakeMember(f *testing.F) {
	f.Add(zipped(f, map[string][]byte{"file": content}), "file")
	f.Add(tarred(f, "file", content), "")
	f.Add([]byte("PK\x05\x06"), "")
	f.Fuzz(func(t *testing.T, archive []byte, member string) {
		dir := t.TempDir()
		path, target := filepath.Join(dir, "archive"), filepath.Join(dir, "target")
		write(t, path, archive)
		if takeMember(path, member, wanted(), target) != nil {
			if _, err := os.Stat(target); err == nil {
				t.Fatal("it failed and left a file")
			}
			return
		}
		holds(t, target, nil)
	})
}

func tarred(t testing.TB, name string, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	archive := tar.NewWriter(packed)
	err := archive.WriteHeader(&tar.Header{Name: "./" + name, Size: int64(len(data)), Mode: 0o600, Typeflag: tar.TypeReg})
	if err == nil {
		_, err = archive.Write(data)
	}
	if err := errors.Join(err, archive.Close(), packed.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

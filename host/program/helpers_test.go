package program

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var stamp = time.Unix(1_700_000_000, 0)

// archive writes files, folders (names that end in a slash) and links (content
// "-> target", hard ones "=> target") into an archive.
func archive(t testing.TB, name string, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var out bytes.Buffer
	if strings.HasSuffix(name, ".zip") {
		writer := zip.NewWriter(&out)
		for name, content := range files {
			header := &zip.FileHeader{Name: name, Modified: stamp}
			header.SetMode(0o755)
			file, err := writer.CreateHeader(header)
			check(t, err)
			_, err = file.Write([]byte(content))
			check(t, err)
		}
		check(t, writer.Close())
	} else {
		packed := gzip.NewWriter(&out)
		writer := tar.NewWriter(packed)
		for name, content := range files {
			header := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(content)), ModTime: stamp, Typeflag: tar.TypeReg}
			if target, ok := strings.CutPrefix(content, "-> "); ok {
				header.Typeflag, header.Linkname, header.Size, content = tar.TypeSymlink, target, 0, ""
			}
			if target, ok := strings.CutPrefix(content, "=> "); ok {
				header.Typeflag, header.Linkname, header.Size, content = tar.TypeLink, target, 0, ""
			}
			check(t, writer.WriteHeader(header))
			_, err := writer.Write([]byte(content))
			check(t, err)
		}
		check(t, writer.Close())
		check(t, packed.Close())
	}
	check(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func accept(string) error { return nil }

// replace takes an archive and puts it in place, as `upgrade` does.
func replace(data, archive string, check func(binary string) error) error {
	_, err := replaceLeaving(data, archive, check)
	return err
}

func replaceLeaving(data, archive string, check func(binary string) error) (left string, err error) {
	scratch, err := NewScratch(data)
	if err != nil {
		return "", err
	}
	defer scratch.Remove()
	taken, err := scratch.Take(context.Background(), archive)
	if err != nil {
		return "", err
	}
	return scratch.Replace(context.Background(), taken, "linux", check)
}

// tree gives the files below a folder with their contents.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	check(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return files
}

func textFile(t *testing.T, name string) string {
	path := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(path, []byte("this is a page of a server that says no"), 0o600))
	return path
}

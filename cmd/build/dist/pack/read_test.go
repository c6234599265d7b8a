package pack

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing"
)

func listTar(t *testing.T, name string) []string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for archive := tar.NewReader(packed); ; {
		header, err := archive.Next()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatal(err)
		}
		if header.Uid != 0 || header.Gid != 0 || header.Uname != "" || !header.ModTime.Equal(modified) {
			t.Errorf("%s has an owner or a time of its own: %+v", header.Name, header)
		}
		lines = append(lines, line(t, header.FileInfo().Mode(), header.Name, archive))
	}
}

func listZip(t *testing.T, name string) []string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var lines []string
	for _, file := range archive.File {
		if !file.Modified.Equal(modified) {
			t.Errorf("%s is of %s", file.Name, file.Modified)
		}
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line(t, file.Mode(), file.Name, content))
		content.Close()
	}
	return lines
}

func line(t *testing.T, mode fs.FileMode, name string, content io.Reader) string {
	t.Helper()
	var data bytes.Buffer
	if _, err := data.ReadFrom(content); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(mode, " ", name, " ", data.String())
}

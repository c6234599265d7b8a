package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// bytesMax bounds what an archive may unpack to; ours is 150 MB.
const bytesMax = 1 << 30

// unpack lays an archive's files out as tar and unzip do, below a folder.
func unpack(archive, folder string) error {
	if strings.HasSuffix(archive, ".zip") {
		return unzip(archive, folder)
	}
	file, err := os.Open(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	packed, err := gzip.NewReader(file)
	if err != nil {
		return err
	}
	for in := tar.NewReader(io.LimitReader(packed, bytesMax)); ; {
		header, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := place(folder, header.Name, header.FileInfo().Mode(), in); err != nil {
			return err
		}
	}
}

func unzip(archive, folder string) error {
	in, err := zip.OpenReader(archive)
	if err != nil {
		return err
	}
	defer in.Close()
	for _, member := range in.File {
		content, err := member.Open()
		if err != nil {
			return err
		}
		err = place(folder, member.Name, member.Mode(), io.LimitReader(content, bytesMax))
		content.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func place(folder, name string, mode fs.FileMode, content io.Reader) error {
	if !filepath.IsLocal(filepath.FromSlash(name)) || !mode.IsRegular() {
		return fmt.Errorf("%q is no file inside", name)
	}
	target := filepath.Join(folder, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	out, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode.Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, content)
	return errors.Join(err, out.Close())
}

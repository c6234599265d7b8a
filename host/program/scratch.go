package program

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Scratch is a folder beside the program's that its user alone can write, in which a
// replacement is made ready.
type Scratch struct{ data, folder string }

// NewScratch makes a folder in the data folder. Remove removes it.
func NewScratch(data string) (Scratch, error) {
	folder, err := os.MkdirTemp(data, Dir+partial)
	if err != nil {
		return Scratch{}, fmt.Errorf("make a folder for the archive: %w", err)
	}
	return Scratch{data, folder}, nil
}

// Remove removes the folder. What is left of it only takes room.
func (s Scratch) Remove() { _ = os.RemoveAll(s.folder) }

// Take copies an archive into the folder and returns the copy's path. Who hashes and unpacks
// the copy does so with the same bytes, whoever can write the archive meanwhile.
func (s Scratch) Take(archive string) (string, error) {
	in, err := foreign.Open(archive)
	if err != nil {
		return "", err
	}
	defer in.Close()
	path := filepath.Join(s.folder, "impressionism_archive.tar.gz") // as isArchive knows it
	if strings.HasSuffix(archive, ".zip") {
		path = filepath.Join(s.folder, "impressionism_archive.zip")
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return "", err
	}
	written, err := io.Copy(out, io.LimitReader(in, bytesMax+1))
	if err == nil && written > bytesMax {
		err = fmt.Errorf("more than %d bytes; is it an archive of impressionism?", bytesMax)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return "", fmt.Errorf("copy %s: %w", archive, err)
	}
	return path, nil
}

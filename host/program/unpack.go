package program

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Limits of an archive: it has a few dozen files, the model's of 90 MB among them.
const (
	filesMax = 10_000
	bytesMax = 1 << 30
)

const (
	dirMode     = 0o700
	fileMode    = 0o600
	programMode = 0o700
)

// Unpack writes an archive's files and folders below dir. Links and whatever else
// is no file are refused: a release has none. When the context ends, so does this, with the
// context's error.
func Unpack(ctx context.Context, archive, dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	u := &unpacker{ctx: ctx, root: root, left: bytesMax}
	in, err := foreign.Open(archive)
	if err != nil {
		return err
	}
	defer in.Close()
	if strings.HasSuffix(archive, ".zip") {
		return u.zip(in)
	}
	packed, err := gzip.NewReader(in)
	if err != nil {
		return fmt.Errorf("it is no .tar.gz: %w", err)
	}
	return u.tar(tar.NewReader(packed))
}

type unpacker struct {
	ctx   context.Context
	root  *os.Root
	files int
	left  int64 // bytes that may still be written
}

func (u *unpacker) tar(archive *tar.Reader) error {
	for {
		header, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if header.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		mode := header.FileInfo().Mode()
		if header.Typeflag == tar.TypeLink { // which by its mode is an empty file
			mode |= fs.ModeIrregular
		}
		if err := u.add(header.Name, mode, header.ModTime, archive); err != nil {
			return fmt.Errorf("%.80q: %w", header.Name, err)
		}
	}
}

func (u *unpacker) zip(in *os.File) error {
	info, err := in.Stat()
	if err != nil {
		return err
	}
	archive, err := zip.NewReader(in, info.Size())
	if err != nil {
		return fmt.Errorf("it is no .zip: %w", err)
	}
	for _, file := range archive.File {
		content, err := file.Open()
		if err == nil {
			err = errors.Join(u.add(file.Name, file.Mode(), file.Modified, content), content.Close())
		}
		if err != nil {
			return fmt.Errorf("%.80q: %w", file.Name, err)
		}
	}
	return nil
}

// add writes one file or folder; os.Root keeps it below the folder. The time is
// kept, because records of models may know their files by it.
func (u *unpacker) add(name string, mode fs.FileMode, modified time.Time, content io.Reader) error {
	name = path.Clean(strings.TrimSuffix(name, "/"))
	if !filepath.IsLocal(filepath.FromSlash(name)) {
		return errors.New("it leads out of the archive")
	}
	if u.files++; u.files > filesMax {
		return fmt.Errorf("more than %d files", filesMax)
	}
	if mode.IsDir() {
		return u.root.MkdirAll(name, dirMode)
	}
	if !mode.IsRegular() {
		return errors.New("it is neither file nor folder")
	}
	if err := u.root.MkdirAll(path.Dir(name), dirMode); err != nil {
		return err
	}
	permission := fs.FileMode(fileMode)
	if mode&0o100 != 0 {
		permission = programMode
	}
	out, err := u.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, permission)
	if err != nil {
		return err
	}
	written, err := io.Copy(out, io.LimitReader(interruptible{u.ctx, content}, u.left+1))
	if u.left -= written; err == nil && u.left < 0 {
		err = fmt.Errorf("more than %d bytes in all", bytesMax)
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return u.root.Chtimes(name, modified, modified)
}

// Package atomicfile writes files whole or not at all: other processes see the former file
// or the complete one, and nothing else is left in the folder unless a process is killed.
package atomicfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write replaces a file by what content writes and waits until it is on the disk. If
// content fails, the former file stays and its error is returned.
func Write(path string, mode fs.FileMode, content func(io.Writer) error) error {
	return replace(path, mode, (*os.File).Sync, content)
}

// WriteFile replaces a file by data and waits until it is on the disk.
func WriteFile(path string, data []byte, mode fs.FileMode) error {
	return Write(path, mode, writer(data))
}

// WriteFast replaces a file by data and does not wait for the disk: if the machine crashes,
// the file may be empty. It is for those with a deadline.
func WriteFast(path string, data []byte, mode fs.FileMode) error {
	return replace(path, mode, func(*os.File) error { return nil }, writer(data))
}

// Create writes a file unless there is something at its path, and reports whether it did.
// Where the folder's file system has no hard links, a process that is killed may leave a part.
func Create(path string, data []byte, mode fs.FileMode) (bool, error) {
	if _, err := os.Lstat(path); err == nil {
		return false, nil
	}
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return false, err
	}
	defer os.Remove(out.Name())
	_, err = out.Write(data)
	if err = errors.Join(err, out.Chmod(mode), out.Sync(), out.Close()); err != nil {
		return false, err
	}
	err = os.Link(out.Name(), path) // which, unlike a rename, replaces nothing
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = createInPlace(path, data, mode)
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	return err == nil, err
}

func createInPlace(path string, data []byte, mode fs.FileMode) error {
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = out.Write(data)
	if err = errors.Join(err, out.Close()); err != nil {
		_ = os.Remove(path) // the first error is the one to report
	}
	return err
}

func writer(data []byte) func(io.Writer) error {
	return func(out io.Writer) error {
		_, err := out.Write(data)
		return err
	}
}

func replace(path string, mode fs.FileMode, sync func(*os.File) error, content func(io.Writer) error) error {
	out, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*.tmp") // mode 0600
	if err != nil {
		return err
	}
	if err = content(out); err == nil {
		err = errors.Join(out.Chmod(mode), sync(out))
	}
	if err = errors.Join(err, out.Close()); err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		_ = os.Remove(out.Name()) // the first error is the one to report
	}
	return err
}

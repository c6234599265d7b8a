package main

import (
	"errors"
	"os"
	"path/filepath"
)

// replaceFile writes a file whole or not at all.
func replaceFile(name string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".writing-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(data)
	err = errors.Join(err, temporary.Chmod(0o644), temporary.Close())
	if err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		_ = os.Remove(temporary.Name())
	}
	return err
}

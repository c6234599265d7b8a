package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// States of a model.
const (
	StateInstalled = "installed"
	StateMissing   = "missing"
	StateDamaged   = "damaged"
)

// ModelStatus is the state of a model on disk.
type ModelStatus struct {
	ID         string   `json:"id"`
	Aliases    []string `json:"aliases,omitempty"`
	Identity   string   `json:"identity"` // as stored with vectors
	Dimensions int      `json:"dimensions"`
	Licence    string   `json:"licence"`
	State      string   `json:"state"`         // StateInstalled, StateMissing, StateDamaged
	Dir        string   `json:"dir,omitempty"` // of models, where it is
	Detail     string   `json:"detail,omitempty"`
	Library    string   `json:"library,omitempty"` // version of ONNX Runtime
	Bytes      int64    `json:"bytes,omitempty"`   // on disk, the library included
}

// List returns every built-in model and every model that a user described in
// DIR, in that order.
func List(dir string) ([]ModelStatus, error) {
	manifests, err := onnx.Manifests(dir)
	if err != nil {
		return nil, err
	}
	var all []ModelStatus
	for _, manifest := range manifests {
		all = append(all, statusOf(dir, manifest))
	}
	return all, nil
}

// Status returns what there is of one model, by sizes and times.
func Status(dir, model string) (ModelStatus, error) {
	manifest, err := onnx.Find(dir, model)
	if err != nil {
		return ModelStatus{}, err
	}
	return statusOf(dir, manifest), nil
}

func statusOf(dir string, manifest onnx.Manifest) ModelStatus {
	status := ModelStatus{
		ID: manifest.ID, Aliases: manifest.Aliases, Identity: manifest.Identity(),
		Dimensions: manifest.Dimensions, Licence: manifest.Licence, State: StateInstalled, Dir: dir,
	}
	if err := onnx.Installed(dir, manifest.ID); err != nil {
		status.State, status.Detail, status.Dir = StateDamaged, err.Error(), dir
		if _, ok := errors.AsType[*onnx.NotInstalledError](err); ok {
			status.State, status.Dir = StateMissing, ""
		}
		return status
	}
	if record, err := onnx.ReadRecord(dir, manifest); err == nil {
		status.Library, status.Bytes = record.Version, total(record)
	}
	return status
}

// Verify reads every byte of an installed model and of the library. Errors are
// *onnx.NotInstalledError and *onnx.DamagedError.
func Verify(dir, model string) error {
	manifest, err := onnx.Find(dir, model)
	if err != nil {
		return err
	}
	record, err := onnx.ReadRecord(dir, manifest)
	if err != nil {
		return err
	}
	return checkHashes(dir, manifest, record)
}

func checkHashes(dir string, manifest onnx.Manifest, record onnx.Record) error {
	for _, file := range record.Files {
		hash, err := hashFile(filepath.Join(dir, filepath.FromSlash(file.Path)))
		reason := "the SHA-256 is not what was installed"
		if err != nil {
			reason = "missing or unreadable"
		}
		if hash != file.SHA256 {
			return &onnx.DamagedError{Model: manifest.ID, File: file.Path, Reason: reason}
		}
	}
	return nil
}

// Remove deletes what Install made of a model; a user's manifest stays. The
// library goes with the last model.
func Remove(ctx context.Context, dir, model string) error {
	manifest, err := onnx.Find(dir, model)
	if err != nil {
		return err
	}
	unlock, err := lock(ctx, dir)
	if err != nil {
		return fmt.Errorf("remove model %s: %w", manifest.ID, err)
	}
	defer unlock()
	// The record goes first: what is half removed is not installed.
	for _, name := range []string{onnx.InstalledFile, onnx.FastFile, manifest.Vocabulary()} {
		if err := os.Remove(filepath.Join(dir, manifest.ID, name)); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("remove model %s: %w", manifest.ID, err)
		}
	}
	_ = os.Remove(filepath.Join(dir, manifest.ID)) // stays where a user's manifest is in it
	if err := removeUnused(dir); err != nil {
		return fmt.Errorf("remove model %s: %w", manifest.ID, err)
	}
	return nil
}

// removeUnused deletes libraries and leftovers when no model is left.
func removeUnused(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if _, err := os.Lstat(filepath.Join(dir, entry.Name(), onnx.InstalledFile)); err == nil {
			return nil
		}
	}
	for _, entry := range entries {
		if entry.Name() == scratchDir || strings.HasPrefix(entry.Name(), onnx.LibraryDirPrefix) {
			if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

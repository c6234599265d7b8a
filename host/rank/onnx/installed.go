package onnx

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/ed-irl/impressionism/host/foreign"
)

// InstalledFile is the record of an installed model, in its directory.
const InstalledFile = "installed.json"

const installedBytesMax = 64 << 10

// Record is what an installation left behind.
type Record struct {
	Identity string         `json:"identity"` // of the manifest it was installed by
	Library  string         `json:"library"`  // path of the library, as in Files
	Version  string         `json:"version"`  // of the library
	Files    []RecordedFile `json:"files"`
}

// RecordedFile is a file as it was when it was installed.
type RecordedFile struct {
	Path    string `json:"path"` // below the models' directory, with slashes
	Bytes   int64  `json:"bytes"`
	ModTime int64  `json:"mtime"` // nanoseconds since 1970; 0 where it says nothing, as in an archive that is copied about
	SHA256  string `json:"sha256"`
}

// NotInstalledError reports a model that is not installed.
type NotInstalledError struct {
	Model  string
	Reason string
}

func (e *NotInstalledError) Error() string {
	return fmt.Sprintf("model %s is not installed (%s): run `impressionism model install %s`", e.Model, e.Reason, e.Model)
}

// DamagedError reports a file of an installed model that has changed since.
type DamagedError struct {
	Model   string
	File    string
	Reason  string
	Touched bool // only times differ, as after a copy: the contents may be whole
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("model %s is damaged (%s: %s): run `impressionism model install %s`", e.Model, e.File, e.Reason, e.Model)
}

// Installed reports whether a model is there, by sizes and times alone: nil,
// a *NotInstalledError, a *DamagedError, or an unknown model.
func Installed(dir, idOrAlias string) error {
	_, _, err := check(dir, idOrAlias)
	return err
}

// Locate returns the first of some directories in which a model is, whole or
// damaged; where none has it, the first. The error is Installed's there.
func Locate(dirs []string, idOrAlias string) (string, error) {
	var first error
	for _, dir := range dirs {
		err := Installed(dir, idOrAlias)
		if _, damaged := errors.AsType[*DamagedError](err); damaged || err == nil {
			return dir, err
		}
		if first == nil {
			first = err
		}
	}
	return dirs[0], first
}

// check returns the manifest of an installed model and its record.
func check(dir, idOrAlias string) (Manifest, Record, error) {
	manifest, err := Find(dir, idOrAlias)
	if err != nil {
		return Manifest{}, Record{}, err
	}
	record, err := ReadRecord(dir, manifest)
	if err != nil {
		return Manifest{}, Record{}, err
	}
	for _, file := range record.Files {
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(file.Path)))
		reason, touched := "", false
		switch {
		case err != nil:
			reason = "missing or unreadable"
		case info.Size() != file.Bytes:
			reason = fmt.Sprintf("%d bytes instead of %d", info.Size(), file.Bytes)
		case file.ModTime != 0 && info.ModTime().UnixNano() != file.ModTime:
			reason, touched = "changed since it was installed", true
		default:
			continue
		}
		return Manifest{}, Record{}, &DamagedError{Model: manifest.ID, File: file.Path, Reason: reason, Touched: touched}
	}
	return manifest, record, nil
}

// ReadRecord reads what the installation of a model left, and checks that it
// was this manifest's.
func ReadRecord(dir string, manifest Manifest) (Record, error) {
	data, err := foreign.Read(filepath.Join(dir, manifest.ID, InstalledFile), installedBytesMax)
	if errors.Is(err, os.ErrNotExist) {
		return Record{}, &NotInstalledError{Model: manifest.ID, Reason: "nothing in " + dir}
	}
	var record Record
	if err == nil {
		record, err = decodeRecord(data)
	}
	if err != nil {
		return Record{}, &DamagedError{Model: manifest.ID, File: InstalledFile, Reason: err.Error()}
	}
	if record.Identity != manifest.Identity() {
		return Record{}, &NotInstalledError{Model: manifest.ID, Reason: "what is there is " + record.Identity}
	}
	return record, nil
}

func decodeRecord(data []byte) (Record, error) {
	var record Record
	if err := json.Unmarshal(data, &record); err != nil {
		return Record{}, err
	}
	if !recent(record.Version) {
		return Record{}, fmt.Errorf("ONNX Runtime %.20q is older than %s", record.Version, libraryVersionMin)
	}
	known := false
	for _, file := range record.Files {
		if !filepath.IsLocal(filepath.FromSlash(file.Path)) {
			return Record{}, fmt.Errorf("%.80q leads out of the models' directory", file.Path)
		}
		known = known || file.Path == record.Library
	}
	if !known {
		return Record{}, fmt.Errorf("the library %.80q is not among the files", record.Library)
	}
	return record, nil
}

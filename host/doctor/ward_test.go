package doctor

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/command"
	"github.com/ed-irl/impressionism/host/catalog/skill"
	"github.com/ed-irl/impressionism/host/catalog/source"
	"github.com/ed-irl/impressionism/host/client/claude"
	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/rank/onnx/install"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// overwrite spoils some bytes of a file: "OFFSET LENGTH".
func (w *ward) overwrite(path, place string) {
	var at int64
	var length int
	_, err := fmt.Sscan(place, &at, &length)
	w.must(err)
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	w.must(err)
	_, err = file.WriteAt([]byte(strings.Repeat("\xff", length)), at)
	w.must(errors.Join(err, file.Close()))
}

// install makes a model of tiny files with the record that a real installation
// leaves: what is looked at without loading it.
func (w *ward) install() {
	manifest, err := onnx.Find(w.patient.Files.Models, modelName)
	w.must(err)
	record := onnx.Record{Identity: manifest.Identity(), Version: "1.27.0", Library: "onnxruntime-1.27.0/lib.so"}
	for _, name := range []string{record.Library, modelName + "/model.ort"} {
		w.write("data/models/"+name, "tiny")
		info, err := os.Stat(w.path("data/models/" + name))
		w.must(err)
		record.Files = append(record.Files, onnx.RecordedFile{Path: name, Bytes: info.Size(), ModTime: info.ModTime().UnixNano()})
	}
	data, err := json.Marshal(record)
	w.must(err)
	w.write("data/models/"+modelName+"/"+onnx.InstalledFile, string(data))
}

// examineModel is what the program does, but for loading the model.
func (w *ward) examineModel() Model {
	m := Model{Name: w.model, Dir: w.patient.Files.Models, State: "unknown"}
	status, err := install.Status(w.patient.Files.Models, w.model)
	if err != nil {
		m.Detail = err.Error()
		return m
	}
	m.State, m.Detail, m.Load = status.State, status.Detail, w.load
	if w.vectors {
		m.Identity = status.Identity
	}
	return m
}

// index makes an index of the skills in the patient's home.
func (w *ward) index(path string) error {
	x, err := index.Open(path)
	if err != nil {
		return err
	}
	listing := w.listing()
	w.sources.Load, w.sources.Pools, w.sources.Now = kinds.Load, kinds.Pools(modelName), func() time.Time { return admitted }
	_, err = x.Refresh(context.Background(), listing, w.sources, index.Options{})
	return errors.Join(err, x.Close())
}

var kinds = catalog.Kinds{skill.Kind, command.Kind}

func (w *ward) listing() catalog.Listing {
	listing := source.List(context.Background(), source.Config{
		Kinds:  kinds,
		Client: claude.Client().Places,
		Home:   w.patient.Home, UserDir: w.base, Workspace: w.patient.Workspace,
		Directories: []string{filepath.Join(w.patient.Home, "skills")}, Patterns: []string{"**/SKILL.md"},
	})
	listing.Rejected = append(listing.Rejected, w.rejected...)
	return listing
}

// Databases as they are in a clean home. They are made once: each takes the disk
// some tenths of a second.
var (
	indexed = sync.OnceValue(func() []byte {
		return made(func(folder string) error {
			file := filepath.Join(folder, "home", "skills", "deploy", "SKILL.md")
			err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte("---\ndescription: Deploy the shop.\n---\nBody.\n"), 0o600))
			w := &ward{base: folder, patient: &Patient{Home: filepath.Join(folder, "home")}}
			return errors.Join(err, w.index(filepath.Join(folder, "db")))
		})
	})
	stated = sync.OnceValue(func() []byte {
		return made(func(folder string) error {
			store, err := session.Open(filepath.Join(folder, "db"), session.Options{})
			if err != nil {
				return err
			}
			return store.Close()
		})
	})
)

// made gives the bytes of a database that is made in a folder.
func made(fill func(folder string) error) []byte {
	folder, err := os.MkdirTemp("", "doctor-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := fill(folder); err != nil {
		panic(err)
	}
	path := filepath.Join(folder, "db")
	db, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		panic(err)
	}
	data := []byte(nil)
	if err = errors.Join(db.EmptyLog(), db.Close()); err == nil {
		data, err = os.ReadFile(path)
	}
	if err != nil {
		panic(err)
	}
	return data
}

func (w *ward) put(path string, data []byte) { w.must(os.WriteFile(path, data, 0o600)) }

func (w *ward) version(path, number string) { w.change(path, "PRAGMA user_version = "+number) }

func (w *ward) change(path, statement string) {
	db, err := sql.Open("sqlite3", "file:"+path)
	w.must(err)
	_, err = db.Exec(statement)
	w.must(errors.Join(err, db.Close()))
}

// removeLogs removes what belongs to a database that is replaced.
func removeLogs(path string) error {
	for _, ending := range []string{"-wal", "-shm"} {
		if err := os.Remove(path + ending); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func versionOf(binary string) (string, error) {
	out, err := exec.Command(binary, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w", binary, err)
	}
	return strings.TrimSpace(strings.TrimPrefix(string(out), "impressionism version ")), nil
}

// contents sums up every file below a folder.
func contents(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(&all, "%s %v %v %q\n", path, info.Mode(), info.ModTime(), data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

package onnx

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// Ensure damage that sizes and times can tell is told before the library runs,
// with what to do about it.
func TestInstalledTellsDamage(t *testing.T) {
	source := modelsDir(t, defaultModel)
	for name, test := range map[string]struct {
		damage func(dir string) error
		want   string
	}{
		"truncated":  {func(dir string) error { return os.Truncate(filepath.Join(dir, FastFile), 1000) }, "1000 bytes instead of"},
		"missing":    {func(dir string) error { return os.Remove(filepath.Join(dir, VocabularyFile)) }, "missing or unreadable"},
		"written to": {func(dir string) error { return flip(filepath.Join(dir, FastFile)) }, "changed since"},
		"no record":  {func(dir string) error { return os.Remove(filepath.Join(dir, InstalledFile)) }, "is not installed"},
		"bad record": {func(dir string) error { return os.WriteFile(filepath.Join(dir, InstalledFile), []byte("{"), 0o600) }, InstalledFile},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			copyModel(t, source, dir)
			if err := Installed(dir, defaultModel); err != nil {
				t.Fatalf("before: %v", err)
			}
			if err := test.damage(filepath.Join(dir, defaultModel)); err != nil {
				t.Fatal(err)
			}
			_, err := Open(Config{Dir: dir, Model: defaultModel})
			_, damaged := errors.AsType[*DamagedError](err)
			_, absent := errors.AsType[*NotInstalledError](err)
			if damaged == absent || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(err.Error(), "impressionism model install "+defaultModel) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// Ensure a file that is no model is an error and no crash, though its record
// says that all is well.
func TestOpenGarbage(t *testing.T) {
	source, dir := modelsDir(t, defaultModel), t.TempDir()
	copyModel(t, source, dir)
	manifest, record, err := check(dir, defaultModel)
	if err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(dir, filepath.FromSlash(record.Library))
	for _, size := range []int64{40 << 20, 100} {
		if err := os.Truncate(filepath.Join(dir, defaultModel, FastFile), size); err != nil {
			t.Fatal(err)
		}
		embedder := &Embedder{manifest: manifest}
		if err := embedder.openSession(library, filepath.Join(dir, defaultModel, FastFile), true); err == nil {
			t.Errorf("%d bytes: got no error", size)
		}
		_ = embedder.Close()
	}
}

// Ensure no record makes reading it panic, and that what is accepted stays
// inside the models' directory.
func FuzzDecodeRecord(f *testing.F) {
	f.Add([]byte(`{"identity":"m@1","library":"onnxruntime-1.27.0/l.so","version":"1.27.0","files":[{"path":"onnxruntime-1.27.0/l.so","bytes":1,"mtime":2,"sha256":"00"}]}`))
	f.Add([]byte(`{"library":"../l.so","version":"1.24","files":[{"path":"../l.so"}]}`))
	f.Add([]byte(`{"library":"/l.so","version":"99999999999999999999.1","files":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		record, err := decodeRecord(data)
		if err != nil {
			return
		}
		for _, file := range record.Files {
			if inside := filepath.Join("/models", file.Path); !strings.HasPrefix(inside, "/models/") && inside != "/models" {
				t.Fatalf("%q leads to %s", file.Path, inside)
			}
		}
	})
}

func flip(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	one := make([]byte, 1)
	if _, err := file.ReadAt(one, 5000); err != nil {
		return err
	}
	one[0] ^= 1
	_, err = file.WriteAt(one, 5000)
	return err
}

// copyModel copies the default model, times included.

func copyModel(t *testing.T, from, to string) {
	t.Helper()
	_, record, err := check(from, defaultModel)
	if err != nil {
		t.Fatal(err)
	}
	paths := []string{defaultModel + "/" + InstalledFile}
	for _, file := range record.Files {
		paths = append(paths, file.Path)
	}
	for _, path := range paths {
		source, target := filepath.Join(from, path), filepath.Join(to, path)
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(target, data, 0o600); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(source)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(target, info.ModTime(), info.ModTime()); err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure a model that came with the program is found, and one in the data folder
// before it, damaged or not; and that a record without times is held to sizes alone,
// because copying an archive about loses times.
func TestLocate(t *testing.T) {
	source := modelsDir(t, defaultModel)
	data, beside := t.TempDir(), t.TempDir()
	want := func(dir, text string) {
		t.Helper()
		got, err := Locate([]string{data, beside}, defaultModel)
		if got != dir || (err == nil) != (text == "") || err != nil && !strings.Contains(err.Error(), text) {
			t.Errorf("got %s, %v; want %s, %q", got, err, dir, text)
		}
	}
	want(data, "is not installed (nothing in "+data)
	copyModel(t, source, beside)
	want(beside, "")
	forgetTimes(t, beside)
	want(beside, "")
	if got, err := Locate([]string{beside + "/.", beside}, defaultModel); got != beside+"/." || err != nil {
		t.Errorf("got %s, %v; want the first of two", got, err)
	}
	writeRecordAlone(t, beside, data)
	want(data, "missing or unreadable")
	if err := os.RemoveAll(filepath.Join(data, defaultModel)); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(beside, defaultModel, VocabularyFile), 10); err != nil {
		t.Fatal(err)
	}
	want(beside, "10 bytes instead of")
	if _, err := Locate([]string{data, beside}, "no-such"); err == nil || !strings.Contains(err.Error(), "no-such") {
		t.Errorf("got %v, want the unknown model named", err)
	}
}

// forgetTimes writes a record again, without times, and moves the files' own.
func forgetTimes(t *testing.T, dir string) {
	t.Helper()
	path := filepath.Join(dir, defaultModel, InstalledFile)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data = regexp.MustCompile(`"mtime": *\d+`).ReplaceAll(data, []byte(`"mtime": 0`))
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	moved := time.Unix(1, 0)
	if err := os.Chtimes(filepath.Join(dir, defaultModel, FastFile), moved, moved); err != nil {
		t.Fatal(err)
	}
}

// writeRecordAlone leaves a model of which nothing but the record is there.
func writeRecordAlone(t *testing.T, from, to string) {
	t.Helper()
	record := filepath.Join(defaultModel, InstalledFile)
	data, err := os.ReadFile(filepath.Join(from, record))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(to, defaultModel), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(to, record), data, 0o600); err != nil {
		t.Fatal(err)
	}
}

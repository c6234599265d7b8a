package onnx

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

const (
	defaultModel = "all-MiniLM-L6-v2"
	int8Model    = "all-MiniLM-L6-v2-int8"
)

func open(t testing.TB, model string, cold bool) *Embedder {
	t.Helper()
	embedder, err := Open(Config{Dir: modelsDir(t, model), Model: model, Cold: cold})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := embedder.Close(); err != nil {
			t.Error(err)
		}
	})
	return embedder
}

// Ensure the default model's vectors are the reference's, number by number,
// opened for one text and for many (000.4a).
func TestVectorsEqualReference(t *testing.T) {
	for _, cold := range []bool{true, false} {
		embedder := open(t, defaultModel, cold)
		if embedder.Dimensions() != 384 || !strings.HasPrefix(embedder.Model(), defaultModel+"@") {
			t.Fatalf("got %d dimensions of %s", embedder.Dimensions(), embedder.Model())
		}
		for _, want := range references(t) {
			got, err := embedder.Embed(want.Text)
			if err != nil {
				t.Fatal(err)
			}
			if off := farthest(got, want.Vector); off > 1e-4 {
				t.Errorf("cold %t, %.60q: a number is off by %g", cold, want.Text, off)
			}
		}
	}
}

// Ensure the lighter model's vectors are near the reference's. Its weights are
// that much off: Python's onnxruntime gives the same cosines for the same file.
// Texts without a letter or a digit are farther off, and nobody asks for them.
func TestInt8VectorsNearReference(t *testing.T) {
	embedder := open(t, int8Model, true)
	all, sum := references(t), 0.0
	for _, want := range all {
		got, err := embedder.Embed(want.Text)
		if err != nil {
			t.Fatal(err)
		}
		least := float32(0.98)
		if strings.ContainsFunc(want.Text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.N) }) {
			least = 0.997
		}
		cosine := Dot(got, want.Vector)
		if cosine < least || math.Abs(float64(Dot(got, got))-1) > 1e-5 {
			t.Errorf("%.60q: got cosine %g, want at least %g; length² %g", want.Text, cosine, least, Dot(got, got))
		}
		sum += float64(cosine)
	}
	if mean := sum / float64(len(all)); mean < 0.999 {
		t.Errorf("the mean cosine is %g", mean)
	}
}

func farthest(a, b []float32) float64 {
	if len(a) != len(b) {
		return math.Inf(1)
	}
	off := 0.0
	for i := range a {
		off = max(off, math.Abs(float64(a[i]-b[i])))
	}
	return off
}

// Ensure one embedder serves many goroutines, each getting what it would alone.
func TestEmbedConcurrently(t *testing.T) {
	embedder := open(t, defaultModel, false)
	texts := references(t)[:40]
	var group sync.WaitGroup
	for worker := range 4 {
		group.Go(func() {
			for i := range texts {
				want := texts[(i+worker*10)%len(texts)]
				got, err := embedder.Embed(want.Text)
				if err != nil || farthest(got, want.Vector) > 1e-4 {
					t.Errorf("%.60q: off by %g, %v", want.Text, farthest(got, want.Vector), err)
				}
			}
		})
	}
	group.Wait()
}

// Ensure a model can be opened on a goroutine while another is in use, and that
// a cold and a warm opening give equal vectors to six digits.
func TestOpenOnAnotherGoroutine(t *testing.T) {
	dir := modelsDir(t, defaultModel)
	vectors := make([][]float32, 2)
	var group sync.WaitGroup
	for i := range vectors {
		group.Go(func() {
			embedder, err := Open(Config{Dir: dir, Model: "minilm", Cold: i == 0})
			if err != nil {
				t.Error(err)
				return
			}
			defer embedder.Close()
			if vectors[i], err = embedder.EmbedQuery("write a migration"); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if off := farthest(vectors[0], vectors[1]); off > 1e-6 {
		t.Errorf("a number is off by %g", off)
	}
}

// Ensure damage that sizes and times can tell is told before the library runs,
// with what to do about it (000.4e).
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
	for name, size := range map[string]int64{"short": 100, "half": 40 << 20} {
		if err := os.Truncate(filepath.Join(dir, defaultModel, FastFile), size); err != nil {
			continue // it is shorter already
		}
		embedder := &Embedder{manifest: manifest}
		if err := embedder.openSession(library, filepath.Join(dir, defaultModel, FastFile), true); err == nil {
			t.Errorf("%s: got no error", name)
		}
		_ = embedder.Close()
	}
}

// Ensure vectors are compared as cosines.
func TestDot(t *testing.T) {
	if got := Dot([]float32{0.6, 0.8}, []float32{1, 0}); math.Abs(float64(got)-0.6) > 1e-7 {
		t.Errorf("got %g", got)
	}
}

// Ensure that pooling outside a graph is what graphs do inside.
func TestPool(t *testing.T) {
	tokens := []float32{3, 4, 0, 9, -1, 3}
	for pooling, want := range map[string][]float32{
		PoolingCLS:  {0.6, 0.8},
		PoolingMean: {2 / 16.124516, 16 / 16.124516},
	} {
		got := pool(slices.Clone(tokens), pooling, 2)
		if farthest(got, want) > 1e-6 {
			t.Errorf("%s: got %v, want %v", pooling, got, want)
		}
	}
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

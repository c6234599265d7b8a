package install

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// testJob fetches into a directory of its own; it needs no library.
func testJob(t testing.TB, from string) *job {
	t.Helper()
	job := &job{Options: Options{Dir: filepath.Join(t.TempDir(), "a[1]"), From: from, Progress: func(string, int64, int64) {}}, stall: time.Minute}
	if err := os.MkdirAll(job.scratch(), dirMode); err != nil {
		t.Fatal(err)
	}
	return job
}

var content = bytes.Repeat([]byte("The file that is wanted. "), 4000)

func wanted(origins ...onnx.Origin) onnx.File {
	file := fileOf("file", map[string][]byte{"file": content})
	file.Origins = origins
	return file
}

func holds(t *testing.T, path string, err error) {
	t.Helper()
	if err != nil {
		t.Error(err)
		return
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, content) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
}

// Ensure origins are tried in order until one gives the bytes of the hash: not
// a missing one, nor one with other bytes, or too many.
func TestOriginsAreTriedInTurn(t *testing.T) {
	wrong := bytes.Clone(content)
	wrong[7] ^= 1
	server := serve(t, map[string][]byte{
		"/wrong": wrong, "/long": append(bytes.Clone(content), 'x'), "/right": content,
		"/a.zip": zipped(t, map[string][]byte{"other": content[:9], "in/side": content}),
		"/a.tgz": tarred(t, "in/side", content),
	})
	for _, right := range []onnx.Origin{
		{URL: server.URL + "/right"}, {URL: server.URL + "/a.zip", Member: "in/side"}, {URL: server.URL + "/a.tgz", Member: "in/side"},
	} {
		job := testJob(t, "")
		origins := []onnx.Origin{{URL: server.URL + "/missing"}, {URL: server.URL + "/wrong"}, {URL: server.URL + "/long"}, {URL: server.URL + "/a.zip", Member: "other"}}
		_, err := job.obtain(t.Context(), wanted(origins...))
		if err == nil || !strings.Contains(err.Error(), "404") || !strings.Contains(err.Error(), "SHA-256 is not") ||
			!strings.Contains(err.Error(), "more than the") || !strings.Contains(err.Error(), "--from FILE") {
			t.Errorf("none is right: got %v", err)
		}
		path, err := job.obtain(t.Context(), wanted(append(origins, right)...))
		holds(t, path, err)
		if len(job.report.Fetched) != 1 || job.report.Fetched[0].Origin != right.URL {
			t.Errorf("got %+v", job.report.Fetched)
		}
		leftovers, err := os.ReadDir(job.scratch())
		if err != nil || len(leftovers) != 1 {
			t.Errorf("left beside the file: %v, %v", leftovers, err)
		}
	}
}

// Ensure a file is found by hash in whatever a user points at, and nothing is
// taken that merely has the name.
func TestFrom(t *testing.T) {
	dir := t.TempDir()
	wheel := zipped(t, map[string][]byte{"a/model": content, "a/file": bytes.ToUpper(content)})
	write(t, filepath.Join(dir, "plain", "some-name"), content)
	write(t, filepath.Join(dir, "plain", "file"), bytes.ToUpper(content))
	write(t, filepath.Join(dir, "deep", "er", "x.whl"), wheel)
	write(t, filepath.Join(dir, "y.zip"), wheel)
	write(t, filepath.Join(dir, "z.tar.gz"), tarred(t, "model", content))
	for _, from := range []string{"plain/some-name", "plain", "deep", "deep/er/x.whl", "y.zip", "z.tar.gz"} {
		job := testJob(t, filepath.Join(dir, from))
		path, err := job.obtain(t.Context(), wanted())
		holds(t, path, err)
	}
	for _, from := range []string{"plain/file", "absent"} {
		if _, err := testJob(t, filepath.Join(dir, from)).obtain(t.Context(), wanted()); err == nil {
			t.Errorf("%s: got no error", from)
		}
	}
}

// Ensure a file that is there and cannot be read is named with the reason, and found elsewhere
// nevertheless; and that one which cannot be kept is not said to be absent.
func TestFromSaysWhatFailed(t *testing.T) {
	broken := zipped(t, map[string][]byte{"a/file": content})
	broken[60] ^= 0xff
	tar := tarred(t, "model", content)
	for name, data := range map[string][]byte{"damaged.whl": broken, "cut.tar.gz": tar[:len(tar)-30], "page.zip": []byte("<html>")} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, name), data)
		write(t, filepath.Join(dir, "notes.txt"), []byte("not ours"))
		job := testJob(t, dir)
		_, err := job.obtain(t.Context(), wanted())
		if err == nil || !strings.Contains(err.Error(), "it is not there, and ") || !strings.Contains(err.Error(), name+" cannot be read: ") || strings.Contains(err.Error(), "notes") {
			t.Errorf("%s: got %v", name, err)
		}
		write(t, filepath.Join(dir, "zz", "some-name"), content)
		path, err := job.obtain(t.Context(), wanted())
		holds(t, path, err)
	}
	whole := zipped(t, map[string][]byte{"a/file": content})
	for name, data := range map[string][]byte{"some-name": content, "x.whl": whole, "x.tgz": tarred(t, "model", content)} {
		job := testJob(t, t.TempDir())
		write(t, filepath.Join(job.From, name), data)
		if err := os.RemoveAll(job.scratch()); err != nil {
			t.Fatal(err)
		}
		_, err := job.obtain(t.Context(), wanted(onnx.Origin{Embedded: "absent"}))
		if err == nil || strings.Contains(err.Error(), "not there") || !strings.Contains(err.Error(), "keep file: ") || !strings.Contains(err.Error(), "make room") {
			t.Errorf("%s cannot be kept: got %v", name, err)
		}
	}
}

// Ensure that a folder below the one pointed at, which cannot be read, is passed over, and named where
// the file is nowhere.
func TestFromPassesOverWhatCannotBeRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a path may be of any length")
	}
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	if err := root.MkdirAll(strings.Repeat(strings.Repeat("a", 200)+"/", 30), 0o700); err != nil { // too long a path to be opened, for root too
		t.Fatal(err)
	}
	job := testJob(t, dir)
	_, err = job.obtain(t.Context(), wanted())
	if err == nil || !strings.Contains(err.Error(), "it is not there, and ") || !strings.Contains(err.Error(), "aaa cannot be read: ") {
		t.Errorf("it is nowhere: got %v", err)
	}
	write(t, filepath.Join(dir, "zz", "some-name"), content)
	path, err := job.obtain(t.Context(), wanted())
	holds(t, path, err)
}

// Ensure that nothing is fetched where the user points at files, also at files that
// are not there: on a machine that must not fetch, pointing is the way to say so.
func TestFromNeverFetches(t *testing.T) {
	dir := t.TempDir()
	manifest, files := smallModel(t, "tiny")
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("something was fetched") }))
	defer server.Close()
	for i := range manifest.Files {
		manifest.Files[i].Origins = []onnx.Origin{{URL: server.URL + "/" + manifest.Files[i].Name}}
	}
	describe(t, dir, manifest)
	delete(files, onnx.VocabularyFile)
	for from, want := range map[string]string{folder(t, files): "nothing was fetched", filepath.Join(dir, "absent"): "look into --from"} {
		if _, err := Install(t.Context(), Options{Dir: dir, Model: "tiny", From: from}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q in it", from, err, want)
		}
	}
}

// Ensure the vocabulary comes with the program.
func TestEmbeddedVocabulary(t *testing.T) {
	manifest, err := onnx.Find("", "bge-small-en-v1.5")
	if err != nil {
		t.Fatal(err)
	}
	job := testJob(t, "")
	if _, err := job.obtain(t.Context(), manifest.Files[0]); err != nil {
		t.Error(err)
	}
}

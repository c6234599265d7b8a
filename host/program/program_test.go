package program

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

var stamp = time.Unix(1_700_000_000, 0)

// archive writes files, folders (names that end in a slash) and links (content
// "-> target", hard ones "=> target") into an archive.
func archive(t testing.TB, name string, files map[string]string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	var out bytes.Buffer
	if strings.HasSuffix(name, ".zip") {
		writer := zip.NewWriter(&out)
		for name, content := range files {
			header := &zip.FileHeader{Name: name, Modified: stamp}
			header.SetMode(0o755)
			file, err := writer.CreateHeader(header)
			check(t, err)
			_, err = file.Write([]byte(content))
			check(t, err)
		}
		check(t, writer.Close())
	} else {
		packed := gzip.NewWriter(&out)
		writer := tar.NewWriter(packed)
		for name, content := range files {
			header := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(content)), ModTime: stamp, Typeflag: tar.TypeReg}
			if target, ok := strings.CutPrefix(content, "-> "); ok {
				header.Typeflag, header.Linkname, header.Size, content = tar.TypeSymlink, target, 0, ""
			}
			if target, ok := strings.CutPrefix(content, "=> "); ok {
				header.Typeflag, header.Linkname, header.Size, content = tar.TypeLink, target, 0, ""
			}
			check(t, writer.WriteHeader(header))
			_, err := writer.Write([]byte(content))
			check(t, err)
		}
		check(t, writer.Close())
		check(t, packed.Close())
	}
	check(t, os.WriteFile(path, out.Bytes(), 0o600))
	return path
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func accept(string) error { return nil }

// tree gives the files below a folder with their contents.
func tree(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	check(t, filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(folder, path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	}))
	return files
}

// Ensure an archive takes the place of what was there as a whole, with its own
// folder at the top or none, and that its times are kept.
func TestReplace(t *testing.T) {
	for name, top := range map[string]string{"a.tar.gz": "impressionism-1/", "b.tar.gz": "", "c.zip": "top/"} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "da [ta]")
			check(t, os.MkdirAll(filepath.Join(data, Dir, "stale"), 0o700))
			path := archive(t, name, map[string]string{top + "bin/impressionism": "fresh", top + "models/m/vocab.txt": "v"})
			var asked []string
			check(t, Replace(data, path, "linux", func(binary string) error { asked = append(asked, binary); return nil }))
			want := map[string]string{Dir + "/bin/impressionism": "fresh", Dir + "/models/m/vocab.txt": "v"}
			if diff := cmp.Diff(want, tree(t, data)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if len(asked) != 2 || asked[1] != Binary(filepath.Join(data, Dir), "linux") {
				t.Errorf("asked about %q, want it before and in its place", asked)
			}
			info, err := os.Stat(asked[1])
			if err != nil || !info.ModTime().Equal(stamp) || info.Mode() != programMode {
				t.Errorf("got %v, %v", info, err)
			}
		})
	}
}

// Ensure that whatever goes wrong leaves what was there: an archive that is none,
// one that leads elsewhere, a program that does not run before or in its place
// (002.17b).
func TestReplaceKeeps(t *testing.T) {
	binary := "x/bin/impressionism"
	refuse := errors.New("it does not run")
	times := 0
	second := func(string) error {
		if times++; times == 2 {
			return refuse
		}
		return nil
	}
	for name, test := range map[string]struct {
		path  string
		check func(string) error
		want  string
	}{
		"no archive":        {archive(t, "a.txt", nil)[:1] + "nowhere", accept, "no such file"},
		"text":              {textFile(t, "a.tar.gz"), accept, "no .tar.gz"},
		"text as zip":       {textFile(t, "a.zip"), accept, "no .zip"},
		"no program":        {archive(t, "a.tar.gz", map[string]string{"x/README": "hello"}), accept, "no bin/impressionism"},
		"leads out":         {archive(t, "a.tar.gz", map[string]string{"../evil": "x"}), accept, "leads out"},
		"absolute":          {archive(t, "a.tar.gz", map[string]string{"/tmp/evil": "x"}), accept, "leads out"},
		"a link":            {archive(t, "a.tar.gz", map[string]string{binary: "-> /bin/sh"}), accept, "neither file nor folder"},
		"a hard link":       {archive(t, "a.tar.gz", map[string]string{binary: "=> /bin/sh"}), accept, "neither file nor folder"},
		"does not run":      {archive(t, "a.tar.gz", map[string]string{binary: "x"}), func(string) error { return refuse }, refuse.Error()},
		"not in its place":  {archive(t, "a.tar.gz", map[string]string{binary: "x"}), second, refuse.Error()},
		"zip that leads up": {archive(t, "a.zip", map[string]string{"../evil": "x"}), accept, "leads out"},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			check(t, os.MkdirAll(filepath.Join(data, Dir, "bin"), 0o700))
			check(t, os.WriteFile(Binary(filepath.Join(data, Dir), "linux"), []byte("there"), 0o700))
			before := tree(t, filepath.Dir(data))
			if err := Replace(data, test.path, "linux", test.check); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if diff := cmp.Diff(before, tree(t, filepath.Dir(data))); diff != "" {
				t.Errorf("(-before +after)\n%s", diff)
			}
		})
	}
}

func textFile(t *testing.T, name string) string {
	path := filepath.Join(t.TempDir(), name)
	check(t, os.WriteFile(path, []byte("this is a page of a server that says no"), 0o600))
	return path
}

// Ensure that a swap that was cut off is brought to its beginning or end.
func TestReplaceAfterCut(t *testing.T) {
	data := t.TempDir()
	kept := filepath.Join(data, Dir+previous)
	check(t, os.MkdirAll(filepath.Join(kept, "bin"), 0o700))
	check(t, os.WriteFile(Binary(kept, "linux"), []byte("there"), 0o700))
	refused := func(string) error { return errors.New("no") }
	path := archive(t, "a.tar.gz", map[string]string{"bin/impressionism": "fresh"})
	if err := Replace(data, path, "linux", refused); err == nil {
		t.Error("want the refusal")
	}
	check(t, Replace(data, path, "linux", accept))
	if diff := cmp.Diff(map[string]string{Dir + "/bin/impressionism": "fresh"}, tree(t, data)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Ensure that an archive counts only where its hash is listed for the platform.
func TestVerify(t *testing.T) {
	path := textFile(t, "impressionism-1.0.0-linux-amd64.tar.gz")
	hash, err := hashFile(path)
	check(t, err)
	other := strings.Repeat("0", 64)
	for name, test := range map[string]struct{ list, want string }{
		"listed":           {hash + "  impressionism-1.0.0-linux-amd64.tar.gz\n", ""},
		"under any name":   {"# a comment\r\n\n" + hash + " *im_linux_amd64.zip\r\n", ""},
		"another platform": {hash + "  impressionism-1.0.0-darwin-arm64.tar.gz\n", "another platform"},
		"another hash":     {other + "  impressionism-1.0.0-linux-amd64.tar.gz\n", "not listed"},
		"empty":            {"", "not listed"},
		"a path":           {hash + "  ../linux-amd64.tar.gz\n", "line 1"},
		"prose":            {hash + "  linux-amd64.tar.gz\n<html>\n", "line 2"},
		"endless":          {strings.Repeat("\n", pinsBytesMax+1), "more than"},
	} {
		t.Run(name, func(t *testing.T) {
			list := filepath.Join(t.TempDir(), "pins")
			check(t, os.WriteFile(list, []byte(test.list), 0o600))
			pins, err := ReadPins(list)
			if err == nil {
				err = Verify(path, pins, "linux", "amd64")
			}
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// FuzzDecodePins holds that every line taken is a hash and a plain file name.
func FuzzDecodePins(f *testing.F) {
	f.Add([]byte(strings.Repeat("a", 64) + "  a-linux-amd64.tar.gz\n# x\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		pins, err := decodePins(data)
		for _, pin := range pins {
			if err != nil || len(pin.SHA256) != 64 || pin.Name == "" || strings.ContainsAny(pin.Name, "/\\ ") {
				t.Errorf("%+v, %v", pin, err)
			}
		}
	})
}

// FuzzUnpack holds that no archive writes outside its folder, or ends in a panic.
func FuzzUnpack(f *testing.F) {
	for _, name := range []string{"a.tar.gz", "a.zip"} {
		data, err := os.ReadFile(archive(f, name, map[string]string{"top/bin/impressionism": "x", "../y": "y"}))
		check(f, err)
		f.Add(data, strings.HasSuffix(name, ".zip"))
	}
	f.Fuzz(func(t *testing.T, data []byte, zipped bool) {
		outer, name := t.TempDir(), "a.tar.gz"
		if zipped {
			name = "a.zip"
		}
		path, inner := filepath.Join(outer, name), filepath.Join(outer, "in")
		check(t, os.WriteFile(path, data, 0o600))
		check(t, os.Mkdir(inner, 0o700))
		_ = Unpack(path, inner) // whatever it says
		if entries, err := os.ReadDir(outer); err != nil || len(entries) != 2 {
			t.Errorf("outside there are %v, %v", entries, err)
		}
	})
}

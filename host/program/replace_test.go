package program

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ensure an archive takes the place of what was there as a whole, with its own
// folder at the top or none, and that its times are kept.
func TestReplace(t *testing.T) {
	for name, top := range map[string]string{"a.tar.gz": "impressionism-1/", "b.tar.gz": "", "c.zip": "top/"} {
		t.Run(name, func(t *testing.T) {
			data := filepath.Join(t.TempDir(), "da [ta]")
			check(t, os.MkdirAll(filepath.Join(data, Dir, "stale"), 0o700))
			path := archive(t, name, map[string]string{top + "bin/impressionism": "fresh", top + "models/m/vocab.txt": "v"})
			var asked []string
			check(t, replace(data, path, func(binary string) error { asked = append(asked, binary); return nil }))
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
// one that leads elsewhere, a program that does not run before or in its place.
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
			if err := replace(data, test.path, test.check); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			if diff := cmp.Diff(before, tree(t, filepath.Dir(data))); diff != "" {
				t.Errorf("(-before +after)\n%s", diff)
			}
		})
	}
}

// Ensure a program that an interrupted swap moved away is brought back, and one that is in its
// place is left alone.
func TestMend(t *testing.T) {
	data := t.TempDir()
	folder, s := filepath.Join(data, Dir), Scratch{data: data}
	if there, err := s.Mend(); there || err != nil {
		t.Errorf("without a program: got %v, %v", there, err)
	}
	check(t, os.MkdirAll(filepath.Join(folder+previous, "bin"), 0o700))
	check(t, os.WriteFile(Binary(folder+previous, "linux"), []byte("there"), 0o700))
	for range 2 {
		if there, err := s.Mend(); !there || err != nil {
			t.Errorf("got %v, %v", there, err)
		}
		if diff := cmp.Diff(map[string]string{Dir + "/bin/impressionism": "there"}, tree(t, data)); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	}
}

// Ensure that a swap that was cut off is brought to its beginning or end.
func TestReplaceAfterCut(t *testing.T) {
	data := t.TempDir()
	kept := filepath.Join(data, Dir+previous)
	check(t, os.MkdirAll(filepath.Join(kept, "bin"), 0o700))
	check(t, os.WriteFile(Binary(kept, "linux"), []byte("there"), 0o700))
	refused := func(string) error { return errors.New("no") }
	path := archive(t, "a.tar.gz", map[string]string{"bin/impressionism": "fresh"})
	if err := replace(data, path, refused); err == nil {
		t.Error("want the refusal")
	}
	check(t, replace(data, path, accept))
	if diff := cmp.Diff(map[string]string{Dir + "/bin/impressionism": "fresh"}, tree(t, data)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

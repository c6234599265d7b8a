package lessons

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ed-irl/impressionism/host/catalog"
)

// Ensure that whether files may be told is read alike from the file that prompts read and from
// known.json, and that the former counts only for the known.json that it was written for: by
// somebody who writes known.json alone, by hand or in an earlier version, no lesson is told that
// may not be.
func TestStandings(t *testing.T) {
	folder := In(t.TempDir())
	if got, err := folder.Standings(); err != nil || len(got) > 0 {
		t.Fatalf("where nothing is known: got %v, %v", got, err)
	}
	gone := &Check{Verdict: verdictDoubtful, Gone: []Gone{{Reference: "make check"}}}
	all := &Check{Verdict: verdictDoubtful, Gone: []Gone{{Reference: "a.sh"}}, All: true}
	odd := "/odd\tname\nwith ü and \"quotes\".md"
	stat := catalog.Stat{Size: 1, ModTime: -2, Inode: 1 << 63}
	want := Standings{
		odd:       {Stat: stat, State: Active, AskedState: Unreviewed, AskedWhy: askedWhy},
		"/kept":   {State: Active, AskedState: Active},
		"/waits":  {State: Unreviewed, Why: "it was written\nwhile a session ran", AskedState: Unreviewed, AskedWhy: "it was written\nwhile a session ran"},
		"/doubt":  {State: Active, Verdict: verdictDoubtful, Doubt: "make check, which is gone", AskedState: Unreviewed, AskedWhy: askedWhy},
		"/stale":  {State: Withheld, Why: all.stale(), Verdict: verdictDoubtful, Doubt: "a.sh, which is gone", AskedState: Unreviewed, AskedWhy: askedWhy},
		"/behind": {State: Active, By: "L-kept2", AskedState: Unreviewed, AskedWhy: askedWhy},
	}
	must(t, folder.Change(func(k *Known) error {
		k.Say("kept", true, noon)
		for _, file := range []File{
			{Path: odd, State: Active, Stat: stat},
			{Path: "/kept", State: Unreviewed, Hash: "kept"},
			{Path: "/waits", State: Unreviewed, Why: "it was written\nwhile a session ran"},
			{Path: "/doubt", State: Active, Check: gone},
			{Path: "/stale", State: Active, Check: all},
			{Path: "/behind", State: Active, By: "L-kept2"},
		} {
			k.Put(file)
		}
		return nil
	}))
	known, beside := filepath.Join(folder.dir, knownFile), filepath.Join(folder.dir, standingFile)
	written, err := os.ReadFile(known)
	must(t, err)
	read := func(when string) {
		t.Helper()
		got, err := folder.Standings()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%s: %v (-want +got):\n%s", when, err, diff)
		}
	}
	data, err := os.ReadFile(beside)
	must(t, err)
	if _, got, ok := decodeStandings(string(data)); !ok || cmp.Diff(want, got) != "" {
		t.Errorf("the file for prompts: %v (-want +got):\n%s", ok, cmp.Diff(want, got))
	}
	read("as written")
	if !folder.HasStandings() {
		t.Error("the file for prompts does not count where it was written last")
	}
	for when, data := range map[string][]byte{"cut off": data[:len(data)-3], "of no lines": []byte("what"), "empty": nil} {
		must(t, os.WriteFile(beside, data, 0o600))
		read(when)
	}
	must(t, os.Remove(beside))
	read("gone")

	must(t, os.WriteFile(beside, data, 0o600))
	must(t, os.WriteFile(known+".new", written, 0o600)) // the same words, another version
	must(t, os.Rename(known+".new", known))
	must(t, os.WriteFile(beside, []byte(fmt.Sprintf("%s%s", line("", Standing{Stat: catalog.Stat{Size: int64(len(written))}}), line("/planted", Standing{State: Active}))), 0o600))
	read("of another known.json")
	if folder.HasStandings() {
		t.Error("the file for prompts counts beside a known.json that was written after it")
	}
	must(t, os.Remove(known))
	if got, err := folder.Standings(); err != nil || len(got) > 0 {
		t.Errorf("known.json was removed: got %v, %v", got, err)
	}
	must(t, os.WriteFile(known, []byte("{"), 0o600))
	if got, err := folder.Standings(); err == nil || len(got) > 0 {
		t.Errorf("a damaged known.json: got %v, %v", got, err)
	}
}

const askedWhy = "the settings ask for your yes to each lesson of a project"

// Ensure that no file makes the reader of standings panic, and that what it reads it would write
// and read again.
func FuzzStandings(f *testing.F) {
	f.Add("")
	f.Add("\n")
	f.Add(encodeStandings(catalog.Stat{Size: 1}, Standings{"/a\tb": {State: Active, Why: "\x00\xff"}, "/b": {}}))
	f.Add("\"\"\t1\t2\t3\t\"\"\t\"\"\t\"\"\t\"\"\t\"\"\t\"\"\t\"\"\textra\n")
	f.Add("`a`\t'b'\t-1\t99999999999999999999\t\"\n")
	f.Fuzz(func(t *testing.T, data string) {
		stamp, standings, ok := decodeStandings(data)
		if !ok {
			return
		}
		again, same, ok := decodeStandings(encodeStandings(stamp, standings))
		if !ok || again != stamp || cmp.Diff(standings, same) != "" {
			t.Errorf("%q: read again: %v %v", data, ok, same)
		}
	})
}

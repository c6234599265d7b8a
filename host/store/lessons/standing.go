package lessons

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/atomicfile"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/foreign"
)

// standingFile has what each prompt asks of each file: may it be told? It follows from what is
// known, takes a tenth of the time to read, and counts only beside the very known.json that it
// was written for.
const standingFile = "standing"

// Standing is whether a file may be told, as far as that is known.
type Standing struct {
	Stat    catalog.Stat // of the file, as it was looked at
	State   string       // Active, …
	Why     string       // it is not active, in words
	By      string       // the id of a lesson that takes its place
	Verdict string       // of Check; empty: it was not checked
	Doubt   string       // of Check

	// State and Why where the settings ask for a person's yes to each lesson of a project.
	AskedState, AskedWhy string
}

// Standings are those of all files that were looked at, by path.
type Standings map[string]Standing

// Standings reads whether files may be told. Where that cannot be read no lesson is told.
func (f Folder) Standings() (Standings, error) {
	if standings, ok := f.readStandings(); ok {
		return standings, nil
	}
	known, err := f.Known()
	if err != nil {
		return nil, err
	}
	return known.standings(), nil
}

// HasStandings reports whether Standings need not read known.json, or there is none.
func (f Folder) HasStandings() bool {
	_, ok := f.readStandings()
	return ok || f.stamp() == (catalog.Stat{})
}

func (f Folder) readStandings() (standings Standings, ok bool) {
	data, err := foreign.Read(filepath.Join(f.dir, standingFile), bytesMax)
	if err != nil {
		return nil, false
	}
	stamp, standings, ok := decodeStandings(string(data))
	return standings, ok && stamp == f.stamp() && stamp != (catalog.Stat{})
}

// stamp tells one version of known.json from the next; zero: there is none.
func (f Folder) stamp() catalog.Stat {
	info, err := os.Lstat(filepath.Join(f.dir, knownFile))
	if err != nil {
		return catalog.Stat{}
	}
	return tree.StatOf(info)
}

func (k Known) standings() Standings {
	standings := make(Standings, len(k.Files))
	for _, file := range k.Files {
		one := Standing{Stat: file.Stat, By: file.By, Doubt: file.Check.Doubt()}
		one.State, one.Why = k.Standing(file, false)
		one.AskedState, one.AskedWhy = k.Standing(file, true)
		if file.Check != nil {
			one.Verdict = file.Check.Verdict
		}
		standings[file.Path] = one
	}
	return standings
}

// writeStandings writes the file beside the known.json that was just written.
func (f Folder) writeStandings(known Known) error {
	path := filepath.Join(f.dir, standingFile)
	data := encodeStandings(f.stamp(), known.standings())
	if len(data) > bytesMax {
		return removed(path)
	}
	return atomicfile.WriteFile(path, []byte(data), 0o600)
}

// fields of a line: those of a Standing, quoted as in Go, with tabs between them.
const standingFields = 11

func encodeStandings(stamp catalog.Stat, standings Standings) string {
	lines := []string{line("", Standing{Stat: stamp})}
	for path, one := range standings {
		lines = append(lines, line(path, one))
	}
	return strings.Join(lines, "")
}

func line(path string, one Standing) string {
	fields := []string{strconv.Quote(path), strconv.FormatInt(one.Stat.Size, 10), strconv.FormatInt(one.Stat.ModTime, 10), strconv.FormatUint(one.Stat.Inode, 10)}
	for _, text := range []string{one.State, one.Why, one.By, one.Verdict, one.Doubt, one.AskedState, one.AskedWhy} {
		fields = append(fields, strconv.Quote(text))
	}
	return strings.Join(fields, "\t") + "\n"
}

// decodeStandings reads what encodeStandings wrote; not ok: it was cut off, or is another's.
func decodeStandings(data string) (stamp catalog.Stat, standings Standings, ok bool) {
	first, rest, _ := strings.Cut(data, "\n")
	_, head, err := standingOf(first)
	if err != nil || !strings.HasSuffix(data, "\n") {
		return stamp, nil, false
	}
	standings = make(Standings, strings.Count(rest, "\n"))
	for text := range strings.Lines(rest) {
		path, one, err := standingOf(strings.TrimSuffix(text, "\n"))
		if err != nil {
			return stamp, nil, false
		}
		standings[path] = one
	}
	return head.Stat, standings, true
}

var errLine = errors.New("no line of standings")

func standingOf(text string) (path string, one Standing, err error) {
	var fields [standingFields]string
	for i := range fields {
		var more bool
		if fields[i], text, more = strings.Cut(text, "\t"); more != (i < standingFields-1) {
			return "", one, errLine
		}
	}
	var failed [3]error
	one.Stat.Size, failed[0] = strconv.ParseInt(fields[1], 10, 64)
	one.Stat.ModTime, failed[1] = strconv.ParseInt(fields[2], 10, 64)
	one.Stat.Inode, failed[2] = strconv.ParseUint(fields[3], 10, 64)
	texts := []*string{&path, nil, nil, nil, &one.State, &one.Why, &one.By, &one.Verdict, &one.Doubt, &one.AskedState, &one.AskedWhy}
	for i, into := range texts {
		if into != nil && err == nil {
			*into, err = strconv.Unquote(fields[i])
		}
	}
	return path, one, errors.Join(err, failed[0], failed[1], failed[2])
}

package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/catalog/tree"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/store/cards"
	"github.com/ed-irl/impressionism/host/store/index"
	"github.com/ed-irl/impressionism/host/store/session"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// items looks where the workspace's items come from. Folders of this program are looked at
// elsewhere.
func (e *exam) items() {
	listing := e.Listing()
	for _, r := range listing.Rejected {
		if r.Root && !tree.Inside(r.Path, filepath.Dir(e.Files.State)) {
			told := e.found("items-unread", r.Path, fmt.Sprintf("Not all of it counts (%s): %s.", r.Code, r.Reason))
			if r.Code == "too-many-files" {
				told.Do = "Move what is no item out of it; if indexing.directories names it, name smaller ones there or add to indexing.ignore."
			}
		}
	}
	e.others = slices.DeleteFunc(listing.Entries, func(entry catalog.Entry) bool { return strings.HasPrefix(entry.ID, name+":") })
	if len(e.others) == 0 {
		e.found("index-empty", e.Workspace, "There is no skill, command, tool or lesson here that could be suggested.")
	}
}

// index looks at index.db; one that is not there yet is no fault.
func (e *exam) index() {
	path := e.Files.Index
	e.aside("index-aside", path)
	if e.noFile(areaIndex, path) {
		return
	}
	if !isFile(path) {
		e.saw(areaIndex, "not there yet; the first session makes it")
		return
	}
	x, err := index.OpenRead(path)
	switch {
	case index.IsOtherSchema(err):
		e.saw(areaIndex, "of another version")
		e.found("index-schema", path, fmt.Sprintf("%v.", err))
		return
	case err != nil:
		e.unreadable("index-damaged", areaIndex, path, err)
		return
	}
	defer x.Close()
	status, err := x.Status()
	if err == nil {
		err = x.Check()
	}
	if err != nil {
		e.unreadable("index-damaged", areaIndex, path, err)
		return
	}
	items := 0
	for _, n := range status.Items {
		items += n
	}
	m, embedded := e.Model(), status.Embedded
	if m.Identity != "" && m.Identity != status.Model {
		embedded = 0 // those of another model are compared with nothing
	}
	e.saw(areaIndex, fmt.Sprintf("%s, %d of %d passages embedded, %s", count(items, "item", "items"), embedded, status.Passages, megabytes(path)))
	if len(e.others) > 0 && (items == 0 || !slices.ContainsFunc(e.others, isIndexed(status))) {
		e.found("index-empty", path, fmt.Sprintf("The index has no item that could be suggested here; %s.", count(len(e.others), "was found", "were found")))
	}
	if n := len(status.Rejected); n > 0 {
		e.found("index-rejected", path, fmt.Sprintf("%s no skill or command that can be read.", count(n, "file is", "files are")))
	}
	for _, left := range status.LeftOut {
		e.found("index-left-out", left.Root, fmt.Sprintf("%s beyond the first %d of this project.", count(left.Items, "item lies", "items lie"), catalog.ProjectItemsMax))
	}
	if m.Identity != "" && embedded < status.Passages {
		e.found("index-vectors", path, fmt.Sprintf("%d of %d passages have a vector of %s.", embedded, status.Passages, m.Name))
	}
	e.writeAhead(path)
}

// isIndexed returns whether the index does not reject an item.
func isIndexed(status index.Status) func(catalog.Entry) bool {
	rejected := map[string]bool{}
	for _, r := range status.Rejected {
		rejected[r.Path] = true
	}
	return func(entry catalog.Entry) bool { return !rejected[entry.Where()] }
}

// faultyMax is how many files that are no cards are named one by one.
const faultyMax = 5

// cards looks at the user's own cards; nobody has to have any.
func (e *exam) cards() {
	all, err := cards.In(e.Files.Cards).List()
	if err != nil {
		e.found("card-unread", e.Files.Cards, fmt.Sprintf("%v.", err))
		return
	}
	faulty := slices.DeleteFunc(all, func(c cards.Stored) bool { return c.Fault == nil })
	for _, c := range faulty[:min(len(faulty), faultyMax)] {
		e.found("card-faulty", filepath.Join(e.Files.Cards, c.Hash+".json"), fmt.Sprintf("It does not count: %s.", foreign.Reason(c.Fault)))
	}
	if more := len(faulty) - faultyMax; more > 0 {
		e.found("card-faulty", e.Files.Cards, count(more, "other file is no card", "other files are no cards")+".")
	}
}

// state looks at state.db.
func (e *exam) state() {
	path := e.Files.State
	e.aside("state-aside", path)
	if moved := foreign.Matches(filepath.Dir(path), filepath.Base(path)+".corrupt*"); len(moved) > 0 {
		e.found("state-salvaged", moved[0], fmt.Sprintf("%s from a rescue, %s the first.", count(len(moved), "file is left", "files are left"), filepath.Base(moved[0])))
	}
	if e.noFile(areaState, path) {
		return
	}
	if !isFile(path) {
		e.saw(areaState, "not there yet; the first session makes it")
		return
	}
	db, err := sqlite.Open(path, sqlite.Options{ReadOnly: true, Patient: true})
	if err == nil {
		err = errors.Join(sqlite.CheckApart(e.ctx, db), db.Close())
	}
	if err != nil {
		e.unreadable("state-damaged", areaState, path, err)
		return
	}
	store, err := session.Open(path, session.Options{ReadOnly: true, Patient: true})
	if later, ok := errors.AsType[*sqlite.NewerError](err); ok {
		e.saw(areaState, "of a later version")
		e.found("state-later", path, later.Error()+".")
		return
	}
	if sqlite.IsForeign(err) {
		e.unreadable("state-damaged", areaState, path, err)
		return
	}
	if err != nil { // of an earlier version: the next event brings it up to date
		e.saw(areaState, "of an earlier version; the next event brings it up to date")
		return
	}
	defer store.Close()
	size, err := store.Size()
	if err != nil {
		e.unreadable("state-damaged", areaState, path, err)
		return
	}
	e.saw(areaState, fmt.Sprintf("%s, %s, %s", count(int(size.Sessions), "session", "sessions"), count(int(size.Decisions), "decision", "decisions"), megabytes(path)))
	if e.Settings.StateBytesMax > 0 && size.Bytes > e.Settings.StateBytesMax+e.Settings.StateBytesMax/10 {
		e.found("state-large", path, fmt.Sprintf("It has %d MB, retention.megabytes is %d.", size.Bytes>>20, e.Settings.StateBytesMax>>20))
	}
	e.writeAhead(path)
}

// noFile reports whether something else than a file lies in a file's place.
func (e *exam) noFile(area, path string) bool {
	info, err := os.Stat(path)
	if err != nil || info.Mode().IsRegular() {
		return false
	}
	what := "no regular file"
	if info.IsDir() {
		what = "a folder"
	}
	e.saw(area, "in its place lies "+what)
	e.found("place-not-file", path, fmt.Sprintf("It is %s.", what))
	return true
}

// aside names files of another program that lay in a database's place.
func (e *exam) aside(code, path string) {
	for _, moved := range sqlite.Aside(path) {
		e.found(code, moved, fmt.Sprintf("It lay in the place of %s and is not impressionism's.", filepath.Base(path)))
	}
}

// unreadable tells a damaged file from one that may not be read.
func (e *exam) unreadable(code, area, path string, err error) {
	if errors.Is(err, fs.ErrPermission) || sqlite.IsReadOnly(err) {
		e.saw(area, "cannot be opened")
		e.found("not-writable", path, fmt.Sprintf("%v.", err))
		return
	}
	e.saw(area, "damaged")
	e.found(code, path, fmt.Sprintf("%v.", err))
}

// logBytesMax is more than a write-ahead log grows to in a day of work.
const logBytesMax = 64 << 20

func (e *exam) writeAhead(path string) {
	if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > logBytesMax {
		e.found("log-unemptied", path+"-wal", fmt.Sprintf("It has %d MB.", info.Size()>>20))
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func megabytes(path string) string {
	info, err := os.Stat(path)
	if err != nil {
		return "of unknown size"
	}
	return fmt.Sprintf("%.1f MB", float64(info.Size())/(1<<20))
}

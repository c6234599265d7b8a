package index

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
)

// elsewhere is another workspace's listing of items that lie below a root of its own.
func (s *shelf) elsewhere(root string, items int) catalog.Listing {
	s.tb.Helper()
	listing := catalog.Listing{Workspace: root}
	for i := range items {
		path := filepath.Join(root, fmt.Sprintf("skill-%05d.md", i))
		if err := os.MkdirAll(root, 0o755); err != nil {
			s.tb.Fatal(err)
		}
		if err := os.WriteFile(path, fmt.Appendf(nil, "Write database migrations and unit tests, part %d\nDeploy it.", i), 0o644); err != nil {
			s.tb.Fatal(err)
		}
		listing.Entries = append(listing.Entries, catalog.Entry{
			Kind: abi.KindSkill, ID: fmt.Sprintf("theirs-%d", i), Source: catalog.SourceProject, Path: path, Root: root,
		})
	}
	return listing
}

func (s *shelf) refreshOf(listing catalog.Listing, embed bool, opt Options) Report {
	s.tb.Helper()
	report, err := s.index.Refresh(context.Background(), listing, s.sources(embed), opt)
	if err != nil {
		s.tb.Fatal(err)
	}
	return report
}

func (s *shelf) rows(query string, args ...any) (n int) {
	s.tb.Helper()
	if err := s.index.db.QueryRow(query, args...).Scan(&n); err != nil {
		s.tb.Fatal(err)
	}
	return n
}

// promptQueries are all that a prompt asks the index: of what grows with other
// workspaces each may only look up a range.
var promptQueries = map[string]string{
	"scopes": scopeQuery, "known": knownQuery, "items": itemsQuery, "model": modelQuery, "item": itemQuery,
	"head vector": headVectorQuery, "embedded": embeddedQuery, "dimensions": dimensionsQuery,
	"postings": postingsQuery, "cosines": cosinesQuery, "shared": sharedQuery, "manifests": manifestsQuery, "pending": pendingQuery, "former": formerQuery,
	"calibration": calibrationQuery, "shared calibration": sharedCalibrations, "adoptable": adoptableQuery,
	"fingerprint": fingerprintQuery, "begun": begunQuery, "reject": `SELECT reject_why FROM details WHERE key = ?`,

	// A session's start asks these, too, of its listing.
	"lacking": lackingQuery, "texts": textsQuery, "sums": sealQuery, "words": wordsQuery, "vectors": vectorsQuery,
}

// Ensure that no question which a prompt or a session's start asks reads a table from
// end to end: rows of other workspaces are passed over by an index, however many.
func TestPromptsReadTheirScopesAlone(t *testing.T) {
	s := newShelf(t)
	whole := regexp.MustCompile(`^SCAN (\S+)`)
	ofItems := regexp.MustCompile(`^SEARCH (i|p|items|postings|passages) `)
	bounded := regexp.MustCompile(`(rowid|item)[=>]`)
	for name, query := range promptQueries {
		args := make([]any, 0, 6)
		for range strings.Count(query, "?") {
			args = append(args, "[1]")
		}
		rows, err := s.index.db.Query("EXPLAIN QUERY PLAN "+query, args...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for rows.Next() {
			var detail string
			var a, b, c sql.RawBytes
			if err := rows.Scan(&a, &b, &c, &detail); err != nil {
				t.Fatal(err)
			}
			scan := whole.FindStringSubmatch(detail)
			small := scan == nil || scan[1] == "s" || scan[1] == "t" || scan[1] == "near" || scan[1] == "json_each" || scan[1] == "CONSTANT"
			if !small && !strings.Contains(detail, "workspaces_shared") { // of which it reads the first row
				t.Errorf("%s: %s", name, detail)
			}
			if ofItems.MatchString(detail) && !bounded.MatchString(detail) {
				t.Errorf("%s: no range of keys: %s", name, detail)
			}
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure that the search by full text, too, bounds the rows that FTS5 looks at.
func TestTextReadsItsScopesAlone(t *testing.T) {
	s := newShelf(t)
	var a, b, c sql.RawBytes
	var detail string
	rows, err := s.index.db.Query("EXPLAIN QUERY PLAN "+textQuery, 1, "x", 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&a, &b, &c, &detail); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(detail, "><") { // FTS5's name of a range of rows
			t.Errorf("got %s", detail)
		}
	}
}

// Ensure that what other workspaces have moves nothing of a search's result, down to
// the last bit, nor of the thresholds: not of a workspace that is calibrated, and not
// of one that is not.
func TestOthersMoveNothing(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations\nAdd columns safely.")
	s.put("testing", "Write unit tests\nMock the clock.")
	s.refresh(true, Options{})
	fresh := catalog.Listing{Workspace: "/fresh", Entries: s.listing().Entries[:1]}
	ask := func(listing catalog.Listing) string {
		t.Helper()
		view, err := s.index.View(listing, pools)
		if err != nil {
			t.Fatal(err)
		}
		defer view.Close()
		hits, err := view.Search(Query{Query: rank.NewQuery("write database tests"), Vector: wordVector("write database tests")})
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%+v %+v %+v %d", hits, view.lexical, view.dense, len(view.items))
	}
	mine, uncalibrated := ask(s.listing()), ask(fresh)
	theirs := s.elsewhere(filepath.Join(t.TempDir(), "theirs"), 100)
	theirs.Workspace = "/a" // the first of all
	s.refreshOf(theirs, true, Options{})
	if got := ask(s.listing()); got != mine {
		t.Errorf("got\n%s\nwithout others\n%s", got, mine)
	}
	if got := ask(fresh); got != uncalibrated {
		t.Errorf("where nothing is calibrated: got\n%s\nwithout others\n%s", got, uncalibrated)
	}
	report := s.refresh(true, Options{Hurry: true})
	if report.Unchanged != 2 || report.Pending != 0 {
		t.Errorf("got %s", counts(report))
	}
}

// Ensure that thresholds which a project's items reached count in no other workspace.
func TestProjectsLendNoThresholds(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	s.refreshOf(s.elsewhere(filepath.Join(t.TempDir(), "theirs"), 1), true, Options{})
	high, err := encodeMaxima(slices.Repeat([]float64{20}, len(rank.Default().Nulls())))
	if err != nil {
		t.Fatal(err)
	}
	theirs := calibration{lexicalFor: "x", lexicalJSON: high, denseFor: "x", denseJSON: high, model: s.model, own: true}
	if err := (&refresh{Index: s.index}).storeCalibration("/theirs", abi.KindSkill, "", theirs); err != nil {
		t.Fatal(err)
	}
	if _, err := s.index.db.Exec(`DELETE FROM calibrations WHERE workspace = ''`); err != nil {
		t.Fatal(err)
	}
	view := s.view()
	for hasDense, got := range map[bool]rank.Thresholds{false: view.lexical, true: view.dense} {
		if want := rank.Default().Thresholds(nil, hasDense); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want the floors %+v", got, want)
		}
	}
}

// Ensure that a workspace's refresh embeds and counts texts of its own listing only,
// that another's does not make it calibrate again, and that a vector of a model that is
// no longer in use counts for none.
func TestOthersAreNotEmbedded(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	calibrated := func() int { return s.rows(`SELECT length(seen) + sum FROM calibrations WHERE workspace = ''`) }
	before := calibrated()
	theirs := s.elsewhere(filepath.Join(t.TempDir(), "theirs"), 10)
	if report := s.refreshOf(theirs, false, Options{}); report.Pending != 20 {
		t.Errorf("elsewhere: %s", counts(report))
	}
	embedded := s.embedded.Load()
	if report := s.refresh(true, Options{}); report.Pending != 0 || report.Embedded != 0 || s.embedded.Load() != embedded {
		t.Errorf("here: %s", counts(report))
	}
	if calibrated() != before {
		t.Error("it was calibrated again")
	}
	if report := s.refreshOf(theirs, true, Options{}); report.Embedded == 0 || report.Pending != 0 {
		t.Errorf("elsewhere, with a model: %s", counts(report))
	}
	s.model = "other"
	s.refresh(true, Options{})
	if status, err := s.index.Status(); err != nil || status.Embedded != 1 || status.Passages != 21 {
		t.Errorf("once here with another model: %d of %d embedded, %v", status.Embedded, status.Passages, err)
	}
	if report := s.refreshOf(theirs, false, Options{Hurry: true}); report.Pending != 20 {
		t.Errorf("elsewhere, with vectors of the model before: %s", counts(report))
	}
}

// Ensure that rows of vanished files are removed in portions that are each committed,
// that the next refresh goes on where one stopped, and that a prompt removes none.
func TestRemovalGoesOn(t *testing.T) {
	const many = 1000
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(false, Options{})
	root := filepath.Join(t.TempDir(), "theirs")
	s.refreshOf(s.elsewhere(root, many), false, Options{})
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	if report := s.refresh(false, Options{Hurry: true}); report.Removed != 0 {
		t.Fatalf("a prompt: %s", counts(report))
	}
	const portion = 40
	for left := many; left > 0; left -= portion {
		if report := s.refresh(false, Options{RemoveMax: portion}); report.Removed != portion {
			t.Fatalf("with %d left: %s", left, counts(report))
		}
		if got := s.rows(`SELECT COUNT(*) FROM items`); got != left-portion+1 {
			t.Fatalf("got %d rows, want %d", got, left-portion+1)
		}
	}
	s.refresh(false, Options{RemoveMax: portion}) // and now what is empty
	if free := s.rows(`PRAGMA freelist_count`); free > 8 {
		t.Errorf("%d pages are not given back", free)
	}
	for _, table := range []string{"items", "details", "scopes", "calibrations"} {
		if got := s.rows(`SELECT COUNT(*) FROM ` + table); got != 1 {
			t.Errorf("%s has %d rows, want that of the item which is there", table, got)
		}
	}
	for query, want := range map[string]int{
		`SELECT COUNT(DISTINCT item) FROM postings`: 1, `SELECT COUNT(*) FROM passages`: 1, `SELECT COUNT(*) FROM passage_texts`: 1, `SELECT COUNT(*) FROM texts`: 1,
	} {
		if got := s.rows(query); got != want {
			t.Errorf("%s: got %d", query, got)
		}
	}
}

// Ensure that a removal which is cut off keeps what it did.
func TestRemovalIsCommittedInPortions(t *testing.T) {
	s := newShelf(t)
	root := filepath.Join(t.TempDir(), "theirs")
	theirs := s.elsewhere(root, 200)
	s.refreshOf(theirs, false, Options{})
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	for _, listing := range []catalog.Listing{{Workspace: "/else"}, {Workspace: root, Entries: theirs.Entries[:1]}} {
		ctx, cancel := context.WithCancel(context.Background())
		before := s.rows(`SELECT COUNT(*) FROM items`)
		report, err := s.index.Refresh(ctx, listing, s.sources(false), Options{Progress: func(step string, _, _ int) {
			if step == "remove" {
				cancel()
			}
		}})
		if err != nil || report.Removed != rowsPerRemoval {
			t.Fatalf("got %s, %v", counts(report), err)
		}
		if got := s.rows(`SELECT COUNT(*) FROM items`); got != before-rowsPerRemoval {
			t.Errorf("got %d rows of %d", got, before)
		}
	}
}

// Ensure that a file which two roots lead to is read by the rules of each.
func TestOneFileOfTwoRoots(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	listing := s.listing()
	listing.Entries[0].Root = s.root
	s.refresh(false, Options{})
	if report := s.refreshOf(listing, false, Options{}); report.Added != 1 {
		t.Errorf("got %s", counts(report))
	}
	if report := s.refresh(false, Options{}); report.Unchanged != 1 || report.Removed != 0 {
		t.Errorf("got %s", counts(report))
	}
}

// Ensure that vectors of texts which no item has are kept for a while, in a number
// that has an end, and that no others are removed.
func TestLooseVectorsHaveALimit(t *testing.T) {
	s := newShelf(t)
	s.put("kept", "Write database migrations")
	s.put("edited", "Write unit tests")
	s.refresh(true, Options{})
	s.put("edited", "Write property tests")
	s.refresh(true, Options{})
	if got := s.rows(`SELECT COUNT(*) FROM loose`); got != 1 {
		t.Fatalf("%d texts came loose", got)
	}
	vectors := s.rows(`SELECT COUNT(*) FROM vectors`)
	if _, err := s.index.db.Exec(`INSERT INTO loose (n, hash) VALUES (?, X'')`, vectorsKept); err != nil {
		t.Fatal(err)
	}
	s.put("edited", "Write any tests")
	s.refresh(true, Options{})
	if got := s.rows(`SELECT COUNT(*) FROM vectors`); got != vectors { // one more, one less
		t.Errorf("got %d vectors, want %d", got, vectors)
	}
	if report := s.refresh(true, Options{}); report.Pending != 0 || report.Embedded != 0 {
		t.Errorf("got %s", counts(report))
	}
}

// Ensure that how many items of a project are left out is told as long as it is so.
func TestLeftOutIsTold(t *testing.T) {
	s := newShelf(t)
	theirs := s.elsewhere(filepath.Join(t.TempDir(), "theirs"), 1)
	theirs.LeftOut = []catalog.LeftOut{{Root: theirs.Workspace, Items: 7}}
	told := func() string {
		t.Helper()
		status, err := s.index.Status()
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(status.LeftOut)
	}
	report := s.refreshOf(theirs, false, Options{})
	if want := fmt.Sprintf("[{%s 7}]", theirs.Workspace); told() != want || fmt.Sprint(report.LeftOut) != want {
		t.Errorf("got %s, %v, want %s", told(), report.LeftOut, want)
	}
	theirs.LeftOut = nil
	s.refreshOf(theirs, false, Options{})
	if told() != "[]" {
		t.Errorf("got %s, want none", told())
	}
}

// Ensure sessions of one workspace that list different files under one ref, as skills of
// folders below it, or one file under two roots, leave each other's rows alone.
func TestSessionsKeepEachOthersRows(t *testing.T) {
	s := newShelf(t)
	root := t.TempDir()
	first, second := s.elsewhere(filepath.Join(root, "a"), 1), s.elsewhere(filepath.Join(root, "b"), 2)
	second.Entries = second.Entries[1:]
	for _, listing := range []*catalog.Listing{&first, &second} {
		listing.Workspace, listing.Entries[0].Root, listing.Entries[0].ID = root, root, "deploy"
	}
	inB := second.Entries[0]
	inB.Root, inB.ID = filepath.Join(root, "b"), "its-own"
	below := catalog.Listing{Workspace: inB.Root, Entries: []catalog.Entry{inB, first.Entries[0]}}
	for range 2 {
		for _, listing := range []catalog.Listing{first, second, below} {
			s.refreshOf(listing, false, Options{})
		}
	}
	for _, listing := range []catalog.Listing{first, second, below} {
		if report := s.refreshOf(listing, false, Options{}); report.Unchanged != len(listing.Entries) || report.Removed != 0 {
			t.Errorf("a refresh of what is known reports %+v", report)
		}
	}
	for listing, part := range map[*catalog.Listing]string{&first: "part 0", &second: "part 1"} {
		view, err := s.index.View(*listing, pools)
		if err != nil {
			t.Fatal(err)
		}
		key, _ := view.Key(abi.Skill("deploy"))
		if item, err := view.Item(key); err != nil || !strings.Contains(item.Description, part) {
			t.Errorf("the view has %q, want %s (%v)", item.Description, part, err)
		}
		view.Close()
	}
}

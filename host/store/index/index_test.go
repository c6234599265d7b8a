package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/catalog"
	"github.com/ed-irl/impressionism/host/rank"
	"github.com/ed-irl/impressionism/host/rank/language"
)

// pools are those of skills alone.
var pools = catalog.Pools{Default: rank.Default()}

// shelf is a catalog of real files in a folder, with a cheap embedder: the
// words' hashes, folded to a vector. It counts what the index asks for.
type shelf struct {
	tb       testing.TB
	root     string
	data     string // where index.db lies; empty: below root
	index    *Index
	model    string
	loads    atomic.Int64
	embedded atomic.Int64
	fail     atomic.Bool
}

func newShelf(tb testing.TB) *shelf {
	tb.Helper()
	s := &shelf{tb: tb, root: tb.TempDir(), model: "words"}
	s.open()
	return s
}

func (s *shelf) path() string {
	return filepath.Join(cmp.Or(s.data, filepath.Join(s.root, "data")), "index.db")
}

func (s *shelf) open() {
	s.tb.Helper()
	x, err := Open(s.path())
	if err != nil {
		s.tb.Fatal(err)
	}
	s.index = x
	s.tb.Cleanup(func() { x.Close() })
}

// put writes an item: its first line is the description, the rest the body.
func (s *shelf) put(id, text string) {
	s.tb.Helper()
	file := filepath.Join(s.root, "skills", id, "SKILL.md")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		s.tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		s.tb.Fatal(err)
	}
}

func (s *shelf) listing() catalog.Listing {
	s.tb.Helper()
	files, err := filepath.Glob(filepath.Join(s.root, "skills", "*", "SKILL.md"))
	if err != nil {
		s.tb.Fatal(err)
	}
	var listing catalog.Listing
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			s.tb.Fatal(err)
		}
		listing.Entries = append(listing.Entries, catalog.Entry{
			Kind: abi.KindSkill, ID: filepath.Base(filepath.Dir(file)), Source: catalog.SourceUser, Path: file,
			Stat: catalog.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()},
		})
	}
	return listing
}

func (s *shelf) load(entry catalog.Entry) (catalog.Item, string, *catalog.Rejection, error) {
	s.loads.Add(1)
	data, err := os.ReadFile(entry.Path)
	if err != nil {
		return catalog.Item{}, "", nil, err
	}
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	if strings.HasPrefix(string(data), "BAD") {
		return catalog.Item{}, hash, &catalog.Rejection{Path: entry.Path, Code: "bad", Reason: "it says so"}, nil
	}
	description, body, _ := strings.Cut(string(data), "\n")
	return catalog.Item{Name: description, Description: description, ListedDescription: description, Body: body}, hash, nil, nil
}

func (s *shelf) embed(text string) ([]float32, error) {
	if s.fail.Load() {
		return nil, errors.New("the model broke")
	}
	s.embedded.Add(1)
	return wordVector(text), nil
}

func wordVector(text string) []float32 {
	vector := make([]float32, 64)
	var length float64
	for _, term := range language.Terms(text) {
		sum := sha256.Sum256([]byte(term))
		vector[sum[0]%64]++
	}
	for _, x := range vector {
		length += float64(x) * float64(x)
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(max(length, 1e-9)))
	}
	return vector
}

func (s *shelf) sources(embed bool) Sources {
	src := Sources{Load: s.load, Workers: 2, Pools: pools, Now: time.Now}
	if embed {
		src.Embed, src.Model = s.embed, s.model
	}
	return src
}

func (s *shelf) refresh(embed bool, opt Options) Report {
	s.tb.Helper()
	report, err := s.index.Refresh(context.Background(), s.listing(), s.sources(embed), opt)
	if err != nil {
		s.tb.Fatal(err)
	}
	return report
}

func (s *shelf) view() *View {
	s.tb.Helper()
	view, err := s.index.View(s.listing(), pools)
	if err != nil {
		s.tb.Fatal(err)
	}
	s.tb.Cleanup(func() { view.Close() })
	return view
}

func (s *shelf) best(text string, vector []float32) string {
	s.tb.Helper()
	view := s.view()
	defer view.Close()
	hits, err := view.Search(Query{Query: rank.NewQuery(text), Vector: vector})
	if err != nil {
		s.tb.Fatal(err)
	}
	if len(hits) == 0 {
		return ""
	}
	return hits[0].Ref.ID
}

func counts(r Report) string {
	return fmt.Sprintf("new %d changed %d unchanged %d removed %d rejected %d embedded %d pending %d",
		r.Added, r.Changed, r.Unchanged, r.Removed, len(r.Rejected), r.Embedded, r.Pending)
}

func expect(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// Ensure a refresh does only what changed on disk asks for.
func TestRefreshFollowsTheFiles(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations\nAdd columns safely.")
	s.put("testing", "Write unit tests\nMock the clock.")
	s.put("broken", "BAD")
	expect(t, "first", counts(s.refresh(true, Options{})), "new 2 changed 0 unchanged 0 removed 0 rejected 1 embedded 4 pending 0")
	loads := s.loads.Load()
	expect(t, "again", counts(s.refresh(true, Options{})), "new 0 changed 0 unchanged 2 removed 0 rejected 1 embedded 0 pending 0")
	if s.loads.Load() != loads {
		t.Errorf("an unchanged file was read again")
	}
	s.put("testing", "Write property tests\nMock the clock.")
	expect(t, "changed", counts(s.refresh(true, Options{})), "new 0 changed 1 unchanged 1 removed 0 rejected 1 embedded 2 pending 0")
	if err := os.Rename(filepath.Join(s.root, "skills", "migrations"), filepath.Join(s.root, "skills", "schemas")); err != nil {
		t.Fatal(err)
	}
	expect(t, "renamed", counts(s.refresh(true, Options{})), "new 1 changed 0 unchanged 1 removed 1 rejected 1 embedded 0 pending 0")
	expect(t, "search", s.best("database migrations", nil), "schemas")
	if err := os.RemoveAll(filepath.Join(s.root, "skills", "schemas")); err != nil {
		t.Fatal(err)
	}
	expect(t, "deleted", counts(s.refresh(true, Options{})), "new 0 changed 0 unchanged 1 removed 1 rejected 1 embedded 0 pending 0")
	expect(t, "search", s.best("database migrations", nil), "")
	expect(t, "forced", counts(s.refresh(true, Options{Force: true})), "new 0 changed 1 unchanged 0 removed 0 rejected 1 embedded 2 pending 0")
}

// Ensure a touched file of the same content is not parsed into a change.
func TestRefreshBelievesTheHash(t *testing.T) {
	s := newShelf(t)
	s.put("one", "Write database migrations")
	s.refresh(false, Options{})
	s.put("one", "Write database migrations")
	if err := os.Chtimes(filepath.Join(s.root, "skills", "one", "SKILL.md"), time.Now(), time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	report := s.refresh(false, Options{})
	if report.Changed != 0 || report.Unchanged != 1 {
		t.Errorf("got %s", counts(report))
	}
}

// Ensure vectors of different models never mix, and that a model's vectors are
// found again when it comes back.
func TestRefreshKeepsModelsApart(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	s.model = "other"
	if r := s.refresh(true, Options{}); r.Embedded != 1 {
		t.Errorf("another model: got %s", counts(r))
	}
	s.model = "words"
	if r := s.refresh(true, Options{}); r.Embedded != 0 || r.Pending != 0 {
		t.Errorf("the first model again: got %s", counts(r))
	}
}

// Ensure an interrupted refresh keeps what it did and the next one goes on.
func TestRefreshResumes(t *testing.T) {
	s := newShelf(t)
	for i := range 100 {
		s.put(fmt.Sprintf("skill-%03d", i), fmt.Sprintf("Topic number%d", i))
	}
	ctx, cancel := context.WithCancel(context.Background())
	report, err := s.index.Refresh(ctx, s.listing(), s.sources(true), Options{Progress: func(step string, done, all int) {
		if step == "embed" {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got error %v", err)
	}
	if report.Added != 100 || report.Embedded == 0 || report.Embedded == 100 {
		t.Fatalf("got %s", counts(report))
	}
	rest := s.refresh(true, Options{})
	if rest.Embedded+report.Embedded != 100 || rest.Unchanged != 100 || rest.Pending != 0 {
		t.Errorf("got %s after %s", counts(rest), counts(report))
	}
}

// Ensure a deadline that has passed leaves the work for later, without an error.
func TestRefreshStopsAtTheDeadline(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	report := s.refresh(false, Options{Late: func() bool { return true }})
	if report.Waiting != 1 || report.Added != 0 {
		t.Errorf("got %s, waiting %d", counts(report), report.Waiting)
	}
	if report = s.refresh(false, Options{}); report.Added != 1 {
		t.Errorf("got %s", counts(report))
	}
}

// Ensure a failing model stops embedding with an error and loses no item.
func TestRefreshSurvivesAModel(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.fail.Store(true)
	_, err := s.index.Refresh(context.Background(), s.listing(), s.sources(true), Options{})
	if err == nil || !strings.Contains(err.Error(), "the model broke") {
		t.Fatalf("got error %v", err)
	}
	expect(t, "search", s.best("database migrations", nil), "migrations")
}

// Ensure an open view does not see what is written after it.
func TestViewIsOneMoment(t *testing.T) {
	s := newShelf(t)
	s.put("migrations", "Write database migrations")
	s.refresh(false, Options{})
	other, err := Open(s.path())
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	listing := s.listing()
	view, err := other.View(listing, pools)
	if err != nil {
		t.Fatal(err)
	}
	s.put("migrations", "Bake bread")
	s.refresh(false, Options{})
	hits, err := view.Search(Query{Query: rank.NewQuery("database migrations")})
	if err != nil || len(hits) != 1 {
		t.Errorf("the view lost its item: %v, %v", hits, err)
	}
	view.Close()
	expect(t, "a later view", s.best("database", nil), "")
}

// Ensure items of another workspace stay in the index and out of sight.
func TestViewShowsOnlyTheListing(t *testing.T) {
	s := newShelf(t)
	s.put("mine", "Write database migrations")
	s.put("theirs", "Write database migrations")
	s.refresh(false, Options{})
	listing := s.listing()
	listing.Entries = slices.DeleteFunc(listing.Entries, func(e catalog.Entry) bool { return e.ID == "theirs" })
	report, err := s.index.Refresh(context.Background(), listing, s.sources(false), Options{})
	if err != nil || report.Removed != 0 {
		t.Fatalf("got %s, %v", counts(report), err)
	}
	view, err := s.index.View(listing, pools)
	if err != nil {
		t.Fatal(err)
	}
	defer view.Close()
	hits, err := view.Search(Query{Query: rank.NewQuery("database migrations")})
	if err != nil || len(hits) != 1 || hits[0].Ref.ID != "mine" {
		t.Errorf("got %v, %v", hits, err)
	}
	if texts, err := view.Text("database", nil, 10); err != nil || len(texts) != 1 {
		t.Errorf("full text: got %v, %v", texts, err)
	}
}

// Ensure a damaged or foreign file is replaced by an empty index, and said so.
func TestOpenRebuilds(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"garbage":      func([]byte) []byte { return []byte(strings.Repeat("no database ", 1000)) },
		"flipped page": func(b []byte) []byte { copy(b[4096*2:], strings.Repeat("x", 4096*2)); return b },
		"cut short":    func(b []byte) []byte { return b[:4096+100] },
		"other schema": func(b []byte) []byte { b[63] = 99; return b },
	} {
		t.Run(name, func(t *testing.T) {
			s := newShelf(t)
			s.put("migrations", "Write database migrations")
			s.refresh(false, Options{})
			if err := s.index.db.EmptyLog(); err != nil {
				t.Fatal(err)
			}
			s.index.Close()
			data, err := os.ReadFile(s.path())
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(s.path(), damage(data), 0o600); err != nil {
				t.Fatal(err)
			}
			x, err := Open(s.path())
			if err != nil {
				t.Fatal(err)
			}
			defer x.Close()
			s.index = x
			report, err := x.Refresh(context.Background(), s.listing(), s.sources(false), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if report.Added != 1 || report.Rebuilt == "" {
				t.Errorf("got %s, rebuilt %q", counts(report), report.Rebuilt)
			}
			expect(t, "search", s.best("database migrations", nil), "migrations")
		})
	}
}

// Ensure a calibration follows its items: a refresh without a model keeps the
// dense part for later instead of taking it for done, and nothing is done twice.
func TestCalibrationFollowsTheItems(t *testing.T) {
	s := newShelf(t)
	state := func() (seen, lexicalFor, denseFor string) {
		t.Helper()
		if err := s.index.db.QueryRow(`SELECT seen, lexical_for, dense_for FROM calibrations`).Scan(&seen, &lexicalFor, &denseFor); err != nil {
			t.Fatal(err)
		}
		return seen, lexicalFor, denseFor
	}
	s.put("migrations", "Write database migrations")
	s.refresh(true, Options{})
	_, words, dense := state()
	if words == "" || dense == "" {
		t.Fatalf("after indexing with a model: words for %q, dense for %q", words, dense)
	}
	s.put("testing", "Write unit tests")
	s.refresh(false, Options{})
	_, moreWords, stillDense := state()
	if moreWords == words || stillDense != dense {
		t.Errorf("without a model: words for %q, dense for %q", moreWords, stillDense)
	}
	embedded := s.embedded.Load()
	s.refresh(true, Options{})
	if _, again, moreDense := state(); moreDense == dense || again != moreWords {
		t.Errorf("with a model again: words for %q instead of %q, dense for %q as before", again, moreWords, moreDense)
	}
	if got := s.embedded.Load() - embedded; got != 1 {
		t.Errorf("%d texts were embedded for one skill", got)
	}
	seen, _, _ := state()
	s.refresh(false, Options{})
	if again, _, _ := state(); again != seen {
		t.Errorf("an unchanged catalog was calibrated again")
	}
}

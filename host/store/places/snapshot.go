package places

import (
	"database/sql"
	"errors"
	"sort"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// snapshot is what every search in a worktree needs of the segments and of the files. Places,
// texts and files are counted through here: a place's number is its number in its segment
// plus the segment's first.
type snapshot struct {
	generation int64
	root       string
	worktree   int64

	segments  []segmentView
	texts     []segmentText
	textFirst []int32 // the first place of a text
	lengths   []uint16
	alive     []bool // by text: a file of any worktree has it
	places    int    // that are alive
	length    float64

	files    []live
	fileText []int32         // a file's text
	textFile []int32         // a text's first file; -1: the worktree has none
	copies   map[int32][]int // by text: other files with it
	copyAt   map[int]int32   // by such a file: the slot of its first place
	copied   []int           // such files by their slots
	slots    int             // places and those of copies
	paths    []string        // of the files, where a filter asked for them

	pathOfFile map[int]string // those that were hits
}

// segmentView is a segment as a search sees it.
type segmentView struct {
	id            int64
	first, places int
	firstText     int
	texts         int
	directory     []string
	hasDead       bool
}

// placesExpected bounds what is allocated before anything is decoded.
const placesExpected = 1 << 20

// bytesOfText is how many bytes a text has at least in its segment, but for the first 128.
const bytesOfText = 4

// reading is a read transaction: everything in it sees one moment.
func (s *Store) reading(do func(querier) error) error {
	if s.db == nil {
		return errClosed
	}
	moment, err := s.db.Snapshot()
	if err != nil {
		return err
	}
	err = do(moment)
	if closed := moment.Close(); err == nil {
		err = closed
	}
	return sqlite.Unreadable(err)
}

// view returns the snapshot of a worktree, the last one where nobody wrote since.
func (s *Store) view(q querier, root string) (*snapshot, error) {
	var generation int64
	if err := one(q, `SELECT value FROM meta WHERE key = 'generation'`, nil, &generation); err != nil && !errors.Is(err, errNone) {
		return nil, err
	}
	if s.last != nil && s.last.generation == generation && s.last.root == root {
		return s.last, nil
	}
	v := &snapshot{generation: generation, root: root, pathOfFile: map[int]string{}}
	if err := v.read(q); err != nil {
		return nil, err
	}
	s.last = v
	return v, nil
}

func (v *snapshot) read(q querier) error {
	if err := v.readSegments(q); err != nil {
		return err
	}
	ordinals := make([]int32, 0, len(v.texts)+1) // by id, plus one
	for i, t := range v.texts {
		if n := int(t.id) + 1 - len(ordinals); n > 0 {
			ordinals = append(ordinals, make([]int32, n)...)
		}
		ordinals[t.id] = int32(i) + 1
	}
	v.alive, v.textFile = make([]bool, len(v.texts)), make([]int32, len(v.texts))
	for i := range v.textFile {
		v.textFile[i] = -1
	}
	v.slots = len(v.lengths)
	if err := v.readWorktrees(q, ordinals); err != nil {
		return err
	}
	v.count()
	return nil
}

func (v *snapshot) readSegments(q querier) error {
	var places, bytes int
	if err := one(q, `SELECT coalesce(sum(places), 0), coalesce(sum(length(texts)), 0) FROM place_segments`, nil, &places, &bytes); err != nil {
		return err
	}
	v.lengths = make([]uint16, 0, min(max(places, 0), placesExpected))
	texts := min(max(bytes/bytesOfText, 0), placesExpected)
	v.texts, v.textFirst = make([]segmentText, 0, texts), make([]int32, 0, texts)
	return each(q, `SELECT id, places, texts, lengths, directory FROM place_segments ORDER BY id`, func(rows *sql.Rows) error {
		s := segmentView{first: len(v.lengths), firstText: len(v.texts)}
		var texts, lengths, directory sql.RawBytes
		if err := rows.Scan(&s.id, &s.places, &texts, &lengths, &directory); err != nil {
			return err
		}
		own, err := decodeTexts(texts, s.places)
		if err != nil {
			return err
		}
		if v.lengths, err = decodeLengths(v.lengths, lengths, s.places); err != nil {
			return err
		}
		if s.directory, err = decodeDirectory(directory); err != nil {
			return err
		}
		at := s.first
		for _, t := range own {
			v.textFirst = append(v.textFirst, int32(at))
			at += t.places
		}
		s.texts = len(own)
		v.texts = append(v.texts, own...)
		v.segments = append(v.segments, s)
		return nil
	})
}

func (v *snapshot) readWorktrees(q querier, ordinals []int32) error {
	return each(q, `SELECT id, root, live FROM worktrees`, func(rows *sql.Rows) error {
		var id int64
		var root string
		var blob sql.RawBytes
		if err := rows.Scan(&id, &root, &blob); err != nil {
			return err
		}
		files, err := decodeLive(blob)
		if err != nil {
			return err
		}
		own := root == v.root
		if own {
			v.worktree, v.files = id, files
			v.fileText = make([]int32, len(files))
		}
		for i, f := range files {
			if f.text >= int64(len(ordinals)) || ordinals[f.text] == 0 {
				return errBlob
			}
			text := ordinals[f.text] - 1
			v.alive[text] = true
			if own {
				v.fileText[i] = text
				v.claim(int32(i), text)
			}
		}
		return nil
	})
}

// claim gives a text's places to a file, or, where another file has them, places of its own.
func (v *snapshot) claim(file, text int32) {
	if v.textFile[text] < 0 {
		v.textFile[text] = file
		return
	}
	if v.copies == nil {
		v.copies, v.copyAt = map[int32][]int{}, map[int]int32{}
	}
	v.copies[text] = append(v.copies[text], int(file))
	v.copyAt[int(file)] = int32(v.slots)
	v.copied = append(v.copied, int(file))
	v.slots += v.texts[text].places
}

// count sums up what is alive.
func (v *snapshot) count() {
	total := 0
	for i := range v.segments {
		s := &v.segments[i]
		for text := s.firstText; text < s.firstText+s.texts; text++ {
			if !v.alive[text] {
				s.hasDead = true
				continue
			}
			v.places += v.texts[text].places
			for _, n := range v.lengths[v.textFirst[text]:][:v.texts[text].places] {
				total += int(n)
			}
		}
	}
	if v.places > 0 {
		v.length = float64(total) / float64(v.places)
	}
}

// at returns the file, text and place of a slot.
func (v *snapshot) at(slot int32) (file, text, place int) {
	if int(slot) < len(v.lengths) {
		text = sort.Search(len(v.textFirst), func(i int) bool { return v.textFirst[i] > slot }) - 1
		return int(v.textFile[text]), text, int(slot)
	}
	file = v.copied[sort.Search(len(v.copied), func(i int) bool { return v.copyAt[v.copied[i]] > slot })-1]
	text = int(v.fileText[file])
	return file, text, int(v.textFirst[text] + slot - v.copyAt[file])
}

// pathOf returns the path of a file; "": it was not read.
func (v *snapshot) pathOf(file int) string {
	if v.paths != nil {
		return v.paths[file]
	}
	return v.pathOfFile[file]
}

// slotOf returns the slot of a file's first place.
func (v *snapshot) slotOf(file int) int32 {
	if at, ok := v.copyAt[file]; ok {
		return at
	}
	return v.textFirst[v.fileText[file]]
}

package places

import (
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// A vector is stored as a scale, a float32, and a signed byte a dimension, in rows of many: a
// search by meaning reads them all.

// vectorsPerRow bounds a row, which is written anew as long as it has room.
const vectorsPerRow = 256

const scaleBytes = 4

// Embedded is a place's vector.
type Embedded struct {
	Sum    Sum
	Vector []float32
}

// appendVector appends a vector; the largest number has the largest byte.
func appendVector(blob []byte, vector []float32) []byte {
	largest := float32(0)
	for _, x := range vector {
		largest = max(largest, x, -x)
	}
	scale := largest / math.MaxInt8
	blob = binary.LittleEndian.AppendUint32(blob, math.Float32bits(scale))
	for _, x := range vector {
		n := 0.0
		if scale > 0 {
			n = math.Round(float64(x / scale))
		}
		blob = append(blob, byte(int8(n)))
	}
	return blob
}

// vectorRow is a row of vectors.
type vectorRow struct {
	id      int64
	sums    []byte
	vectors []byte
	width   int // bytes of each
}

func (r *vectorRow) len() int        { return len(r.sums) / 8 }
func (r *vectorRow) sum(i int) Sum   { return Sum(binary.LittleEndian.Uint64(r.sums[8*i:])) }
func (r *vectorRow) dimensions() int { return r.width - scaleBytes }

// at returns the scale and the bytes of a vector.
func (r *vectorRow) at(i int) (float32, []byte) {
	b := r.vectors[i*r.width:][:r.width]
	return math.Float32frombits(binary.LittleEndian.Uint32(b)), b[scaleBytes:]
}

// dot returns the product of a stored vector with another.
func (r *vectorRow) dot(i int, with []float32) float64 {
	scale, b := r.at(i)
	b = b[:len(with)]
	var even, odd float32
	j := 0
	for ; j+1 < len(with); j += 2 {
		even += with[j] * float32(int8(b[j]))
		odd += with[j+1] * float32(int8(b[j+1]))
	}
	if j < len(with) {
		even += with[j] * float32(int8(b[j]))
	}
	return float64(scale) * float64(even+odd)
}

// decode unseals a row.
func (r *vectorRow) decode() (err error) {
	if r.sums, err = unseal(r.sums); err != nil {
		return err
	}
	if r.vectors, err = unseal(r.vectors); err != nil {
		return err
	}
	n := r.len()
	if n == 0 || len(r.sums)%8 != 0 || n > vectorsPerRow || len(r.vectors)%n != 0 {
		return errBlob
	}
	if r.width = len(r.vectors) / n; r.dimensions() < 1 || r.dimensions() > sqlite.DimensionsMax {
		return errBlob
	}
	for i := range n {
		if scale, _ := r.at(i); !(scale >= 0 && scale <= math.MaxFloat32) {
			return errBlob
		}
	}
	return nil
}

// eachVectors calls do for every row of a model. The row's blobs are the iteration's.
func eachVectors(q querier, model string, do func(*vectorRow) error) error {
	return each(q, `SELECT id, sums, vectors FROM vectors WHERE model = ? ORDER BY id`, func(rows *sql.Rows) error {
		r := &vectorRow{}
		if err := rows.Scan(&r.id, (*sql.RawBytes)(&r.sums), (*sql.RawBytes)(&r.vectors)); err != nil {
			return err
		}
		if err := r.decode(); err != nil {
			return err
		}
		return do(r)
	}, model)
}

// sumsOf returns which texts have a vector of a model.
func sumsOf(q querier, model string) (map[Sum]bool, error) {
	have := map[Sum]bool{}
	err := each(q, `SELECT sums FROM vectors WHERE model = ?`, func(rows *sql.Rows) error {
		var blob sql.RawBytes
		if err := rows.Scan(&blob); err != nil {
			return err
		}
		return addSums(have, blob)
	}, model)
	return have, err
}

// addSums adds those of a sealed blob.
func addSums(have map[Sum]bool, blob []byte) error {
	sums, err := unseal(blob)
	for ; len(sums) >= 8; sums = sums[8:] {
		have[Sum(binary.LittleEndian.Uint64(sums))] = true
	}
	return err
}

// PutVectors stores vectors of a model, all of one length, L2-normalised. Texts that have one
// keep it.
func (s *Store) PutVectors(model string, all []Embedded) error {
	if len(all) == 0 {
		return nil
	}
	for _, e := range all {
		if n := len(e.Vector); n == 0 || n > sqlite.DimensionsMax || n != len(all[0].Vector) {
			return fmt.Errorf("store vectors of places: one has %d dimensions", n)
		}
		for _, x := range e.Vector {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return errors.New("store vectors of places: a number is not finite")
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.writeKept(func(tx *sql.Tx) error {
		have, err := sumsOf(tx, model)
		if err != nil {
			return err
		}
		row, err := lastRow(tx, model, scaleBytes+len(all[0].Vector))
		if err != nil {
			return err
		}
		for _, e := range all {
			if have[e.Sum] {
				continue
			}
			have[e.Sum] = true
			if row.len() == vectorsPerRow {
				if err := row.save(tx, model); err != nil {
					return err
				}
				row = &vectorRow{}
			}
			row.sums = binary.LittleEndian.AppendUint64(row.sums, uint64(e.Sum))
			row.vectors = appendVector(row.vectors, e.Vector)
		}
		return row.save(tx, model)
	})
	if err != nil {
		return fmt.Errorf("store vectors of places: %w", err)
	}
	return nil
}

// lastRow returns the last row of a model where it has room for vectors of this width, else a
// fresh one.
func lastRow(tx *sql.Tx, model string, width int) (*vectorRow, error) {
	r := &vectorRow{}
	err := one(tx, `SELECT id, sums, vectors FROM vectors WHERE model = ? ORDER BY id DESC LIMIT 1`, []any{model}, &r.id, &r.sums, &r.vectors)
	if errors.Is(err, errNone) {
		return &vectorRow{}, nil
	}
	if err == nil {
		err = r.decode()
	}
	if err != nil {
		return nil, err
	}
	if r.len() >= vectorsPerRow || r.width != width {
		return &vectorRow{}, nil
	}
	r.sums, r.vectors = slices.Clip(r.sums), slices.Clip(r.vectors)
	return r, nil
}

func (r *vectorRow) save(tx *sql.Tx, model string) error {
	if len(r.sums) == 0 {
		return nil
	}
	_, err := tx.Exec(`INSERT INTO vectors (id, model, sums, vectors) VALUES (nullif(?, 0), ?, ?, ?)
		ON CONFLICT (id) DO UPDATE SET sums = excluded.sums, vectors = excluded.vectors`, r.id, model, seal(r.sums), seal(r.vectors))
	return err
}

// Lacking is a place whose text has no vector.
type Lacking struct {
	code.Place
	Sum  Sum
	File File
}

// Without returns places of a worktree that lack a vector of a model, at most so many, those of
// the latest changed files first. Of places with one text the first is returned.
func (s *Store) Without(root, model string, n int) (lacking []Lacking, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err = s.reading(func(q querier) error {
		v, err := s.view(q, root)
		if err != nil || n <= 0 {
			return err
		}
		have, err := sumsOf(q, model)
		if err != nil {
			return err
		}
		sums, err := column(q, v, sumsQuery, 8)
		if err != nil {
			return err
		}
		files, err := v.byChange(q)
		if err != nil {
			return err
		}
		for len(files) > 0 && len(lacking) < n {
			some := files[:min(len(files), filesPerWrite)]
			more, err := v.lacking(q, some, sums, have)
			if err != nil {
				return err
			}
			lacking, files = append(lacking, more...), files[len(some):]
		}
		lacking = lacking[:min(len(lacking), n)]
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list places without vectors: %w", err)
	}
	return lacking, nil
}

const sumsQuery = `SELECT sums FROM place_segments ORDER BY id`

// byChange returns the numbers of the files, the latest changed first.
func (v *snapshot) byChange(q querier) (files []int, err error) {
	err = each(q, `SELECT path FROM files WHERE worktree = ? AND deleted_at = 0 ORDER BY mod_time DESC, path`, func(rows *sql.Rows) error {
		var path int64
		if err := rows.Scan(&path); err != nil {
			return err
		}
		file, ok := slices.BinarySearchFunc(v.files, path, func(f live, path int64) int { return int(f.path - path) })
		if !ok {
			return errBlob
		}
		files = append(files, file)
		return nil
	}, v.worktree)
	return files, err
}

// lacking returns the places of some files whose sums are not there, and notes them as there.
func (v *snapshot) lacking(q querier, files []int, sums []byte, have map[Sum]bool) (lacking []Lacking, err error) {
	type wish struct {
		file, number int
		text         int64
		sum          Sum
	}
	var wishes []wish
	var looked lookup
	for _, file := range files {
		text := int(v.fileText[file])
		id, first := v.texts[text].id, int(v.textFirst[text])
		for i := range v.texts[text].places {
			sum := Sum(binary.LittleEndian.Uint64(sums[8*(first+i):]))
			if have[sum] {
				continue
			}
			have[sum] = true
			wishes = append(wishes, wish{file, i, id, sum})
			looked.want(file, id, i)
		}
	}
	if err := looked.read(q, v); err != nil {
		return nil, err
	}
	for _, x := range wishes {
		f, p, err := looked.found(x.file, x.text, x.number)
		if err != nil {
			return nil, err
		}
		lacking = append(lacking, Lacking{Place: p.Place, Sum: x.sum, File: *f})
	}
	return lacking, nil
}

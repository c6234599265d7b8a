package places

import (
	"reflect"
	"testing"
)

// Ensure no blob makes a decoder panic, or use more memory than a multiple of its size.
func FuzzBlobs(f *testing.F) {
	block := &blockWriter{put: func(_ int, b []byte) error { f.Add(b[:len(b)-sealBytes], 30); return nil }}
	must(f, block.add("retri", 2, encodePostings(nil, []posting{{0, 1, 0}, {29, 300, 2}})))
	must(f, block.add("retry", 1, encodePostings(nil, []posting{{7, 2, 0}})))
	must(f, block.flush())
	c := batch(1)[0].Content
	row := vectorRow{sums: make([]byte, 8), vectors: appendVector(nil, []float32{1, -2})}
	for _, blob := range [][]byte{
		encodeDetails(c.Places, c.Sums), encodeLive([]live{{1, 5}, {7, 2}}), encodeTexts([]segmentText{{1, 10, "go"}, {5, 20, "c"}}),
		encodeLengths([]uint16{1, 500}), encodeDirectory([]string{"a", "b"}), seal(row.vectors), seal(appendPath(appendPath(nil, pathHit{1, 1}), pathHit{9, 3})),
	} {
		f.Add(blob[:len(blob)-sealBytes], 30)
	}
	f.Fuzz(func(t *testing.T, blob []byte, places int) {
		places = min(max(places, 0), placesPerSegmentMax)
		sealed := seal(append([]byte{}, blob...))
		four, failed := decodeDetails(sealed, []int{0, 1, 2, 3})
		some, err := decodeDetails(sealed, []int{1, 3})
		if (err == nil) != (failed == nil) {
			t.Errorf("two places: %v, four: %v", err, failed)
		}
		for i, n := range []int{1, 3} {
			if err == nil && (n < len(four)) != (i < len(some)) || i < len(some) && n < len(four) && !reflect.DeepEqual(some[i], four[n]) {
				t.Errorf("of two places %+v, of four %+v", some, four)
			}
		}
		if files, err := decodeLive(sealed); err == nil && len(files) > len(blob) {
			t.Errorf("%d files", len(files))
		}
		if texts, err := decodeTexts(sealed, places); err == nil && len(texts) > len(blob) {
			t.Errorf("%d texts", len(texts))
		}
		if lengths, err := decodeLengths(nil, sealed, places); err == nil && len(lengths) != places {
			t.Errorf("%d lengths", len(lengths))
		}
		if firsts, err := decodeDirectory(sealed); err == nil && len(firsts) > len(blob) {
			t.Errorf("%d blocks", len(firsts))
		}
		_ = decodePaths(blob, func(h pathHit) {
			if h.id < 1 || h.id > pathsMax || h.n > frequencyMax {
				t.Errorf("%+v", h)
			}
		})
		row := vectorRow{sums: seal(make([]byte, 8)), vectors: sealed}
		if row.decode() == nil {
			row.vector(0)
			row.dot(0, make([]float32, row.dimensions()))
		}
		fuzzBlock(t, blob, places)
	})
}

func fuzzBlock(t *testing.T, block []byte, places int) {
	r := reader{blob: block}
	var term []byte
	var list postingList
	for r.left() > 0 && readTerm(&r, &term, &list, places) == nil {
		all, err := list.decode(nil, places)
		for _, p := range all {
			if p.place < 0 || int(p.place) >= places {
				t.Errorf("%+v", p)
			}
		}
		if len(all) > list.count || err == nil && len(all) != list.count {
			t.Errorf("%d postings of %d", len(all), list.count)
		}
	}
	for _, term := range []string{"", "a", "retri", "zz"} {
		if list, err := find(block, term, places); err == nil && list.count > len(block) {
			t.Errorf("%d postings", list.count)
		}
	}
}

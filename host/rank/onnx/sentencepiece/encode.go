package sentencepiece

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Append appends the ids of a text's pieces, tokensMax at most: of all ways to cut it the
// most likely one (Viterbi). Characters that no piece has are one unknown piece together.
// Names of control pieces in a text, such as "</s>", are ordinary text.
func (m *Model) Append(ids []int64, text string, tokensMax int) []int64 {
	normalized := m.normalizer.normalize(text, (tokensMax+1)*max(1, m.longest))
	before := len(ids)
	for _, cut := range m.cut(normalized) {
		id := cut.piece
		if id == m.unknown && len(ids) > before && ids[len(ids)-1] == m.unknown {
			continue
		}
		if len(ids)-before == tokensMax {
			break
		}
		ids = append(ids, id)
	}
	return ids
}

// cut is a piece and where it stands in a normalized text.
type cut struct {
	from, to int
	piece    int64
}

// cut returns the most likely pieces of a normalized text, in order.
func (m *Model) cut(text []byte) []cut {
	type best struct {
		score float32
		from  int32
		piece int64
	}
	ends := make([]best, len(text)+1)
	for i := range ends {
		ends[i].score = float32(math.Inf(-1))
	}
	ends[0].score = 0
	for from := 0; from < len(text); {
		_, size := utf8.DecodeRune(text[from:])
		base := ends[from].score
		known, hash := false, uint32(hashStart)
		for to := from; to < min(len(text), from+m.longest); {
			hash = next(hash, text[to])
			if to++; to < len(text) && !utf8.RuneStart(text[to]) {
				continue
			}
			id := m.find(hash, text[from:to])
			if id < 0 {
				continue
			}
			known = known || to == from+size
			if score := base + m.scores[id]; score > ends[to].score {
				ends[to] = best{score, int32(from), id}
			}
		}
		if score := base + m.unknownScore; !known && score > ends[from+size].score {
			ends[from+size] = best{score, int32(from), m.unknown}
		}
		from += size
	}
	var pieces []cut
	for at := len(text); at > 0; at = int(ends[at].from) {
		pieces = append(pieces, cut{int(ends[at].from), at, ends[at].piece})
	}
	slices.Reverse(pieces)
	return pieces
}

// Split are the pieces of a text as they are spelled, without what stands for spaces.
func (m *Model) Split(text string) []string {
	normalized := m.normalizer.normalize(text, len(space)*(len(text)+1))
	var pieces []string
	for _, cut := range m.cut(normalized) {
		if piece := strings.ReplaceAll(string(normalized[cut.from:cut.to]), space, ""); piece != "" {
			pieces = append(pieces, piece)
		}
	}
	return pieces
}

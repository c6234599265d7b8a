package decide

import (
	"fmt"
	"math"

	"github.com/ed-irl/impressionism/abi"
)

// referencesMax bounds the embeddings that one event hands out.
const referencesMax = 8192

// vectorTable gives embeddings their references, numbered in the order in which
// they are handed out, and reads the numbers only when somebody asks for them.
type vectorTable struct {
	readers []func() ([]float32, error)
	byItem  map[int64]abi.Embedding
}

func newVectorTable() *vectorTable { return &vectorTable{byItem: map[int64]abi.Embedding{}} }

func (t *vectorTable) add(read func() ([]float32, error)) abi.Embedding {
	if len(t.readers) == referencesMax {
		return abi.Embedding{}
	}
	t.readers = append(t.readers, read)
	return abi.Embedding{Ref: fmt.Sprintf("embedding:%d", len(t.readers))}
}

// once gives an item the same reference every time.
func (t *vectorTable) once(key int64, read func() ([]float32, error)) abi.Embedding {
	if known, ok := t.byItem[key]; ok {
		return known
	}
	t.byItem[key] = t.add(read)
	return t.byItem[key]
}

func (t *vectorTable) get(e abi.Embedding) ([]float32, error) {
	if e.Ref == "" {
		if len(e.Values) == 0 {
			return nil, &abi.Fault{Code: abi.BadRequest, Message: "an embedding is missing"}
		}
		for _, x := range e.Values {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, &abi.Fault{Code: abi.BadRequest, Message: "an embedding holds finite numbers only"}
			}
		}
		return e.Values, nil
	}
	var number int
	if _, err := fmt.Sscanf(e.Ref, "embedding:%d", &number); err != nil || number < 1 || number > len(t.readers) {
		return nil, &abi.Fault{Code: abi.NotFound, Message: fmt.Sprintf("there is no %.40q in this event", e.Ref)}
	}
	return t.readers[number-1]()
}

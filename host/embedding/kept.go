package embedding

import (
	"crypto/sha256"
	"slices"
	"sync"
)

// Kept are embedders that stay open from one run of a command to the next in one process,
// with the vectors of what they embedded last. An embedder stays open as long as the process
// lives, also one whose key nobody asks for any more: a model is changed rarely. It is safe for
// concurrent use.
type Kept struct {
	mutex     sync.Mutex
	embedders map[string]Embedder // by key
}

// vectorsMax bounds the vectors that are kept of an embedder: with 384 dimensions about 6 MB.
const vectorsMax = 4096

// Open returns the embedder that was opened with a key before, else opens it. An error is
// not kept: what is missing may be installed meanwhile.
func (k *Kept) Open(key string, open func() (Embedder, error)) (Embedder, error) {
	k.mutex.Lock() // while it opens, too: who wants the same waits for it
	defer k.mutex.Unlock()
	if embedder, known := k.embedders[key]; known {
		return embedder, nil
	}
	embedder, err := open()
	if err != nil {
		return Embedder{}, err
	}
	if k.embedders == nil {
		k.embedders = map[string]Embedder{}
	}
	k.embedders[key] = Embedder{Embed: remember(embedder.Embed)}
	return k.embedders[key], nil
}

// remember embeds each of the last texts once. Texts may be long, so their hashes are kept.
func remember(embed func(text string) ([]float32, error)) func(text string) ([]float32, error) {
	var mutex sync.Mutex
	vectors := map[[sha256.Size]byte][]float32{}
	return func(text string) ([]float32, error) {
		hash := sha256.Sum256([]byte(text))
		mutex.Lock()
		vector, known := vectors[hash]
		mutex.Unlock()
		if known {
			return slices.Clone(vector), nil
		}
		vector, err := embed(text)
		if err != nil {
			return nil, err
		}
		mutex.Lock()
		defer mutex.Unlock()
		if len(vectors) >= vectorsMax {
			clear(vectors)
		}
		vectors[hash] = vector
		return slices.Clone(vector), nil
	}
}

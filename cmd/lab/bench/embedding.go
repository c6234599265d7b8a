package bench

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// model is what the program uses where nothing else is configured.
const model = "all-MiniLM-L6-v2-skills"

// throughput is how fast texts are embedded, one at a time on every processor.
type throughput struct {
	Texts     int     `json:"texts"`
	Workers   int     `json:"workers"`
	PerSecond float64 `json:"texts_per_second"`
	Python    float64 `json:"python_texts_per_second,omitempty"`
	Ratio     float64 `json:"ratio_to_python,omitempty"`
	Skipped   string  `json:"skipped,omitempty"` // why there is no comparison
}

// embedding measures in alternation with Python, if that has onnxruntime, and
// gives medians.
func embedding(ctx context.Context, o options, skills []skill, workers int) (*throughput, error) {
	texts := make([]string, len(skills))
	for i, one := range skills {
		texts[i] = one.item.Name + ": " + one.item.Description
	}
	embedder, err := onnx.Open(onnx.Config{Dir: o.models, Model: model})
	if err != nil {
		return nil, err
	}
	defer embedder.Close()
	t := &throughput{Texts: len(texts), Workers: workers}
	script, skipped := findPython(ctx, o, texts, workers)
	t.Skipped = skipped
	var own, theirs []float64
	for range o.slow {
		vectors, seconds, err := embedAll(ctx, embedder, texts, workers)
		if err != nil {
			return nil, err
		}
		own = append(own, seconds)
		if t.Skipped != "" {
			continue
		}
		if seconds, err = script.embed(ctx, vectors); err != nil {
			t.Skipped = err.Error()
			continue
		}
		theirs = append(theirs, seconds)
	}
	t.PerSecond = float64(len(texts)) / median(own)
	if t.Skipped == "" {
		t.Python = float64(len(texts)) / median(theirs)
		t.Ratio = t.PerSecond / t.Python
	}
	return t, nil
}

// embedAll returns the vectors of all texts and the seconds they took.
func embedAll(ctx context.Context, embedder *onnx.Embedder, texts []string, workers int) ([][]float32, float64, error) {
	vectors := make([][]float32, len(texts))
	failures := make([]error, workers)
	began := time.Now()
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < len(texts) && failures[worker] == nil; i += workers {
				if failures[worker] = ctx.Err(); failures[worker] == nil {
					vectors[i], failures[worker] = embedder.Embed(texts[i])
				}
			}
		})
	}
	group.Wait()
	seconds := time.Since(began).Seconds()
	for _, err := range failures {
		if err != nil {
			return nil, 0, fmt.Errorf("embed: %w", err)
		}
	}
	return vectors, seconds, nil
}

func modelFile(o options, name string) string { return filepath.Join(o.models, model, name) }

package bench

import (
	"bytes"
	"context"
	_ "embed" // embed.py
	"encoding/json"
	"fmt"
	"os/exec"

	"github.com/ed-irl/impressionism/host/rank/onnx"
	"github.com/ed-irl/impressionism/host/stats"
)

//go:embed embed.py
var pythonScript string

// pythonJob is what the script reads.
type pythonJob struct {
	Model      string   `json:"model"`
	Vocabulary string   `json:"vocabulary"`
	TokensMax  int      `json:"tokens_max"`
	Texts      []string `json:"texts"`
	Workers    int      `json:"workers"`
}

// python is an interpreter with onnxruntime and the texts it is to embed.
type python struct {
	program string
	job     []byte
}

// findPython returns a Python that can be compared with, or why there is none.
func findPython(ctx context.Context, o options, texts []string, workers int) (found python, skipped string) {
	if err := exec.CommandContext(ctx, o.python, "-c", "import onnxruntime").Run(); err != nil {
		return python{}, o.python + " has no onnxruntime"
	}
	manifest, err := onnx.Find(o.models, model)
	if err != nil {
		return python{}, err.Error()
	}
	job, err := json.Marshal(pythonJob{
		Model: modelFile(o, onnx.FastFile), Vocabulary: modelFile(o, onnx.VocabularyFile),
		TokensMax: manifest.TokensMax, Texts: texts, Workers: workers,
	})
	if err != nil {
		return python{}, err.Error()
	}
	return python{o.python, job}, ""
}

// sameDirection is the cosine from which two vectors count as the same: apart
// from words that only one of the tokenizers splits, they are equal.
const sameDirection = .95

// embed returns the seconds that Python took for vectors like ours.
func (p python) embed(ctx context.Context, ours [][]float32) (float64, error) {
	command := exec.CommandContext(ctx, p.program, "-c", pythonScript)
	command.Stdin = bytes.NewReader(p.job)
	var errOut bytes.Buffer
	command.Stderr = &errOut
	out, err := command.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %w: %.300s", p.program, err, errOut.Bytes())
	}
	var answer struct {
		Seconds float64
		Vectors [][]float32
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		return 0, fmt.Errorf("%s: read vectors: %w", p.program, err)
	}
	if len(answer.Vectors) != len(ours) {
		return 0, fmt.Errorf("%s gave %d vectors for %d texts", p.program, len(answer.Vectors), len(ours))
	}
	for i, vector := range answer.Vectors {
		if len(vector) != len(ours[i]) || stats.Dot(vector, ours[i]) < sameDirection {
			return 0, fmt.Errorf("%s: the vector of text %d differs from ours", p.program, i)
		}
	}
	return answer.Seconds, nil
}

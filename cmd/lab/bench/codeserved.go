package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/ed-irl/impressionism/host/code/project"
	"github.com/ed-irl/impressionism/host/rank/onnx"
)

// codeQuestions are asked about the Go tree.
var codeQuestions = []string{
	"where is the chunked body of a response read",
	"retry a request on another connection after the server closed it",
	"parse a duration such as 1h30m",
	"sort a slice with a comparison function",
	"escape text for HTML",
	"which code refuses a certificate that has expired",
	"compress data with a sliding window",
	"copy a file between two descriptors without user space",
	"scheduler steals work from other processors",
	"mark phase of the garbage collector",
	"decode a JSON number into an interface",
	"limit how many bytes are read",
	"split a path into folder and file",
	"resolve a host name with several name servers",
	"read the central directory of a zip archive",
	"print a value with its field names",
	"build a regular expression's program",
	"add two big integers",
	"convert a float to its shortest decimal form",
	"wait until a group of goroutines has finished",
	"Mux.ServeHTTP",
	"bufio.Scanner.Scan",
	"inline a call to a small function",
	"lock a mutex without blocking",
}

// Goals of a search in a server that has answered before, and how often all questions are
// asked of it after the first time.
const (
	codeWordsGoalMS = 10
	codeModelGoalMS = 60
	codeTimes       = 3
)

// codeVectors is how many places have a vector: as many as the default of code.vectors_max.
const codeVectors = 20_000

// codeSearch is what a search costs in a server that has answered before.
type codeSearch struct {
	Name     string  `json:"name"`
	Asked    int     `json:"asked"`
	MedianMS float64 `json:"median_ms"`
	P95MS    float64 `json:"p95_ms"`
	CPUMS    float64 `json:"cpu_ms"` // of the server for each question, where the system tells
	GoalMS   float64 `json:"goal_ms"`
}

// searchCode asks a server's tool search_code, by words and with the model.
func (p *plan) searchCode(ctx context.Context, o options, progress io.Writer) (list []codeSearch, err error) {
	fmt.Fprintln(progress, "search code in a server")
	one, err := p.searchServed(ctx, p.code.large, "search_code, warm, by words", codeWordsGoalMS)
	if err != nil || p.code.model == nil {
		return []codeSearch{one}, err
	}
	list = append(list, one)
	made, err := p.code.model.fillVectors(ctx, o)
	if err != nil {
		return list, fmt.Errorf("fill in vectors: %w", err)
	}
	one, err = p.searchServed(ctx, *p.code.model, fmt.Sprintf("search_code, warm, with the model and %d vectors", made), codeModelGoalMS)
	return append(list, one), err
}

// searchServed asks each question once, which opens the database and gives the first hits
// vectors, and then times each some times.
func (p *plan) searchServed(ctx context.Context, h home, name string, goal float64) (codeSearch, error) {
	server, err := ServeTools(ctx, p.programs.subject, h.work, h.environ)
	if err != nil {
		return codeSearch{}, err
	}
	defer server.Close()
	var times []float64
	var before float64
	found := 0
	for time := range 1 + codeTimes {
		if time == 1 {
			before = server.cpuMS()
		}
		for _, question := range codeQuestions {
			text, ms, err := server.Call("search_code", map[string]any{"query": question})
			if err != nil {
				return codeSearch{}, err
			}
			var answer struct{ Hits []struct{ At string } }
			if err := json.Unmarshal([]byte(text), &answer); err != nil {
				return codeSearch{}, fmt.Errorf("read the answer %.200q: %w", text, err)
			}
			found += len(answer.Hits)
			if time > 0 {
				times = append(times, ms)
			}
		}
	}
	if found == 0 {
		return codeSearch{}, fmt.Errorf("%s: nothing is found", name)
	}
	return codeSearch{Name: name, Asked: len(times), MedianMS: median(times), P95MS: quantile(times, .95), CPUMS: (server.cpuMS() - before) / float64(len(times)), GoalMS: goal}, nil
}

// fillVectors gives places made-up vectors of the installed model's size: a search compares
// all of them, whatever they are. It returns how many have one.
func (h home) fillVectors(ctx context.Context, o options) (int, error) {
	manifest, err := onnx.Find(o.models, model)
	if err != nil {
		return 0, err
	}
	at, err := project.HomeOf(filepath.Join(h.data, "code"), h.work)
	if err != nil {
		return 0, err
	}
	code, err := project.Open(at, project.Options{Now: time.Now})
	if err != nil {
		return 0, err
	}
	defer code.Close()
	passage := func(text string) ([]float32, error) { return madeUp(text, manifest.Dimensions), nil }
	if err := code.Embed(ctx, &project.Model{Identity: manifest.Identity(), Passage: passage}, codeVectors, nil); err != nil {
		return 0, err
	}
	status, err := code.Status(manifest.Identity())
	return status.Vectors, err
}

// madeUp is a vector of length 1 that a text always has.
func madeUp(text string, dimensions int) []float32 {
	seed := fnv.New64a()
	seed.Write([]byte(text))
	random, vector, sum := rand.New(rand.NewPCG(seed.Sum64(), 0)), make([]float32, dimensions), 0.0
	for i := range vector {
		x := random.NormFloat64()
		vector[i], sum = float32(x), sum+x*x
	}
	for i := range vector {
		vector[i] /= float32(math.Sqrt(sum))
	}
	return vector
}

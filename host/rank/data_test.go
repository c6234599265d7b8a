package rank

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the embedded forms of data/*.json")

// Ensure that the embedded data is what the readable data says.
func TestEmbeddedData(t *testing.T) {
	for name, encode := range map[string]func(testing.TB) []byte{
		"background.txt":       encodeBackground,
		"nulls.txt":            encodeNulls,
		"gate-minilm.bin":      encodeGate("data/gate-minilm.json"),
		"gate-minilm-int8.bin": encodeGate("data/gate-minilm-int8.json"),
	} {
		want := encode(t)
		path := "data/" + name
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is stale; run go generate ./host/rank", path)
		}
	}
}

type backgroundSource struct {
	Documents int            `json:"documents"`
	Length    float64        `json:"avg_weighted_length"`
	DF        map[string]int `json:"df"`
}

func encodeBackground(t testing.TB) []byte {
	source := readJSON[backgroundSource](t, "data/background-df.json")
	var table bytes.Buffer
	for _, term := range slices.Sorted(maps.Keys(source.DF)) {
		fmt.Fprintf(&table, "%s\t%d\n", term, source.DF[term])
	}
	return table.Bytes()
}

func encodeNulls(t testing.TB) []byte {
	nulls := readJSON[[]string](t, "data/nulls.json")
	escape := strings.NewReplacer(`\`, `\\`, "\n", `\n`)
	for i := range nulls {
		nulls[i] = escape.Replace(Clean(nulls[i]))
	}
	return []byte(strings.Join(nulls, "\n") + "\n")
}

type gateSource struct {
	Weights []float32 `json:"weights"`
	Bias    float32   `json:"bias"`
	Nulls   []float32 `json:"null_gate_crossfitted"`
}

func encodeGate(path string) func(testing.TB) []byte {
	return func(t testing.TB) []byte {
		source := readJSON[gateSource](t, path)
		data := binary.LittleEndian.AppendUint32(nil, uint32(len(source.Weights)))
		for _, x := range slices.Concat(source.Weights, []float32{source.Bias}, source.Nulls) {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
		return data
	}
}

func readJSON[T any](t testing.TB, path string) T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var value T
	if err := json.Unmarshal(data, &value); err != nil {
		t.Fatalf("decode %s: %v", path, err)
	}
	return value
}

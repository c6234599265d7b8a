package onnx

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/host/stats"
)

// smallUSE is an encoder of 8 dimensions with a table of 12 pieces.
var smallUSE = Manifest{
	ID: "small", Architecture: ArchitectureUSE, Dimensions: 8, TokensMax: 32,
	Files: []File{{Name: PiecesFile}, {Name: ArraysFile}},
}

// randomUSE gives every array of such an encoder random numbers.
func randomUSE() map[string]numpyArray {
	chance := rand.New(rand.NewPCG(5, 0))
	arrays := map[string]numpyArray{}
	floats := func(name string, scale float64, shape ...int64) {
		one := numpyArray{kind: arrayFloat32, shape: shape}
		count := int64(1)
		for _, n := range shape {
			count *= n
		}
		for range count {
			one.data = binary.LittleEndian.AppendUint32(one.data, math.Float32bits(float32(scale*chance.NormFloat64())))
		}
		arrays[name] = one
	}
	for _, name := range []string{"q1", "q2", "q3"} {
		one := numpyArray{kind: arrayUint8, shape: []int64{4, 8}}
		for range 32 {
			one.data = append(one.data, byte(chance.UintN(64)))
		}
		arrays[name] = one
	}
	floats("lo", 1, 3)
	floats("scale", .05, 3)
	arrays["eps"] = numpyArray{kind: arrayFloat64, data: binary.LittleEndian.AppendUint64(nil, math.Float64bits(1e-6))}
	for _, n := range []int64{2, 3, 5} {
		suffix := fmt.Sprint(n)
		floats("proj"+suffix, .3, 8, useHidden)
		for _, layer := range []string{"1", "2"} {
			floats("w"+layer+"_"+suffix, .05, n*useHidden, useHidden)
			floats("b"+layer+"_"+suffix, .1, useHidden)
		}
		floats("proj_b"+suffix, .1, useHidden)
		floats("ln_g"+suffix, 1, useHidden)
		floats("ln_b"+suffix, .1, useHidden)
	}
	wide := useFeatures(8)
	floats("ln_g", 1, wide)
	floats("ln_b", .1, wide)
	floats("cnn_W", .05, wide, 8)
	floats("cnn_b", .1, 8)
	floats("d0", .3, 8, useNarrow)
	floats("d1", .05, useNarrow, useNarrow)
	floats("p1", .3, 8, useNarrow)
	floats("d2", .05, useNarrow, 8)
	floats("p3", .05, useNarrow, 8)
	floats("d3", .3, 8, 8)
	return arrays
}

// plainUSE is the encoder in plain float64, one token after the other, written from its
// publication: what graphs are compared with.
type plainUSE map[string]numpyArray

func (p plainUSE) at(name string, i int) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(p[name].data[4*i:])))
}

// times is x times a matrix.
func (p plainUSE) times(x []float64, name string) []float64 {
	out := int(p[name].shape[1])
	y := make([]float64, out)
	for i, v := range x {
		for o := range y {
			y[o] += v * p.at(name, i*out+o)
		}
	}
	return y
}

func (p plainUSE) plus(x []float64, name string) []float64 {
	y := slices.Clone(x)
	for i := range y {
		y[i] += p.at(name, i)
	}
	return y
}

func rectified(x []float64) []float64 {
	y := slices.Clone(x)
	for i := range y {
		y[i] = max(0, y[i])
	}
	return y
}

func (p plainUSE) norm(x []float64, gain, shift func(i int) float64) []float64 {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += (v - mean) * (v - mean) / float64(len(x))
	}
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = (v-mean)/math.Sqrt(squares+1e-6)*gain(i) + shift(i)
	}
	return y
}

func (p plainUSE) token(id int64) []float64 {
	block, row := int(id%3), int(id/3)
	x := make([]float64, 8)
	for i := range x {
		x[i] = p.at("lo", block) + p.at("scale", block)*float64(p[fmt.Sprintf("q%d", block+1)].data[row*8+i])
	}
	return x
}

func (p plainUSE) features(ids []int64) [][]float64 {
	orders := []struct{ width, before int }{{2, 0}, {3, 1}, {5, 2}}
	features, hidden := make([][]float64, len(ids)), make([][]float64, len(ids))
	for t, id := range ids {
		features[t] = p.token(id)
		for _, o := range orders {
			hidden[t] = append(hidden[t], p.plus(p.times(features[t], fmt.Sprintf("proj%d", o.width)), fmt.Sprintf("proj_b%d", o.width))...)
		}
		of := func(name string) func(int) float64 {
			return func(i int) float64 { return p.at(fmt.Sprintf("%s%d", name, orders[i/useHidden].width), i%useHidden) }
		}
		hidden[t] = p.norm(hidden[t], of("ln_g"), of("ln_b"))
	}
	for n, o := range orders {
		rows := make([][]float64, len(ids))
		for t := range rows {
			rows[t] = hidden[t][n*useHidden : (n+1)*useHidden]
		}
		for layer := 1; layer <= 2; layer++ {
			next := make([][]float64, len(ids))
			for t := range rows {
				var around []float64
				for place := t - o.before; place < t-o.before+o.width; place++ {
					if place < 0 || place >= len(rows) {
						around = append(around, make([]float64, useHidden)...)
					} else {
						around = append(around, rows[place]...)
					}
				}
				next[t] = plainSum(rectified(p.plus(p.times(around, fmt.Sprintf("w%d_%d", layer, o.width)), fmt.Sprintf("b%d_%d", layer, o.width))), rows[t])
			}
			rows = next
		}
		for t := range rows {
			features[t] = append(features[t], rows[t]...)
		}
	}
	return features
}

func (p plainUSE) vector(ids []int64) []float32 {
	sum := make([]float64, 8)
	for _, x := range p.features(ids) {
		x = p.norm(x, func(i int) float64 { return p.at("ln_g", i) }, func(i int) float64 { return p.at("ln_b", i) })
		sum = plainSum(sum, p.plus(p.times(x, "cnn_W"), "cnn_b"))
	}
	for i := range sum {
		sum[i] /= math.Sqrt(float64(len(ids)))
	}
	second := rectified(plainSum(p.times(sum, "p1"), p.times(rectified(p.times(sum, "d0")), "d1")))
	last := plainSum(p.times(second, "p3"), p.times(rectified(p.times(second, "d2")), "d3"))
	squares := 0.0
	for i := range last {
		last[i] = math.Tanh(last[i])
		squares += last[i] * last[i]
	}
	vector := make([]float32, len(last))
	for i, v := range last {
		vector[i] = float32(v / math.Sqrt(squares))
	}
	return vector
}

// npz writes arrays as NumPy does.
func npz(t testing.TB, arrays map[string]numpyArray) []byte {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for name, one := range arrays {
		shape := ""
		for _, n := range one.shape {
			shape += fmt.Sprintf("%d, ", n)
		}
		if len(one.shape) > 1 {
			shape = strings.TrimSuffix(shape, ", ")
		} else {
			shape = strings.TrimSuffix(shape, " ")
		}
		header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", one.kind, shape)
		header += strings.Repeat(" ", 63-(npyHeaderAt+len(header))%64) + "\n"
		out, err := archive.Create(name + arrayFileSuffix)
		if err == nil {
			_, err = out.Write(append(binary.LittleEndian.AppendUint16([]byte(npyMagic), uint16(len(header))), header...))
		}
		if err == nil {
			_, err = out.Write(one.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// Ensure that the graph of such an encoder computes what its publication says, for texts
// shorter than a window and longer.
func TestUSEGraph(t *testing.T) {
	models := modelsDir(t, defaultModel)
	_, record, err := check(models, defaultModel)
	if err != nil {
		t.Fatal(err)
	}
	arrays, dir := randomUSE(), t.TempDir()
	library := filepath.Join(models, filepath.FromSlash(record.Library))
	weights, fast := filepath.Join(dir, ArraysFile), filepath.Join(dir, FastFile)
	if err := os.WriteFile(weights, npz(t, arrays), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Convert(library, Sources{Weights: weights}, fast, dir, smallUSE); err != nil {
		t.Fatal(err)
	}
	embedder := &Embedder{manifest: smallUSE}
	t.Cleanup(func() { embedder.Close() })
	if err := embedder.openSession(library, fast, true); err != nil {
		t.Fatal(err)
	}
	for _, ids := range [][]int64{{1}, {1, 2}, {1, 7, 2}, {1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 2}} {
		got, err := embedder.run(ids)
		if err != nil {
			t.Fatal(err)
		}
		want := plainUSE(arrays).vector(ids)
		if cosine := stats.Dot(got, want); math.Abs(cosine-1) > 1e-4 {
			t.Errorf("%v: got %v want %v, cosine %g", ids, got, want, cosine)
		}
	}
}

// Ensure that weights which are not such an encoder's are refused with a reason.
func TestUSERefuses(t *testing.T) {
	for want, change := range map[string]func(map[string]numpyArray){
		"no table of pieces": func(a map[string]numpyArray) { delete(a, "q1") },
		"no array lo":        func(a map[string]numpyArray) { delete(a, "q3") },
		"no array cnn_W":     func(a map[string]numpyArray) { delete(a, "cnn_W") },
		"no array eps":       func(a map[string]numpyArray) { delete(a, "eps") },
		"no array w1_3":      func(a map[string]numpyArray) { a["w1_3"] = a["w1_2"] },
	} {
		arrays := randomUSE()
		change(arrays)
		if _, err := writeUSE(smallUSE, arrays); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v want %q", err, want)
		}
	}
}

// Ensure that arrays are read as NumPy writes them, and nothing else.
func TestReadArrays(t *testing.T) {
	path := filepath.Join(t.TempDir(), ArraysFile)
	write := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]numpyArray{
		"a": {kind: arrayFloat32, shape: []int64{2, 1}, data: []byte("12345678")},
		"b": {kind: arrayUint8, shape: []int64{3}, data: []byte{1, 2, 3}},
		"c": {kind: arrayFloat64, data: []byte("12345678")},
	}
	write(npz(t, want))
	got, err := readArrays(path)
	if err != nil || len(got) != len(want) {
		t.Fatalf("got %v, %v", got, err)
	}
	for name, one := range want {
		if g := got[name]; g.kind != one.kind || !slices.Equal(g.shape, one.shape) || !bytes.Equal(g.data, one.data) {
			t.Errorf("%s: got %v want %v", name, g, one)
		}
	}
	for reason, wrong := range map[string]numpyArray{
		"bytes for the shape": {kind: arrayUint8, shape: []int64{4}, data: []byte{1, 2, 3}},
		"the header is":       {kind: ">f4", shape: []int64{1}, data: []byte("1234")},
		"of type":             {kind: "<f2", shape: []int64{1}, data: []byte("12")},
		"the shape is":        {kind: arrayUint8, shape: []int64{1 << 40, 1 << 40}, data: []byte{1}},
	} {
		write(npz(t, map[string]numpyArray{"x": wrong}))
		if _, err := readArrays(path); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("got %v want %q", err, reason)
		}
	}
	write([]byte("no zip"))
	if _, err := readArrays(path); err == nil {
		t.Error("what is no zip was read")
	}
}

// Ensure that the multilingual model has one place for what means the same.
func TestMultilingual(t *testing.T) {
	embedder, err := Open(Config{Dir: modelsDir(t, Multilingual), Model: Multilingual, Cold: true})
	if err != nil {
		t.Fatal(err)
	}
	defer embedder.Close()
	embed := func(text string) []float32 {
		t.Helper()
		vector, err := embedder.EmbedQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		return vector
	}
	right, wrong := embed("Migrate the database schema without downtime."), embed("Write unit tests for the login form.")
	for _, text := range []string{
		"Migriere das Datenbankschema ohne Ausfallzeit.", "Migra el esquema de la base de datos sin interrupciones.",
		"Migrer le schéma de la base de données sans interruption.", "在不停机的情况下迁移数据库模式。",
		"ダウンタイムなしでデータベースのスキーマを移行して。", "다운타임 없이 데이터베이스 스키마를 마이그레이션해 줘.",
	} {
		vector := embed(text)
		if near, far := stats.Dot(vector, right), stats.Dot(vector, wrong); near < .5 || near < far+.3 {
			t.Errorf("%s: %.2f from its translation, %.2f from another sentence", text, near, far)
		}
	}
	if vector := embed(""); math.Abs(stats.Dot(vector, vector)-1) > 1e-3 {
		t.Errorf("no text: got %v", vector)
	}
}

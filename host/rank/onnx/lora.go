package onnx

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/ed-irl/impressionism/host/foreign"
)

// Endings of the names of a matrix in a file of weights and of the two that
// change it in a LoRAFile.
const (
	weightEnding = ".weight"
	downEnding   = ".lora_A.weight" // rank × in
	upEnding     = ".lora_B.weight" // out × rank
)

// Limits of a LoRAFile: its bytes, and the rank of an update; usual are 4 to 64.
const (
	loraBytesMax = 64 << 20
	loraRankMax  = 256
)

// lora are low-rank updates of matrices, by the name of the matrix: W + up·down
// (Hu et al. 2021, LoRA, with its scale multiplied in).
type lora map[string]update

type update struct{ down, up tensor }

// openLoRA reads a LoRAFile.
func openLoRA(path string) (lora, error) {
	data, err := foreign.Read(path, loraBytesMax)
	if err != nil {
		return nil, err
	}
	all, leftOut, err := readTensorsOf(data)
	if err != nil {
		return nil, err
	}
	if leftOut > 0 {
		return nil, fmt.Errorf("read low-rank updates: %d arrays are neither float32 nor float16; convert them", leftOut)
	}
	return readLoRA(all)
}

// readLoRA pairs the arrays of a LoRAFile.
func readLoRA(all tensors) (lora, error) {
	if len(all) == 0 {
		return nil, errors.New("read low-rank updates: there are none")
	}
	updates := lora{}
	for name, down := range all {
		matrix, ok := strings.CutSuffix(name, downEnding)
		if !ok {
			if matrix, ok = strings.CutSuffix(name, upEnding); !ok {
				return nil, fmt.Errorf("read low-rank updates: %.80q ends neither in %s nor in %s", name, downEnding, upEnding)
			}
			if _, ok := all[matrix+downEnding]; !ok {
				return nil, fmt.Errorf("read low-rank updates: %.80q has no %s", matrix, downEnding)
			}
			continue
		}
		up, ok := all[matrix+upEnding]
		switch {
		case !ok:
			return nil, fmt.Errorf("read low-rank updates: %.80q has no %s", matrix, upEnding)
		case len(down.shape) != 2 || len(up.shape) != 2 || down.shape[0] != up.shape[1] || down.shape[0] > loraRankMax:
			return nil, fmt.Errorf("read low-rank updates: %.80q has shapes %v and %v, not rank × in and out × rank of a rank up to %d",
				matrix, down.shape, up.shape, loraRankMax)
		}
		updates[matrix+weightEnding] = update{down, up}
	}
	return updates, nil
}

// add returns a matrix of float32 with its update, as a copy.
func (u update) add(matrix []byte, shape []int64) ([]byte, error) {
	rank, in, out := u.down.shape[0], u.down.shape[1], u.up.shape[0]
	if len(shape) != 2 || shape[0] != out || shape[1] != in {
		return nil, fmt.Errorf("the update has shape [%d %d], not %v", out, in, shape)
	}
	down, up := u.down.float32s(), u.up.float32s()
	changed := make([]byte, 0, len(matrix))
	for o := range out {
		row := make([]float64, in)
		for r := range rank {
			weight := float64(float32At(up, 4*(o*rank+r)))
			for i := range in {
				row[i] += weight * float64(float32At(down, 4*(r*in+i)))
			}
		}
		for i := range in {
			sum := float64(float32At(matrix, 4*(o*in+i))) + row[i]
			changed = binary.LittleEndian.AppendUint32(changed, math.Float32bits(float32(sum)))
		}
	}
	return changed, nil
}

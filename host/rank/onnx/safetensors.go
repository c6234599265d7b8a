package onnx

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
)

// Limits of a file of tensors. BERT of 24 layers has 400 tensors in a header of
// 60 KiB.
const (
	tensorsHeaderBytesMax = 1 << 20
	tensorsMax            = 4096
	mappedBytesMax        = 2 << 30
)

// tensor is an array of numbers, little-endian, row after row.
type tensor struct {
	shape []int64
	data  []byte
	half  bool // float16; else float32
}

// tensors are the arrays of a safetensors file by name, as slices of it.
type tensors map[string]tensor

// readTensors reads the format of safetensors: eight bytes with the length of
// a header, a JSON object, the data. Arrays of other types than F32 and F16
// are left out.
func readTensors(file []byte) (tensors, error) {
	all, _, err := readTensorsOf(file)
	return all, err
}

// readTensorsOf also tells how many arrays were left out.
func readTensorsOf(file []byte) (all tensors, leftOut int, err error) {
	if len(file) < 8 {
		return nil, 0, fmt.Errorf("read tensors: %d bytes are no file of tensors", len(file))
	}
	size := binary.LittleEndian.Uint64(file)
	if size > tensorsHeaderBytesMax || size > uint64(len(file)-8) {
		return nil, 0, fmt.Errorf("read tensors: the header is %d bytes, at most %d of a file of %d", size, tensorsHeaderBytesMax, len(file))
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(file[8:8+size], &header); err != nil {
		return nil, 0, fmt.Errorf("read tensors: header: %w", err)
	}
	if len(header) > tensorsMax {
		return nil, 0, fmt.Errorf("read tensors: %d tensors, at most %d", len(header), tensorsMax)
	}
	all = tensors{}
	for name, entry := range header {
		if name == "__metadata__" {
			continue
		}
		one, ok, err := readTensor(entry, file[8+size:])
		if err != nil {
			return nil, 0, fmt.Errorf("read tensors: %.80q: %w", name, err)
		}
		if !ok {
			leftOut++
			continue
		}
		all[name] = one
	}
	return all, leftOut, nil
}

func readTensor(entry json.RawMessage, data []byte) (tensor, bool, error) {
	var described struct {
		Type    string   `json:"dtype"`
		Shape   []int64  `json:"shape"`
		Offsets [2]int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(entry, &described); err != nil {
		return tensor{}, false, err
	}
	widths := map[string]int64{"F32": 4, "F16": 2}
	width, ok := widths[described.Type]
	if !ok {
		return tensor{}, false, nil
	}
	start, end := described.Offsets[0], described.Offsets[1]
	if start < 0 || end < start || end > int64(len(data)) {
		return tensor{}, false, fmt.Errorf("bytes %d to %d of %d", start, end, len(data))
	}
	count := int64(1)
	for _, dimension := range described.Shape {
		if dimension < 1 || dimension > mappedBytesMax/count {
			return tensor{}, false, fmt.Errorf("shape %v", described.Shape)
		}
		count *= dimension
	}
	if count*width != end-start {
		return tensor{}, false, fmt.Errorf("shape %v in %d bytes", described.Shape, end-start)
	}
	return tensor{shape: described.Shape, data: data[start:end], half: width == 2}, true, nil
}

// float32s returns the numbers as float32, little-endian.
func (t tensor) float32s() []byte {
	if !t.half {
		return t.data
	}
	wide := make([]byte, 0, 2*len(t.data))
	for i := 0; i+1 < len(t.data); i += 2 {
		half := uint32(binary.LittleEndian.Uint16(t.data[i:]))
		sign, exponent, fraction := half>>15, half>>10&0x1F, half&0x3FF
		var value float64
		switch exponent {
		case 0:
			value = math.Ldexp(float64(fraction), -24)
		case 0x1F:
			value = math.Inf(1)
			if fraction != 0 {
				value = math.NaN()
			}
		default:
			value = math.Ldexp(float64(fraction|0x400), int(exponent)-25)
		}
		if sign == 1 {
			value = -value
		}
		wide = binary.LittleEndian.AppendUint32(wide, math.Float32bits(float32(value)))
	}
	return wide
}

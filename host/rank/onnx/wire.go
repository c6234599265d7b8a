package onnx

import (
	"encoding/binary"
	"io"
	"math"
)

// message is a protobuf message being written: pieces of its encoding, so that
// weights are neither copied nor measured twice.
type message struct {
	parts [][]byte
	size  int
}

const (
	wireVarint = 0
	wireBytes  = 2
	wireFixed4 = 5
)

func (m *message) put(part []byte) {
	m.parts = append(m.parts, part)
	m.size += len(part)
}

func (m *message) tag(field, wire int) []byte {
	return binary.AppendUvarint(nil, uint64(field<<3|wire))
}

func (m *message) int(field int, value int64) {
	m.put(binary.AppendUvarint(m.tag(field, wireVarint), uint64(value)))
}

func (m *message) float(field int, value float32) {
	m.put(binary.LittleEndian.AppendUint32(m.tag(field, wireFixed4), math.Float32bits(value)))
}

func (m *message) bytes(field int, value []byte) {
	m.put(binary.AppendUvarint(m.tag(field, wireBytes), uint64(len(value))))
	m.put(value)
}

func (m *message) text(field int, value string) { m.bytes(field, []byte(value)) }

func (m *message) nest(field int, inner message) {
	m.put(binary.AppendUvarint(m.tag(field, wireBytes), uint64(inner.size)))
	m.parts = append(m.parts, inner.parts...)
	m.size += inner.size
}

// WriteTo writes the encoding.
func (m *message) WriteTo(out io.Writer) (int64, error) {
	var written int64
	for _, part := range m.parts {
		n, err := out.Write(part)
		written += int64(n)
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

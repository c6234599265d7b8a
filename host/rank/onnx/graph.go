package onnx

import (
	"encoding/binary"
	"fmt"
)

// Names of the inputs and outputs of graphs: of those written here, and of
// those that are published.
var (
	ownInputs        = []string{"ids"}
	ownOutputs       = []string{"vector"}
	publishedInputs  = []string{"input_ids", "attention_mask", "token_type_ids"}
	publishedOutputs = []string{"last_hidden_state"}
)

// Numbers of ONNX's protobuf schema (onnx.proto).
const (
	irVersion, opset             = 8, 17
	typeFloat, typeUint8         = 1, 2
	typeInt64                    = 7
	attributeFloat, attributeInt = 1, 2
	attributeInts                = 7
)

// graph is an ONNX graph being written.
type graph struct {
	nodes        []message
	initializers []message
}

// attribute is a named argument of a node: an int, a float32 or []int.
type attribute struct {
	name  string
	value any
}

// node adds a standard operation and returns the name of its output.
func (g *graph) node(operation string, inputs []string, attributes ...attribute) string {
	return g.nodeOf("", operation, inputs, attributes...)
}

func (g *graph) nodeOf(domain, operation string, inputs []string, attributes ...attribute) string {
	output := fmt.Sprintf("%s_%d", operation, len(g.nodes))
	g.write(output, domain, operation, inputs, attributes...)
	return output
}

func (g *graph) write(output, domain, operation string, inputs []string, attributes ...attribute) {
	var node message
	for _, input := range inputs {
		node.text(1, input)
	}
	node.text(2, output)
	node.text(4, operation)
	for _, attribute := range attributes {
		node.nest(5, attribute.encode())
	}
	node.text(7, domain)
	g.nodes = append(g.nodes, node)
}

func (a attribute) encode() message {
	var encoded message
	encoded.text(1, a.name)
	switch value := a.value.(type) {
	case int:
		encoded.int(3, int64(value))
		encoded.int(20, attributeInt)
	case float32:
		encoded.float(2, value)
		encoded.int(20, attributeFloat)
	case []int:
		for _, each := range value {
			encoded.int(8, int64(each))
		}
		encoded.int(20, attributeInts)
	default:
		panic(fmt.Sprintf("attribute %s is a %T", a.name, a.value)) // the graph's own code is wrong
	}
	return encoded
}

// constant adds an array and returns its name.
func (g *graph) constant(kind int64, data []byte, shape ...int64) string {
	name := fmt.Sprintf("constant_%d", len(g.initializers))
	var array message
	for _, dimension := range shape {
		array.int(1, dimension)
	}
	array.int(2, kind)
	array.text(8, name)
	array.bytes(9, data)
	g.initializers = append(g.initializers, array)
	return name
}

func (g *graph) floats(data []byte, shape ...int64) string {
	return g.constant(typeFloat, data, shape...)
}

func (g *graph) ints(values ...int64) string {
	var data []byte
	for _, value := range values {
		data = binary.LittleEndian.AppendUint64(data, uint64(value))
	}
	return g.constant(typeInt64, data, int64(len(values)))
}

// model returns the whole file: ids of shape [1, n] to a vector of [1, dimensions].
func (g *graph) model(dimensions int64) message {
	var count, size, body message
	count.text(2, "n")
	size.int(1, dimensions)
	for _, node := range g.nodes {
		body.nest(1, node)
	}
	body.text(2, "bert")
	for _, array := range g.initializers {
		body.nest(5, array)
	}
	body.nest(11, valueInfo(ownInputs[0], typeInt64, count))
	body.nest(12, valueInfo(ownOutputs[0], typeFloat, size))

	var standard, own, file message
	standard.int(2, opset)
	own.text(1, contrib)
	own.int(2, 1)
	file.int(1, irVersion)
	file.text(2, "impressionism")
	file.nest(7, body)
	file.nest(8, standard)
	file.nest(8, own)
	return file
}

// valueInfo describes an array of one row.
func valueInfo(name string, kind int64, columns message) message {
	var one, shape, array, value, info message
	one.int(1, 1)
	shape.nest(1, one)
	shape.nest(1, columns)
	array.int(1, kind)
	array.nest(2, shape)
	value.nest(1, array)
	info.text(1, name)
	info.nest(2, value)
	return info
}

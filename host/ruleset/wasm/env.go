package wasm

import "encoding/binary"

// envFunctions are those of the Extism kernel that its PDKs for Rust, Go, C and
// AssemblyScript import. There is no configuration, for parameters come from
// param, and no network.
var envFunctions = map[string]hostFunction{
	"alloc":         {oneI64, oneI64, workPrice, func(g *guest, s []uint64) { s[0] = g.alloc(s[0]) }},
	"free":          {oneI64, nil, touchPrice, func(g *guest, s []uint64) { g.free(s[0]) }},
	"length":        {oneI64, oneI64, touchPrice, func(g *guest, s []uint64) { s[0] = g.length(s[0]) }},
	"length_unsafe": {oneI64, oneI64, touchPrice, func(g *guest, s []uint64) { s[0] = g.length(s[0]) }},
	"load_u8":       {oneI64, oneI32, touchPrice, loadU8},
	"load_u64":      {oneI64, oneI64, touchPrice, loadU64},
	"store_u8":      {i64I32, nil, touchPrice, storeU8},
	"store_u64":     {twoI64, nil, touchPrice, storeU64},

	"input_length":   {nil, oneI64, touchPrice, func(g *guest, s []uint64) { s[0] = uint64(len(g.input)) }},
	"input_offset":   {nil, oneI64, workPrice, inputOffset},
	"input_load_u8":  {oneI64, oneI32, touchPrice, inputLoadU8},
	"input_load_u64": {oneI64, oneI64, touchPrice, inputLoadU64},
	"output_set":     {twoI64, nil, workPrice, outputSet},
	"error_set":      {oneI64, nil, workPrice, errorSet},

	"config_get":    {oneI64, oneI64, touchPrice, func(_ *guest, s []uint64) { s[0] = 0 }},
	"var_get":       {oneI64, oneI64, workPrice, varGet},
	"var_set":       {twoI64, nil, workPrice, varSet},
	"get_log_level": {nil, oneI32, touchPrice, logLevel},
	"log_trace":     {oneI64, nil, workPrice, logAt("debug")},
	"log_debug":     {oneI64, nil, workPrice, logAt("debug")},
	"log_info":      {oneI64, nil, workPrice, logAt("info")},
	"log_warn":      {oneI64, nil, workPrice, logAt("warn")},
	"log_error":     {oneI64, nil, workPrice, logAt("error")},
}

var (
	oneI32 = []byte{i32}
	oneI64 = []byte{i64}
	twoI64 = []byte{i64, i64}
	i64I32 = []byte{i64, i32}
)

func loadU8(g *guest, s []uint64) {
	part, ok := g.part(s[0], 1)
	if !ok {
		trap("load_u8: offset %d is outside of all blocks", s[0])
	}
	s[0] = uint64(part[0])
}

func loadU64(g *guest, s []uint64) {
	value, ok := g.loadU64(s[0])
	if !ok {
		trap("load_u64: offset %d is outside of all blocks", s[0])
	}
	s[0] = value
}

func storeU8(g *guest, s []uint64) {
	part, ok := g.part(s[0], 1)
	if !ok {
		trap("store_u8: offset %d is outside of all blocks", s[0])
	}
	part[0] = byte(s[1])
}

func storeU64(g *guest, s []uint64) {
	part, ok := g.part(s[0], 8)
	if !ok {
		trap("store_u64: offset %d is outside of all blocks", s[0])
	}
	binary.LittleEndian.PutUint64(part, s[1])
}

// inputOffset gives the input as a block, which it becomes when first asked for.
func inputOffset(g *guest, s []uint64) {
	if g.inputOffset == 0 {
		g.copied(len(g.input))
		g.inputOffset = g.put(g.input)
	}
	s[0] = g.inputOffset
}

func inputLoadU8(g *guest, s []uint64) {
	if s[0] >= uint64(len(g.input)) {
		trap("input_load_u8: offset %d of an input of %d bytes", s[0], len(g.input))
	}
	s[0] = uint64(g.input[s[0]])
}

func inputLoadU64(g *guest, s []uint64) {
	if size := uint64(len(g.input)); size < 8 || s[0] > size-8 {
		trap("input_load_u64: offset %d of an input of %d bytes", s[0], size)
	}
	s[0] = binary.LittleEndian.Uint64(g.input[s[0]:])
}

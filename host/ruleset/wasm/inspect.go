package wasm

import (
	"encoding/json"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/ruleset/wasm/binary"
)

// Inspection is what is known of a module without running it.
type Inspection struct {
	Hash      string    `json:"hash"` // SHA-256, hex
	Size      int       `json:"size"` // bytes
	CodeSize  int       `json:"code_size"`
	Functions int       `json:"functions"`
	ABI       int       `json:"abi"` // 0: none that this host serves
	Manifest  Document  `json:"manifest,omitempty"`
	Toolchain []string  `json:"toolchain,omitempty"` // "language Rust", "processed-by rustc 1.95.0"
	Calls     []string  `json:"calls"`               // host calls that it imports
	Imports   []Symbol  `json:"imports"`
	Exports   []Symbol  `json:"exports"`
	Memory    *Memory   `json:"memory,omitempty"`
	Customs   []Section `json:"custom_sections,omitempty"`
	Refused   []string  `json:"refused,omitempty"` // why it may not run, a line each
}

// Symbol is one import or export.
type Symbol struct {
	Module string `json:"module,omitempty"` // imports only
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Type   string `json:"type,omitempty"` // of functions
}

// Memory is the size of a module's memory.
type Memory struct {
	MinBytes int64 `json:"min_bytes"`
	MaxBytes int64 `json:"max_bytes,omitempty"` // 0: it sets none
}

// Section is a custom section.
type Section struct {
	Name string `json:"name"`
	Size int    `json:"size"`
}

// Document is JSON as it was found, which may be no JSON at all.
type Document []byte

// MarshalJSON writes what is JSON as it is, and anything else as a string.
func (d Document) MarshalJSON() ([]byte, error) {
	if json.Valid(d) {
		return d, nil
	}
	return json.Marshal(string(d))
}

// Inspect reads a module; the error is why it is none. Nothing of it is
// compiled or run.
func Inspect(module []byte) (Inspection, error) {
	m, err := binary.Decode(module)
	if err != nil {
		return Inspection{}, err
	}
	inspection := Inspection{
		Hash: hashOf(module), Size: len(module), Functions: len(m.Functions), ABI: abiOf(m),
		Calls: []string{}, Imports: []Symbol{}, Exports: []Symbol{}, Refused: offendersOf(m),
	}
	for _, body := range m.Bodies {
		inspection.CodeSize += len(body.Code)
	}
	inspection.symbols(m)
	for _, memory := range m.AllMemories() {
		inspection.Memory = &Memory{MinBytes: int64(memory.Min) << 16, MaxBytes: int64(memory.Max) << 16}
	}
	for _, custom := range m.Customs {
		inspection.Customs = append(inspection.Customs, Section{custom.Name, len(custom.Content)})
		switch custom.Name {
		case abi.ManifestSection:
			inspection.Manifest = custom.Content
		case "producers":
			inspection.Toolchain = producers(custom.Content)
		}
	}
	return inspection, nil
}

func (i *Inspection) symbols(m *binary.Module) {
	for _, imported := range m.Imports {
		symbol := Symbol{Module: imported.Module, Name: imported.Name, Kind: imported.Kind.String()}
		if imported.Kind == binary.KindFunction && int(imported.Type) < len(m.Types) {
			symbol.Type = m.Types[imported.Type].String()
		}
		i.Imports = append(i.Imports, symbol)
		if imported.Module == moduleUser && !slices.Contains(i.Calls, imported.Name) {
			i.Calls = append(i.Calls, imported.Name)
		}
	}
	for _, exported := range m.Exports {
		symbol := Symbol{Name: exported.Name, Kind: exported.Kind.String()}
		if signature, ok := m.Signature(exported.Index); ok && exported.Kind == binary.KindFunction {
			symbol.Type = signature.String()
		}
		i.Exports = append(i.Exports, symbol)
	}
}

// Undeclared returns the host calls that the module imports but a manifest's list
// leaves out; they answer not_allowed. An absent list (nil) allows all.
func (i Inspection) Undeclared(calls []string) []string {
	if calls == nil {
		return nil
	}
	var undeclared []string
	for _, call := range i.Calls {
		if !slices.Contains(calls, call) {
			undeclared = append(undeclared, call)
		}
	}
	return undeclared
}

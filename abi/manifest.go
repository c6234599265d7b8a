package abi

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// AskedEvents are those that a ruleset may subscribe to.
var AskedEvents = []string{EventPrompt, EventToolUsed, EventFileTouched, EventTurnEnded, EventCompacting}

// kindsMax is how many kinds of items a manifest may name; there are a handful.
const kindsMax = 16

// kindCharsMax is how long the name of a kind may be.
const kindCharsMax = 64

// ManifestSection names the custom section in which a WebAssembly module carries
// its manifest.
const ManifestSection = "impressionism.manifest"

// SourcesSection names the custom section in which a module carries the hash of the
// sources that it was built from, so that one that is older than they are is found.
const SourcesSection = "impressionism.sources"

// Manifest describes a ruleset, so that listing and skipping never run it.
type Manifest struct {
	ID         string               `json:"id" jsonschema:"minLength=1,pattern=^[a-z0-9][a-z0-9_.-]*/[a-z0-9][a-z0-9_.-]*$"`
	Version    string               `json:"version,omitempty" jsonschema:"description=A semantic version\\, as in 1.2.0"`
	ABI        int                  `json:"abi" jsonschema:"minimum=1"`
	Summary    string               `json:"summary,omitempty" jsonschema:"maxLength=200"`
	Code       string               `json:"code,omitempty" jsonschema:"description=File name inside the folder; where absent NAME.lua\\, ruleset.lua\\, NAME.wasm or ruleset.wasm\\, NAME being the last part of the id"`
	Events     []string             `json:"events,omitempty" jsonschema:"description=Events the ruleset wants; prompt where absent"`
	Calls      []string             `json:"calls,omitempty" jsonschema:"description=Host calls the ruleset may use; every call where absent"`
	Kinds      []string             `json:"kinds,omitempty" jsonschema:"maxItems=16,minLength=1,maxLength=64,description=Kinds of items the ruleset sees\\, as in skill\\, command\\, tool\\, lesson and code; skill and command where absent"`
	Parameters map[string]Parameter `json:"parameters,omitempty"`
	Disable    map[string]string    `json:"disable,omitempty" jsonschema:"description=Rules of validate and properties of fuzz that are not told of; each with the reason"`

	Impressionism string `json:"impressionism,omitempty" jsonschema:"description=Versions of the program that the ruleset is for\\, as in >=0.2.0 <0.4.0; every one where absent"`
}

// Parameter is one parameter of a ruleset: the part of JSON Schema that a
// configuration file needs.
type Parameter struct {
	Type        string   `json:"type" jsonschema:"enum=number,enum=integer,enum=string,enum=boolean,enum=array,enum=object"`
	Default     any      `json:"default,omitempty"`
	Minimum     *float64 `json:"minimum,omitempty"`
	Maximum     *float64 `json:"maximum,omitempty"`
	Enum        []any    `json:"enum,omitempty"`
	Description string   `json:"description,omitempty"`
}

// DecodeManifest reads a ruleset.json strictly: unknown fields, a missing id
// and an abi that this host does not serve are errors.
func DecodeManifest(data []byte) (Manifest, error) {
	var m Manifest
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&m); err != nil {
		return Manifest{}, fmt.Errorf("decode manifest: %w", err)
	}
	if m.ID == "" {
		return Manifest{}, fmt.Errorf("decode manifest: id is missing")
	}
	if err := Serves(m.ABI); err != nil {
		return Manifest{}, fmt.Errorf("decode manifest: %w", err)
	}
	for _, event := range m.Events {
		if !slices.Contains(AskedEvents, event) {
			return Manifest{}, fmt.Errorf("decode manifest: a ruleset is not asked about the event %.40q; events are %s", event, strings.Join(AskedEvents, ", "))
		}
	}
	if err := m.checkKinds(); err != nil {
		return Manifest{}, fmt.Errorf("decode manifest: %w", err)
	}
	for name, p := range m.Parameters {
		if p.Default == nil {
			continue
		}
		if err := p.Check(p.Default); err != nil {
			return Manifest{}, fmt.Errorf("decode manifest: default of parameter %s: %w", name, err)
		}
	}
	return m, nil
}

// ImpliedManifest is that of a single file: all calls, no parameters.
func ImpliedManifest(id string) Manifest {
	return Manifest{ID: id, ABI: Version}
}

// Wants reports whether the ruleset subscribed to the event.
func (m Manifest) Wants(event string) bool {
	if len(m.Events) == 0 {
		return event == EventPrompt
	}
	return slices.Contains(m.Events, event)
}

// UsualKinds are those that a ruleset sees whose manifest names none: what the client
// itself lists.
var UsualKinds = []string{KindSkill, KindCommand}

// checkKinds refuses what cannot be a kind. One that this host does not have is none of
// its business: a ruleset for a later host sees no items of it.
func (m Manifest) checkKinds() error {
	if len(m.Kinds) > kindsMax {
		return fmt.Errorf("kinds: %d are named, at most %d are allowed", len(m.Kinds), kindsMax)
	}
	for _, kind := range m.Kinds {
		if !validKind(kind) || len(kind) > kindCharsMax {
			return fmt.Errorf("kinds: %.80q is no kind: 1 to %d small letters, digits and '-', beginning with a letter, as in skill, command, tool", kind, kindCharsMax)
		}
	}
	return nil
}

// Sees reports whether the ruleset sees items of a kind.
func (m Manifest) Sees(kind string) bool {
	return slices.Contains(m.SeenKinds(), kind)
}

// SeenKinds returns the kinds of the items that the ruleset sees: those that it names,
// or UsualKinds.
func (m Manifest) SeenKinds() []string {
	if len(m.Kinds) == 0 {
		return UsualKinds
	}
	return m.Kinds
}

// Check reports why a value does not fit the parameter, or nil.
func (p Parameter) Check(value any) error {
	if err := p.checkType(value); err != nil {
		return err
	}
	if number, ok := asNumber(value); ok {
		if p.Minimum != nil && number < *p.Minimum {
			return fmt.Errorf("%v is below the minimum %v", value, *p.Minimum)
		}
		if p.Maximum != nil && number > *p.Maximum {
			return fmt.Errorf("%v is above the maximum %v", value, *p.Maximum)
		}
	}
	if len(p.Enum) > 0 && !slices.ContainsFunc(p.Enum, func(allowed any) bool { return sameScalar(allowed, value) }) {
		return fmt.Errorf("%v is none of %v", value, p.Enum)
	}
	return nil
}

func (p Parameter) checkType(value any) error {
	ok := false
	switch p.Type {
	case "number":
		_, ok = asNumber(value)
	case "integer":
		var number float64
		number, ok = asNumber(value)
		ok = ok && number == float64(int64(number))
	case "string":
		_, ok = value.(string)
	case "boolean":
		_, ok = value.(bool)
	case "array":
		_, ok = value.([]any)
	case "object":
		_, ok = value.(map[string]any)
	default:
		return fmt.Errorf("unknown type %q", p.Type)
	}
	if !ok {
		return fmt.Errorf("%v is not of type %s", value, p.Type)
	}
	return nil
}

func sameScalar(a, b any) bool {
	x, okX := asNumber(a)
	y, okY := asNumber(b)
	if okX && okY {
		return x == y
	}
	switch a.(type) {
	case string, bool:
		return a == b
	}
	return false
}

func asNumber(value any) (float64, bool) {
	switch n := value.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	case uint64:
		return float64(n), true
	}
	return 0, false
}

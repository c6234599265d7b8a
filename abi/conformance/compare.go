package conformance

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// parse reads JSON and keeps numbers as they are written.
func parse(data []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, err
	}
	if decoder.More() {
		return nil, fmt.Errorf("more than one JSON value")
	}
	return value, nil
}

// difference tells where two JSON values differ, or "". The order of fields is
// of no matter, and neither is laterField in what was got.
func difference(got, want any) string {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		return fieldsDiffer(g, w)
	case []any:
		g, ok := got.([]any)
		if !ok {
			break
		}
		if len(g) != len(w) {
			return fmt.Sprintf(": got %d entries, want %d", len(g), len(w))
		}
		for i := range w {
			if text := difference(g[i], w[i]); text != "" {
				return fmt.Sprintf("[%d]%s", i, text)
			}
		}
		return ""
	case json.Number:
		g, ok := got.(json.Number)
		if ok && sameNumber(g, w) {
			return ""
		}
	default:
		if got == want {
			return ""
		}
	}
	return fmt.Sprintf(": got %.200s, want %.200s", encode(got), encode(want))
}

func fieldsDiffer(got, want map[string]any) string {
	var names []string
	for name := range got {
		if _, ok := want[name]; !ok && name != laterField {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		slices.Sort(names)
		return fmt.Sprintf(": got the fields %q, which nobody asked for", names)
	}
	for name, value := range want {
		found, ok := got[name]
		if !ok {
			return fmt.Sprintf(".%s is missing", name)
		}
		if text := difference(found, value); text != "" {
			return "." + name + text
		}
	}
	return ""
}

// numberTolerance is what readers of decimal numbers differ by: serde_json's
// default is off by one unit in the last place at times. Whole numbers have to
// be exact. Decisions are compared after rounding to six decimals.
const numberTolerance = 1e-15

func sameNumber(a, b json.Number) bool {
	if x, err := a.Int64(); err == nil {
		if y, err := b.Int64(); err == nil {
			return x == y
		}
	}
	x, errX := a.Float64()
	y, errY := b.Float64()
	return errX == nil && errY == nil && math.Abs(x-y) <= numberTolerance*math.Max(math.Abs(x), math.Abs(y))
}

// Difference tells where a JSON text differs from the one that is wanted, or "".
// Order of fields, ways of writing and fields of later hosts are no difference.
func Difference(got, want []byte) string {
	g, err := parse(got)
	if err != nil {
		return fmt.Sprintf(": got no JSON: %v: %.200s", err, got)
	}
	w, err := parse(want)
	if err != nil {
		return fmt.Sprintf(": want no JSON: %v: %.200s", err, want)
	}
	return difference(g, w)
}

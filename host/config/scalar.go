package config

import (
	"math"
	"strconv"

	"go.yaml.in/yaml/v3"
)

// Tags that the parser gives to what is untagged.
const (
	nullTag  = "!!null"
	mergeTag = "!!merge" // <<
)

const notPlain = "only plain values are read here: no anchors, aliases, tags, infinities"

// plain reports whether a value stands by itself: one that refers to another could
// stand for far more than the file's size.
func plain(from *yaml.Node) bool {
	return from.Kind != yaml.AliasNode && from.Anchor == "" && from.Style&yaml.TaggedStyle == 0
}

// scalar returns a text, a truth or a finite number. What else the parser knows
// (dates) is text.
func scalar(from *yaml.Node) (value any, ok bool) {
	switch from.Tag {
	default:
		return from.Value, true
	case "!!int":
		if number, err := strconv.ParseInt(from.Value, 10, 64); err == nil {
			return number, true // 010, too, which is octal to the parser and ten to people
		}
	case "!!bool", "!!float":
	}
	if err := from.Decode(&value); err != nil {
		return nil, false
	}
	switch number := value.(type) {
	case int:
		return int64(number), true
	case uint64: // beyond int64
		return float64(number), true
	case float64:
		return number, !math.IsInf(number, 0) && !math.IsNaN(number)
	}
	return value, true
}

package lua

import (
	"math"
	"strconv"
	"strings"

	vm "github.com/yuin/gopher-lua"
)

// numeralBytesMax bounds the text that is looked at as a number.
const numeralBytesMax = 200

const spaces = " \t\n\r\f\v"

// formatNumber writes a number as tostring and ".." do: the same on every
// machine, which the interpreter's own conversion is not beyond 2^63.
func formatNumber(n float64) string {
	switch {
	case math.IsNaN(n):
		return "nan"
	case math.IsInf(n, 1):
		return "inf"
	case math.IsInf(n, -1):
		return "-inf"
	case n == math.Trunc(n) && math.Abs(n) < 1<<63:
		return strconv.FormatInt(int64(n), 10)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

// asText is a string or number as "..", concat and replacements see it; "" for
// anything else.
func asText(value vm.LValue) string {
	switch v := value.(type) {
	case vm.LString:
		return string(v)
	case vm.LNumber:
		return formatNumber(float64(v))
	}
	return ""
}

// Reading and writing decimals takes long where a number is far from 1 or has many
// digits: the exact way shifts hundreds of digits. Measured, in units for a decimal
// place or digit beyond those that are free.
const (
	placesFree    = 40
	unitsPerPlace = 8
)

// places charges for converting a number with so many digits or places.
func (m *meter) places(count int) {
	if count > placesFree {
		m.work(unitsPerPlace * count)
	}
}

// numeralPlaces bounds the places of a number as it is written: its digits and its
// exponent.
func numeralPlaces(text string) int {
	at := strings.LastIndexAny(text, "eE")
	if at < 0 || len(text) > 2 && (text[1] == 'x' || text[1] == 'X') {
		return len(text)
	}
	exponent := 0
	for _, digit := range strings.TrimLeft(text[at+1:], "+-") {
		if digit < '0' || digit > '9' || exponent > exponentMax {
			break
		}
		exponent = 10*exponent + int(digit-'0')
	}
	return at + min(exponent, exponentMax)
}

// exponentMax is more than the decimal exponent of any number.
const exponentMax = 400

// parseNumber reads a text as a number, and charges for it.
func (m *meter) parseNumber(text string) (float64, bool) {
	m.work(numeralUnits + len(text)/numeralBytesPerUnit)
	if len(text) > numeralBytesMax {
		return 0, false
	}
	text = strings.Trim(text, spaces)
	m.places(numeralPlaces(text))
	return parseNumber(text)
}

const (
	numeralUnits        = 5
	numeralBytesPerUnit = 3
	floatUnits          = 5 // of writing a number that is not whole, or far from 0
)

// isFloat reports whether writing a number takes longer than an integer takes.
func isFloat(n float64) bool { return n != math.Trunc(n) || math.Abs(n) >= 1<<32 }

// parseNumber reads a decimal or 0x number.
func parseNumber(text string) (float64, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 {
		return 0, false
	}
	if len(digits) > 2 && (digits[:2] == "0x" || digits[:2] == "0X") {
		n, err := strconv.ParseUint(digits[2:], 16, 64)
		if text[0] == '-' {
			return -float64(n), err == nil
		}
		return float64(n), err == nil
	}
	if strings.Trim(digits, "0123456789.eE+-") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil || math.IsInf(n, 0) && digits != ""
}

// parseInteger reads a whole number in the given base, 2 to 36.
func parseInteger(text string, base int) (float64, bool) {
	if len(text) > numeralBytesMax {
		return 0, false
	}
	text = strings.ToLower(strings.Trim(text, spaces))
	if base == 16 {
		text = strings.TrimPrefix(text, "0x")
	}
	if strings.Contains(text, "_") {
		return 0, false
	}
	n, err := strconv.ParseInt(text, base, 64)
	return float64(n), err == nil
}

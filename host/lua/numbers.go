package lua

import (
	"fmt"
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
	return fmt.Sprint(n)
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

// parseNumber reads a decimal or 0x number, spaces around it allowed.
func parseNumber(text string) (float64, bool) {
	if len(text) > numeralBytesMax {
		return 0, false
	}
	text = strings.Trim(text, spaces)
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

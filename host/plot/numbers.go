package plot

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// none stands in a table where a number is missing.
const none = "–"

// minus exchanges hyphens for true minus signs.
func minus(text string) string { return strings.ReplaceAll(text, "-", "−") }

// similarity returns a number between −1 and 1 as ".72", "1.00", "−.12".
func similarity(v float64) string {
	if !finite(v) {
		return none
	}
	text := strconv.FormatFloat(v, 'f', 2, 64)
	if math.Abs(v) >= 100 {
		return minus(brief(v))
	}
	if text == "-0.00" {
		text = "0.00"
	}
	if whole, ok := strings.CutPrefix(text, "-0."); ok {
		return "−." + whole
	}
	if whole, ok := strings.CutPrefix(text, "0."); ok {
		return "." + whole
	}
	return minus(text)
}

// signed returns a number with its sign: "+11.02", "−1.84", and long ones short.
func signed(v float64) string {
	switch {
	case !finite(v):
		return none
	case math.Abs(v) >= 1000:
		return sign(v) + brief(math.Abs(v))
	}
	return sign(v) + strconv.FormatFloat(math.Abs(v), 'f', 2, 64)
}

func sign(v float64) string {
	if v < 0 {
		return "−"
	}
	return "+"
}

// count returns a number with a comma at each thousand.
func count(n int) string {
	digits := strconv.Itoa(n)
	sign := ""
	if digits[0] == '-' {
		sign, digits = "−", digits[1:]
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits
}

// short returns a count, from a million on as brief does.
func short(n int) string {
	if n >= 1e6 {
		return brief(float64(n))
	}
	return count(n)
}

// brief returns a number in at most five characters and a sign: "12", "3.5", "9,999",
// "12k", "3.4M", "2bn".
func brief(v float64) string {
	a := math.Abs(v)
	switch {
	case !finite(v):
		return none
	case a >= 1e13:
		return minus(strconv.FormatFloat(v, 'g', 2, 64))
	case a >= 1e9:
		return scaled(v/1e9) + "bn"
	case a >= 1e6:
		return scaled(v/1e6) + "M"
	case a >= 1e4:
		return scaled(v/1e3) + "k"
	case a >= 1000:
		return count(int(math.Round(v)))
	}
	return scaled(v)
}

// scaled returns a number with one decimal, or two below a tenth, none where it is whole.
func scaled(v float64) string {
	digits := 1
	if a := math.Abs(v); a < .1 {
		digits = 2
	} else if a >= 100 {
		digits = 0
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	if text == "-0" {
		text = "0"
	}
	return minus(text)
}

// percent returns a share between 0 and 1 as "63 %".
func percent(v float64) string {
	if !finite(v) {
		return none
	}
	return minus(strconv.FormatFloat(math.Round(100*v)+0, 'f', 0, 64)) + " %"
}

// duration returns milliseconds with the unit that a reader would take: "0.4 ms",
// "14.6 ms", "148 ms", "2.4 s", "83 min", "5 h".
func duration(ms float64) string {
	switch a := math.Abs(ms); {
	case !finite(ms):
		return none
	case a < 9999.5 && a >= 999.5:
		return oneDecimal(ms/1000) + " s"
	case a < 999.5 && a >= 99.95:
		return minus(strconv.FormatFloat(ms, 'f', 0, 64)) + " ms"
	case a < 99.95:
		return oneDecimal(ms) + " ms"
	case a < 120_000:
		return brief(math.Round(ms/1000)) + " s"
	case a < 2*3_600_000:
		return brief(math.Round(ms/60_000)) + " min"
	case a < 2*86_400_000:
		return brief(math.Round(ms/3_600_000)) + " h"
	}
	return brief(math.Round(ms/86_400_000)) + " days"
}

func oneDecimal(v float64) string {
	return minus(strings.TrimSuffix(strconv.FormatFloat(v+0, 'f', 1, 64), ".0"))
}

func millis(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// some returns a number and its noun, in the plural where there is not exactly one.
func some(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return count(n) + " " + many
}

// ticks returns round numbers from low to high, at most so many (at least 2), a step of
// 1, 2, 2.5 or 5 times a power of ten apart.
func ticks(low, high float64, most int) []float64 {
	if !(high > low) {
		return []float64{low}
	}
	rough := (high - low) / float64(max(most, 2))
	power := math.Pow(10, math.Floor(math.Log10(rough)))
	step := 10 * power
	for _, factor := range [...]float64{1, 2, 2.5, 5} {
		if factor*power >= rough {
			step = factor * power
			break
		}
	}
	var at []float64
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9 && len(at) <= most+1; i++ {
		at = append(at, i*step)
	}
	return at
}

// whole keeps a count within what can be drawn and added up.
func whole(n int) int { return min(max(n, 0), 1e12) }

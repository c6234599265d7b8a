package lua

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// stringFormat is string.format with Lua's directives only: the interpreter's
// own hands the format to Go, whose directives show addresses.
func stringFormat(c call) int {
	format := c.text(1)
	var out strings.Builder
	argument := 1
	for {
		at := strings.IndexByte(format, '%')
		if at < 0 {
			break
		}
		c.write(&out, format[:at])
		format = format[at+1:]
		if strings.HasPrefix(format, "%") {
			c.g.work(1)
			c.write(&out, "%")
			format = format[1:]
			continue
		}
		d, rest := c.directive(format)
		argument++
		c.g.work(4)
		c.write(&out, c.formatted(d, argument))
		format = rest
	}
	c.write(&out, format)
	c.g.hold(stringBytes)
	return c.giveText(out.String())
}

// directive is one "%-08.3f".
type directive struct {
	flags            string
	width, precision int // precision -1: none given
	verb             byte
}

// directive reads what follows a '%' and returns the rest of the format.
func (c call) directive(format string) (directive, string) {
	d := directive{precision: -1}
	i := 0
	for i < len(format) && strings.IndexByte("-+ #0", format[i]) >= 0 {
		i++
	}
	if i > 5 {
		c.L.RaiseError("invalid format (repeated flags)")
	}
	d.flags = format[:i]
	number := func() (n int) {
		for from := i; i < len(format) && '0' <= format[i] && format[i] <= '9'; i++ {
			if n = 10*n + int(format[i]-'0'); i-from >= 2 {
				c.L.RaiseError("invalid format (width or precision too long)")
			}
		}
		return n
	}
	d.width = number()
	if i < len(format) && format[i] == '.' {
		i++
		d.precision = number()
	}
	if i >= len(format) || strings.IndexByte("cdiuoxXeEfgGqs", format[i]) < 0 {
		c.L.RaiseError("invalid option '%%%s' to 'format'", format[:min(i+1, len(format))])
	}
	d.verb = format[i]
	return d, format[i+1:]
}

func (c call) formatted(d directive, argument int) string {
	switch d.verb {
	case 'c':
		return d.pad(string([]byte{byte(c.integer(argument))}))
	case 'd', 'i':
		if d.plain() && d.precision < 0 {
			return strconv.Itoa(c.integer(argument))
		}
		c.g.work(flaggedUnits)
		return fmt.Sprintf(d.goFormat('d'), int64(c.integer(argument)))
	case 'u', 'o', 'x', 'X':
		verb := d.verb
		if verb == 'u' {
			verb = 'd'
		}
		c.g.work(flaggedUnits)
		return fmt.Sprintf(d.goFormat(verb), uint64(c.integer(argument)))
	case 'q':
		return c.quoted(c.text(argument))
	case 's':
		text := c.textOf(c.any(argument))
		if d.precision >= 0 && d.precision < len(text) {
			text = text[:d.precision]
		}
		return d.pad(text)
	}
	n := c.number(argument)
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return d.pad(formatNumber(n))
	}
	if d.precision < 0 {
		d.precision = 6
	}
	c.g.work(floatUnits)
	if d.precision > digitsQuick {
		c.g.work(exactUnits)
	}
	c.g.places(d.places(n))
	if d.plain() {
		return strconv.FormatFloat(n, d.verb, d.precision, 64)
	}
	c.g.work(flaggedUnits)
	return fmt.Sprintf(d.goFormat(d.verb), n)
}

// Prices in units beside that of a directive.
const (
	flaggedUnits = 8 // of one with flags or a width, for which a format is written
	exactUnits   = 8 // of a number with more digits than the quick way has
)

// places is how many decimal places a number is shifted over to write it: few where the
// number of digits is small enough for the quick way.
func (d directive) places(n float64) int {
	if d.precision <= digitsQuick && d.verb|0x20 != 'f' {
		return 0
	}
	_, exponent := math.Frexp(n)
	return d.precision + max(exponent, -exponent)*3/10
}

// digitsQuick is how many digits can be had without exact arithmetic.
const digitsQuick = 16

// plain reports whether neither flags nor a width change how the value is written.
func (d directive) plain() bool { return d.flags == "" && d.width == 0 }

func (d directive) goFormat(verb byte) string {
	format := "%" + d.flags
	if d.width > 0 {
		format += strconv.Itoa(d.width)
	}
	if d.precision >= 0 {
		format += "." + strconv.Itoa(d.precision)
	}
	return format + string(rune(verb))
}

// pad fills up to the width, which counts bytes as in Lua.
func (d directive) pad(text string) string {
	missing := d.width - len(text)
	if missing <= 0 {
		return text
	}
	if strings.Contains(d.flags, "-") {
		return text + strings.Repeat(" ", missing)
	}
	return strings.Repeat(" ", missing) + text
}

// quoted writes a string so that Lua can read it again.
func (c call) quoted(text string) string {
	c.g.hold(4 * len(text))
	c.g.work(len(text) / 4)
	return `"` + quoter.Replace(text) + `"`
}

var quoter = strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\n", "\\\n", "\r", `\r`, "\x00", `\000`)

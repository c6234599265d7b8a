package binary

import (
	"fmt"
	"unicode/utf8"
)

// cursor reads bytes from front to back. After the first error it reads zeros,
// so callers look at err only where they loop.
type cursor struct {
	bytes   []byte
	at      int
	base    int // of bytes in the module
	section string
	err     error
}

func (c *cursor) left() int { return len(c.bytes) - c.at }

func (c *cursor) failAt(at int, format string, arguments ...any) {
	if c.err == nil {
		c.err = &Error{Section: c.section, Offset: c.base + at, Problem: fmt.Sprintf(format, arguments...)}
	}
	c.at = len(c.bytes)
}

func (c *cursor) unsupportedAt(at int, f feature) {
	if c.err == nil {
		c.err = &Unsupported{Feature: f.name, Cure: f.cure, Section: c.section, Offset: c.base + at}
	}
	c.at = len(c.bytes)
}

func (c *cursor) short() {
	c.failAt(len(c.bytes), "it ends too early: the file is cut short or damaged")
}

func (c *cursor) byte() byte {
	if c.at >= len(c.bytes) {
		c.short()
		return 0
	}
	b := c.bytes[c.at]
	c.at++
	return b
}

func (c *cursor) take(n int) []byte {
	if n > c.left() {
		c.short()
		return nil
	}
	taken := c.bytes[c.at : c.at+n : c.at+n]
	c.at += n
	return taken
}

// u32 reads an unsigned LEB128 number of at most 5 bytes, padded ones included.
func (c *cursor) u32() uint32 {
	if c.at < len(c.bytes) && c.bytes[c.at] < 0x80 {
		c.at++
		return uint32(c.bytes[c.at-1])
	}
	start, value := c.at, uint64(0)
	for shift := 0; shift < 35; shift += 7 {
		b := c.byte()
		value |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if value > 0xffff_ffff {
				break
			}
			return uint32(value)
		}
	}
	c.failAt(start, "a number is larger than 32 bits")
	return 0
}

// signed reads a signed LEB128 number of so many bits.
func (c *cursor) signed(bits int) int64 {
	start, value := c.at, int64(0)
	for shift := 0; shift < bits; shift += 7 {
		b := c.byte()
		value |= int64(b&0x7f) << shift
		if b >= 0x80 {
			continue
		}
		rest := bits - shift // bits of the number that this byte may hold
		if rest < 7 {
			extension := int8(b<<1) >> rest // sign bit and everything above must agree
			if extension != 0 && extension != -1 {
				break
			}
		}
		if shift+7 < 64 && b&0x40 != 0 {
			value |= -1 << (shift + 7)
		}
		return value
	}
	c.failAt(start, "a number is larger than %d bits", bits)
	return 0
}

// count reads how many entries follow, and refuses more than the bytes that
// are left can hold, so that nothing is allocated for a lie.
func (c *cursor) count(entryBytesMin int) int {
	start := c.at
	n := c.u32()
	if int64(n)*int64(entryBytesMin) > int64(c.left()) {
		c.failAt(start, "%d entries are announced, which is more than fit into the %d bytes left", n, c.left())
		return 0
	}
	return int(n)
}

// entries reads how many entries follow and then each of them.
func entries[T any](c *cursor, entryBytesMin int, read func(*cursor) T) []T {
	start := c.at
	n := c.count(entryBytesMin)
	if n > entriesMax {
		c.failAt(start, "it has %d entries; at most %d are allowed: link less into it", n, entriesMax)
		return nil
	}
	list := make([]T, 0, n)
	for range n {
		if c.err != nil {
			return nil
		}
		list = append(list, read(c))
	}
	return list
}

func (c *cursor) name() string {
	start := c.at
	length := c.count(1)
	if length > nameBytesMax {
		c.failAt(start, "a name has %d bytes; at most %d are allowed", length, nameBytesMax)
		return ""
	}
	bytes := c.take(length)
	if !utf8.Valid(bytes) {
		c.failAt(start, "a name is not valid UTF-8")
		return ""
	}
	return string(bytes)
}

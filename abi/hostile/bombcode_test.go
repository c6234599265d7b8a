package hostile

import "bytes"

func nested(count int) []byte {
	code := append(bytes.Repeat([]byte{0x02, 0x40}, count), bytes.Repeat([]byte{0x0b}, count)...)
	return append(code, 0x41, 0)
}

func branches(tables, targets int) []byte {
	code := bytes.Repeat([]byte{0x02, 0x40}, 1000)
	for range tables {
		code = append(code, 0x02, 0x40, 0x41, 0, 0x0e)
		code = append(code, leb(targets)...)
		for i := range targets + 1 {
			code = append(code, leb(i%1000)...)
		}
		code = append(code, 0x0b)
	}
	code = append(code, bytes.Repeat([]byte{0x0b}, 1000)...)
	return append(code, 0x41, 0)
}

func values(count int) []byte {
	code := bytes.Repeat([]byte{0x3f, 0}, count)              // memory.size
	code = append(code, bytes.Repeat([]byte{0x1a}, count)...) // drop
	return append(code, 0x41, 0)
}

func merges(locals, count int) []byte {
	var code []byte
	for i := range count {
		code = append(code, 0x3f, 0, 0x04, 0x40, 0x20)
		code = append(code, leb((i+1)%locals)...)
		code = append(code, 0x21)
		code = append(code, leb(i%locals)...)
		code = append(code, 0x0b)
	}
	return append(code, 0x41, 0)
}

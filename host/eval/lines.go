package eval

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// lineBytesMax and rowsMax bound what is read of a data set.
const (
	lineBytesMax = 4 << 20
	rowsMax      = 200_000
)

// readLines hands on every non-blank line, with its number in errors.
func readLines(r io.Reader, each func([]byte) error) error {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), lineBytesMax)
	number := 1
	for ; scanner.Scan(); number++ {
		if number > rowsMax {
			return fmt.Errorf("more than %d lines", rowsMax)
		}
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		if err := each(line); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("line %d: longer than %d MiB", number, lineBytesMax>>20)
	}
	return scanner.Err()
}

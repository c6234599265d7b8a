// Package memory reads the data sets of lessons, exchanges and pairs, and scores what the
// program answers to them. It opens no file: its readers get streams.
package memory

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Bounds of what is read of a data set.
const (
	lineBytesMax = 4 << 20
	rowsMax      = 20_000
)

// rows reads JSON Lines into values of one type. Each has an id, which occurs once.
func rows[T any](r io.Reader, id func(T) string) ([]T, error) {
	scanner := bufio.NewScanner(r)
	scanner.Buffer(make([]byte, 64<<10), lineBytesMax)
	var all []T
	seen := map[string]bool{}
	number := 1
	for ; scanner.Scan(); number++ {
		line := bytes.TrimSpace(scanner.Bytes())
		if len(line) == 0 {
			continue
		}
		var row T
		if err := json.Unmarshal(line, &row); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		switch name := id(row); {
		case name == "":
			return nil, fmt.Errorf("line %d: id is missing", number)
		case seen[name]:
			return nil, fmt.Errorf("line %d: id %q occurs twice", number, name)
		case len(all) == rowsMax:
			return nil, fmt.Errorf("more than %d lines", rowsMax)
		default:
			seen[name] = true
		}
		all = append(all, row)
	}
	if errors.Is(scanner.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d: longer than %d MiB", number, lineBytesMax>>20)
	}
	return all, scanner.Err()
}

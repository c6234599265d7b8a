package triggers

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
)

// readCSV reads a table whose first line names its columns.
func readCSV(data []byte) ([]node, error) {
	reader := csv.NewReader(bytes.NewReader(data))
	reader.FieldsPerRecord = -1 // told below, with words
	names, err := reader.Read()
	if errors.Is(err, io.EOF) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	table := node{kind: listKind, line: 1}
	for {
		record, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return []node{table}, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := reader.FieldPos(0)
		if len(record) > len(names) {
			return nil, fmt.Errorf("line %d: %d values, but %d columns are named; a text with commas must stand in quotes", line, len(record), len(names))
		}
		if len(table.list) > casesMax {
			return []node{table}, nil // told as too many
		}
		row := node{kind: mapKind, line: line}
		for i, text := range record {
			row.fields = append(row.fields, field{plainName(names[i]), node{kind: textKind, line: line, text: text}})
		}
		table.list = append(table.list, row)
	}
}

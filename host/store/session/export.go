package session

import (
	"bufio"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// exportedTables are all tables, parents before children.
var exportedTables = []string{
	"sessions", "handoff_files", "messages", "active_items", "suggestions", "feedback", "transcripts", "decisions", "opinions", "traces", "failed_traces", "shadows",
	"totals", "ran", "usage_at_rest", "ruleset_health", "ruleset_good", "ruleset_past", "meta",
}

// jsonColumns hold JSON as text; it is exported as such.
var jsonColumns = map[string]bool{
	"active_skills": true, "answer": true, "scores": true, "dropped": true, "durations": true, "opinion": true, "position": true,
}

// Export writes every row of every table as one JSON object a line, with its
// table's name under "entity". Times become RFC 3339, vectors lists of numbers,
// traces JSON, other binary data base64.
func (s *Store) Export(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, table := range exportedTables {
		if err := s.exportTable(out, table); err != nil {
			return fmt.Errorf("export %s: %w", table, err)
		}
	}
	return out.Flush()
}

func (s *Store) exportTable(w io.Writer, table string) error {
	rows, err := s.db.Query("SELECT * FROM " + table + " ORDER BY rowid")
	if err != nil {
		return err
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	for rows.Next() {
		line, err := exportRow(rows, table, names)
		if err != nil {
			return err
		}
		if err := encoder.Encode(line); err != nil {
			return err
		}
	}
	return rows.Err()
}

func exportRow(rows *sql.Rows, table string, names []string) (map[string]any, error) {
	values := make([]any, len(names))
	for i := range values {
		values[i] = new(any)
	}
	if err := rows.Scan(values...); err != nil {
		return nil, err
	}
	line := map[string]any{"entity": table}
	for i, name := range names {
		line[name] = exportValue(table, name, *values[i].(*any))
	}
	return line, nil
}

// exportValue returns a value as it reads best; one that is damaged stays as it
// is stored.
func exportValue(table, name string, value any) any {
	switch v := value.(type) {
	case int64:
		if strings.HasSuffix(name, "_at") || name == "last_active" || name == "last_told" || name == "last_given" || name == "through" || name == "rest_until" {
			if v == 0 && (strings.HasPrefix(name, "last_") || name == "rest_until") {
				return nil // never
			}
			return formatMillis(v)
		}
	case string:
		if name == "pauses" {
			return exportPauses(v)
		}
		if jsonColumns[name] && json.Valid([]byte(v)) {
			return json.RawMessage(v)
		}
	case []byte:
		if table == "handoff_files" && utf8.Valid(v) {
			return string(v)
		}
		if vector, err := sqlite.DecodeVector(v); err == nil && name == "content_embedding" {
			return vector
		}
		if trace, err := inflate(v, traceInflatedBytes); err == nil && strings.HasSuffix(table, "traces") && json.Valid(trace) {
			return json.RawMessage(trace)
		}
	}
	return value
}

// exportPauses returns the pauses of a session as pairs of times.
func exportPauses(stored string) any {
	var pauses [][]int64
	if json.Unmarshal([]byte(stored), &pauses) != nil {
		return stored
	}
	times := [][]string{}
	for _, pause := range pauses {
		var pair []string
		for _, at := range pause {
			pair = append(pair, formatMillis(at))
		}
		times = append(times, pair)
	}
	return times
}

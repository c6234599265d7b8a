package redact

import "strings"

// Limits of a table.
const (
	tableRowsMax     = 200
	tableRowBytesMax = 512
	tableCellsMax    = 32
	headerBytesMax   = 32 // of a cell
)

// table notes the passwords in the columns below the name text[from:end], where that is
// a cell of a table's header: CSV, Markdown, or what a database client prints.
func (s *scanner) table(from, end int) {
	if next := skip(s.text, end, " *`\"'", 4); from < s.barrenTable || next < len(s.text) && strings.IndexByte("|\t;,\r\n", s.text[next]) < 0 {
		return
	}
	start, line := s.line(from)
	s.barrenTable = start + len(line)
	sign := separator(line)
	if sign == "" || !isHeader(line, sign) {
		return
	}
	var secret []bool
	for name := range strings.SplitSeq(line, sign) {
		name = strings.Trim(name, cellMargin)
		secret = append(secret, name != "" && nameStrength(name, 0, len(name)) >= shortName)
	}
	for at := range tableRowsMax {
		start += len(line) + 1
		if start >= len(s.text) {
			return
		}
		start, line = s.line(start)
		if isRule(line) {
			continue
		}
		if at == 0 && sign == "|" || !s.row(start, line, sign, secret) {
			return
		}
		s.barrenTable = start + len(line)
	}
}

// cellMargin is what may stand around what a cell holds.
const cellMargin = " \t\r*`\"'"

// isHeader reports whether the cells of a line are names.
func isHeader(line, sign string) bool {
	count := 0
	for name := range strings.SplitSeq(line, sign) {
		name = strings.Trim(name, cellMargin)
		if count++; count > tableCellsMax || len(name) > headerBytesMax || sign != "|" && (name == "" || classes[name[0]]&letterByte == 0) {
			return false
		}
		for i := range len(name) {
			if classes[name[i]]&(wordByte|dashByte|dotByte) == 0 && (name[i] != ' ' || sign == ",") {
				return false
			}
		}
	}
	return true
}

// line returns the line that a place is in.
func (s *scanner) line(at int) (start int, line string) {
	start = at
	for start > 0 && at-start < tableRowBytesMax && s.text[start-1] != '\n' {
		start--
	}
	line = s.text[start:min(len(s.text), at+tableRowBytesMax)]
	line, _, _ = strings.Cut(line, "\n")
	return start, line
}

// separator returns what is between the cells of a header, or nothing.
func separator(line string) string {
	for _, sign := range []string{"|", "\t", ";", ","} {
		if strings.Contains(line, sign) {
			return sign
		}
	}
	return ""
}

// isRule reports whether a line is the one between a header and what is below it.
func isRule(line string) bool {
	return len(line) > 2 && strings.Trim(line, " \t\r|:+-=>") == "" && strings.Contains(line, "--")
}

// row notes the secret cells of a row and reports whether it is one of the table.
func (s *scanner) row(start int, line, sign string, secret []bool) bool {
	cells := strings.Split(line, sign)
	if len(cells) != len(secret) {
		return false
	}
	at := start
	for i, cell := range cells {
		word := strings.TrimLeft(cell, cellMargin)
		from := at + len(cell) - len(word)
		word = strings.TrimRight(word, cellMargin)
		if secret[i] && secretCell(word) && (sign != "," || cell[0] != ' ' || looksMade(word) || looksChosen(word)) {
			s.note(span{from, from + len(word)})
		}
		at += len(cell) + len(sign)
	}
	return true
}

// secretCell judges what is below a header that names a secret. Letters alone are more
// often the kind of a value than one.
func secretCell(word string) bool {
	t := traitsOf(word)
	switch {
	case len(word) < 4 || strings.ContainsAny(word, " (") || looksLikeCode(word, t) || technical(word) || nameStrength(word, 0, len(word)) != plainName:
		return false
	case t.digits == len(word):
		return len(word) >= 6
	}
	return t.uppers+t.lowers > 0 && t.digits > 0 && len(word) >= 5
}

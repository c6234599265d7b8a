package wiring

import (
	"cmp"
	"slices"
	"strings"
)

// merged tells once what is wrong with several events of a file alike.
func merged(findings []Finding) []Finding {
	var kept []Finding
	for _, f := range findings {
		at := slices.IndexFunc(kept, func(k Finding) bool { return k.Code == f.Code && k.File == f.File && k.Reason == f.Reason })
		switch {
		case at < 0:
			kept = append(kept, f)
		case !slices.Contains(strings.Split(kept[at].Event, ", "), f.Event):
			kept[at].Event += ", " + f.Event
		}
	}
	return kept
}

func sortFindings(findings []Finding) {
	weight := func(severity string) int { return slices.Index([]string{Error, Warning, Note}, severity) }
	slices.SortStableFunc(findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(weight(a.Severity), weight(b.Severity)), cmp.Compare(a.File, b.File),
			cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Code, b.Code))
	})
}

package relay

import (
	"slices"
	"strconv"
	"strings"
)

// Identity names everything that makes answers differ. Two processes of equal
// identity answer alike.
type Identity string

// Identify returns the identity of a program (see Program) that was started with flags
// and variables. Of these count the ones whose names begin with prefix, and names; an empty
// one is as good as none.
func Identify(program string, flags []string, environ []string, prefix string, names []string) Identity {
	var variables []string
	for _, entry := range environ {
		name, value, _ := strings.Cut(entry, "=")
		if value != "" && (strings.HasPrefix(name, prefix) || slices.Contains(names, name)) {
			variables = append(variables, entry)
		}
	}
	slices.Sort(variables)
	var parts strings.Builder
	for _, part := range slices.Concat([]string{program}, flags, variables) {
		parts.WriteString(strconv.Itoa(len(part)))
		parts.WriteByte(' ')
		parts.WriteString(part)
		parts.WriteByte('\n')
	}
	return Identity(parts.String())
}

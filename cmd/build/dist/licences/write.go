package licences

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/cmd/build/dist/pack"
)

// Folder is where an archive keeps the texts.
const Folder = "licenses"

// Entries returns the texts, a folder for each part, and a table of all.
func Entries(parts []Part) []pack.Entry {
	var table strings.Builder
	table.WriteString("# What others made\n\n| part | version | licence | texts |\n|---|---|---|---|\n")
	var entries []pack.Entry
	for _, part := range parts {
		var links []string
		for _, text := range part.Texts {
			name := path.Join(folderName(part.Name), text.Name)
			if path.Ext(name) == "" {
				name += ".txt"
			}
			entries = append(entries, pack.Entry{Name: path.Join(Folder, name), Data: text.Data})
			links = append(links, fmt.Sprintf("[%s](%s)", path.Base(name), name))
		}
		fmt.Fprintf(&table, "| %s | %s | %s | %s |\n", part.Name, part.Version, part.Licence, strings.Join(links, ", "))
	}
	return slices.Concat(entries, []pack.Entry{{Name: path.Join(Folder, "README.md"), Data: []byte(table.String())}})
}

// folderName makes a name of a part that every file system takes.
func folderName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./", r) {
			return r
		}
		return '-'
	}, name)
}

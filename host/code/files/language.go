package files

import (
	"path"
	"strings"

	"github.com/ed-irl/impressionism/host/code"
)

// language names the language of a file by its name; "": it does not count, or its content
// has to say so, see isScript.
func (l *lister) language(file string) code.Language {
	base := path.Base(file)
	for _, ending := range []string{".d.ts", ".d.mts", ".d.cts"} { // declarations that a compiler writes
		if strings.HasSuffix(base, ending) {
			return ""
		}
	}
	if language := code.LanguageOf(file, nil); language != "" || !l.Text {
		return language
	}
	return textOf(strings.ToLower(path.Ext(base)))
}

// isScript knows names of which only the first line says the language: they have no ending.
// A file of such a name counts where it may be run, until it is read.
func isScript(base string) bool { return !strings.Contains(base, ".") }

// textOf names the sort of documents, settings and data with an ending.
func textOf(ending string) code.Language {
	switch ending {
	case ".md", ".mdx", ".markdown":
		return "markdown"
	case ".rst", ".adoc", ".txt":
		return "text"
	case ".json", ".jsonc", ".json5":
		return "json"
	case ".yaml", ".yml":
		return "yaml"
	case ".toml", ".ini", ".cfg", ".conf", ".properties":
		return "settings"
	case ".xml", ".xsd":
		return "xml"
	case ".tmpl", ".gohtml", ".jinja", ".j2", ".erb":
		return "template"
	}
	return ""
}

package check

import (
	"context"
	"strings"
)

// flag looks up a flag of a program or script of the repository; those of other tools are
// no business of the repository.
func (t *reader) flag(i int, of owner) {
	text, _, _ := strings.Cut(t.at(i), "=")
	text = strings.TrimRight(text, "[]()\"'/\\|>")
	name := strings.TrimLeft(text, "-")
	if of.kind < program || len(name) < 2 || !isLetter(name[0]) || usual()[name] || strings.ContainsAny(name, "/.:*<>{}|\"'") {
		return
	}
	r := t.repository
	long := strings.HasPrefix(text, "--")
	if !long && len(name) < 3 {
		return
	}
	t.add(i, reference{text: text, kind: KindFlag, lookUp: func(ctx context.Context) presence {
		complete := true
		options := map[string]string(nil)
		if of.kind == script {
			options = r.optionsOf(of.file)
		}
		if options == nil {
			complete = r.fill(ctx)
			options = r.table.options
		}
		key := fold(name)
		switch {
		case options[key] != "", strings.HasPrefix(key, "no") && options[key[2:]] != "":
			return present
		case !complete || !long && !r.table.hasPair("flag", "Parse"):
			return unknown
		}
		return gone
	}, near: func() string {
		options := r.table.options
		if of.kind == script {
			if own := r.optionsOf(of.file); own != nil {
				options = own
			}
		}
		var names []string
		for _, option := range options {
			if len(names) < nearbyMax && len(option) > 1 {
				names = append(names, option)
			}
		}
		if found := nearest(name, names); found != "" {
			return "--" + found
		}
		return ""
	}})
}

// usual flags are made by libraries.
var usual = set("help version verbose quiet h v")

// optionsOf returns the flags that a script defines; nil where it hands its arguments on or
// defines none, so that they may be defined anywhere.
func (r *Repository) optionsOf(file string) map[string]string {
	options, read := r.runners.options[file]
	if !read {
		options = r.readOptions(file)
		if r.runners.options == nil {
			r.runners.options = map[string]map[string]string{}
		}
		if !r.cut {
			r.runners.options[file] = options
		}
	}
	return options
}

func (r *Repository) readOptions(file string) map[string]string {
	text := r.text(file)
	s, known := syntaxOf(file)
	if !known {
		s = shebang([]byte(text))
	}
	own := &Repository{files: r.files, options: r.options}
	own.fill(context.Background())
	w := newWords(&own.table, 0, s)
	scan([]byte(text), s, w.part)
	w.end()
	if len(own.table.options) == 0 {
		return nil
	}
	for _, handed := range []string{`"$@"`, "$*", " $@"} {
		if strings.Contains(text, handed) && !strings.Contains(text, `in "$@"`) {
			return nil
		}
	}
	return own.table.options
}

package check

import (
	"path"
	"strings"
	"sync"
)

// syntax says how a family of languages writes comments, strings and scopes.
type syntax struct {
	line      []string    // what begins a comment that ends with its line
	spaced    bool        // such a comment begins a line or stands behind white space
	first     bool        // such a comment begins its line
	block     [][2]string // what begins and ends a comment
	nested    bool        // comments nest
	quotes    string      // quotes of strings; those of ` and """ may span lines
	docs      bool        // a string in """ that begins its line is a comment
	lifetimes bool        // a ' may stand before a name
	indented  bool        // scopes are indented, else in braces
	tables    bool        // scopes are in parentheses, as of CREATE TABLE
	settings  bool        // the file holds keys and values
}

var (
	cLike    = syntax{line: []string{"//"}, block: [][2]string{{"/*", "*/"}}, quotes: "\"'`"}
	rust     = syntax{line: []string{"//"}, block: [][2]string{{"/*", "*/"}}, nested: true, quotes: `"`, lifetimes: true}
	php      = syntax{line: []string{"//", "#"}, spaced: true, block: [][2]string{{"/*", "*/"}}, quotes: "\"'`"}
	python   = syntax{line: []string{"#"}, quotes: "\"'", docs: true, indented: true}
	ruby     = syntax{line: []string{"#"}, spaced: true, block: [][2]string{{"\n=begin", "\n=end"}}, quotes: "\"'", docs: true, indented: true}
	shell    = syntax{line: []string{"#"}, spaced: true, quotes: "\"'"}
	power    = syntax{line: []string{"#"}, spaced: true, block: [][2]string{{"<#", "#>"}}, quotes: "\"'"}
	build    = syntax{line: []string{"#"}, spaced: true}
	sql      = syntax{line: []string{"--"}, block: [][2]string{{"/*", "*/"}}, quotes: "'\"", tables: true}
	markup   = syntax{line: []string{"//"}, spaced: true, block: [][2]string{{"<!--", "-->"}, {"/*", "*/"}}}
	xml      = syntax{block: [][2]string{{"<!--", "-->"}}}
	css      = syntax{block: [][2]string{{"/*", "*/"}}}
	lua      = syntax{line: []string{"--"}, block: [][2]string{{"--[[", "]]"}}, quotes: "\"'", indented: true}
	haskell  = syntax{line: []string{"--"}, block: [][2]string{{"{-", "-}"}}, nested: true, quotes: `"`, lifetimes: true}
	lisp     = syntax{line: []string{";"}, quotes: `"`}
	erlang   = syntax{line: []string{"%"}, quotes: `"`}
	hcl      = syntax{line: []string{"#", "//"}, spaced: true, block: [][2]string{{"/*", "*/"}}, quotes: `"`}
	yaml     = syntax{line: []string{"#"}, spaced: true, quotes: "\"'", settings: true}
	toml     = syntax{line: []string{"#"}, quotes: "\"'", settings: true}
	ini      = syntax{line: []string{"#", ";", "!"}, first: true, settings: true}
	jsonLike = syntax{line: []string{"//"}, block: [][2]string{{"/*", "*/"}}, quotes: `"`, settings: true}
	graphql  = syntax{line: []string{"#"}, quotes: `"`, docs: true}
	noSyntax = syntax{}
)

// families maps endings to how such files are read.
var families = sync.OnceValue(func() map[string]syntax {
	m := map[string]syntax{}
	for _, family := range []struct {
		syntax  syntax
		endings string
	}{
		{cLike, "c h cc cpp cxx hh hpp hxx m mm cu go java js jsx mjs cjs ts tsx mts cts kt kts scala sc swift cs fs dart groovy gradle proto zig v sol scss less glsl prisma thrift d as jsonnet rego cue"},
		{rust, "rs"},
		{php, "php"},
		{python, "py pyi pyx bzl star sage"},
		{ruby, "rb rake gemspec cr ex exs"},
		{shell, "sh bash zsh fish ksh bats nu pl pm r jl nim tcl awk gd"},
		{power, "ps1 psm1 psd1"},
		{build, "mk mak just dockerfile cmake gitignore dockerignore nix"},
		{sql, "sql psql pgsql ddl plsql hs_sql"},
		{markup, "vue svelte astro html htm hbs ejs erb jinja j2 jinja2 tmpl gohtml templ njk liquid twig"},
		{xml, "xml xsd xsl wsdl pom csproj fsproj props targets plist svg xaml resx"},
		{css, "css"},
		{lua, "lua elm"},
		{haskell, "hs lhs purs"},
		{lisp, "clj cljs cljc edn el lisp scm rkt"},
		{erlang, "erl hrl"},
		{hcl, "tf hcl tfvars"},
		{yaml, "yml yaml"},
		{toml, "toml"},
		{ini, "ini cfg conf properties env editorconfig service desktop"},
		{jsonLike, "json jsonc json5 webmanifest"},
		{graphql, "graphql gql"},
		{noSyntax, "csv tsv feature xlf po ftl ipynb snap bat cmd asm s"},
	} {
		for ending := range strings.FieldsSeq(family.endings) {
			m["."+ending] = family.syntax
		}
	}
	return m
})

// documents are endings of files for people: no evidence for names.
var documents = set("md mdx markdown rst txt adoc asciidoc tex textile org rtf pdf docx odt log")

// extensions are the endings, with their dot, by which a word is known as a file's name.
var extensions = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for ending := range families() {
		m[ending] = true
	}
	for ending := range documents() {
		m["."+ending] = true
	}
	for _, ending := range strings.Fields("lock sum mod work png jpg jpeg gif ico webp mp3 mp4 wav zip gz tar tgz jar war whl db sqlite sqlite3 parquet pem crt key pub wasm so dll dylib exe bin map xlsx xls tpl in example sample dist patch diff avro onnx woff woff2 ttf") {
		m["."+ending] = true
	}
	for _, ending := range strings.Fields(".v .d .s .m .as .in .r .sc .key .bin .map .pub .example .sample .dist .service .desktop .just .props .targets .snap .feature .pom .env .conf .log .sum .mod .work") {
		if !strings.Contains(" .sum .mod .conf .log .props .snap .feature .service .work ", " "+ending+" ") {
			delete(m, ending) // members of values rather than endings
		}
	}
	return m
})

// syntaxOf returns how a file is read as evidence; false for documents, lock files and what
// is unknown.
func syntaxOf(name string) (syntax, bool) {
	base := strings.ToLower(path.Base(name))
	ending := path.Ext(base)
	if lockFiles()[base] || documents()[strings.TrimPrefix(ending, ".")] || strings.HasSuffix(base, ".min.js") {
		return syntax{}, false
	}
	switch {
	case strings.HasPrefix(base, "makefile"), base == "gnumakefile", strings.HasPrefix(base, "dockerfile"), strings.HasPrefix(base, "containerfile"),
		base == "justfile", base == ".justfile", base == "procfile", base == "cmakelists.txt", base == "jenkinsfile", base == "vagrantfile", base == "brewfile":
		return build, true
	case base == "rakefile", base == "gemfile":
		return ruby, true
	case strings.HasPrefix(base, ".env"):
		return ini, true
	case base == "go.mod", base == "go.work":
		return syntax{line: []string{"//"}}, true
	case ending == ".example" || ending == ".sample" || ending == ".dist" || ending == ".template" || ending == ".tpl" || ending == ".in":
		return syntaxOf(strings.TrimSuffix(name, path.Ext(name)))
	}
	s, known := families()[ending]
	return s, known
}

// lockFiles name every part of every dependency, which is no evidence for what is ours.
var lockFiles = set("package-lock.json npm-shrinkwrap.json pnpm-lock.yaml yarn.lock cargo.lock go.sum poetry.lock uv.lock pdm.lock pipfile.lock composer.lock gemfile.lock mix.lock bun.lock flake.lock gradle.lockfile packages.lock.json")

// set returns the words of a text, taken apart when somebody first asks for them: each hook's
// process has this package.
func set(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for word := range strings.FieldsSeq(words) {
			m[word] = true
		}
		return m
	})
}

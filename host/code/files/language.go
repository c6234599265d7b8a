package files

import (
	"path"
	"strings"
	"sync"

	"github.com/ed-irl/impressionism/host/code"
)

// language names the language of a file that counts by its name; "": it does not count.
func (l *lister) language(file string) code.Language {
	base := path.Base(file)
	ext := strings.ToLower(path.Ext(base))
	if strings.HasSuffix(base, ".d.ts") || strings.HasSuffix(base, ".d.mts") || strings.HasSuffix(base, ".d.cts") {
		return "" // declarations that a compiler writes
	}
	if language := sources()[ext]; language != "" {
		return language
	}
	switch base {
	case "Rakefile", "Gemfile", "Vagrantfile", "Podfile", "Fastfile":
		return "ruby"
	case "Makefile", "makefile", "GNUmakefile":
		return "make"
	case "Dockerfile", "Containerfile":
		return "dockerfile"
	case "CMakeLists.txt":
		return "cmake"
	case "Jenkinsfile":
		return "groovy"
	case "BUILD", "BUILD.bazel", "WORKSPACE", "WORKSPACE.bazel", "MODULE.bazel":
		return "starlark"
	}
	if l.Text {
		return texts()[ext]
	}
	return ""
}

// sources are the endings of code.
var sources = sync.OnceValue(func() map[string]code.Language {
	return byEnding(`
go .go
python .py .pyi .pyw
javascript .js .mjs .cjs .jsx
typescript .ts .tsx .mts .cts
vue .vue
svelte .svelte
astro .astro
rust .rs
java .java
kotlin .kt .kts
scala .scala .sc
groovy .groovy .gradle
c .c .h
cpp .cc .cpp .cxx .c++ .hh .hpp .hxx .h++ .ipp .inl .tpp .cu .cuh
objective-c .m .mm
csharp .cs .csx
fsharp .fs .fsi .fsx
visual-basic .vb
php .php .phtml
ruby .rb .rake .gemspec .ru
swift .swift
shell .sh .bash .zsh .ksh .fish .bats
powershell .ps1 .psm1
perl .pl .pm
lua .lua
r .r
julia .jl
dart .dart
elixir .ex .exs
erlang .erl .hrl
haskell .hs
ocaml .ml .mli
clojure .clj .cljs .cljc
lisp .lisp .el .scm .rkt
zig .zig
nim .nim
d .d
pascal .pas .pp
fortran .f90 .f95 .f03
solidity .sol
assembly .s .asm
wgsl .wgsl
glsl .glsl .vert .frag
proto .proto
thrift .thrift
graphql .graphql .gql
sql .sql
terraform .tf .hcl
nix .nix
starlark .bzl .star
cmake .cmake
make .mk
`)
})

// texts are the endings of documents, settings and data.
var texts = sync.OnceValue(func() map[string]code.Language {
	return byEnding(`
markdown .md .mdx .markdown
restructuredtext .rst
asciidoc .adoc
text .txt
json .json .jsonc .json5
yaml .yaml .yml
toml .toml
ini .ini .cfg .conf .properties
xml .xml .xsd
html .html .htm .tmpl .gohtml .jinja .j2 .erb
css .css .scss .sass .less
`)
})

func byEnding(table string) map[string]code.Language {
	languages := map[string]code.Language{}
	for line := range strings.Lines(table) {
		fields := strings.Fields(line)
		for i := 1; i < len(fields); i++ {
			languages[fields[i]] = code.Language(fields[0])
		}
	}
	return languages
}

package code

import (
	"bytes"
	"path"
	"strings"
	"sync"
)

// The languages whose definitions host/code/scan finds.
const (
	Go         Language = "go"
	Python     Language = "python"
	TypeScript Language = "typescript" // with .tsx
	JavaScript Language = "javascript" // with .jsx
	Rust       Language = "rust"
	Java       Language = "java"
	C          Language = "c"
	CPP        Language = "cpp"
	CSharp     Language = "csharp"
	Kotlin     Language = "kotlin"
	PHP        Language = "php"
	Ruby       Language = "ruby"
	Swift      Language = "swift"
	Shell      Language = "shell"
)

// languageTable names each language with its extensions, its file names (after a slash) and
// its interpreters (after an exclamation mark). Data and prose (JSON, YAML, Markdown, …) are
// no languages here.
const languageTable = `
go         go
python     py pyi pyw /SConstruct /SConscript /wscript !python !pypy
typescript ts tsx mts cts !ts-node !tsx !deno
javascript js jsx mjs cjs es6 /Jakefile !node !nodejs !bun
rust       rs
java       java
c          c h
cpp        cc cpp cxx c++ hpp hh hxx h++ ipp inl tpp cu cuh ino
csharp     cs csx
kotlin     kt kts
php        php php3 php4 php5 phtml !php
ruby       rb rake gemspec ru podspec /Rakefile /Gemfile /Guardfile /Capfile /Vagrantfile /Podfile /Fastfile /Brewfile !ruby !jruby
swift      swift !swift
shell      sh bash zsh ksh bats /.bashrc /.bash_profile /.profile /.zshrc /PKGBUILD !sh !bash !zsh !ksh !dash !ash

awk        awk !awk !gawk
clojure    clj cljs cljc edn
cmake      cmake /CMakeLists.txt
crystal    cr
css        css scss sass less
d          d
dart       dart
docker     dockerfile /Dockerfile /Containerfile
elixir     ex exs !elixir
elm        elm
erlang     erl hrl !escript
fish       fish !fish
fortran    f f90 f95 f03 f08
fsharp     fs fsx fsi
graphql    graphql gql
groovy     groovy gradle /Jenkinsfile !groovy
haskell    hs lhs !runhaskell
html       html htm xhtml
julia      jl !julia
lisp       lisp lsp cl el scm ss rkt
lua        lua !lua !luajit
make       mk mak /Makefile /makefile /GNUmakefile !make
nim        nim
nix        nix
objc       m mm
ocaml      ml mli
pascal     pas pp dpr
perl       pl pm t !perl
powershell ps1 psm1 psd1 !pwsh
proto      proto
r          r !Rscript
scala      scala sc sbt !scala
solidity   sol
sql        sql
starlark   bzl star bazel /BUILD /WORKSPACE
svelte     svelte
terraform  tf tfvars hcl
thrift     thrift
vala       vala
vb         vb bas vbs
verilog    v sv svh vhd vhdl
vim        vim /.vimrc
vue        vue
wgsl       wgsl glsl hlsl vert frag
zig        zig
`

type languageNames struct{ extensions, files, interpreters map[string]Language }

var languages = sync.OnceValue(func() languageNames {
	n := languageNames{map[string]Language{}, map[string]Language{}, map[string]Language{}}
	for line := range strings.Lines(languageTable) {
		words := strings.Fields(line)
		for i := 1; i < len(words); i++ {
			switch w := words[i]; w[0] {
			case '/':
				n.files[w[1:]] = Language(words[0])
			case '!':
				n.interpreters[w[1:]] = Language(words[0])
			default:
				n.extensions[w] = Language(words[0])
			}
		}
	}
	return n
})

// LanguageOf returns the language of a file by its name (known names, then the extension),
// else by the interpreter that its first line names. head is the file's beginning, some KiB
// of it or less; of C's headers it decides between C and C++. "" is no language of code.
func LanguageOf(file string, head []byte) Language {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if l, ok := languages().files[base]; ok {
		return l
	}
	if strings.HasPrefix(base, "Dockerfile.") {
		return "docker"
	}
	ext := strings.ToLower(strings.TrimPrefix(path.Ext(base), "."))
	if ext == "" || ext == strings.ToLower(strings.TrimPrefix(base, ".")) {
		return interpreted(head)
	}
	l := languages().extensions[ext]
	if ext == "h" && looksLikeCPP(head) {
		return CPP
	}
	return l
}

// interpreted returns the language of the interpreter in a first line such as
// "#!/usr/bin/env -S python3.11 -u".
func interpreted(head []byte) Language {
	rest, ok := bytes.CutPrefix(head, []byte("#!"))
	if !ok {
		return ""
	}
	line, _, _ := bytes.Cut(rest[:min(len(rest), 256)], []byte("\n"))
	for _, word := range strings.Fields(string(line)) {
		name := path.Base(word)
		if name == "env" || strings.HasPrefix(word, "-") || strings.Contains(word, "=") {
			continue
		}
		if l, ok := languages().interpreters[name]; ok {
			return l
		}
		return languages().interpreters[strings.TrimRight(name, "0123456789.")]
	}
	return ""
}

// looksLikeCPP reports whether a line of a header begins as no line of C does. A line under
// `#ifdef __cplusplus` counts only where it is no `extern "C"`.
func looksLikeCPP(head []byte) bool {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		for _, start := range []string{"namespace ", "template <", "template<", "class ", "using ", "public:", "private:", "protected:", "constexpr ", "#include <string>", "#include <vector>", "#include <memory>"} {
			if bytes.HasPrefix(line, []byte(start)) {
				return true
			}
		}
	}
	return false
}

package files

import (
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/ed-irl/impressionism/host/code"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/visible"
)

// byName names a file's language, or why it does not count, by its name alone. A name that
// has neither is a script's, see isScript.
func (l *lister) byName(file string) (code.Language, Reason) {
	if isOdd(file) {
		return "", OddName
	}
	if isSecret(path.Base(file)) {
		return "", Secret
	}
	language := l.language(file)
	if language == "" && !isScript(path.Base(file)) {
		return "", NoLanguage
	}
	return language, ""
}

// isOdd knows paths that cannot be written in an answer such that its reader can open them.
func isOdd(file string) bool {
	if len(file) > pathBytesMax {
		return true
	}
	for i := 0; i < len(file); {
		if c := file[i]; c < utf8.RuneSelf {
			if c < ' ' || c == 0x7F {
				return true
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(file[i:])
		if visible.Hidden(r) {
			return true
		}
		i += size
	}
	return false
}

// isSecret knows the names of files with keys, certificates and credentials.
func isSecret(base string) bool {
	base = strings.ToLower(base)
	switch base {
	case ".netrc", "_netrc", ".npmrc", ".yarnrc", ".pypirc", ".pgpass", ".my.cnf", ".htpasswd", ".git-credentials", ".dockercfg", ".dockerconfigjson",
		"credentials", "credentials.json", "credentials.yaml", "credentials.yml", "credentials.toml", "credentials.ini", "credentials.csv", "credentials.xml",
		"secrets", "secrets.json", "secrets.yaml", "secrets.yml", "secrets.toml", "secrets.env", "master.key", "kubeconfig", "terraform.tfstate":
		return true
	}
	if strings.HasPrefix(base, ".env") || strings.HasPrefix(base, "id_rsa") || strings.HasPrefix(base, "id_dsa") || strings.HasPrefix(base, "id_ecdsa") || strings.HasPrefix(base, "id_ed25519") {
		return true
	}
	switch path.Ext(base) {
	case "":
		return strings.HasPrefix(base, "id_")
	case ".pem", ".key", ".p12", ".p8", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".crt", ".cer", ".der", ".csr", ".p7b", ".p7c", ".asc", ".gpg", ".pgp", ".env", ".ovpn", ".tfvars", ".tfstate":
		return true
	}
	return false
}

// isSecretFolder knows folders of which nothing is ever read.
func isSecretFolder(base string) bool {
	switch strings.ToLower(base) {
	case ".git", ".ssh", ".aws", ".gnupg", ".gpg", ".azure", ".kube", ".docker", ".password-store":
		return true
	}
	return false
}

// isDependencies knows folders of other people's code.
func isDependencies(base string) bool {
	switch base {
	case "node_modules", "bower_components", "jspm_packages", "vendor", "third_party", "Pods", "Carthage",
		"site-packages", "__pypackages__", ".venv", "venv", ".virtualenv", "virtualenv", ".tox", ".nox", ".yarn", ".pnpm-store", ".bundle", ".cargo", ".gradle", ".m2":
		return true
	}
	return strings.HasSuffix(base, ".egg-info") || strings.HasSuffix(base, ".dist-info")
}

// isOutput knows folders that builds write to, and people too: Go has a package build.
// Where a builder's file lies beside one, it is output.
func isOutput(base string) bool {
	switch base {
	case "dist", "build", "target", "out", "_build":
		return true
	}
	return false
}

// isCache knows folders that only programs write to.
func isCache(base string) bool {
	switch base {
	case "DerivedData", ".next", ".nuxt", ".svelte-kit", ".output", ".turbo", ".parcel-cache",
		"bazel-bin", "bazel-out", "bazel-testlogs", "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".cache", "htmlcov":
		return true
	}
	return strings.HasPrefix(base, "cmake-build-")
}

// builders are files of tools that write to such folders.
var builders = []string{
	"package.json", "setup.py", "pyproject.toml", "setup.cfg", "pom.xml", "build.gradle", "build.gradle.kts", "Cargo.toml", "build.sbt",
	"CMakeLists.txt", "meson.build", "composer.json", "mix.exs", "rebar.config", "dune-project", "project.clj", "pubspec.yaml", "Package.swift",
}

// isBuilt knows the languages that builds write and people commit.
func isBuilt(language code.Language) bool {
	switch language {
	case "javascript", "typescript", "css", "html", "json":
		return true
	}
	return false
}

// marks are files of a project's root, besides those with the endings of isMark.
var marks = strings.Fields(`go.mod go.work package.json deno.json Cargo.toml pyproject.toml setup.py setup.cfg requirements.txt Pipfile
pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts build.sbt build.xml Makefile makefile GNUmakefile CMakeLists.txt meson.build configure.ac
composer.json Gemfile Rakefile mix.exs rebar.config dune-project stack.yaml Package.swift pubspec.yaml Podfile project.clj deps.edn build.zig
WORKSPACE WORKSPACE.bazel MODULE.bazel BUCK justfile Taskfile.yml flake.nix Project.toml DESCRIPTION .git`)

func isMark(base string) bool {
	switch path.Ext(base) {
	case ".sln", ".slnx", ".csproj", ".fsproj", ".vbproj", ".vcxproj", ".xcodeproj", ".cabal", ".gemspec", ".podspec", ".rockspec", ".nimble":
		return true
	}
	return false
}

// markEntriesMax of a folder are looked at to find a mark.
const markEntriesMax = 10_000

// hasMark reports whether a folder is a project's, or lies in one below the home folder.
func hasMark(folder, home string) bool {
	for !holdsHome(folder, home) {
		for _, mark := range marks {
			if _, err := os.Lstat(filepath.Join(folder, mark)); err == nil {
				return true
			}
		}
		entries, _ := foreign.ReadDir(folder, markEntriesMax) // one that cannot be read has no mark
		for _, entry := range entries {
			if isMark(entry.Name()) {
				return true
			}
		}
		folder = filepath.Dir(folder)
	}
	return false
}

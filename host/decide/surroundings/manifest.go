package surroundings

import (
	"path"
	"strings"
)

// manifest reads one kind of manifest: it adds the packages that the text names.
// Texts may be cut, broken or hostile; what cannot be read adds nothing.
type manifest func(text string, c *collection)

// manifestOf returns how a file is read, or nil for one that is no manifest.
func manifestOf(name string) manifest {
	base := strings.ToLower(path.Base(name))
	folder := path.Dir(name)
	switch {
	case base == "package.json" || base == "composer.json" || base == "manifest.json" && path.Base(folder) == "Packages":
		return readJSON
	case base == "pyproject.toml" || base == "cargo.toml" || base == "pipfile":
		return readTOML
	case strings.HasPrefix(base, "requirements") && strings.HasSuffix(base, ".txt"):
		return readRequirements
	case base == "environment.yml" || base == "environment.yaml":
		return readRequirements
	case base == "go.mod":
		return readGoMod
	case base == "gemfile":
		return readGemfile
	case base == "pom.xml":
		return readMaven
	case strings.HasSuffix(base, ".csproj"):
		return readProject
	case base == "build.gradle" || base == "build.gradle.kts" || base == "build.sbt":
		return readQuoted
	case isContainer(base):
		return readImages
	case base == "chart.yaml" || strings.HasSuffix(base, ".tf") || isWorkflow(name):
		return readReferences
	}
	if spoken(ofFile, base) != "" && spoken(everywhere, base) == "" || strings.HasSuffix(base, ".ipynb") {
		return readNothing
	}
	return nil
}

func isContainer(base string) bool {
	return strings.HasPrefix(base, "dockerfile") || base == "containerfile" ||
		(strings.HasPrefix(base, "docker-compose") || strings.HasPrefix(base, "compose")) && isYAML(base)
}

func isWorkflow(name string) bool {
	return path.Dir(name) == ".github/workflows" && isYAML(name)
}

func isYAML(name string) bool {
	return strings.HasSuffix(name, ".yml") || strings.HasSuffix(name, ".yaml")
}

// manifestWords returns what it means that there is such a manifest.
func manifestWords(name string) string {
	base := strings.ToLower(path.Base(name))
	if words := spoken(ofFile, base); words != "" {
		return words
	}
	switch {
	case isWorkflow(name):
		return spoken(ofFolder, ".github/workflows")
	case strings.HasPrefix(base, "requirements"):
		return spoken(ofFile, "requirements.txt")
	case strings.HasPrefix(base, "dockerfile"):
		return spoken(ofFile, "dockerfile")
	case isContainer(base):
		return spoken(ofFile, "compose.yml")
	case base == "manifest.json":
		return spoken(ofFile, "projectversion.txt")
	}
	return spoken(ofExtension, extension(base))
}

// extension returns what follows the last dot of a name, in lower case.
func extension(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))
}

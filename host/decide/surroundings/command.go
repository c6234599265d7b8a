package surroundings

import (
	"path"
	"strings"
)

// commandBytesMax is how much of a command line is looked at.
const commandBytesMax = 1000

// commands returns the names of the programs that a shell's line runs, wrappers
// left out ("sudo", "npx"), what they run taken instead.
func commands(line string) []string {
	line = line[:min(len(line), commandBytesMax)]
	var names []string
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("|&;\n()", r) }) {
		names = append(names, programs(strings.Fields(part))...)
	}
	return names
}

// programs returns the first word of a command, and the next one where the first
// only starts it.
func programs(words []string) []string {
	var names []string
	for i := 0; i < len(words); i++ {
		word := words[i]
		if strings.Contains(word, "=") || strings.HasPrefix(word, "-") || strings.Trim(word, "0123456789") == "" {
			continue // a variable of the environment, an option or argument of the wrapper
		}
		name := strings.ToLower(path.Base(strings.Trim(word, `"'`)))
		switch {
		case wraps(name):
			continue
		case runs(name):
			names = append(names, name)
			continue
		}
		return append(names, name)
	}
	return names
}

// wraps reports programs that say nothing themselves and run another one.
func wraps(name string) bool {
	switch name {
	case "sudo", "env", "time", "nohup", "xargs", "exec", "run", "npx", "pnpm", "yarn", "bunx", "watch", "timeout", "nice", "compose":
		return true
	}
	return false
}

// runs reports programs that say something and run another one.
func runs(name string) bool {
	switch name {
	case "uv", "poetry", "pipenv", "bundle", "python", "python3", "php", "docker", "uvx":
		return true
	}
	return false
}

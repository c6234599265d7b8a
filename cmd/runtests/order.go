package main

import (
	"cmp"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// longest are the packages whose tests take most processor time, the most first. They
// begin first: one that begins last runs alone while the other processors wait.
var longest = []string{
	"cmd/impressionism", "cmd/lab/bench", "host/client/claude/clienttest", "cmd/impressionism/internal/ui", "host/author/rulefuzz", "abi/hostile",
	"host/ruleset/lua", "host/store/index", "host/rank/onnx", "host/client/claude/hook", "rules/wasm", "cmd/lab/tune", "abi/conformance", "host/store/session",
}

// order replaces patterns by the packages that they match, the longest first. Flags and
// what cannot be listed stay as they are.
func order(args []string) []string {
	patterns := slices.IndexFunc(args, func(arg string) bool { return strings.Contains(arg, "...") })
	if patterns < 0 || slices.ContainsFunc(args[patterns:], func(arg string) bool { return strings.HasPrefix(arg, "-") }) {
		return args
	}
	out, err := exec.Command("go", append([]string{"list"}, args[patterns:]...)...).Output()
	if err != nil {
		return args // go test says what is wrong
	}
	packages := strings.Fields(string(out))
	slices.SortStableFunc(packages, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return append(slices.Clone(args[:patterns]), packages...)
}

func place(pkg string) int {
	at := slices.IndexFunc(longest, func(folder string) bool { return strings.HasSuffix(pkg, "/impressionism/"+folder) })
	if at < 0 {
		return len(longest)
	}
	return at
}

// seedVariable says which part of its cases a test with many of them tries.
const seedVariable = "IMPRESSIONISM_TEST_SEED"

// seed returns the commit, or what the variable has: each commit tries another part.
func seed() string {
	if set, ok := os.LookupEnv(seedVariable); ok {
		return set
	}
	out, err := exec.Command("git", "rev-parse", "HEAD").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

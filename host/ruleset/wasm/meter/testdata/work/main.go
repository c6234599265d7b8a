// Command work is a module of standard Go: maps, sorting, panics, recursion and
// the garbage collector.
package main

import (
	"hash/fnv"
	"sort"
	"strconv"
	"strings"
)

func main() {}

//go:wasmexport run
func run(n int32) int64 {
	seen := map[string][]int{}
	for i := range int(n) {
		word := "word " + strconv.Itoa(i*7919%613)
		seen[word] = append(seen[word], i)
	}
	words := make([]string, 0, len(seen))
	for word := range seen {
		words = append(words, strings.ToUpper(word))
	}
	sort.Strings(words)
	sum := fnv.New64a()
	for _, word := range words {
		_, _ = sum.Write([]byte(word))
	}
	return int64(sum.Sum64()>>8) + int64(recovered(words)) + int64(depth(500))
}

func recovered(words []string) (length int) {
	defer func() {
		if recover() != nil {
			length = len(words)
		}
	}()
	return len(words[len(words)])
}

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n-1) + 1
}

//go:build wasip1

// Package main is a guest as Go's own compiler makes it, for the tests of
// host/ruleset/wasm: it uses the unmodified PDK and what of the standard library a
// ruleset is likely to use.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"os"
	"strings"
	"time"

	"github.com/extism/go-pdk"
)

//go:wasmexport impressionism_abi_2
func marker() {}

//go:wasmimport extism:host/user session
func getSession(uint64) uint64

//go:wasmexport evaluate_activation
func evaluate() int32 {
	var context struct {
		Prompt string `json:"user_prompt"`
	}
	if err := json.Unmarshal(pdk.Input(), &context); err != nil {
		pdk.SetError(err)
		return 1
	}
	var result any
	switch context.Prompt {
	case "panic":
		var table map[string]int
		table["x"] = 1
	case "exit":
		os.Exit(5)
	case "sleep":
		before := time.Now()
		time.Sleep(time.Hour)
		result = []string{before.UTC().Format(time.RFC3339), time.Since(before).Round(time.Minute).String()}
	case "random":
		result = []int{rand.Intn(1e9), rand.Intn(1e9)}
	case "world":
		result = []any{len(os.Args), os.Environ()}
	case "print":
		fmt.Println("to the log")
		fmt.Fprintln(os.Stderr, "and more")
		result = []int{}
	case "read":
		read, err := io.ReadAll(os.Stdin)
		result = []any{string(read), err}
	case "memory":
		var all [][]byte
		for {
			all = append(all, make([]byte, 1<<20))
			all[len(all)-1][7] = 1
		}
	case "session":
		request := pdk.AllocateString("{}")
		reply := pdk.FindMemory(getSession(request.Offset()))
		result = json.RawMessage(reply.ReadBytes())
	default:
		result = strings.Fields(context.Prompt)
	}
	answer, err := json.Marshal(result)
	if err != nil {
		pdk.SetError(err)
		return 1
	}
	pdk.Output(answer)
	return 0
}

func main() {}

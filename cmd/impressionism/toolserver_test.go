package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// serveTools plays an MCP server whose tools are its arguments, and writes into the file
// SERVED that it was started and what it was asked for besides.
func serveTools() {
	served, err := os.OpenFile(os.Getenv("SERVED"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(served, "started", strings.Join(os.Args[1:], " "))
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var request struct {
			ID     json.RawMessage
			Method string
		}
		if err := json.Unmarshal(in.Bytes(), &request); err != nil {
			panic(err)
		}
		var result any
		switch request.Method {
		case "initialize":
			result = map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{"tools": map[string]any{}}, "serverInfo": map[string]any{"name": "played", "version": "1"}}
		case "tools/list":
			tools := []any{}
			for _, name := range os.Args[1:] {
				tools = append(tools, map[string]any{"name": name, "description": "It does " + name + ".", "inputSchema": map[string]any{"type": "object"}})
			}
			result = map[string]any{"tools": tools}
		case "notifications/initialized":
			continue
		default:
			fmt.Fprintln(served, "asked", request.Method)
			continue
		}
		answer, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": request.ID, "result": result})
		if err != nil {
			panic(err)
		}
		fmt.Println(string(answer))
	}
}

// Server stands in for a server of the Model Context Protocol, over its standard input
// and output. What it offers, and how it misbehaves, its arguments say.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// message is one JSON-RPC request, notification or answer.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  any             `json:"result,omitempty"`
	Error   any             `json:"error,omitempty"`
}

type object = map[string]any

// server is how this one behaves.
type server struct {
	name, tools, behave, log string
}

func main() {
	var s server
	flag.StringVar(&s.name, "name", "stand-in", "by which it calls itself")
	flag.StringVar(&s.tools, "tools", "open_issue=Open an issue.", "NAME=DESCRIPTION;NAME=DESCRIPTION;… (a name may be empty)")
	flag.StringVar(&s.behave, "behave", "", "hang: answers nothing; die: ends at the first request; fail: every call of a tool is an error")
	flag.StringVar(&s.log, "log", "", "a file to which it adds a line for its start and for each request")
	flag.Parse()
	if s.log != "" {
		dir, _ := os.Getwd() // a server without a folder says so by an empty one
		s.note(object{"pid": os.Getpid(), "args": os.Args[1:], "dir": dir, "environ": os.Environ()})
	}
	if err := s.serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "stand-in server:", err)
		os.Exit(1)
	}
}

func (s server) serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var request message
		if err := json.Unmarshal(lines.Bytes(), &request); err != nil {
			return err
		}
		s.note(object{"pid": os.Getpid(), "method": request.Method, "params": request.Params})
		switch {
		case s.behave == "hang":
			time.Sleep(time.Hour)
		case s.behave == "die":
			return fmt.Errorf("ends at %s, as it was asked to", request.Method)
		case request.ID == nil:
			continue
		}
		answer := s.answer(request)
		answer.JSONRPC, answer.ID = "2.0", request.ID
		if err := json.NewEncoder(out).Encode(answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func (s server) answer(request message) message {
	switch request.Method {
	case "initialize":
		var asked struct{ ProtocolVersion string }
		_ = json.Unmarshal(request.Params, &asked) // an empty version is answered as it came
		return message{Result: object{
			"protocolVersion": asked.ProtocolVersion, "capabilities": object{"tools": object{}},
			"serverInfo": object{"name": s.name, "version": "1"},
		}}
	case "tools/list":
		return message{Result: object{"tools": s.list()}}
	case "tools/call":
		return message{Result: object{
			"content": []object{{"type": "text", "text": "done by " + s.name}}, "isError": s.behave == "fail",
		}}
	case "ping":
		return message{Result: object{}}
	}
	return message{Error: object{"code": -32601, "message": "there is no " + request.Method}}
}

func (s server) list() []object {
	tools := []object{}
	for _, entry := range strings.Split(s.tools, ";") {
		name, description, _ := strings.Cut(entry, "=")
		tools = append(tools, object{
			"name": name, "description": description,
			"inputSchema": object{"type": "object", "properties": object{"title": object{"type": "string"}}},
		})
	}
	return tools
}

// note adds a line to the log.
func (s server) note(what object) {
	if s.log == "" {
		return
	}
	line, err := json.Marshal(what)
	if err == nil {
		var file *os.File
		if file, err = os.OpenFile(s.log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
			_, err = file.Write(append(line, '\n'))
			_ = file.Close() // the line is written
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "stand-in server: note:", err)
	}
}

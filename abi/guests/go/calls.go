package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

// call makes a host call by its encoded request and gives the encoded reply, and
// the error where it is one.
type call func(request string) (reply string, err error)

// Generated from abi.Calls by go test ./sdk/stubs -update:
var calls = map[string]call{
	"messages":     through(impressionism.Messages),
	"tool_uses":    through(impressionism.ToolUses),
	"active":       through(impressionism.Active),
	"items":        through(impressionism.Items),
	"search":       through(impressionism.Search),
	"relevance":    through(impressionism.Relevance),
	"similarities": through(impressionism.Similarities),
	"embed":        through(impressionism.Embed),
	"vector":       through(impressionism.Vector),
	"param":        through(impressionism.AskParam),
	"session":      through(impressionism.Session),
	"log":          through(impressionism.Log),
	"evaluate":     through(impressionism.Evaluate),
}

// End of what is generated.

// through passes a request and its reply through the types of the SDK's function.
func through[Q, A any](function func(Q) (A, error)) call {
	return func(request string) (string, error) {
		var typed Q
		if err := json.Unmarshal([]byte(request), &typed); err != nil {
			return "", fmt.Errorf("decode %s: %w", request, err)
		}
		answer, failed := function(typed)
		var reply any = map[string]A{"ok": answer}
		if fault, ok := errors.AsType[*impressionism.Fault](failed); ok {
			reply = map[string]*impressionism.Fault{"error": fault}
		}
		encoded, err := json.Marshal(reply)
		if err != nil {
			return "", fmt.Errorf("encode the reply: %w", err)
		}
		return string(encoded), failed
	}
}

func makeCall(arguments string) (string, error) {
	name, request, _ := strings.Cut(arguments, " ")
	function, known := calls[name]
	if !known {
		return "", fmt.Errorf("there is no such host call: %s", name)
	}
	return function(request)
}

func callOnce(_ impressionism.Context, arguments string) ([]impressionism.Entry, error) {
	reply, err := makeCall(arguments)
	if reply == "" {
		return nil, err
	}
	return said(reply), nil
}

func callOften(context impressionism.Context, arguments string) ([]impressionism.Entry, error) {
	number, rest, _ := strings.Cut(arguments, " ")
	times, err := strconv.Atoi(number)
	if err != nil {
		return nil, fmt.Errorf("repeat %s: %w", arguments, err)
	}
	var last []impressionism.Entry
	for range times {
		if last, err = callOnce(context, rest); err != nil {
			return nil, err
		}
	}
	return last, nil
}

func callOrFail(_ impressionism.Context, arguments string) ([]impressionism.Entry, error) {
	reply, err := makeCall(arguments)
	if err != nil {
		return nil, err
	}
	return said(reply), nil
}

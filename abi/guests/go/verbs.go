package main

import (
	"errors"
	"fmt"
	"math/rand"
	"strconv"
	"strings"

	impressionism "github.com/ed-irl/impressionism/sdk/go"
)

type verb func(context impressionism.Context, arguments string) ([]impressionism.Entry, error)

var verbs = map[string]verb{
	"echo": echo, "call": callOnce, "repeat": callOften, "must": callOrFail,
	"entry": entry, "activated": activated, "count": count, "big": big,
	"surrogate": surrogate, "random": random,
	"fail": func(_ impressionism.Context, text string) ([]impressionism.Entry, error) {
		return nil, errors.New(text)
	},
	"panic": func(_ impressionism.Context, text string) ([]impressionism.Entry, error) { panic(text) },
	"loop":  func(impressionism.Context, string) ([]impressionism.Entry, error) { loop(); return nil, nil },
	"recurse": func(impressionism.Context, string) ([]impressionism.Entry, error) {
		return said(fmt.Sprint(recurse(0))), nil
	},
}

func echo(context impressionism.Context, field string) ([]impressionism.Entry, error) {
	fields := map[string]any{
		"abi": context.ABI, "session_id": context.SessionID, "workspace_path": context.WorkspacePath,
		"user_prompt": context.UserPrompt, "hook_event": context.HookEvent, "now": context.Now,
		"sequence": context.Sequence, "neutral": context.Neutral,
	}
	value, known := fields[field]
	if !known {
		return nil, fmt.Errorf("there is no such field: echo %s", field)
	}
	return said(fmt.Sprint(value)), nil
}

func entry(_ impressionism.Context, arguments string) ([]impressionism.Entry, error) {
	parts := strings.SplitN(arguments, " ", 3)
	if len(parts) < 3 {
		return nil, fmt.Errorf("too few arguments: entry %s", arguments)
	}
	given := impressionism.Entry{Reason: parts[2]}
	if err := given.Ref.UnmarshalText([]byte(parts[0])); err != nil {
		return nil, fmt.Errorf("entry %s: %w", arguments, err)
	}
	if parts[1] != "-" {
		score, err := strconv.ParseFloat(parts[1], 64)
		if err != nil {
			return nil, fmt.Errorf("entry %s: %w", arguments, err)
		}
		given.Score = &score
	}
	return []impressionism.Entry{given}, nil
}

func activated(context impressionism.Context, _ string) ([]impressionism.Entry, error) {
	var entries []impressionism.Entry
	for _, entry := range context.Activated {
		entries = append(entries, impressionism.Entry{Ref: entry.Ref, Reason: entry.Reason})
	}
	return entries, nil
}

func count(impressionism.Context, string) ([]impressionism.Entry, error) {
	return said(strconv.Itoa(entered)), nil
}

func big(_ impressionism.Context, length string) ([]impressionism.Entry, error) {
	n, err := strconv.Atoi(length)
	if err != nil || n < 0 {
		return nil, fmt.Errorf("no such length: big %s", length)
	}
	return said(strings.Repeat("x", n)), nil
}

func surrogate(impressionism.Context, string) ([]impressionism.Entry, error) {
	_, err := impressionism.Log(impressionism.LogRequest{Level: impressionism.LevelInfo, Message: "\xED\xA0\x80"})
	return nil, err
}

func random(impressionism.Context, string) ([]impressionism.Entry, error) {
	return said(strconv.FormatUint(rand.Uint64(), 10)), nil
}

func loop() {
	//lint:ignore SA5002 it is what a probe is asked for
	for {
	}
}

//lint:ignore SA5007 it is what a probe is asked for
func recurse(depth int) int { return 1 + recurse(depth+1) }

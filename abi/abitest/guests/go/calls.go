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

var calls = map[string]call{
	"get_recent_messages":        through(impressionism.GetRecentMessages),
	"get_recent_tool_use":        through(impressionism.GetRecentToolUse),
	"get_active_skills":          through(impressionism.GetActiveSkills),
	"get_all_skills":             through(impressionism.GetAllSkills),
	"search_skills":              through(impressionism.SearchSkills),
	"search_skills_by_embedding": through(impressionism.SearchSkillsByEmbedding),
	"relevance":                  through(impressionism.Relevance),
	"embed_text":                 through(impressionism.EmbedText),
	"cosine_similarity":          through(impressionism.CosineSimilarity),
	"cosine_similarities":        through(impressionism.CosineSimilarities),
	"get_vector":                 through(impressionism.GetVector),
	"get_param":                  through(impressionism.GetParam),
	"get_session":                through(impressionism.GetSession),
	"log":                        through(impressionism.Log),
	"evaluate_ruleset":           through(impressionism.EvaluateRuleset),
}

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

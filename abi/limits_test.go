package abi_test

import (
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// recorder notes the requests that reach it and gives more than is allowed.
type recorder struct {
	abi.Host
	count, limit int
	none         bool
}

func (r *recorder) Messages(q abi.CountRequest) ([]abi.Message, error) {
	r.count = q.Count
	if r.none {
		return nil, nil
	}
	return []abi.Message{{Content: "ééé"}, {Content: "b"}, {Content: "c"}}, nil
}

func (r *recorder) Items(q abi.PageRequest) (abi.ItemPage, error) {
	r.limit = q.Limit
	if r.none {
		return abi.ItemPage{}, nil
	}
	return abi.ItemPage{Items: make([]abi.Item, 3)}, nil
}

func (r *recorder) Vector(q abi.EmbeddingRequest) ([]float32, error) {
	return q.Embedding.Values, nil
}

func (r *recorder) Relevance(abi.RelevanceRequest) ([]abi.Relevance, error) { return nil, nil }

// Ensure that any host's requests and replies are held to the budgets: numbers are
// lowered, negative ones and long lists refused, replies cut, lists never null.
func TestLimits(t *testing.T) {
	budgets := abi.DefaultBudgets()
	budgets.Results, budgets.TextBytes = 2, 5
	for _, c := range []struct {
		call, request, want string
		none                bool
		reached             int
	}{
		{"messages", `{"count":1000000}`, `"content":"éé",`, false, 2},
		{"messages", `{"count":1}`, `{"ok":[`, false, 1},
		{"messages", `{"count":0}`, `{"ok":[]}`, true, 0},
		{"messages", `{"count":-1}`, `bad_request","message":"messages: count -1 is negative"`, false, 0},
		{"items", `{}`, `"truncated":true`, false, 2},
		{"items", `{"limit":1,"offset":1000}`, `{"ok":{`, false, 1},
		{"items", `{}`, `{"ok":{"items":[],"truncated":false}}`, true, 2},
		{"items", `{"offset":-1}`, `bad_request","message":"items: offset -1 is negative"`, false, 0},
		{"relevance", `{"text":"x","refs":["skill:a","skill:b"]}`, `{"ok":[]}`, false, 0},
		{"search", `{"limit":"five"}`, `bad_request","message":"search: limit has text where a whole number is wanted"`, false, 0},
		{"search", `{"limit":2.5}`, `bad_request","message":"search: limit has 2.5 where a whole number is wanted"`, false, 0},
		{"search", `{"text":["x"]}`, `bad_request","message":"search: text has a list where text is wanted"`, false, 0},
		{"items", `{"kinds":[{}]}`, `bad_request","message":"items: kinds has an object where text is wanted"`, false, 0},
		{"items", `{"kinds":true}`, `bad_request","message":"items: kinds has true or false where a list is wanted"`, false, 0},
		{"items", `[]`, `bad_request","message":"items: it is a list where an object is wanted"`, false, 0},
		{"similarities", `{"a":["x"],"bs":[]}`, `bad_request","message":"similarities: a has text where a number is wanted"`, false, 0},
		{"vector", `{"embedding":[0.5,2]}`, `{"ok":[0.5,2]}`, false, 0},
		{"vector", `{"embedding":[0.5, null ]}`, `bad_request","message":"vector: an embedding is a reference or an array of numbers, and number 2 is null`, false, 0},
		{"similarities", `{"a":[1],"bs":[[1],[null]]}`, `bad_request","message":"similarities: an embedding is a reference or an array of numbers, and number 1 is null`, false, 0},
		{"relevance", `{"text":"x","refs":["skill:a","skill:b","skill:c"]}`, `limit","message":"results: refs has 3 entries, more than 2"`, false, 0},
	} {
		host := &recorder{none: c.none}
		got := string(abi.Invoke(host, budgets, c.call, []byte(c.request)))
		if !strings.Contains(got, c.want) || host.count+host.limit != c.reached || strings.Contains(got, `"content":"c"`) {
			t.Errorf("%s %s: got %s with %d, want %s with %d", c.call, c.request, got, host.count+host.limit, c.want, c.reached)
		}
	}
}

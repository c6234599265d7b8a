package opinion

import (
	"encoding/json"
	"net/http"
)

// anthropic is the Messages API, version 2023-06-01. The answer is the input of a tool that
// the model has to call: every model can, and servers that stand in for the API can, too.
var anthropic = format{
	url:  "https://api.anthropic.com",
	path: "/v1/messages",
	header: func(h http.Header, key string) {
		h.Set("Anthropic-Version", "2023-06-01")
		if key != "" {
			h.Set("X-Api-Key", key)
		}
	},
	encode: func(model string, t Task, _ bool) any {
		return map[string]any{
			"model": model, "max_tokens": t.TokensMax, "system": t.System,
			"messages":    []any{map[string]any{"role": "user", "content": t.User}},
			"tools":       []any{map[string]any{"name": t.Name, "description": t.About, "input_schema": t.Schema}},
			"tool_choice": map[string]any{"type": "tool", "name": t.Name},
		}
	},
	read: readAnthropic,
}

func readAnthropic(reply []byte, t Task) (answer []byte, tokens Tokens, err error) {
	var message struct {
		Content []struct {
			Type  string          `json:"type"`
			Name  string          `json:"name"`
			Input json.RawMessage `json:"input"`
		} `json:"content"`
		StopReason string `json:"stop_reason"`
		Usage      struct {
			Input   int `json:"input_tokens"`
			Written int `json:"cache_creation_input_tokens"`
			Read    int `json:"cache_read_input_tokens"`
			Output  int `json:"output_tokens"`
		} `json:"usage"`
	}
	if json.Unmarshal(reply, &message) != nil {
		return nil, tokens, failed(CauseMalformed, "the reply is no message as JSON")
	}
	usage := message.Usage
	tokens = Tokens{In: usage.Input + usage.Written + usage.Read, Out: usage.Output}
	switch message.StopReason {
	case "refusal":
		return nil, tokens, failed(CauseRefusal, "the model declined to answer")
	case "max_tokens":
		return nil, tokens, failed(CauseMalformed, "the answer is cut off after %d tokens", t.TokensMax)
	}
	for _, block := range message.Content {
		if block.Type == "tool_use" && block.Name == t.Name {
			if answer != nil {
				return nil, tokens, failed(CauseMalformed, "the reply has two choices")
			}
			answer = block.Input
		}
	}
	if answer == nil {
		return nil, tokens, failed(CauseMalformed, "the reply has no choice")
	}
	return answer, tokens, nil
}

// openAI is the Chat Completions API, as Ollama, llama.cpp, vLLM and gateways offer it too.
var openAI = format{
	url:  "https://api.openai.com/v1",
	path: "/chat/completions",
	header: func(h http.Header, key string) {
		if key != "" {
			h.Set("Authorization", "Bearer "+key)
		}
	},
	encode: func(model string, t Task, own bool) any {
		limit := "max_tokens" // the provider's own models that think do not take it, other servers know no other
		if own {
			limit = "max_completion_tokens"
		}
		return map[string]any{
			"model": model, limit: t.TokensMax,
			"messages": []any{
				map[string]any{"role": "system", "content": t.System},
				map[string]any{"role": "user", "content": t.User},
			},
			"response_format": map[string]any{
				"type":        "json_schema",
				"json_schema": map[string]any{"name": t.Name, "strict": true, "schema": t.Schema},
			},
		}
	},
	read: readOpenAI,
}

func readOpenAI(reply []byte, t Task) (answer []byte, tokens Tokens, err error) {
	var completion struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Refusal string `json:"refusal"`
			} `json:"message"`
			FinishReason string `json:"finish_reason"`
		} `json:"choices"`
		Usage struct {
			Prompt     int `json:"prompt_tokens"`
			Completion int `json:"completion_tokens"`
		} `json:"usage"`
	}
	if json.Unmarshal(reply, &completion) != nil {
		return nil, tokens, failed(CauseMalformed, "the reply is no completion as JSON")
	}
	tokens = Tokens{In: completion.Usage.Prompt, Out: completion.Usage.Completion}
	if len(completion.Choices) != 1 {
		return nil, tokens, failed(CauseMalformed, "the reply has %d choices, not one", len(completion.Choices))
	}
	only := completion.Choices[0]
	switch {
	case only.Message.Refusal != "", only.FinishReason == "content_filter":
		return nil, tokens, failed(CauseRefusal, "the model declined to answer")
	case only.FinishReason == "length":
		return nil, tokens, failed(CauseMalformed, "the answer is cut off after %d tokens", t.TokensMax)
	}
	return []byte(only.Message.Content), tokens, nil
}

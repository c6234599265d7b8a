package bench

import "encoding/json"

// Hook inputs as the client writes them.

func promptEvent(h home, session, text string) []byte {
	return event(h, session, "UserPromptSubmit", map[string]any{"prompt": text})
}

func stopEvent(h home, session string) []byte {
	return event(h, session, "Stop", map[string]any{
		"stop_hook_active": false, "last_assistant_message": "Both files are written and the tests pass.",
	})
}

func toolEvent(h home, session string) []byte {
	return event(h, session, "PostToolUse", map[string]any{
		"tool_name": "Bash", "tool_use_id": "toolu_0001", "duration_ms": 812,
		"tool_input":    map[string]any{"command": "go test ./...", "description": "Run the tests"},
		"tool_response": map[string]any{"stdout": "ok", "stderr": "", "interrupted": false, "isImage": false},
	})
}

func event(h home, session, name string, fields map[string]any) []byte {
	fields["session_id"], fields["cwd"], fields["hook_event_name"] = session, h.work, name
	fields["permission_mode"], fields["transcript_path"] = "default", ""
	encoded, err := json.Marshal(fields)
	if err != nil {
		panic(err) // texts and truth values always encode
	}
	return encoded
}

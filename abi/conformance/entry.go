package conformance

import (
	"encoding/json"
	"fmt"
)

// entry tells how an entry differs from the one that is wanted, or "".
func (p Probe) entry(got got, want Entry) string {
	if got.Ref != want.Ref {
		return fmt.Sprintf("got %q, want %q", got.Ref, want.Ref)
	}
	if (got.Score == nil) != (want.Score == nil) || got.Score != nil && *got.Score != *want.Score {
		return fmt.Sprintf("got the score %s, want %s", encode(got.Score), encode(want.Score))
	}
	switch {
	case want.Random:
		return ""
	case want.Length > 0:
		if length := len(got.text()); length != want.Length {
			return fmt.Sprintf("got a reason of %d bytes, want %d", length, want.Length)
		}
		return ""
	case want.Refused != "":
		return refused(got, want.Refused)
	case want.Reply != nil:
		return p.reply(got, want.Reply)
	}
	var reason string
	if err := json.Unmarshal(got.Reason, &reason); err != nil || reason != want.Reason {
		return fmt.Sprintf("got the reason %s, want %s", got.Reason, encode(want.Reason))
	}
	return ""
}

// reply compares the reply that an entry tells of.
func (p Probe) reply(got got, want json.RawMessage) string {
	found, err := parse(got.Reason)
	if text, ok := found.(string); ok && err == nil {
		found, err = parse([]byte(text))
	}
	if err != nil {
		return fmt.Sprintf("the reason is no JSON: %v: %.500s", err, got.Reason)
	}
	wanted, err := parse(want)
	if err != nil {
		return fmt.Sprintf("the case's reply is no JSON: %v", err)
	}
	if p.BareLists {
		wanted = bare(wanted)
	}
	if text := difference(found, wanted); text != "" {
		return "the reply" + text
	}
	return ""
}

// bare gives a page of items as the list alone.
func bare(reply any) any {
	fields, ok := reply.(map[string]any)
	if !ok {
		return reply
	}
	page, ok := fields["ok"].(map[string]any)
	if items, has := page["items"]; ok && has {
		return map[string]any{"ok": items}
	}
	return reply
}

// refused checks that an entry tells of an error reply with that code.
func refused(got got, code string) string {
	var reply struct {
		Error struct{ Code string }
	}
	if err := json.Unmarshal([]byte(got.text()), &reply); err != nil || reply.Error.Code != code {
		return fmt.Sprintf("got the reply %s, want an error with the code %s", got.Reason, code)
	}
	return ""
}

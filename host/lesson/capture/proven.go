package capture

import "slices"

// Proven looks for the words of a draft in the messages of a session, the oldest first: for the
// place where by wrote them, and for what nobody of the session wrote and says the same before
// it. echo is a part of the latter, or "". sure reports that the place was found, and that its
// whole turn was there to be looked at: the messages begin with the session (whole), or a
// person's prompt stands among those before it. A call that was not found may be a subagent's, whose
// report came after it: that counts as nobody's then.
func Proven(d Draft, by Role, messages []Message, whole bool) (echo string, sure bool) {
	before := messages
	for i := len(messages) - 1; i >= 0 && !sure; i-- {
		if messages[i].Role == by && d.standsIn(messages[i].Text) {
			before, sure = messages[:i+1], true
		}
	}
	if !sure && by == RoleRemember {
		before = slices.DeleteFunc(slices.Clone(messages), func(m Message) bool { return m.Role == RoleAgent })
	}
	if !whole {
		sure = sure && startsTurn(before)
	}
	echo, complete := Echo(d, strangers(before))
	return echo, sure && complete
}

// standsIn reports whether the words of a draft stand in a text.
func (d Draft) standsIn(text string) bool {
	place, _ := Echo(d, []string{text})
	return place != ""
}

// startsTurn reports whether a person's prompt that opened a turn is among the messages.
func startsTurn(messages []Message) bool {
	for _, message := range messages {
		if !message.Within && (message.Role == RoleUser || message.Role == RoleCommand) {
			return true
		}
	}
	return false
}

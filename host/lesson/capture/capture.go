// Package capture decides what of an exchange is a lesson: a fact that a person or a
// project wants heeded later. A person who types a marker or the command stores a lesson;
// the model's markers and a person's corrections are proposals, which a person reviews;
// what tools, subagents and pasted texts say is neither. The package is pure: it knows no
// file, no clock, no client and no store. It reads English; markers work in any language.
package capture

import (
	"slices"

	"github.com/ed-irl/impressionism/host/rank"
)

// Role is who wrote a message.
type Role string

// The roles.
const (
	RoleUser      Role = "user"      // typed by a person
	RoleCommand   Role = "command"   // a command of the plugin, typed by a person
	RoleAssistant Role = "assistant" // written by the model
	RoleRemember  Role = "remember"  // the model's call of the tool remember: its arguments as JSON
	RoleAgent     Role = "agent"     // a subagent's report
	RoleTool      Role = "tool"      // another tool's result, a subagent's task, a summary: nobody here wrote it
)

// Message is one message of a session.
type Message struct {
	Role   Role
	Text   string
	Within bool // typed while the model was at work: it opened no turn
}

// Outcome is what becomes of an exchange.
type Outcome string

// The outcomes.
const (
	None     Outcome = "none"
	Proposal Outcome = "proposal" // a person is asked before it is stored
	Lesson   Outcome = "lesson"   // a person wrote it to be stored
)

// Captured is what an exchange leaves.
type Captured struct {
	Outcome
	Draft            // empty if Outcome is None
	Quote     string // a correction's sentence of the answer, or the words that confirmed it; often empty
	Unchecked bool   // the session was too long to look for all of a proposal's words in it
	Reason    string // why a draft was refused, in words for a person; empty where there was none
}

// Known is a text that is heeded already: a file of instructions, an active lesson.
type Known struct {
	Place string // for people: a path, an id
	Text  string
	User  bool // a lesson of the user's, whose place only another one takes
	Fixed bool // no lesson: nothing takes its place
}

// Yields reports whether a draft may say again what is known, as it takes the place of that.
func (k Known) Yields(d Draft) bool {
	return slices.Contains(d.Supersedes, k.Place) && !k.Fixed && (d.User || !k.User)
}

// Judge holds drafts against the gate.
type Judge struct {
	Recipe *rank.Recipe // whose background table knows which words are rare
	Known  []Known
}

// Exchange returns what the messages of a session leave, in their order: what a person
// stored rather than a proposal, and of two the later.
func (j Judge) Exchange(messages []Message) Captured {
	var kept Captured
	kept.Outcome = None
	heard := strangers(messages)
	answer, prompt := "", ""
	for _, message := range messages {
		var c Captured
		switch message.Role {
		case RoleUser, RoleCommand:
			c = j.Prompt(answer, message.Text, heard)
			answer, prompt = "", message.Text
		case RoleAssistant:
			c = j.Answer(prompt, message.Text, heard)
			answer = message.Text
		case RoleRemember:
			c = j.Remember(message.Text, heard)
		default:
			continue
		}
		if c.Outcome == None && kept.Outcome != None || c.Outcome == Proposal && kept.Outcome == Lesson {
			continue
		}
		if c.Outcome != None || c.Reason != "" {
			kept = c
		}
	}
	return kept
}

// Prompt returns what a typed prompt leaves. answer is the model's message before it, heard
// what the session's tools and pastes said.
func (j Judge) Prompt(answer, prompt string, heard []string) Captured {
	if draft, ok := Typed(prompt); ok {
		return j.decide(Lesson, draft, Captured{})
	}
	draft, quote, ok := Correction(answer, prompt)
	if !ok {
		return Captured{Outcome: None}
	}
	return j.propose(draft, Captured{Quote: quote}, heard)
}

// Answer returns what the last message of the model in a turn leaves. prompt is what the
// turn answers.
func (j Judge) Answer(prompt, answer string, heard []string) Captured {
	refused := Captured{Outcome: None}
	if asksForForm(prompt) {
		return refused
	}
	for _, draft := range InAnswer(answer) {
		draft.ByModel = true
		c := j.propose(draft, Captured{}, heard)
		if c.Outcome != None {
			return c
		}
		refused = c
	}
	return refused
}

// Remember returns what a call of the tool remember leaves.
func (j Judge) Remember(arguments string, heard []string) Captured {
	draft, err := Called(arguments)
	if err != nil {
		return Captured{Outcome: None, Reason: err.Error()}
	}
	return j.propose(draft, Captured{}, heard)
}

// propose refuses a draft whose words the session heard from somebody else.
func (j Judge) propose(draft Draft, c Captured, heard []string) Captured {
	echo, complete := Echo(draft, heard)
	if echo != "" {
		return Captured{Outcome: None, Reason: "the same words stand in a tool's result or in a pasted text: " + quoted(echo)}
	}
	c.Unchecked = !complete
	return j.decide(Proposal, draft, c)
}

func (j Judge) decide(outcome Outcome, draft Draft, c Captured) Captured {
	if reason := j.Gate(draft); reason != "" {
		return Captured{Outcome: None, Reason: reason}
	}
	c.Outcome, c.Draft = outcome, draft
	return c
}

// strangers are the texts of a session that nobody of it wrote.
func strangers(messages []Message) []string {
	var texts []string
	for _, message := range messages {
		switch message.Role {
		case RoleTool, RoleAgent:
			texts = append(texts, message.Text)
		case RoleUser:
			if _, pasted := split(message.Text); pasted != "" {
				texts = append(texts, pasted)
			}
		}
	}
	return texts
}

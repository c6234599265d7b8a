package work

// Who wrote a text of a session.
const (
	ByPerson   = "person"   // typed, with all that was pasted into it
	ByModel    = "model"    // an answer
	ByCall     = "call"     // the model's input of a tool that Calls names, as JSON
	ByAgent    = "agent"    // a subagent's report
	ByStranger = "stranger" // another tool's result, a subagent's task, a summary, a file that was handed over
)

// Voice is a text of a session with who wrote it. It is not redacted, and only to be compared.
type Voice struct {
	By, Text string
	Within   bool // typed while the model was at work: it opened no turn
}

// Calls say which inputs of tools are texts of their own.
type Calls struct {
	Tool    string // the end of a tool's name; its results say nothing
	Command string // a part of commands of the shell
}

// Voices are the texts at the end of a transcript, the oldest first.
type Voices struct {
	All   []Voice
	Whole bool // nothing stood before them
	Gap   bool // a line among them could not be read
}

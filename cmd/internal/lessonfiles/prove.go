package lessonfiles

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/lesson/capture"
	"github.com/ed-irl/impressionism/host/store/lessons"
	"github.com/ed-irl/impressionism/host/store/session"
)

// How much of a transcript's end is read when a turn ends, within the hook's time, and for a
// person who reviews what could not be read then.
const (
	turnBytesMax   = 256 << 10
	reviewBytesMax = 4 << 20
)

// ownCalls are the ways in which the model proposes a lesson by itself.
var ownCalls = work.Calls{Tool: "impressionism__remember", Command: "impressionism learn"}

// prover looks for the words of a session's proposals in what its tools returned and what was
// pasted. The transcript is read when it is first asked for.
type prover struct {
	env                *env.Env
	sessions           *session.Store // nil: it is not known which tools ran
	workspace, session string
	bytesMax           int64

	asked    bool
	messages []capture.Message
	whole    bool
	why      string // it cannot be read
}

// prove returns the origin of a draft, and the place where strangers say the same; "": none was
// found.
func (p *prover) prove(ctx context.Context, d capture.Draft, from string) (o lessons.Origin, echo string) {
	o = lessons.Origin{Session: p.session, From: from, Checked: lessons.Unchecked, Heard: p.heard()}
	if p.read(ctx); p.why != "" {
		o.Why = p.why
		return o, ""
	}
	roles := map[string]capture.Role{lessons.FromPrompt: capture.RoleUser, lessons.FromAnswer: capture.RoleAssistant, lessons.FromCall: capture.RoleRemember}
	echo, sure := capture.Proven(d, roles[from], p.messages, p.whole)
	if o.Why = "the transcript does not have all of its turn"; sure {
		o.Checked, o.Why = lessons.Checked, ""
	}
	return o, echo
}

func (p *prover) read(ctx context.Context) {
	if p.asked {
		return
	}
	p.asked = true
	transcripts := p.env.Client().Transcripts
	if transcripts.Of == nil || transcripts.Voices == nil {
		p.why = "the client keeps no transcript"
		return
	}
	path := transcripts.Of(p.env.ClientHome(), p.workspace, p.session)
	if path == "" {
		p.why = "the transcript is not there"
		return
	}
	if ctx.Err() != nil {
		p.why = "there was no time"
		return
	}
	voices, err := transcripts.Voices(path, p.bytesMax, ownCalls)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		p.why = "the transcript is not there"
	case err != nil, voices.Gap:
		p.why = "the transcript cannot be read"
	}
	p.whole = voices.Whole
	by := map[string]capture.Role{work.ByPerson: capture.RoleUser, work.ByModel: capture.RoleAssistant, work.ByCall: capture.RoleRemember, work.ByAgent: capture.RoleAgent}
	for _, voice := range voices.All {
		role, known := by[voice.By]
		if !known {
			role = capture.RoleTool
		}
		p.messages = append(p.messages, capture.Message{Role: role, Text: voice.Text, Within: voice.Within})
	}
}

// Limits of heard: of messages that are looked at, and of what is named.
const (
	turnMessagesMax = 400
	heardMax        = 8
)

// heard names the tools of this turn and the one before it that got texts from outside of the
// workspace, as far as they are recorded.
func (p *prover) heard() []string {
	where := p.env.Client().Heard
	if where == nil || p.sessions == nil {
		return nil
	}
	messages, err := p.sessions.Messages(p.session, turnMessagesMax)
	if err != nil {
		return []string{"it is not known which tools ran"}
	}
	var names []string
	turns := 0
	for _, message := range slices.Backward(messages) {
		if message.Role == "user" {
			if turns++; turns == 2 {
				break
			}
		}
		if message.ToolName == "" || len(names) == heardMax {
			continue
		}
		if name := where(message.ToolName, message.Content, p.workspace); name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Reverse(names)
	if !p.recordsTools() {
		names = append(names, "tools that are not recorded")
	}
	return names
}

// recordsTools reports whether the settings have every tool recorded with its input.
func (p *prover) recordsTools() bool {
	logging := p.env.Loaded.Logging
	return logging.PreviewChars > 0 && slices.Contains(logging.ToolUse, session.AllTools) && slices.Contains(logging.ToolFields, session.FieldToolName) && slices.Contains(logging.ToolFields, session.FieldToolInput)
}

// settle looks where the proposals of a session's turn come from, and takes those back that say
// what strangers said.
func settle(ctx context.Context, e *env.Env, proof *prover) error {
	folder := lessons.In(e.Paths.Reviews)
	if !folder.Awaits(proof.session) {
		return nil
	}
	waiting, err := folder.Awaited(proof.session, e.Now().Add(-lessons.ProposalAge))
	if err != nil {
		return err
	}
	return prove(ctx, folder, proof, waiting)
}

func prove(ctx context.Context, folder lessons.Folder, proof *prover, waiting []lessons.Proposed) error {
	var failed error
	for _, p := range waiting {
		origin, echo := proof.prove(ctx, capture.Draft{Title: p.Title, Text: p.Text}, p.From)
		if echo != "" {
			failed = errors.Join(failed, folder.Withdraw(p.ID))
			continue
		}
		if p.Origin.Checked != "" || len(p.Heard) > 0 { // of the turn that it was made in, and not of today's
			origin.Heard = p.Heard
		}
		failed = errors.Join(failed, folder.Settle(p, origin))
	}
	return failed
}

// Recheck looks again, for a person who reviews, where proposals come from of which that was not
// to be found out when their turn ended, or whose turn goes on or was broken off. One that does
// not say where it was proposed counts as proposed in the workspace.
func Recheck(ctx context.Context, e *env.Env, sessions *session.Store, workspace string) error {
	folder := lessons.In(e.Paths.Reviews)
	waiting, err := folder.Proposals(e.Now().Add(-lessons.ProposalAge))
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, recheckTime)
	defer cancel()
	provers := map[[2]string]*prover{}
	for _, p := range waiting {
		if ctx.Err() != nil {
			break // the rest is looked at next time
		}
		if p.Fault != nil || p.Session == "" || p.From == "" || p.Origin.Checked == lessons.Checked {
			continue
		}
		of := [2]string{p.Session, cmp.Or(p.Workspace, workspace)}
		proof := provers[of]
		if proof == nil {
			proof = &prover{env: e, sessions: sessions, workspace: of[1], session: of[0], bytesMax: reviewBytesMax}
			provers[of] = proof
		}
		err = errors.Join(err, prove(ctx, folder, proof, []lessons.Proposed{p}))
	}
	return err
}

// recheckTime bounds a look at all that waits: a command of the client is waiting for it.
const recheckTime = time.Second

// turnMax is how long a session of which nothing is heard may be the one that runs.
const turnMax = time.Hour

// SessionOf returns the id of the session in which this process runs: as the client's variable has
// it, unless that session has ended, as after a command that clears it; else the one of this
// workspace that was touched last, if it has not ended. "": none is known.
func SessionOf(e *env.Env, sessions *session.Store, workspace string) string {
	id := e.Variable(e.Client().Variables.Session)
	if past, err := sessions.Session(id); id != "" && (err != nil || !past.Ended) {
		return id
	}
	past, err := sessions.Newest(workspace)
	if err != nil || past.Ended || e.Now().Sub(past.LastActive) > turnMax {
		return ""
	}
	return past.SessionID
}

package transcript

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/payload"
	"github.com/ed-irl/impressionism/host/client/transcript"
)

// line is what is wanted of one line, undecoded where it may be long.
type line struct {
	kind, subtype, uuid, session, cwd, timestamp string
	branch, origin                               string // origin is its kind, where the client writes who sent it
	sidechain, meta, summary, apiError           bool
	message, attachment, result                  []byte
}

func parse(data []byte) (line, error) {
	var l line
	err := fields(data, func(key string, value []byte) {
		switch key {
		case "type":
			l.kind = text(value)
		case "subtype":
			l.subtype = text(value)
		case "uuid":
			l.uuid = text(value)
		case "sessionId":
			l.session = text(value)
		case "cwd":
			l.cwd = text(value)
		case "timestamp":
			l.timestamp = text(value)
		case "isSidechain":
			l.sidechain = yes(value)
		case "isMeta":
			l.meta = yes(value)
		case "isCompactSummary":
			l.summary = yes(value)
		case "isApiErrorMessage":
			l.apiError = yes(value)
		case "message":
			l.message = value
		case "attachment":
			l.attachment = value
		case "gitBranch":
			l.branch = text(value)
		case "toolUseResult":
			l.result = value
		case "origin":
			l.origin = originKind(value)
		}
	})
	return l, err
}

// originKind reads who sent a message, as the client names them: "human", "peer" and others.
func originKind(value []byte) string { return text(members(value)["kind"]) }

// base is what all events of a line have in common.
func (r *lines) base(l line) transcript.Event {
	e := transcript.Event{Session: r.session, Workspace: r.workspace, Time: r.last, Agent: r.agent}
	if l.session != "" && len(l.session) <= sessionBytesMax {
		e.Session = l.session
	}
	if len(l.cwd) <= payload.WorkspaceBytesMax && filepath.IsAbs(l.cwd) && !strings.ContainsRune(l.cwd, 0) {
		e.Workspace = filepath.Clean(l.cwd)
	}
	if at, err := time.Parse(time.RFC3339, l.timestamp); err == nil && at.Year() >= 1970 && at.UTC().Year() <= 9999 {
		e.Time = at.UTC()
	}
	r.workspace, r.last = e.Workspace, e.Time
	return e
}

// take turns a line into events, or counts why there are none.
func (r *lines) Decode(data []byte, to *transcript.Reader) {
	r.to, r.afterCompaction = to, r.gaveCompaction
	l, err := parse(data)
	if err != nil {
		r.to.Skip(transcript.SkipNotJSON)
		return
	}
	e := r.base(l)
	switch {
	case l.sidechain && r.agent == "":
		r.to.Skip(transcript.SkipSidechain)
		if l.kind == "assistant" {
			r.used(e, l.message)
		}
	case l.kind == "user" && l.summary:
		r.to.Skip(transcript.SkipSummary)
		r.compacted(e, l.uuid)
	case l.kind == "system" && l.subtype == "compact_boundary":
		r.compacted(e, l.uuid)
	case l.kind != "user" && l.kind != "assistant" && l.kind != "attachment":
		r.to.Skip(transcript.SkipUnknown)
	case l.meta:
		r.to.Skip(transcript.SkipMeta)
	case r.to.Again(l.uuid):
		r.to.Skip(transcript.SkipRepeated)
	case l.apiError:
		r.to.Skip(transcript.SkipError)
	case l.kind == "attachment":
		r.attachment(e, l.attachment)
	case l.kind == "user":
		r.user(e, l)
	default:
		r.assistant(e, l.message)
		r.used(e, l.message)
	}
}

// compacted tells of a compaction once: newer clients write a line for it and
// the summary beside.
func (r *lines) compacted(e transcript.Event, uuid string) {
	if again := r.to.Again(uuid); !again && !r.afterCompaction {
		e.Kind = transcript.KindCompaction
		r.give(e)
	}
}

// blocks gives the parts of a message: a lone text is one.
func blocks(message []byte, each func(kind, content string, block map[string][]byte)) {
	var content []byte
	_ = fields(message, func(key string, value []byte) { // a line as a whole was well formed
		if key == "content" {
			content = value
		}
	})
	if len(content) > 0 && content[0] == '"' {
		each("text", text(content), nil)
		return
	}
	count := 0
	elements(content, func(value []byte) bool {
		block := map[string][]byte{}
		_ = fields(value, func(key string, value []byte) { block[key] = value })
		each(text(block["type"]), text(block["text"]), block)
		count++
		return count < transcript.BlocksMax
	})
}

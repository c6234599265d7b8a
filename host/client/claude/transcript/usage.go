package transcript

import (
	"errors"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/cut"
)

// Tokens adds the tokens of a transcript to a sum, as its client counted them.
func Tokens(path string, sum *transcript.Tokens) error {
	r, err := transcript.Open(path, transcript.Position{}, nil, usageLines{sum})
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = r.Next() // there are no events: it reads to the end
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// usageLines reads nothing of the lines but the tokens.
type usageLines struct{ sum *transcript.Tokens }

// Whole reports whether a line is an object.
func (usageLines) Whole(data []byte) bool { return new(lines).Whole(data) }

// Decode adds up what an answer's line has.
func (u usageLines) Decode(data []byte, _ *transcript.Reader) {
	var message []byte
	isAnswer, apiError := false, false
	err := fields(data, func(key string, value []byte) {
		switch key {
		case "type":
			isAnswer = string(value) == `"assistant"`
		case "message":
			message = value
		case "isApiErrorMessage":
			apiError = yes(value)
		}
	})
	if err == nil && isAnswer && !apiError {
		if id, usage, ok := usageOf(message); ok {
			u.sum.AddUsage(id, usage)
		}
	}
}

// used gives the tokens of an answer's line, where somebody asked for them.
func (r *lines) used(e transcript.Event, message []byte) {
	if !r.usage {
		return
	}
	if id, usage, ok := usageOf(message); ok {
		e.Kind, e.Request, e.Usage = transcript.KindUsage, id, &usage
		r.to.Give(e) // not r.give: what lies between a compaction and its summary makes two of them
	}
}

// usageOf returns a message's id and tokens; ok is false where it lacks either.
func usageOf(message []byte) (id string, usage transcript.Usage, ok bool) {
	var numbers []byte
	_ = fields(message, func(key string, value []byte) { // a line as a whole was well formed
		switch key {
		case "id":
			id = cut.Bytes(text(value), nameBytesMax)
		case "usage":
			numbers = value
		}
	})
	err := fields(numbers, func(key string, value []byte) {
		switch key {
		case "input_tokens":
			usage.Input = tokens(value)
		case "output_tokens":
			usage.Output = tokens(value)
		case "cache_read_input_tokens":
			usage.CacheRead = tokens(value)
		case "cache_creation_input_tokens":
			usage.CacheCreation = tokens(value)
		}
	})
	return id, usage, err == nil && id != ""
}

// tokensMax bounds one number, so that no sum of them overflows.
const tokensMax = 1 << 40

// tokens reads a count; what is none is 0.
func tokens(value []byte) int64 {
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil || n < 0 || n > tokensMax {
		return 0
	}
	return n
}

// Layout is how the client keeps transcripts, for who watches them.
func Layout() transcript.Layout {
	return transcript.Layout{Wants: wants, Decoder: decoder}
}

// decoder makes that of a file.
func decoder(path string, usage bool) transcript.Decoder {
	l := newLines(strings.TrimSuffix(filepath.Base(path), Ending))
	l.usage = usage
	if id, isAgent := strings.CutPrefix(l.session, subagentPrefix); isAgent {
		l.agent = id
		if folder := filepath.Dir(path); filepath.Base(folder) == subagentsFolder {
			l.session = cut.Bytes(filepath.Base(filepath.Dir(folder)), sessionBytesMax)
		}
	}
	return l
}

// depthMax is that of a subagent's folder in the folder of all projects.
const depthMax = 3

// wants reports whether a path, relative to what is watched, is a transcript, or a folder in which
// there may be some.
func wants(relative string, isFolder, agents bool) bool {
	parts := strings.Split(filepath.ToSlash(relative), "/")
	name := parts[len(parts)-1]
	inside := len(parts) > 1 && parts[len(parts)-2] == subagentsFolder
	switch {
	case isFolder && (inside || len(parts) > depthMax):
		return false
	case isFolder && len(parts) == 1 && name != subagentsFolder:
		return true
	case isFolder:
		return agents && (len(parts) < depthMax || name == subagentsFolder)
	case filepath.Ext(name) != Ending:
		return false
	}
	return agents || !inside && !strings.HasPrefix(name, subagentPrefix)
}

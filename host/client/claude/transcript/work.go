package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/client/transcript"
	"github.com/ed-irl/impressionism/host/client/work"
	"github.com/ed-irl/impressionism/host/cut"
	"github.com/ed-irl/impressionism/host/foreign"
	"github.com/ed-irl/impressionism/host/redact"
)

// Limits of ReadWork. Where one line fills the end of a file, as a pasted image does,
// more of the file is read to get behind that line.
const (
	workLineBytesMax = 512 << 10 // a longer line is left out
	workBytesMax     = 16 << 20  // are read in any case
)

// ReadWork reads what the session of a transcript did, from the last bytesMax bytes of the
// file. Lines that are torn, unknown or too long are left out and counted. Errors wrap those
// of package os.
func ReadWork(path string, bytesMax int64) (work.Record, error) {
	file, err := foreign.Open(path)
	if err != nil {
		return work.Record{}, fmt.Errorf("read transcript: %w", err)
	}
	defer file.Close()
	data, whole, err := end(file, bytesMax)
	if err == nil && !whole && usable(data, bytesMax) < bytesMax/2 {
		data, whole, err = end(file, workBytesMax)
	}
	if err != nil {
		return work.Record{}, fmt.Errorf("read transcript %s: %w", path, err)
	}
	return scanWork(data, whole, bytesMax, strings.TrimSuffix(filepath.Base(path), Ending)), nil
}

// end returns the last bytes of a file and whether they are all of it.
func end(file *os.File, bytesMax int64) ([]byte, bool, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	from := max(0, info.Size()-bytesMax)
	data := make([]byte, min(bytesMax, info.Size()-from))
	n, err := file.ReadAt(data, from)
	if errors.Is(err, io.EOF) { // it was cut since
		err = nil
	}
	return data[:n], from == 0, err
}

// usable returns how many bytes of the end of a file are whole lines that can be read.
func usable(data []byte, bytesMax int64) int64 {
	var count int64
	_, data, _ = bytes.Cut(data, []byte("\n"))
	for line := range bytes.Lines(data) {
		if len(line) <= workLineBytesMax {
			count += int64(len(line))
		}
	}
	return min(count, bytesMax)
}

// scanWork reads the last bytesMax bytes of lines that are not too long; whole: nothing
// stands before data.
func scanWork(data []byte, whole bool, bytesMax int64, session string) work.Record {
	w := &worker{Record: work.Record{Session: session, Skipped: map[string]int{}}, uses: map[string]use{}}
	if !whole {
		_, data, _ = bytes.Cut(data, []byte("\n")) // the first line may be the end of one
		w.Cut = true
	}
	var lines [][]byte
	for line := range bytes.Lines(data) {
		lines = append(lines, line)
	}
	from, left := len(lines), bytesMax
	for ; from > 0; from-- {
		if size := int64(len(lines[from-1])); size <= workLineBytesMax {
			if left -= size; left < 0 {
				w.Cut = true
				break
			}
		}
	}
	for _, line := range lines[from:] {
		w.line(line)
	}
	if w.Branch == "HEAD" { // so the client calls a detached one
		w.Branch = ""
	}
	return w.Record
}

// worker makes steps of lines.
type worker struct {
	work.Record
	uses    map[string]use // tool uses whose result has not come
	last    time.Time
	summary bool // the last line told of a compaction
}

// use is a tool use of the model.
type use struct {
	name  string
	input []byte
	at    time.Time
}

func (w *worker) line(data []byte) {
	if len(bytes.TrimSpace(data)) == 0 {
		return
	}
	w.Lines++
	if len(data) > workLineBytesMax {
		w.Skipped[transcript.SkipTooLong]++
		return
	}
	l, err := parse(data)
	if err != nil {
		reason := transcript.SkipNotJSON
		if data[len(data)-1] != '\n' {
			reason = transcript.SkipTorn
		}
		w.Skipped[reason]++
		return
	}
	base := (&lines{session: w.Session, workspace: w.Workspace, last: w.last}).base(l)
	compacted := l.kind == "system" && l.subtype == "compact_boundary" || l.kind == "user" && l.summary
	switch {
	case l.sidechain:
		w.Skipped[transcript.SkipSidechain]++
		return
	case compacted:
		if !w.summary {
			w.give(work.Step{Kind: work.Compacted, Time: base.Time})
		}
	case l.kind != "user" && l.kind != "assistant" || l.meta || l.apiError:
		w.Skipped[transcript.SkipUnknown]++
	case l.kind == "assistant":
		w.assistant(base.Time, l.message)
	default:
		w.user(base.Time, l)
	}
	w.summary = compacted
	w.Session, w.Workspace, w.last = base.Session, base.Workspace, base.Time
	if l.branch != "" {
		w.Branch = cut.Bytes(l.branch, nameBytesMax)
	}
}

func (w *worker) give(s work.Step) {
	if len(w.Steps) >= work.StepsMax {
		w.Steps, w.Cut = append(w.Steps[:0], w.Steps[len(w.Steps)-work.StepsMax/2:]...), true
	}
	w.Steps = append(w.Steps, s)
}

func (w *worker) assistant(at time.Time, message []byte) {
	blocks(message, func(kind, content string, block map[string][]byte) {
		switch kind {
		case "text":
			if content = strings.TrimSpace(content); content != "" {
				w.give(work.Step{Kind: work.Answered, Time: at, Text: closing(content)})
			}
		case "tool_use":
			id := text(block["id"])
			if id == "" || len(id) > nameBytesMax || len(w.uses) > transcript.BlocksMax {
				return
			}
			w.uses[id] = use{name: toolName(text(block["name"])), input: block["input"], at: at}
		}
	})
}

// closing returns the end of a long answer, where the model says what is left to do.
func closing(answer string) string {
	if len(answer) <= work.TextBytesMax {
		return redact.Text(answer)
	}
	return cut.Tail(redact.Text(cut.Tail(answer, 2*work.TextBytesMax)), work.TextBytesMax)
}

func (w *worker) user(at time.Time, l line) {
	var texts []string
	results := false
	blocks(l.message, func(kind, content string, block map[string][]byte) {
		switch kind {
		case "text":
			typed, sure, reason := typedIn(content)
			if sure {
				texts = append(texts, typed)
			}
			if reason == transcript.SkipInterrupted {
				w.give(work.Step{Kind: work.Interrupted, Time: at})
			}
		case "tool_result":
			results = true
			id := text(block["tool_use_id"])
			if u, known := w.uses[id]; known {
				delete(w.uses, id)
				w.result(u, at, resultText(block["content"]), yes(block["is_error"]), l.result)
			}
		}
	})
	if typed := strings.TrimSpace(strings.Join(texts, "\n")); typed != "" && !results && byPerson(l.origin) {
		if name, args, called := expanded(typed); called {
			typed = strings.TrimSpace("/" + name + " " + args)
		}
		w.give(work.Step{Kind: work.Prompted, Time: at, Text: redact.Prefix(typed, work.TextBytesMax)})
	}
}

// resultText joins the texts of a tool's result.
func resultText(content []byte) string {
	if len(content) > 0 && content[0] == '"' {
		return text(content)
	}
	var texts []string
	elements(content, func(value []byte) bool {
		_ = fields(value, func(key string, value []byte) {
			if key == "text" {
				texts = append(texts, text(value))
			}
		})
		return len(texts) < transcript.BlocksMax
	})
	return strings.Join(texts, "\n")
}

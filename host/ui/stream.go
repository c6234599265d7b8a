package ui

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/visible"
)

// Pushes gather: one at a time, a browser lays out the page for each of them.
const (
	gatherTime     = 33 * time.Millisecond // after the first
	gatherMax      = 2000                  // pushes
	gatherBytesMax = 1 << 20
	eventBytesMax  = 256 << 10
	beatTime       = 15 * time.Second // a line that nobody reads finds out whether somebody could
	reconnectDelay = 300 * time.Millisecond
)

// serveStream sends a page what is pushed to it, as server-sent events.
func (s *Server) serveStream(w http.ResponseWriter, r *http.Request) {
	query, after, refused := s.admitStream(r)
	if refused != nil {
		s.refuse(w, r, refused)
		return
	}
	if s.streams.Add(1) > streamsMax {
		s.streams.Add(-1)
		s.refuse(w, r, &refusal{status: http.StatusServiceUnavailable, code: codeStreams, text: fmt.Sprintf("%d pages are open already: close some", streamsMax)})
		return
	}
	defer func() { s.touch(); s.streams.Add(-1) }()
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	w.Header().Set("Content-Type", "text/event-stream")
	out := &eventWriter{w: w, control: http.NewResponseController(w), time: s.times.reader}
	if out.write(fmt.Sprintf("retry: %d\n\n", reconnectDelay.Milliseconds())) != nil {
		return
	}
	s.noteSlow(s.pump(ctx, out, s.options.Stream(ctx, after, query)))
}

// admitStream reads what a stream is asked for.
func (s *Server) admitStream(r *http.Request) (query url.Values, after int64, refused *refusal) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || s.options.Stream == nil {
		return nil, 0, &refusal{status: http.StatusBadRequest, code: codePath, text: "there is no such stream"}
	}
	text := r.Header.Get("Last-Event-ID")
	if text == "" {
		text = query.Get("after")
	}
	query.Del("after")
	if text == "" {
		return query, -1, nil
	}
	after, err = strconv.ParseInt(text, 10, 64)
	if err != nil || after < 0 {
		return nil, 0, &refusal{status: http.StatusBadRequest, code: codePath, text: "the number after which to go on is none"}
	}
	return query, after, nil
}

// pump sends pushes until the page goes, the server ends or the pushes do.
func (s *Server) pump(ctx context.Context, out *eventWriter, pushes <-chan Push) error {
	beat := time.NewTicker(beatTime)
	defer beat.Stop()
	for {
		select {
		case <-s.ending:
			return out.write("event: end\ndata: \n\n")
		case <-ctx.Done():
			return s.sayEnd(out)
		case <-beat.C:
			if err := out.write(":\n\n"); err != nil {
				return err
			}
		case first, ok := <-pushes:
			if !ok {
				return nil
			}
			gathered, open := gather(ctx, first, pushes)
			if err := out.write(events(gathered)); err != nil || !open {
				return err
			}
		}
	}
}

// sayEnd tells the page that the server ends, if that is why its stream does.
func (s *Server) sayEnd(out *eventWriter) error {
	select {
	case <-s.ending:
		return out.write("event: end\ndata: \n\n")
	default:
		return nil
	}
}

// gather waits for what follows the first push at once. It reports whether more can come.
func gather(ctx context.Context, first Push, pushes <-chan Push) (gathered []Push, open bool) {
	gathered = []Push{first}
	timer := time.NewTimer(gatherTime)
	defer timer.Stop()
	bytes := len(first.HTML)
	for len(gathered) < gatherMax && bytes < gatherBytesMax {
		select {
		case <-ctx.Done():
			return gathered, true
		case <-timer.C:
			return gathered, true
		case next, ok := <-pushes:
			if !ok {
				return gathered, false
			}
			gathered = append(gathered, next)
			bytes += len(next.HTML)
		}
	}
	return gathered, true
}

// events writes pushes as server-sent events, as few as their keys and the limit allow.
func events(pushes []Push) string {
	var text strings.Builder
	var html strings.Builder
	keys := map[string]bool{}
	refresh, notice := false, ""
	for i, push := range pushes {
		html.WriteString(string(push.HTML))
		refresh = refresh || push.Refresh
		if push.Notice != "" {
			notice = push.Notice
		}
		if push.Key != "" {
			keys[push.Key] = true
		}
		last := i == len(pushes)-1
		if !last && !keys[pushes[i+1].Key] && html.Len() < eventBytesMax {
			continue
		}
		writeEvent(&text, push.Number, "", html.String())
		html.Reset()
		clear(keys)
		if last && refresh {
			writeEvent(&text, push.Number, "refresh", "")
		}
		if last && notice != "" {
			writeEvent(&text, push.Number, "notice", visible.Text(notice))
		}
	}
	return text.String()
}

// writeEvent writes one event. A line of the format ends at each of three line ends, so
// none of them may be within a line of data.
func writeEvent(text *strings.Builder, id int64, name, data string) {
	fmt.Fprintf(text, "id: %d\n", id)
	if name != "" {
		text.WriteString("event: " + name + "\n")
	}
	data = strings.ReplaceAll(strings.ReplaceAll(data, "\r\n", "\n"), "\r", "\n")
	for line := range strings.SplitSeq(data, "\n") {
		text.WriteString("data: " + line + "\n")
	}
	text.WriteString("\n")
}

// eventWriter writes at once, and gives up on a reader that does not read.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
	time    time.Duration // for one write
}

func (e *eventWriter) write(text string) error {
	if err := e.control.SetWriteDeadline(time.Now().Add(e.time)); err != nil {
		return err
	}
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}

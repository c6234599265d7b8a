package ui

import (
	"fmt"
	"log"
	"strings"
	"sync"
	"time"
)

// Codes of what the log names.
const (
	codeHost        = "ui-host"         // a request for another host: DNS rebinding
	codeOrigin      = "ui-origin"       // from a page of another origin
	codeSite        = "ui-site"         // from another site, by the browser's word
	codeUse         = "ui-use"          // as a script, an image, a frame
	codePath        = "ui-path"         // of no path of ours
	codeMethod      = "ui-method"       //
	codeProtocol    = "ui-protocol"     // HTTP/1.0, a proxy's request
	codeToken       = "ui-token"        // without the token
	codeCode        = "ui-code"         // with a code that is wrong, used or late
	codeVersion     = "ui-version"      // from a page of another version
	codeBody        = "ui-body"         // with a body that is too large, or slow
	codeHeaders     = "ui-headers"      // with too large headers
	codeMalformed   = "ui-malformed"    // no HTTP
	codeSlowRequest = "ui-slow-request" // the request did not come within its time
	codeSlowReader  = "ui-slow-reader"  // the answer was not read
	codeConnections = "ui-connections"  // too many
	codeStreams     = "ui-streams"      // too many
	codeAction      = "ui-action"       // an action that failed
	codeView        = "ui-view"         // a view that could not be made
	codeServer      = "ui-server"       // what net/http says
)

// A code is logged so often in a minute; the rest is counted. A page that asks a thousand
// times a second must not fill the log.
const logsPerMinuteMax = 20

// logger hands on what is to be logged, within limits.
type logger struct {
	log    func(code, text string)
	now    func() time.Time
	mutex  sync.Mutex
	counts map[string]*count
}

type count struct {
	since time.Time
	n     int
}

func (l *logger) add(code, text string) {
	if l.log == nil {
		return
	}
	l.mutex.Lock()
	c, now := l.counts[code], l.now()
	if c == nil {
		c = &count{since: now}
		if l.counts == nil {
			l.counts = map[string]*count{}
		}
		l.counts[code] = c
	}
	left := 0
	if age := now.Sub(c.since); age >= time.Minute || age < 0 {
		left = max(0, c.n-logsPerMinuteMax)
		*c = count{since: now}
	}
	c.n++
	silent := c.n > logsPerMinuteMax
	l.mutex.Unlock()
	if left > 0 {
		text = fmt.Sprintf("%s (and %d more before)", text, left)
	}
	if !silent {
		l.log(code, text)
	}
}

// Write takes lines of net/http's own log.
func (l *logger) Write(line []byte) (int, error) {
	l.add(codeServer, strings.TrimSpace(string(line)))
	return len(line), nil
}

func (l *logger) standard() *log.Logger { return log.New(l, "", 0) }

package uitest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// recorder keeps what happened in a tab since it was opened, over navigations.
type recorder struct {
	media []*emulation.MediaFeature // set so far; the protocol wants all of them each time

	mutex                      sync.Mutex // of what follows: events come on a goroutine of chromedp's
	origin                     string
	violations, errors, abroad []Finding
	requests                   []string
	tasks                      []task
	own                        [][2]float64 // begin and end of this package's work, in milliseconds of the page's clock
}

type task struct{ begin, ms float64 }

// world is the JavaScript world of this package's listeners: the page's scripts cannot
// reach it. The binding by which it reports has the same name.
const world = "uitest"

// listeners run in each document before its own scripts.
const listeners = `(() => {
	const report = value => uitest(JSON.stringify(value));
	addEventListener('securitypolicyviolation', e => report({
		kind: 'csp', where: e.sourceFile ? e.sourceFile + ':' + e.lineNumber : e.documentURI,
		text: e.effectiveDirective + ' refuses ' + (e.blockedURI || 'something') + (e.sample ? ': ' + e.sample : ''),
	}), true);
	new PerformanceObserver(list => list.getEntries().forEach(e => report({
		kind: 'task', begin: performance.timeOrigin + e.startTime, ms: e.duration,
	}))).observe({type: 'longtask', buffered: true});
})()`

// install is an action that makes a tab's documents report.
func (r *recorder) install(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
	var done chromedp.Void
	if _, err := cdp.Call(ctx, t, runtime.AddBinding, runtime.AddBindingParams{Name: world, ExecutionContextName: world}); err != nil {
		return done, err
	}
	_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: listeners, WorldName: world})
	return done, err
}

// home sets the address whose origin is the page's own.
func (r *recorder) home(address string) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.origin = originOf(address)
}

// originOf is scheme, host and port, of files the scheme alone.
func originOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	return parsed.Scheme + "://" + parsed.Host
}

// hear takes one event of the protocol.
func (r *recorder) hear(event any) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	switch e := event.(type) {
	case *runtime.EventBindingCalled:
		if e.Name == world {
			r.report(e.Payload)
		}
	case *network.EventRequestWillBeSent:
		r.request(e.Request.URL, string(e.Type))
	case *network.EventWebSocketCreated:
		r.request(e.URL, "WebSocket")
	case *network.EventWebTransportCreated:
		r.request(e.URL, "WebTransport")
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			r.errors = append(r.errors, Finding{"console", line(e.Entry.URL, e.Entry.LineNumber), e.Entry.Text})
		}
	case *runtime.EventConsoleAPICalled:
		if slices.Contains([]runtime.ConsoleAPICalledType{runtime.ConsoleAPICalledTypeError, runtime.ConsoleAPICalledTypeWarning, runtime.ConsoleAPICalledTypeAssert}, e.Type) {
			r.errors = append(r.errors, Finding{"console", place(e.StackTrace), arguments(e.Args)})
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		r.errors = append(r.errors, Finding{"exception", line(e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber), text})
	}
}

func (r *recorder) report(payload string) {
	var said struct {
		Kind, Where, Text string
		Begin, MS         float64
	}
	if err := json.Unmarshal([]byte(payload), &said); err != nil {
		r.errors = append(r.errors, Finding{"console", world, err.Error()})
		return
	}
	if said.Kind == "task" {
		r.tasks = append(r.tasks, task{said.Begin, said.MS})
		return
	}
	r.violations = append(r.violations, Finding{said.Kind, said.Where, said.Text})
}

// request notes where a request goes. What stands in the address itself goes nowhere.
func (r *recorder) request(address, sort string) {
	r.requests = append(r.requests, address)
	inner := strings.TrimPrefix(address, "blob:")
	if strings.HasPrefix(address, "data:") || strings.HasPrefix(address, "about:") || originOf(inner) == r.origin {
		return
	}
	if socket, ok := strings.CutPrefix(inner, "ws"); ok && originOf("http"+socket) == r.origin {
		return
	}
	r.abroad = append(r.abroad, Finding{"foreign", address, sort})
}

func place(trace *runtime.StackTrace) string {
	if trace == nil || len(trace.CallFrames) == 0 {
		return "console"
	}
	return line(trace.CallFrames[0].URL, trace.CallFrames[0].LineNumber)
}

// line names a line as people count them. The protocol's 0 is also that of no line.
func line(address string, zeroBased int64) string {
	if zeroBased == 0 {
		return address
	}
	return fmt.Sprintf("%s:%d", address, zeroBased+1)
}

func arguments(values []*runtime.RemoteObject) string {
	var texts []string
	for _, value := range values {
		if value.Description != "" {
			texts = append(texts, value.Description)
		} else {
			texts = append(texts, string(value.Value))
		}
	}
	return strings.Join(texts, " ")
}

// exclude leaves out of the long tasks what this package did between two times.
func (r *recorder) exclude(begin, end float64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.own = append(r.own, [2]float64{begin, end})
}

// heard returns what was recorded, once the page has settled.
func heard[T any](p *Page, of func(*recorder) []T) []T {
	p.t.Helper()
	p.settle()
	p.recorder.mutex.Lock()
	defer p.recorder.mutex.Unlock()
	return slices.Clone(of(p.recorder))
}

// Violations returns the reports of the page's security policy since the tab was opened.
func (p *Page) Violations() []Finding {
	p.t.Helper()
	return heard(p, func(r *recorder) []Finding { return r.violations })
}

// Errors returns the warnings and errors of the console and the exceptions that nobody
// caught, since the tab was opened.
func (p *Page) Errors() []Finding {
	p.t.Helper()
	return heard(p, func(r *recorder) []Finding { return r.errors })
}

// Foreign returns the requests to other origins than that of the address that was opened,
// those that were refused included.
func (p *Page) Foreign() []Finding {
	p.t.Helper()
	return heard(p, func(r *recorder) []Finding { return r.abroad })
}

// Complaints returns all that Violations, Errors and Foreign return.
func (p *Page) Complaints() []Finding {
	p.t.Helper()
	return heard(p, func(r *recorder) []Finding { return slices.Concat(r.violations, r.errors, r.abroad) })
}

// Requests returns the addresses of all requests, in the order in which they were sent.
func (p *Page) Requests() []string {
	p.t.Helper()
	return heard(p, func(r *recorder) []string { return r.requests })
}

// LongTasks returns how long each task of more than 50 ms held the page, since the tab was
// opened. What Overlaps, Axe and Focuses take is left out.
func (p *Page) LongTasks() []time.Duration {
	p.t.Helper()
	return heard(p, (*recorder).long)
}

func (r *recorder) long() []time.Duration {
	var long []time.Duration
	for _, task := range r.tasks {
		if !slices.ContainsFunc(r.own, func(own [2]float64) bool { return task.begin < own[1] && task.begin+task.ms > own[0] }) {
			long = append(long, time.Duration(task.ms*float64(time.Millisecond)))
		}
	}
	return long
}

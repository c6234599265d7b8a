package ui

import (
	"context"
	"errors"
	"html/template"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

const htmlType = "text/html; charset=utf-8"

func (s *Server) serveShell(w http.ResponseWriter, _ *http.Request) {
	s.reply(w, http.StatusOK, htmlType, s.shell)
}

func (s *Server) serveHealth(w http.ResponseWriter, _ *http.Request) {
	s.reply(w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
}

// serveCode exchanges a one-time code, the whole body, for the token.
func (s *Server) serveCode(w http.ResponseWriter, r *http.Request) {
	body, refused := s.readBody(w, r)
	if refused != nil {
		s.refuse(w, r, refused)
		return
	}
	if reason := s.codes.use(body); reason != "" {
		s.refuse(w, r, &refusal{status: http.StatusForbidden, code: codeCode, text: reason})
		return
	}
	s.touch()
	s.reply(w, http.StatusOK, "text/plain; charset=utf-8", []byte(s.token))
}

// readBody reads a body within its limit of size, and within the time that answer sets,
// which ends with the body: what is done then may take longer.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) (string, *refusal) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, bodyBytesMax))
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return "", &refusal{status: http.StatusRequestEntityTooLarge, code: codeBody, text: "the request is too large"}
	case err != nil:
		return "", &refusal{status: http.StatusBadRequest, code: codeBody, text: "the request did not come whole and in time"}
	}
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	return string(body), nil
}

func (s *Server) serveFragment(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		s.refuse(w, r, &refusal{status: http.StatusBadRequest, code: codePath, text: "the address's query cannot be read"})
		return
	}
	view := strings.TrimPrefix(r.URL.Path, "/v/")
	html, err := s.options.Fragment(r.Context(), view, query)
	s.replyHTML(w, r, codeView, s.titleOf(view), html, err)
}

func (s *Server) serveAction(w http.ResponseWriter, r *http.Request) {
	if s.options.Act == nil {
		s.refuse(w, r, &refusal{status: http.StatusForbidden, code: codeAction, text: "this page is read-only"})
		return
	}
	body, refused := s.readBody(w, r)
	if refused != nil {
		s.refuse(w, r, refused)
		return
	}
	form, err := url.ParseQuery(body)
	if err != nil {
		s.refuse(w, r, &refusal{status: http.StatusBadRequest, code: codeBody, text: "the request cannot be read as a form"})
		return
	}
	html, err := s.options.Act(r.Context(), strings.TrimPrefix(r.URL.Path, "/act/"), form)
	s.replyHTML(w, r, codeAction, "", html, err)
}

// replyHTML answers with a fragment, or with the error in words under the view's title.
func (s *Server) replyHTML(w http.ResponseWriter, r *http.Request, code, title string, html template.HTML, err error) {
	if err == nil {
		s.reply(w, http.StatusOK, htmlType, []byte(html))
		return
	}
	if errors.Is(err, context.Canceled) && r.Context().Err() != nil {
		return // the page has gone on
	}
	s.log.add(code, r.URL.Path+": "+err.Error())
	s.reply(w, http.StatusInternalServerError, htmlType, renderError(title, err))
}

// titleOf returns the title of a view in the navigation, or of the one above it; "" for
// a part of a view.
func (s *Server) titleOf(view string) string {
	above, _, _ := strings.Cut(view, "/")
	for _, v := range s.options.Views {
		if v.Name == above {
			return v.Title
		}
	}
	return ""
}

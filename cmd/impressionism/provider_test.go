package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// serveProvider stands in for a provider of language models, until it is killed: `provider
// FOLDER`. It writes its address to the file url and each request to request.N, and answers
// with the file reply.N, else reply, where there are such files with the status in status,
// after the milliseconds in delay.
func serveProvider() {
	folder := os.Args[1]
	var requests atomic.Int64
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			panic(err)
		}
		return strings.TrimSpace(string(data))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return // who asked has ended
		}
		var request strings.Builder
		fmt.Fprintf(&request, "%s %s\n", r.Method, r.URL)
		_ = r.Header.Write(&request) // a builder never fails
		request.Write(body)
		n := requests.Add(1)
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("request.%d", n)), []byte(request.String()), 0o600); err != nil {
			panic(err)
		}
		if delay, err := strconv.Atoi(read("delay")); err == nil {
			time.Sleep(time.Duration(delay) * time.Millisecond)
		}
		if status, err := strconv.Atoi(read("status")); err == nil {
			w.WriteHeader(status)
		}
		_, _ = io.WriteString(w, cmp.Or(read(fmt.Sprintf("reply.%d", n)), read("reply"))) // who asked may have ended
	}))
	written := filepath.Join(folder, "url")
	if err := os.WriteFile(written+".part", []byte(server.URL), 0o600); err != nil {
		panic(err)
	}
	if err := os.Rename(written+".part", written); err != nil {
		panic(err)
	}
	select {}
}

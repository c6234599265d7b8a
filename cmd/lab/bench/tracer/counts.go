//go:build linux && (amd64 || arm64)

package tracer

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Counts is what programs asked of the kernel.
type Counts struct {
	Calls map[string]int  `json:"calls"` // by kind; those of the scheduler and of memory are left out
	Files map[string]File `json:"files"` // of the programs' own, by label
}

// File is what was done with the files of one label.
type File struct {
	Opened  int `json:"opened,omitempty"`
	Reads   int `json:"reads,omitempty"`
	Read    int `json:"read,omitempty"` // bytes
	Writes  int `json:"writes,omitempty"`
	Written int `json:"written,omitempty"` // bytes
	Synced  int `json:"synced,omitempty"`
	Mapped  int `json:"mapped,omitempty"`
}

func newCounts() Counts { return Counts{Calls: map[string]int{}, Files: map[string]File{}} }

// call is a system call under way.
type call struct {
	number uint64
	args   [6]uint64
	label  string // of its file; empty: of none, or of none that is the programs' own
	socket bool   // it is about a socket
}

// The kinds of calls. Calls about files that are not the programs' own are "elsewhere":
// how many the loader, the C library and Go's runtime make differs between machines.
const (
	scheduler = ""
	elsewhere = "elsewhere"
	opening   = "open"
	reading   = "read"
	writing   = "write"
	syncing   = "sync"
	looking   = "look"
	changing  = "change"
	locking   = "lock"
	mapping   = "map"
	socketing = "socket"
	process   = "process"
	other     = "other"
)

// entered looks at a call before the kernel does. What it is about is known only now:
// the call may close or remove it.
func entered(tid int, label func(path string) string, number uint64, args [6]uint64) *call {
	c := &call{number: number, args: args}
	kind, known := kinds[number]
	if !known {
		return c
	}
	switch kind.about {
	case aboutFile:
		c.label, c.socket = labelOf(tid, label, args[kind.at])
	case aboutPath:
		c.label = label(pathOf(tid, atWorkingFolder, args[kind.at]))
	case aboutPathAt:
		c.label = label(pathOf(tid, args[kind.at-1], args[kind.at]))
	}
	return c
}

// kindOf returns the kind that a call is counted as.
func kindOf(c *call) string {
	kind, known := kinds[c.number]
	switch {
	case !known:
		return other
	case c.socket && (kind.name == reading || kind.name == writing):
		return socketing
	case kind.name == mapping && c.label == "":
		return scheduler // memory
	case kind.about != aboutNothing && c.label == "" && !c.socket:
		return elsewhere
	}
	return kind.name
}

// enter counts a call that begins.
func (c Counts) enter(one *call) {
	kind := kindOf(one)
	if kind == scheduler {
		return
	}
	c.Calls[kind]++
	file := c.Files[one.label]
	switch kind {
	case syncing:
		file.Synced++
	case mapping:
		file.Mapped++
	case reading:
		file.Reads++
	case writing:
		file.Writes++
	default:
		return
	}
	c.Files[one.label] = file
}

// left counts what a call has done.
func left(tid int, root *Process, one *call, result int64) {
	if result < 0 {
		return
	}
	switch kindOf(one) {
	case opening:
		label, _ := labelOf(tid, root.label, uint64(result)) // what a link leads to
		if label == "" {
			return
		}
		file := root.counts.Files[label]
		file.Opened++
		root.counts.Files[label] = file
	case reading:
		file := root.counts.Files[one.label]
		file.Read += int(result)
		root.counts.Files[one.label] = file
	case writing:
		file := root.counts.Files[one.label]
		file.Written += int(result)
		root.counts.Files[one.label] = file
	}
}

// labelOf is the label of an open file, and whether it is a socket.
func labelOf(tid int, label func(path string) string, fd uint64) (name string, socket bool) {
	path, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", tid, int32(fd)))
	if err != nil {
		return "", false
	}
	if strings.HasPrefix(path, "socket:") {
		return "", true
	}
	return label(strings.TrimSuffix(path, " (deleted)")), false
}

// atWorkingFolder is AT_FDCWD as an argument.
const atWorkingFolder = uint64(0xffffffffffffff9c)

// pathOf is the absolute path that a call names; empty if it cannot be read.
func pathOf(tid int, folder, address uint64) string {
	path := textAt(tid, address)
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	link := fmt.Sprintf("/proc/%d/fd/%d", tid, int32(folder))
	if int32(folder) == -100 {
		link = fmt.Sprintf("/proc/%d/cwd", tid)
	}
	base, err := os.Readlink(link)
	if err != nil {
		return ""
	}
	return filepath.Join(base, path)
}

// textAt reads a text that ends with 0 from a thread's memory.
func textAt(tid int, address uint64) string {
	memory, err := os.Open(fmt.Sprintf("/proc/%d/mem", tid))
	if err != nil {
		return ""
	}
	defer memory.Close()
	text := make([]byte, 0, syscall.PathMax)
	for len(text) < syscall.PathMax {
		page := make([]byte, 256-(address+uint64(len(text)))%256) // never into the next page of memory
		n, err := memory.ReadAt(page, int64(address)+int64(len(text)))
		if end := bytes.IndexByte(page[:n], 0); end >= 0 {
			return string(append(text, page[:end]...))
		}
		if err != nil {
			return ""
		}
		text = append(text, page...)
	}
	return ""
}

// family returns the process of a thread, and that process's parent; 0: unknown.
func family(tid int) (owner, parent int) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", tid))
	if err != nil {
		return 0, 0
	}
	for line := range strings.Lines(string(status)) {
		name, value, _ := strings.Cut(line, ":")
		number, err := strconv.Atoi(strings.TrimSpace(value))
		switch {
		case err != nil:
		case name == "Tgid":
			owner = number
		case name == "PPid":
			parent = number
		}
	}
	return owner, parent
}

// Command impressionism-hook is what the client starts for an event: it passes the event to
// the server that the client keeps and prints the answer. Where there is no
// server, or it is late, it becomes `impressionism hook`, the program that lies beside it.
// It always ends with exit code 0: another one could block a prompt.
package main

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/ed-irl/impressionism/host/config/folders"
	"github.com/ed-irl/impressionism/host/serve/relay"
)

// whole is the program that answers events alone.
const whole = "impressionism"

func main() {
	defer func() { _ = recover() }() // a panic would end with 2, which blocks a prompt
	began := time.Now().Add(-relay.Age())
	program, err := beside()
	if err == nil {
		err = answer(program, began)
	}
	if err != nil {
		note("start the program that answers events: " + err.Error() + "; to mend it: /impressionism:setup")
	}
}

// note writes a reason to stderr, and to the log where there is one.
func note(reason string) {
	_, _ = relay.Descriptor(2).Write([]byte("impressionism: " + reason + "\n")) // there is nobody else to tell
	found, err := folders.Find(os.Getenv, runtime.GOOS)
	if err != nil {
		return
	}
	log, err := os.OpenFile(filepath.Join(found.Data, "log"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return
	}
	defer log.Close()
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, reason)
	_, _ = log.WriteString(`{"time":"` + time.Now().UTC().Format("2006-01-02T15:04:05.000Z") + `","level":"error","code":"start","message":"` + plain + "\"}\n")
}

// answer answers the event. Its error is why neither a server nor the program does.
func answer(program string, began time.Time) error {
	if len(os.Args) > 1 { // flags are for the program
		return (*relay.Left)(nil).Become(program, os.Args[1:], os.Environ(), began)
	}
	left := &relay.Left{}
	if place, err := relay.PlaceOf(os.Getenv, runtime.GOOS); err == nil {
		left = relay.Hook{
			Began: began, Now: time.Now, Program: program, Environ: os.Environ(),
			Read: relay.Stdin, Out: relay.Descriptor(1), ErrOut: relay.Descriptor(2),
		}.Hand(place)
	}
	if left == nil {
		return nil
	}
	return left.Become(program, nil, os.Environ(), began)
}

// beside returns the path of the program in this one's folder.
func beside() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	for range 8 { // links, where the system does not follow them
		target, err := os.Readlink(self)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(self), target)
		}
		self = target
	}
	name := whole
	if strings.HasSuffix(self, ".exe") {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(self), name), nil
}

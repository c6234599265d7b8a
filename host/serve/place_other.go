//go:build !unix

package serve

import (
	"errors"
	"net"
	"os"

	"github.com/ed-irl/impressionism/host/serve/relay"
)

var errNoServer = errors.New("warm servers need Unix sockets and their permissions")

// Program returns the path of the file that this process runs.
func Program() (string, error) { return "", errNoServer }

// Sweep does nothing.
func Sweep(relay.Place) {}

func prepare(relay.Place) error                               { return errNoServer }
func claim(relay.Place) (*os.File, error)                     { return nil, errNoServer }
func listenAt(relay.Place, relay.Terms) (net.Listener, error) { return nil, errNoServer }
func isLost(relay.Place, *os.File) bool                       { return false }
func leave(_ relay.Place, held *os.File) error                { return held.Close() }

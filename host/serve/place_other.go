//go:build !unix

package serve

import (
	"errors"
	"net"
	"os"
)

// errNoServer is what there is where a folder's owner cannot be told by its mode.
var errNoServer = errors.New("warm servers need Unix sockets and their permissions")

// Program names the file that this process runs.
func Program() (string, error) { return "", errNoServer }

func user() int                               { return 0 }
func isOurs(string) bool                      { return false }
func (p Place) check() error                  { return errNoServer }
func (p Place) claim() (*os.File, error)      { return nil, errNoServer }
func (p Place) listen() (net.Listener, error) { return nil, errNoServer }
func (p Place) leave(held *os.File) error     { return held.Close() }
func (p Place) markLate(string) error         { return errNoServer }
func (p Place) sweep()                        {}

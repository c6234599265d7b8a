//go:build !linux

package look

// watch tells nothing here. Other systems tell of changes some time after they were made, or
// take a descriptor for each file.
type watch struct{}

func newWatch() *watch                         { return nil }
func (*watch) close()                          {}
func (*watch) add(string) (int32, error)       { return 0, errUnfit }
func (*watch) remove(int32)                    {}
func (*watch) changes() (all []change, _ bool) { return nil, false }
func isRefusal(error) bool                     { return false }

//go:build !linux

package relay

import "time"

// Age is how long ago this process was started; 0: it is not known.
func Age() time.Duration { return 0 }

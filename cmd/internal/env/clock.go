package env

import (
	"time"
)

// CommandBusyWait is how long a person's command waits for another process.
const CommandBusyWait = 5 * time.Second

// LocalTime is a moment where the user is.
func LocalTime(at time.Time) string { return at.Local().Format(time.RFC3339) }

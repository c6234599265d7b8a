package impressionism

import "fmt"

// Levels of a log line.
const (
	LevelDebug = "debug"
	LevelInfo  = "info"
	LevelWarn  = "warn"
	LevelError = "error"
)

// Debugf writes a line for the ruleset's author; like the others it needs log in
// the manifest's calls, and what cannot be written is lost.
func Debugf(format string, args ...any) { logf(LevelDebug, format, args...) }

// Infof writes a line of level info.
func Infof(format string, args ...any) { logf(LevelInfo, format, args...) }

// Warnf writes a line of level warn.
func Warnf(format string, args ...any) { logf(LevelWarn, format, args...) }

// Errorf writes a line of level error. It makes no error.
func Errorf(format string, args ...any) { logf(LevelError, format, args...) }

func logf(level, format string, args ...any) {
	_, _ = Log(LogRequest{Level: level, Message: fmt.Sprintf(format, args...)}) // a ruleset decides the same with its log full
}

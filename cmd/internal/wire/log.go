package wire

import (
	"github.com/ed-irl/impressionism/cmd/internal/env"
	"github.com/ed-irl/impressionism/host/logfile"
)

// LogLimits returns the limits of the log, as configured.
func LogLimits(e *env.Env) logfile.Limits {
	return logfile.Limits{Bytes: int64(e.Loaded.Log.Megabytes) << 20, Files: e.Loaded.Log.Files, Level: e.Loaded.Log.Level}
}

// The codes of problems that hooks have before there is an event, and after its answer.
const (
	ProblemDecode = "decode"
	ProblemStdout = "stdout"
)

package ui

import "time"

// SetTimes bounds what the other side may take, for tests that cannot wait. Call it
// before Serve.
func (s *Server) SetTimes(all time.Duration) { s.times = times{all, all, all} }

// Limits for tests.
const (
	ConnectionsMax = connectionsMax
	StreamsMax     = streamsMax
	CodeLife       = codeLife
)

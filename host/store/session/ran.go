package session

import (
	"fmt"
	"strings"
	"time"
)

// ranGrace is how long a session may go on behind its last event: nothing tells of a client
// that was killed.
const ranGrace = 10 * time.Minute

// Ran reports whether a session ran at a time: between its first event and its last, but not while
// it had ended and nobody had resumed it. of limits it to sessions of a folder, of what is
// below it and of what it is below; empty: sessions of any workspace.
func (s *Store) Ran(at time.Time, of string) (bool, error) {
	within := strings.TrimRight(of, `/\`)
	var ran bool
	err := s.db.QueryRow(`
SELECT EXISTS (SELECT 1 FROM sessions
 WHERE started_at <= ?1 AND ?1 <= CASE WHEN ended_at IS NULL THEN last_active + ?2 ELSE max(ended_at, last_active) END
   AND NOT EXISTS (SELECT 1 FROM json_each(pauses) AS pause WHERE pause.value ->> 0 < ?1 AND ?1 < pause.value ->> 1)
   AND (?3 = '' OR workspace = ?3 OR substr(workspace, 1, length(?3) + 1) IN (?3 || '/', ?3 || '\')
   OR substr(?3, 1, length(rtrim(workspace, '/\')) + 1) IN (rtrim(workspace, '/\') || '/', rtrim(workspace, '/\') || '\')))`,
		at.UnixMilli(), ranGrace.Milliseconds(), within).Scan(&ran)
	if err != nil {
		return false, fmt.Errorf("look whether a session ran: %w", err)
	}
	return ran, nil
}

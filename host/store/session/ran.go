package session

import (
	"database/sql"
	"fmt"
	"strings"
	"time"
)

// ranGrace is how long a session may go on behind its last event: nothing tells of a client
// that was killed.
const ranGrace = 10 * time.Minute

// ranUntil is when a session's row says that it ended. ?2 is ranGrace.
const ranUntil = `CASE WHEN ended_at IS NULL THEN last_active + ?2 ELSE max(ended_at, last_active) END`

// ranFrom is when a session's row says that it began. Where the clock was set back in it, that was
// some time before the first event that tells of it. ?2 is ranGrace.
const ranFrom = `coalesce(earliest_at - ?2, started_at)`

// Ran reports whether a session ran at a time: between its first event and its last, but not while
// it had ended and nobody had resumed it. of limits it to sessions of a folder, of what is
// below it and of what it is below; empty: sessions of any workspace. Sessions whose rows went
// count as one that ran from the first to the last of them.
func (s *Store) Ran(at time.Time, of string) (bool, error) {
	within := strings.TrimRight(of, `/\`)
	var ran bool
	err := s.db.QueryRow(`
SELECT EXISTS (SELECT 1 FROM (SELECT workspace, `+ranFrom+` AS started_at, `+ranUntil+` AS until, pauses FROM sessions
   UNION ALL SELECT workspace, started_at, ended_at, '[]' FROM ran)
 WHERE started_at <= ?1 AND ?1 <= until
   AND NOT EXISTS (SELECT 1 FROM json_each(pauses) AS pause WHERE pause.value ->> 0 < ?1 AND ?1 < pause.value ->> 1)
   AND (?3 = '' OR workspace IN ('', ?3) OR substr(workspace, 1, length(?3) + 1) IN (?3 || '/', ?3 || '\')
   OR substr(?3, 1, length(rtrim(workspace, '/\')) + 1) IN (rtrim(workspace, '/\') || '/', rtrim(workspace, '/\') || '\')))`,
		at.UnixMilli(), ranGrace.Milliseconds(), within).Scan(&ran)
	if err != nil {
		return false, fmt.Errorf("look whether a session ran: %w", err)
	}
	return ran, nil
}

const ranToo = ` ON CONFLICT (workspace) DO UPDATE SET started_at = min(started_at, excluded.started_at), ended_at = max(ended_at, excluded.ended_at)`

// keepRan keeps when a session ran whose row goes.
func keepRan(tx *sql.Tx, sessionID string) error {
	_, err := tx.Exec(`INSERT INTO ran (workspace, started_at, ended_at)
SELECT workspace, `+ranFrom+`, `+ranUntil+` FROM sessions WHERE session_id = ?1`+ranToo, sessionID, ranGrace.Milliseconds())
	return err
}

// keepRanAnywhere is keepRan without the workspace; for "", of all sessions, also those whose rows
// went before.
func keepRanAnywhere(tx *sql.Tx, sessionID string) error {
	_, err := tx.Exec(`INSERT INTO ran (workspace, started_at, ended_at)
SELECT '', `+ranFrom+`, `+ranUntil+` FROM sessions WHERE ?1 IN ('', session_id)
UNION ALL SELECT '', started_at, ended_at FROM ran WHERE ?1 = '' AND workspace <> ''`+ranToo, sessionID, ranGrace.Milliseconds())
	if err == nil && sessionID == "" {
		_, err = tx.Exec(`DELETE FROM ran WHERE workspace <> ''`)
	}
	return err
}

// ranAll notes that sessions may have run at any time until one in milliseconds.
const ranAll = `INSERT INTO ran (workspace, started_at, ended_at) VALUES ('', 0, %d)` + ranToo + `;`

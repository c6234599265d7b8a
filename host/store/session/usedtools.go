package session

import (
	"database/sql"
	"time"
)

// UsedTool is a tool that was used, by the name that the client calls it by.
type UsedTool struct {
	Name string
	At   time.Time // the latest, in any session
	Here time.Time // the latest in a session of the workspace; zero: there is none
}

// UsedTools returns the tools that were used in any session, the latest first, at most n.
func (s *Store) UsedTools(workspace string, n int) ([]UsedTool, error) {
	return collect(s, "read names of tools", func(rows *sql.Rows) (UsedTool, error) {
		var use UsedTool
		var at, here int64
		err := rows.Scan(&use.Name, &at, &here)
		use.At, use.Here = fromMillis(at), fromMillis(here)
		return use, err
	}, `SELECT m.tool_name, max(m.logged_at), coalesce(max(m.logged_at) FILTER (WHERE s.workspace = ?1), 0) FROM messages m JOIN sessions s USING (session_id)
WHERE m.role = 'tool' AND m.tool_name <> '' GROUP BY m.tool_name ORDER BY max(m.logged_at) DESC, m.tool_name LIMIT ?2`, workspace, n)
}

package session

import "database/sql"

// ToolNames returns the names of tools that were used in any session, the latest first, at
// most n.
func (s *Store) ToolNames(n int) ([]string, error) {
	return collect(s, "read names of tools", func(rows *sql.Rows) (string, error) {
		var name string
		err := rows.Scan(&name)
		return name, err
	}, `SELECT tool_name FROM messages WHERE role = 'tool' AND tool_name <> '' GROUP BY tool_name ORDER BY max(logged_at) DESC, tool_name LIMIT ?`, n)
}

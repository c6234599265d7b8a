package skilllint_test

import "testing"

// Ensure that every way to say when a skill is of use is understood, and that
// saying what it is, or how well, is no such way.
func TestWhenIsSaid(t *testing.T) {
	said := []string{
		"Tune PostgreSQL indexes. Use when EXPLAIN shows a sequential scan.",
		"Tune PostgreSQL indexes; apply it to slow queries.",
		"Tune PostgreSQL indexes. Triggers: slow query, sequential scan.",
		"Tune PostgreSQL indexes. Activates on EXPLAIN output.",
		"Tune PostgreSQL indexes before a release of the database.",
		"Tune PostgreSQL indexes. Ideal for write-heavy tables of the shop.",
		"Tune PostgreSQL indexes. For developers who need faster queries.",
		"Tune PostgreSQL indexes in response to lock timeouts.",
		"Tune PostgreSQL indexes whenever the planner is wrong about the rows.",
		"Tune PostgreSQL indexes. The user asks why a query is slow.",
		"Tune PostgreSQL indexes for tasks with large tables.",
		"PostgreSQL-Indizes anlegen. Verwenden, wenn eine Abfrage langsam ist.",
		"PostgreSQL 索引优化。当查询缓慢时使用。",
	}
	unsaid := []string{
		"Tune PostgreSQL indexes and vacuum settings.",
		"Best practices for PostgreSQL indexes.",
		"A comprehensive guide to PostgreSQL indexes, with examples from production.",
		"Expert in PostgreSQL indexes. Covers partial, covering and expression indexes.",
		"Tune PostgreSQL indexes using pg_stat_statements and EXPLAIN.",
	}
	for want, texts := range map[bool][]string{true: said, false: unsaid} {
		for _, text := range texts {
			got := true
			for _, f := range linter.File(file("indexes", "description: \""+text+"\"", "Steps.\n")) {
				got = got && f.Code != "when-missing"
			}
			if got != want {
				t.Errorf("%q: got said %v, want %v", text, got, want)
			}
		}
	}
}

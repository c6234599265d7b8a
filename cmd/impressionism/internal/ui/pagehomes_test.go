package ui_test

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/cmd/internal/envtest"
	"github.com/ed-irl/impressionism/host/sampletest"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// emptyHome is a home in which nothing was installed and nothing happened.
func emptyHome(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{ownSkills, "client"} {
		envtest.Must(t, os.Mkdir(filepath.Join(folder, name), 0o700))
	}
	return folder
}

// The size of a large home, and of one in a long run.
const (
	someSkills   = 150   // the client does not list all of their descriptions
	manySkills   = 2_000 // of which the plan of a budget alone takes minutes
	someSessions = 2_500 // with some 10,000 suggestions
	manySessions = 10_000
)

// largeHome is a home with many skills and sessions: the day, again and again over the last year.
func largeHome(t *testing.T) string {
	t.Helper()
	folder := dayHome(t)
	skills, sessions := someSkills, someSessions
	if sampletest.Soak() {
		skills, sessions = manySkills, manySessions
	}
	names := manySkillFiles(t, filepath.Join(folder, ownSkills), skills)
	db, err := sqlite.Open(filepath.Join(folder, "state.db"), sqlite.Options{})
	envtest.Must(t, err)
	defer db.Close()
	var played int
	envtest.Must(t, db.QueryRow("SELECT count(*) FROM sessions").Scan(&played))
	_, err = db.Exec(fmt.Sprintf("CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d) SELECT i FROM n", sessions/played))
	envtest.Must(t, err)
	for _, table := range []string{"sessions", "messages", "decisions", "suggestions"} {
		repeat(t, db.DB, table)
	}
	ids, err := json.Marshal(names)
	envtest.Must(t, err)
	_, err = db.Exec("UPDATE suggestions SET item_id = name.value FROM json_each(?) name WHERE suggestions.id > 1000 AND suggestions.id % json_array_length(?) = name.key", ids, ids)
	envtest.Must(t, err)
	envtest.Must(t, db.EmptyLog())
	indexHome(t, folder)
	return folder
}

// repeat copies a table's first rows of each session once for each row of n, each copy some
// time before the one before.
func repeat(t *testing.T, db *sql.DB, table string) {
	t.Helper()
	rows, err := db.Query("SELECT name FROM pragma_table_info(?)", table)
	envtest.Must(t, err)
	var columns, values []string
	for rows.Next() {
		var name string
		envtest.Must(t, rows.Scan(&name))
		value := "o." + name
		switch {
		case name == "id" || name == "decision_id":
			value += " + n.i * 1000"
		case name == "session_id":
			value += " || '-' || n.i"
		case name == "content_embedding":
			value = "NULL"
		case slices.Contains([]string{"started_at", "last_active", "ended_at", "logged_at", "decided_at", "told_at", "invoked_at"}, name):
			value += " - n.i * 3000000"
		}
		columns, values = append(columns, name), append(values, value)
	}
	envtest.Must(t, rows.Err())
	envtest.Must(t, rows.Close())
	which := ""
	if slices.Contains(columns, "prompt") {
		which = " WHERE o.prompt <= 3"
	}
	_, err = db.Exec(fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM n, (SELECT * FROM %s) o%s", table, strings.Join(columns, ", "), strings.Join(values, ", "), table, which))
	envtest.Must(t, err)
}

// manySkillFiles writes skills of three words each and returns their names.
func manySkillFiles(t *testing.T, folder string, many int) (names []string) {
	t.Helper()
	topics := strings.Fields("database payment invoice container pipeline browser calendar spreadsheet translation security kernel report search cache queue image audio contract customer shipping")
	acts := strings.Fields("migrate review draft measure translate deploy repair summarise plan convert test monitor compress archive clean merge label schedule import explain")
	for i := range many {
		topic, act := topics[i%len(topics)], acts[i/len(topics)%len(acts)]
		object := strings.Fields("tables notes tickets logs releases")[i/len(topics)/len(acts)]
		name := act + "-" + topic + "-" + object
		path := filepath.Join(folder, name, "SKILL.md")
		envtest.Must(t, os.MkdirAll(filepath.Dir(path), 0o700))
		envtest.WriteFile(t, path, fmt.Sprintf("---\nname: %s\ndescription: %s the %s of a %s project, with its checks. Use when somebody wants to %[2]s %[4]s %[3]s.\n---\n\nRead what is there first, then go step by step.\n", name, act, object, topic))
		names = append(names, name)
	}
	return names
}

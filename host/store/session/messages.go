package session

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/store/sqlite"
)

// RowsMax is the most rows that one query of a session returns.
const RowsMax = 1000

// Message is a logged message. Its abi part has no embedding: the host makes
// references to the vector.
type Message struct {
	abi.Message
	Vector []float32 // of the whole content; nil where none was stored
	Model  string    // that made the vector
}

const recentMessages = `
SELECT role, content_preview, tool_name, sequence, content_embedding, coalesce(embedding_model, '')
FROM messages WHERE session_id = ? AND sequence <= ? ORDER BY sequence DESC LIMIT ?`

// Messages returns the last n messages of a session, oldest first, at most
// RowsMax. A damaged vector is left out.
func (s *Store) Messages(sessionID string, n int) ([]Message, error) {
	return s.MessagesUntil(sessionID, math.MaxInt64, n)
}

// MessagesUntil is Messages as they were when the one of that sequence was logged.
func (s *Store) MessagesUntil(sessionID string, sequence int64, n int) ([]Message, error) {
	messages, err := collect(s, "read messages", func(rows *sql.Rows) (Message, error) {
		var m Message
		var blob []byte
		err := rows.Scan(&m.Role, &m.Content, &m.ToolName, &m.Sequence, &blob, &m.Model)
		if vector, damaged := sqlite.DecodeVector(blob); damaged == nil {
			m.Vector = vector
		}
		return m, err
	}, recentMessages, sessionID, sequence, clampRows(n))
	slices.Reverse(messages)
	return messages, err
}

// LastOf returns the text of the newest message of a role in a session, as much as is kept; "":
// there is none.
func (s *Store) LastOf(sessionID, role string) (text string, err error) {
	err = s.db.QueryRow(`SELECT content_preview FROM messages WHERE session_id = ? AND role = ? ORDER BY sequence DESC LIMIT 1`, sessionID, role).Scan(&text)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read messages: %w", err)
	}
	return text, nil
}

const recentToolUses = `
SELECT tool_name, content_preview, logged_at, sequence
FROM messages WHERE session_id = ? AND role = 'tool' AND sequence <= ? ORDER BY sequence DESC LIMIT ?`

// ToolUses returns the last n tool uses of a session, oldest first, at most
// RowsMax.
func (s *Store) ToolUses(sessionID string, n int) ([]abi.ToolUse, error) {
	return s.ToolUsesUntil(sessionID, math.MaxInt64, n)
}

// ToolUsesUntil is ToolUses as they were when the message of that sequence was logged.
func (s *Store) ToolUsesUntil(sessionID string, sequence int64, n int) ([]abi.ToolUse, error) {
	return s.toolUses(recentToolUses, sessionID, sequence, clampRows(n))
}

const ownToolUses = `
SELECT tool_name, content_preview, logged_at, sequence
FROM messages WHERE session_id = ? AND role = 'tool' AND agent = '' ORDER BY sequence DESC LIMIT ?`

// OwnToolUses is ToolUses without those of subagents.
func (s *Store) OwnToolUses(sessionID string, n int) ([]abi.ToolUse, error) {
	return s.toolUses(ownToolUses, sessionID, clampRows(n))
}

func (s *Store) toolUses(query string, args ...any) ([]abi.ToolUse, error) {
	uses, err := collect(s, "read tool uses", func(rows *sql.Rows) (abi.ToolUse, error) {
		var use abi.ToolUse
		var at int64
		err := rows.Scan(&use.ToolName, &use.ToolInputPreview, &at, &use.Sequence)
		use.LoggedAt = formatMillis(at)
		return use, err
	}, query, args...)
	slices.Reverse(uses)
	return uses, err
}

// PromptUse is a tool use with the number of the prompt that it came after.
type PromptUse struct {
	abi.ToolUse
	Prompt int
}

// PromptUses returns the last n tool uses of a session, oldest first, at most RowsMax.
func (s *Store) PromptUses(sessionID string, n int) ([]PromptUse, error) {
	uses, err := collect(s, "read tool uses", func(rows *sql.Rows) (PromptUse, error) {
		var use PromptUse
		var at int64
		err := rows.Scan(&use.ToolName, &use.ToolInputPreview, &at, &use.Sequence, &use.Prompt)
		use.LoggedAt = formatMillis(at)
		return use, err
	}, `SELECT tool_name, content_preview, logged_at, sequence, prompt FROM messages WHERE session_id = ? AND role = 'tool' ORDER BY sequence DESC LIMIT ?`, sessionID, clampRows(n))
	slices.Reverse(uses)
	return uses, err
}

// resumedKey begins under which key the number of the last message before a session was
// resumed is kept.
const resumedKey = "resumed:"

const toolUsesSinceResumed = `
SELECT tool_name, content_preview, logged_at, sequence FROM messages
WHERE session_id = ?1 AND role = 'tool' AND sequence > coalesce((SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?3), 0)
ORDER BY sequence DESC LIMIT ?2`

// ToolUsesSinceResumed returns the last n tool uses that the client's process knows of,
// which forgets what was before a session was resumed, oldest first, at most RowsMax.
func (s *Store) ToolUsesSinceResumed(sessionID string, n int) ([]abi.ToolUse, error) {
	return s.toolUses(toolUsesSinceResumed, sessionID, clampRows(n), resumedKey+sessionID)
}

// forgetResumed drops what is kept of a session beside its rows; of all for "".
func forgetResumed(tx *sql.Tx, sessionID string) error {
	_, err := tx.Exec(`DELETE FROM meta WHERE key = ?1 OR (?2 = '' AND substr(key, 1, length(?1)) = ?1)`, resumedKey+sessionID, sessionID)
	return err
}

// SetEmbedding stores the vector of a message's whole content and the model
// that made it; vectors of different models are never compared.
func (s *Store) SetEmbedding(sessionID string, sequence int64, model string, vector []float32) error {
	return s.write("store embedding", func(tx *sql.Tx) error {
		result, err := tx.Exec(`UPDATE messages SET content_embedding = ?, embedding_model = ? WHERE session_id = ? AND sequence = ?`,
			sqlite.EncodeVector(vector), model, sessionID, sequence)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return fmt.Errorf("session %s has no message %d", sessionID, sequence)
		}
		return nil
	})
}

func clampRows(n int) int { return min(max(n, 0), RowsMax) }

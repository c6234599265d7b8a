-- Runs after salvage, on the newest schema.

INSERT OR IGNORE INTO sessions (session_id, workspace, started_at, last_active)
  SELECT session_id, '', min(at), max(at) FROM (
    SELECT session_id, logged_at AS at FROM messages
    UNION ALL SELECT session_id, decided_at FROM decisions
    UNION ALL SELECT session_id, activated_at FROM active_items
    UNION ALL SELECT session_id, told_at FROM suggestions
    UNION ALL SELECT session_id, given_at FROM feedback)
  GROUP BY session_id;

UPDATE sessions SET
  sequence = max(sequence, (SELECT coalesce(max(sequence), 0) FROM messages m WHERE m.session_id = sessions.session_id),
    (SELECT coalesce(max(sequence), 0) FROM decisions d WHERE d.session_id = sessions.session_id),
    (SELECT coalesce(max(sequence), 0) FROM suggestions g WHERE g.session_id = sessions.session_id)),
  prompts  = max(prompts, (SELECT coalesce(max(prompt), 0) FROM messages m WHERE m.session_id = sessions.session_id),
    (SELECT coalesce(max(prompt), 0) FROM decisions d WHERE d.session_id = sessions.session_id),
    (SELECT coalesce(max(prompt), 0) FROM suggestions g WHERE g.session_id = sessions.session_id)),
  decided  = max(decided, (SELECT coalesce(max(prompt), 0) FROM decisions d WHERE d.session_id = sessions.session_id));

-- The ids of lost decisions are given out again: what was of one is of none that comes. Suggestions
-- of one stay together, and their feedback with them.
UPDATE suggestions SET decision_id = -decision_id WHERE decision_id > 0 AND decision_id NOT IN (SELECT id FROM decisions);
UPDATE feedback SET decision_id = -decision_id WHERE decision_id > 0 AND decision_id NOT IN (SELECT id FROM decisions);
UPDATE active_items SET decision_id = 0 WHERE decision_id NOT IN (SELECT id FROM decisions);

DELETE FROM traces WHERE decision_id NOT IN (SELECT id FROM decisions);
DELETE FROM failed_traces WHERE decision_id NOT IN (SELECT decision_id FROM traces);
DELETE FROM shadows WHERE decision_id NOT IN (SELECT id FROM decisions);

UPDATE opinions SET session_id = NULL WHERE session_id NOT IN (SELECT session_id FROM sessions);

-- They are read again.
DELETE FROM transcripts WHERE session_id NOT IN (SELECT session_id FROM sessions);

-- It is made again.
DELETE FROM usage_at_rest;

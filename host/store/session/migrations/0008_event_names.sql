-- Events have names of our own; those that the first client gave them are mapped, and
-- others stay.

UPDATE messages SET event_type = CASE event_type
  WHEN 'SessionStart' THEN 'session_started'
  WHEN 'UserPromptSubmit' THEN 'prompt'
  WHEN 'PostToolUse' THEN 'tool_used'
  WHEN 'Stop' THEN 'turn_ended'
  WHEN 'PreCompact' THEN 'compacting'
  WHEN 'SessionEnd' THEN 'session_ended'
  ELSE event_type END;

UPDATE decisions SET event_type = CASE event_type
  WHEN 'SessionStart' THEN 'session_started'
  WHEN 'UserPromptSubmit' THEN 'prompt'
  WHEN 'PostToolUse' THEN 'tool_used'
  WHEN 'Stop' THEN 'turn_ended'
  WHEN 'PreCompact' THEN 'compacting'
  WHEN 'SessionEnd' THEN 'session_ended'
  ELSE event_type END;

-- Rulesets compare the names: decisions recorded with the former ones cannot be taken
-- again, and kept versions that subscribe to them cannot run.
DELETE FROM failed_traces;
DELETE FROM traces;
DELETE FROM ruleset_good;
DELETE FROM ruleset_past;

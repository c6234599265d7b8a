-- An item is named by its kind and its id together, as in "skill:pdf-forms", in what
-- is stored as JSON; damaged JSON stays as it is.

UPDATE messages SET active_skills = (
  SELECT json_group_array(coalesce(
    (SELECT a.kind FROM active_items a WHERE a.session_id = messages.session_id AND a.item_id = e.value ORDER BY a.id LIMIT 1),
    'skill') || ':' || e.value ORDER BY e.key)
  FROM json_each(active_skills) e)
WHERE active_skills <> '[]' AND json_valid(active_skills);

-- Keys in the order of the canonical encoding; json_patch leaves out those that are null.
UPDATE decisions SET answer = (
  SELECT json_group_object(part.key, (
    SELECT json_group_array(json_patch('{}', json_object('by', e.value ->> '$.by', 'reason', e.value ->> '$.reason',
      'ref', coalesce(e.value ->> '$.kind', 'skill') || ':' || (e.value ->> '$.skill_id'), 'score', e.value -> '$.score')) ORDER BY e.key)
    FROM json_each(part.value) e) ORDER BY part.key)
  FROM json_each(answer) part)
WHERE answer <> '{}' AND json_valid(answer);

UPDATE shadows SET answer = (
  SELECT json_group_object(part.key, (
    SELECT json_group_array(json_patch('{}', json_object('by', e.value ->> '$.by', 'reason', e.value ->> '$.reason',
      'ref', coalesce(e.value ->> '$.kind', 'skill') || ':' || (e.value ->> '$.skill_id'), 'score', e.value -> '$.score')) ORDER BY e.key)
    FROM json_each(part.value) e) ORDER BY part.key)
  FROM json_each(answer) part)
WHERE answer <> '{}' AND json_valid(answer);

UPDATE decisions SET scores = (
  SELECT json_group_array(json_patch(e.value, json_object(
    'kind', null, 'id', null, 'ref', (e.value ->> '$.kind') || ':' || (e.value ->> '$.id'),
    'similar', json(nullif((
      SELECT json_group_array(json_patch(s.value, json_object('kind', null, 'id', null, 'ref', (s.value ->> '$.kind') || ':' || (s.value ->> '$.id'))) ORDER BY s.key)
      FROM json_each(e.value, '$.similar') s), '[]')))) ORDER BY e.key)
  FROM json_each(scores) e)
WHERE json_valid(scores) AND json_type(scores) = 'array';

UPDATE decisions SET dropped = (
  SELECT json_group_array(json_patch(e.value, json_object('kind', null, 'id', null, 'ref', (e.value ->> '$.kind') || ':' || (e.value ->> '$.id'))) ORDER BY e.key)
  FROM json_each(dropped) e)
WHERE dropped <> '[]' AND json_valid(dropped);

-- Rulesets of this host speak contract 2: what was recorded with contract 1 cannot be
-- taken again, and its rulesets cannot run.
DELETE FROM failed_traces;
DELETE FROM traces;
DELETE FROM ruleset_good;
DELETE FROM ruleset_past;

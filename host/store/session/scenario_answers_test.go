package session

import (
	"fmt"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

func (r *scenarioRun) active() (lines []string) {
	items, err := r.store.Active("s")
	r.must(err)
	for _, item := range items {
		lines = append(lines, fmt.Sprintf("%s %d", item.Ref.ID, item.PromptsSinceRelevant))
	}
	return lines
}

func (r *scenarioRun) messages() (lines []string) {
	rows, err := r.store.db.Query(`
SELECT sequence || ' ' || role || ' ' || event_type || ' ' || tool_name || ': ' || content_preview || ' ' || active_skills
FROM messages WHERE session_id = 's' ORDER BY sequence`)
	r.must(err)
	defer rows.Close()
	for rows.Next() {
		var line string
		r.must(rows.Scan(&line))
		lines = append(lines, line)
	}
	read, err := r.store.Messages("s", RowsMax)
	r.must(err)
	if len(read) != len(lines) {
		r.t.Errorf("%s: Messages gives %d, %d are stored", r.place, len(read), len(lines))
	}
	for i, m := range read {
		if !strings.HasPrefix(lines[i], fmt.Sprintf("%d %s ", m.Sequence, m.Role)) || !strings.Contains(lines[i], m.ToolName+": "+m.Content) {
			r.t.Errorf("%s: Messages gives %+v, stored is %s", r.place, m, lines[i])
		}
	}
	return lines
}

func (r *scenarioRun) toolUses() (lines []string) {
	uses, err := r.store.ToolUses("s", RowsMax)
	r.must(err)
	for _, use := range uses {
		lines = append(lines, fmt.Sprintf("%d %s: %s", use.Sequence, use.ToolName, use.ToolInputPreview))
	}
	return lines
}

func (r *scenarioRun) outcomes() (lines []string) {
	all, err := r.store.Outcomes(OutcomesOf{All: true})
	r.must(err)
	for _, o := range all {
		by := ""
		if o.ByUser > 0 {
			by = " by user"
		}
		lines = append(lines, fmt.Sprintf("%s %d %d%s %d %d", o.Ref.ID, o.Suggested, o.Invoked, by, o.Late, o.Ignored))
	}
	return lines
}

func entries(ids []string) (list []abi.Entry) {
	for _, id := range ids {
		list = append(list, abi.Entry{Ref: abi.Skill(id), Reason: "because of " + id})
	}
	return list
}

func keys(ids []string) (list []abi.Ref) {
	for _, id := range ids {
		list = append(list, abi.Skill(id))
	}
	return list
}

func asTold(ids []string) (list []ToldItem) {
	for _, key := range keys(ids) {
		list = append(list, ToldItem{Ref: key, Wording: "soft-1a2b3c4d", Chars: 100})
	}
	return list
}

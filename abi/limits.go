package abi

import (
	"fmt"
	"reflect"
	"strings"
)

// The values of a field's `limit` tag.
const (
	limitResults  = "results"  // request: at most Budgets.Results
	limitPage     = "page"     // request: the same; 0 is as many as that
	limitPositive = "positive" // request: not negative
	limitText     = "text"     // reply: cut at Budgets.TextBytes
)

// bound holds the fields of a request to the budgets: a number is lowered, a
// negative one and a list that is too long are refused.
func (b Budgets) bound(call string, request reflect.Value) *Fault {
	for i := range request.NumField() {
		field, at := request.Type().Field(i), request.Field(i)
		limit, name := field.Tag.Get("limit"), jsonName(field)
		switch {
		case limit == "":
		case at.Kind() == reflect.Slice && at.Len() > b.Results:
			return &Fault{Code: Limit, Message: fmt.Sprintf("results: %s has %d entries, more than %d", name, at.Len(), b.Results)}
		case at.Kind() != reflect.Int:
		case at.Int() < 0:
			return &Fault{Code: BadRequest, Message: fmt.Sprintf("%s: %s %d is negative", call, name, at.Int())}
		case limit == limitPage && at.Int() == 0, limit != limitPositive && at.Int() > int64(b.Results):
			at.SetInt(int64(b.Results))
		}
	}
	return nil
}

func jsonName(field reflect.StructField) string {
	name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return name
}

// clip holds a reply to the budgets: a copy with at most Results entries, whose
// tagged texts are cut at TextBytes. Lists are never null.
func (b Budgets) clip(reply reflect.Value) any {
	if page, ok := reply.Interface().(ItemPage); ok {
		page.Truncated = page.Truncated || len(page.Items) > b.Results
		page.Items = b.clip(reflect.ValueOf(&page.Items).Elem()).([]Item)
		return page
	}
	if reply.Kind() != reflect.Slice || reply.Type().Elem().Kind() == reflect.Float32 {
		return reply.Interface()
	}
	length := min(reply.Len(), b.Results)
	list := reflect.MakeSlice(reply.Type(), length, length)
	reflect.Copy(list, reply)
	if reply.Type().Elem().Kind() == reflect.Struct {
		for i := range length {
			b.clipFields(list.Index(i))
		}
	}
	return list.Interface()
}

func (b Budgets) clipFields(entry reflect.Value) {
	for i := range entry.NumField() {
		field, at := entry.Type().Field(i), entry.Field(i)
		switch {
		case field.Tag.Get("limit") == limitText:
			at.SetString(cut(at.String(), b.TextBytes))
		case field.Type == reflect.TypeFor[Item]():
			b.clipFields(at)
		case at.Kind() == reflect.Slice && at.IsNil() && field.Type.Elem().Kind() == reflect.String:
			at.Set(reflect.MakeSlice(field.Type, 0, 0))
		}
	}
}

// cut shortens a text to at most limit bytes, at a character.
func cut(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "")
}

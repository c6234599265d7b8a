package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/ed-irl/impressionism/abi"
)

// Answer is what a host call is answered with, whatever else a script says: a
// reply, or an error. The first one whose request is part of the call's counts.
type Answer struct {
	Call    string         `json:"call"`
	Request map[string]any `json:"request"` // fields that the request must have; none: any request
	OK      any            `json:"ok"`
	Error   *abi.Fault     `json:"error"`
}

// prepared is an answer as it is looked up and given.
type prepared struct {
	call    string
	request map[string]any
	reply   []byte
}

// SetAnswers replaces the answers of the script, for the next event.
func (h *Host) SetAnswers(answers []Answer) error {
	h.answers = nil
	for i, answer := range answers {
		ready, err := h.prepare(answer)
		if err != nil {
			return fmt.Errorf("script: answer %d: %w", i+1, err)
		}
		h.answers = append(h.answers, ready)
	}
	return nil
}

func (h *Host) prepare(answer Answer) (prepared, error) {
	call, ok := abi.Lookup(answer.Call)
	switch {
	case !ok:
		return prepared{}, fmt.Errorf("there is no host call %.40q", answer.Call)
	case answer.Call == "log":
		return prepared{}, errors.New("log cannot be answered otherwise: it never fails")
	case (answer.OK == nil) == (answer.Error == nil):
		return prepared{}, fmt.Errorf("%s: give ok or error, one of them", answer.Call)
	}
	ready := prepared{call: answer.Call}
	if err := normalised(answer.Request, &ready.request); err != nil {
		return prepared{}, fmt.Errorf("%s: request: %w", answer.Call, err)
	}
	if answer.Error != nil {
		if !slices.Contains(abi.Codes, answer.Error.Code) || answer.Error.Message == "" {
			return prepared{}, fmt.Errorf("%s: an error has a message and one of the codes %s", answer.Call, strings.Join(abi.Codes, ", "))
		}
		ready.reply = abi.EncodeFault(answer.Error)
		return ready, nil
	}
	value, err := h.typed(call, answer.OK)
	if err != nil {
		return prepared{}, fmt.Errorf("%s: ok: %w", answer.Call, err)
	}
	ready.reply, err = json.Marshal(map[string]any{"ok": value})
	return ready, err
}

// typed reads a scripted reply as the call's type and completes what the script
// says of it elsewhere: items by their id, embeddings by reference.
func (h *Host) typed(call abi.Call, ok any) (any, error) {
	encoded, err := json.Marshal(ok)
	if err != nil {
		return nil, err
	}
	into := reflect.New(call.Reply)
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into.Interface()); err != nil {
		return nil, errors.New(abi.Misfit(err))
	}
	h.complete(into.Elem())
	return into.Elem().Interface(), nil
}

// complete replaces refs of items by the script's items and numbers of embeddings by
// references, wherever they stand in a reply.
func (h *Host) complete(value reflect.Value) {
	switch at := value.Addr().Interface().(type) {
	case *abi.Item:
		h.fill(at)
		return
	case *abi.Embedding:
		*at = h.refer(*at)
		return
	}
	switch value.Kind() {
	case reflect.Slice:
		for i := range value.Len() {
			h.complete(value.Index(i))
		}
	case reflect.Struct:
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				h.complete(value.Field(i))
			}
		}
	}
}

// fill gives an item of which only the id is written what the script has.
func (h *Host) fill(item *abi.Item) {
	if known, ok := h.items[item.Ref]; ok && item.Name == "" {
		*item = known
		return
	}
	item.Embedding = h.refer(item.Embedding)
	*item = completed(*item)
}

// Scripted gives the reply that the script has for a call, or nil.
func (h *Host) Scripted(call string, request []byte) []byte {
	var asked map[string]any
	for _, answer := range h.answers {
		if answer.call != call {
			continue
		}
		if asked == nil && json.Unmarshal(request, &asked) != nil {
			return nil // the host says what is wrong with it
		}
		if contains(asked, answer.request) {
			return answer.reply
		}
	}
	return nil
}

func contains(asked, wanted map[string]any) bool {
	for name, value := range wanted {
		if got, ok := asked[name]; !ok || !reflect.DeepEqual(got, value) {
			return false
		}
	}
	return true
}

// normalised gives a value as JSON would read it.
func normalised(value map[string]any, into *map[string]any) error {
	encoded, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return json.Unmarshal(encoded, into)
}

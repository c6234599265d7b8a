package ui

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/feed"
)

// filler fills values with what a random source says, and texts with one of its own: two fillers
// of one seed and of different texts fill alike.
type filler struct {
	*rand.Rand
	text string
}

// words are texts that change what is drawn.
var words = []string{
	"", "error", "warning", "note", "used", "late", "ignored", "open", "body", "model", "on", "name-only", "described", "start", "meaning", "user", "nothing fitted", "2026-03-01",
}

var floats = []float64{0, .5, .72345, .95, 1, 12.3, 1234.5, -1.5}

// fill fills a value and all that is in it. JSON is a list of scores, or a decision.
func (f filler) fill(v reflect.Value, depth int) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.Date(2026, 3, 1+f.IntN(20), f.IntN(24), f.IntN(60), 0, 0, time.UTC)))
		return
	case json.RawMessage:
		of := []reflect.Value{reflect.ValueOf(new([]scored)), reflect.ValueOf(new(abi.Decision))}[f.IntN(2)]
		f.fill(of.Elem(), depth+1)
		data, _ := json.Marshal(of.Interface()) // where a text is no reference, none can be read
		v.SetBytes(data)
		return
	case abi.Ref:
		v.Set(reflect.ValueOf(abi.Ref{Kind: []string{abi.KindSkill, abi.KindCode}[f.IntN(2)], ID: f.text}))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString([]string{words[f.IntN(len(words))], f.text, f.text, f.text + " " + f.text}[f.IntN(4)])
	case reflect.Int, reflect.Int64:
		v.SetInt([]int64{0, 1, 2, 7, 1234567}[f.IntN(5)])
	case reflect.Float64:
		v.SetFloat(floats[f.IntN(len(floats))])
	case reflect.Bool:
		v.SetBool(f.IntN(2) == 0)
	case reflect.Pointer:
		if depth < 8 && f.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			f.fill(v.Elem(), depth+1)
		}
	case reflect.Slice:
		if depth < 8 {
			v.Set(reflect.MakeSlice(v.Type(), f.IntN(8), 8))
		}
		for i := range v.Len() {
			f.fill(v.Index(i), depth+1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				f.fill(v.Field(i), depth+1)
			}
		}
	}
}

// drawnOf is all that the package draws, of a random home whose texts are all the same one.
func drawnOf(t *testing.T, changes *feed.Feed, seed uint64, text string) map[string]string {
	t.Helper()
	ask := func(_ context.Context, into any, _ ...string) error {
		hash := fnv.New64()
		_, _ = fmt.Fprintf(hash, "%T", into)
		f := filler{rand.New(rand.NewPCG(seed, hash.Sum64())), text}
		if f.IntN(25) == 0 {
			return errors.New(text)
		}
		f.fill(reflect.ValueOf(into).Elem(), 0)
		return nil
	}
	p := newPages(pages{
		now: func() time.Time { return time.Date(2026, 3, 22, 1, 2, 3, 0, time.UTC) }, ask: ask, feed: changes, acts: true, private: seed%5 == 4,
	})
	values := url.Values{}
	for _, name := range []string{"item", "other", "session", "q", "outcome"} {
		values.Set(name, text)
	}
	all := map[string]string{}
	for _, v := range p.views {
		html, err := p.fragment(t.Context(), v.name, values)
		all[v.name] = string(html)
		for _, one := range v.panels {
			html, wrong := p.fragment(t.Context(), v.name+"/"+one.name, values)
			all[v.name+"/"+one.name], err = string(html), errors.Join(err, wrong)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	f, q := filler{rand.New(rand.NewPCG(seed, 0)), text}, readQuery(values)
	var change feed.Change
	var session feed.SessionState
	f.fill(reflect.ValueOf(&change).Elem(), 0)
	f.fill(reflect.ValueOf(&session).Elem(), 0)
	all["row"] = string(render(p.row(change, q, false), p.row(change, q, true)))
	all["what is no row"] = string(render(removes(rowID(change)), pickList(nodes{p.pick(session, seed%2 == 0)}, true), p.came(change.Told)))
	p.still = true
	all["report"] = string(p.report(t.Context(), 7))
	return all
}

// outline reads HTML strictly, and returns its elements with the names of their attributes; of
// pictures it only checks what they are made of, as a label may have no room. See must see the
// values of attributes.
func outline(html string, see func(name, value string)) (elements []string, err error) {
	decoder := xml.NewDecoder(strings.NewReader(html))
	decoder.Strict, decoder.AutoClose, decoder.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	pictures := 0
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return elements, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			for _, a := range token.Attr {
				name += " " + a.Name.Local
				see(a.Name.Local, a.Value)
			}
			if token.Name.Local == "svg" {
				pictures++
			}
			if pictures == 0 {
				elements = append(elements, name)
			} else if !slices.Contains(pictured, token.Name.Local) {
				return nil, fmt.Errorf("a picture holds <%s>", name)
			}
		case xml.EndElement:
			if token.Name.Local == "svg" {
				pictures--
			}
		case xml.Comment, xml.ProcInst:
			return nil, fmt.Errorf("it holds %T", token)
		}
	}
}

// pictured are the elements of pictures.
var pictured = []string{"svg", "g", "path", "rect", "circle", "line", "polyline", "polygon", "ellipse", "text", "tspan", "title", "desc", "defs", "pattern"}

// leads are the addresses within the page that an attribute may have, without their queries.
var leads = map[string]*regexp.Regexp{
	"href": regexp.MustCompile(`^#[a-z/-]+$`), "hx-get": regexp.MustCompile(`^/v/[a-z/-]+$`), "hx-post": regexp.MustCompile(`^/act/[a-z]+$`),
}

// checkValue finds what no attribute may be, and an address or the values of a button that a
// text has changed.
func checkValue(name, value, text string) error {
	if strings.HasPrefix(name, "on") || strings.HasPrefix(name, "hx-on") || slices.Contains([]string{"style", "src", "srcset", "srcdoc", "action", "formaction", "hx-vars"}, name) {
		return fmt.Errorf("there is an attribute %s", name)
	}
	handed := url.Values{}
	if name == "hx-vals" {
		var of map[string]string
		if err := json.Unmarshal([]byte(value), &of); err != nil {
			return fmt.Errorf("the values of a button are %s: %w", value, err)
		}
		for word, value := range of {
			handed.Set(word, value)
		}
	}
	if pattern, is := leads[name]; is {
		path, words, _ := strings.Cut(value, "?")
		var err error
		if handed, err = url.ParseQuery(words); err != nil || !pattern.MatchString(path) {
			return fmt.Errorf("%s leads to %q: %v", name, value, err)
		}
	}
	for word, values := range handed {
		_, number := strconv.Atoi(values[0])
		if value := values[0]; number != nil && !slices.Contains(words, value) && value != text && value != text+" "+text && value != string([]rune(text)) && value != string([]rune(text+" "+text)) {
			return fmt.Errorf("%s hands on %q as %s", name, value, word)
		}
	}
	return nil
}

// hostileTexts are what would become markup, a script, an attribute or a fault, if it could.
var hostileTexts = []string{
	`<script>alert(1)</script><img src=x onerror=alert(1)>`, `"><owned>`, `' onclick='alert(1)`, "` onclick=`alert(1)` \"", `javascript:alert(1)`, "nul\x00nul", "bad \xff\xfe bytes",
	`</style></title></textarea><svg/onload=alert(1)>`, `<!--`, `]]>`, `&quot; &lt;owned&gt; &amp`, `a&session=b#c?d=e%zz+f;g`, `","session":"other`, `\"`, "{{.}}",
}

// Ensure that no text of anybody's adds an element or an attribute to any part of a page or of a
// report, takes one away, leads to another place or is written as bytes that are no text, in
// whatever field of whatever a command prints it stands.
func TestTextsMakeNoMarkup(t *testing.T) {
	changes, err := feed.Open(filepath.Join(t.TempDir(), "state.db"), feed.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	elements := 0
	for seed := range uint64(2 * len(hostileTexts)) {
		text := hostileTexts[int(seed)%len(hostileTexts)]
		tame, wild := drawnOf(t, changes, seed, "quokka"), drawnOf(t, changes, seed, text)
		for name := range tame {
			want, err := outline(tame[name], func(string, string) {})
			if err != nil {
				t.Fatalf("%s of harmless texts cannot be read: %v", name, err)
			}
			got, err := outline(wild[name], func(attribute, value string) {
				if err := checkValue(attribute, value, text); err != nil {
					t.Errorf("%s: %q: %v", name, text, err)
				}
			})
			if err != nil || bytes.ContainsRune([]byte(wild[name]), 0) {
				t.Errorf("%s: %q: what is drawn cannot be read: %v", name, text, err)
			}
			for i := range want {
				if i >= len(got) || got[i] != want[i] {
					t.Errorf("%s: %q: element %d is %v, want %s", name, text, i, got[i:min(i+1, len(got))], want[i])
					break
				}
			}
			if len(got) > len(want) {
				t.Errorf("%s: %q: there are %d elements more", name, text, len(got)-len(want))
			}
			elements += len(got)
		}
	}
	if elements < 20_000 {
		t.Errorf("only %d elements were looked at", elements)
	}
	t.Logf("%d elements", elements)
}

package cardjudge_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/host/author/cardjudge"
	"github.com/ed-irl/impressionism/host/catalog/card"
)

var (
	forms = cardjudge.Item{
		Ref: abi.Ref{Kind: abi.KindSkill, ID: "pdf-forms"}, Name: "pdf-forms",
		Description: "Fill and flatten the form fields of PDF files, and read them out.",
	}
	good = card.Card{
		Asks: []string{
			"acroform fields from csv", "the boxes stay empty when our clerk opens what i sent",
			"we have 200 applicants in applicants.xlsx and the embassy wants visa.pdf for each. The last try printed:\n  KeyError: '/AS'\nplease write something that types the names in and saves one file each",
			"what are the names of all the fields in contracts/lease.pdf", "checkbox export value wrong",
			"how i can make the signature not editable any more before mail it?", "turn our paper questionnaire into one people can type into",
			"pypdf 4.2 drops the appearance streams of radio groups, fix it",
		},
		Not: []string{"merge two pdfs into one", "validate the email field of our react form", "read the table on page 3 of report.pdf"},
	}
)

// row is a card that differs from a good one, and the faults that it has.
type row struct {
	About     string
	Asks, Not []string // in place of the first
	All, Nots []string // in place of all
	Languages []string
	Want      []string // codes, with ! where they harm
}

func (r row) card(t *testing.T) card.Card {
	t.Helper()
	c := card.Card{Asks: slices.Clone(good.Asks), Not: slices.Clone(good.Not)}
	if len(r.Asks) < len(c.Asks) {
		copy(c.Asks, r.Asks)
	} else {
		c.Asks = r.Asks
	}
	copy(c.Not, r.Not)
	if r.All != nil {
		c.Asks = r.All
	}
	if r.Nots != nil {
		c.Not = r.Nots
	}
	clean, err := c.Clean()
	if err != nil {
		t.Fatalf("%s: %v", r.About, err)
	}
	return clean
}

func codes(faults []cardjudge.Fault) []string {
	found := []string{}
	for _, f := range faults {
		code := f.Code
		if f.Harms {
			code += "!"
		}
		found = append(found, code)
	}
	return found
}

// Ensure that each fault is found by words alone, that what only looks like one is none, and
// that every fault says what to do.
func TestFaults(t *testing.T) {
	file, err := os.Open("testdata/faults.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		c := r.card(t)
		faults, err := cardjudge.Judge{Languages: r.Languages}.Card(forms, c)
		if got := codes(faults); err != nil || !slices.Equal(got, r.Want) {
			t.Errorf("%s: got %q, %v, want %q: %+v", r.About, got, err, r.Want, faults)
		}
		if cardjudge.Harms(faults) != strings.Contains(strings.Join(r.Want, ""), "!") {
			t.Errorf("%s: harms is %v", r.About, cardjudge.Harms(faults))
		}
		for _, f := range faults {
			if f.Reason == "" || f.Line != "" && !slices.Contains(slices.Concat(c.Asks, c.Not), f.Line) {
				t.Errorf("%s: got %+v", r.About, f)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
}

// Ensure that an item about skills may be asked for by that word.
func TestSkillsAboutSkills(t *testing.T) {
	c := row{Asks: []string{"load my new skill only when a pdf is open"}}.card(t)
	about := forms
	about.Description = "Write skills and try whether they are loaded."
	if faults, err := (cardjudge.Judge{}).Card(about, c); err != nil || len(faults) > 0 {
		t.Errorf("got %+v, %v", faults, err)
	}
	if faults, _ := (cardjudge.Judge{}).Card(forms, c); !cardjudge.Harms(faults) {
		t.Errorf("got %+v", faults)
	}
}

// Ensure that of the cards that two careful hands wrote hardly one is refused: a judge that
// is too strict would have a model write worse.
func TestGoodCardsAreKept(t *testing.T) {
	files, err := filepath.Glob("../../eval/testdata/cards/*.jsonl")
	if err != nil || len(files) < 2 {
		t.Fatalf("got %q, %v", files, err)
	}
	all, refused := 0, []string{}
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			var r struct {
				ID string
				card.Card
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			c, err := r.Clean()
			if err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
			faults, _ := cardjudge.Judge{}.Card(cardjudge.Item{Name: r.ID, Description: r.ID}, c)
			if all++; cardjudge.Harms(faults) {
				refused = append(refused, r.ID)
			}
		}
	}
	if all < 400 || 100*len(refused) > all {
		t.Errorf("%d of %d are refused: %q", len(refused), all, refused)
	}
}

var (
	merge  = abi.Ref{Kind: abi.KindSkill, ID: "pdf-merge"}
	errFar = errors.New("far away")
)

// Ensure that an ask which reaches another item clearly better is named with that item, that
// less is no fault, and that a card whose asks mostly reach one other item is refused.
func TestSiblings(t *testing.T) {
	for name, test := range map[string]struct {
		hits []cardjudge.Hit
		asks int // of the card's that are answered so
		want []string
	}{
		"another is clearly nearer": {[]cardjudge.Hit{{merge, .9, 4}, {forms.Ref, .3, 1}}, 1, []string{"sibling"}},
		"the own one is not found":  {[]cardjudge.Hit{{merge, .9, 4}}, 1, []string{"sibling"}},
		"the own one is first":      {[]cardjudge.Hit{{forms.Ref, .9, 4}, {merge, .8, 3}}, 8, nil},
		"both fit":                  {[]cardjudge.Hit{{merge, .9, 4}, {forms.Ref, .6, 1}}, 8, nil},
		"they are close":            {[]cardjudge.Hit{{merge, .75, 2}, {forms.Ref, .4, 1}}, 8, nil},
		"nothing fits":              {[]cardjudge.Hit{{merge, .6, 4}, {forms.Ref, .1, -2}}, 8, nil},
		"nothing is found":          {nil, 8, nil},
		"half of the card":          {[]cardjudge.Hit{{merge, .9, 4}, {forms.Ref, .3, 1}}, 4, []string{"sibling", "sibling", "sibling", "sibling"}},
		"most of the card":          {[]cardjudge.Hit{{merge, .9, 4}, {forms.Ref, .3, 1}}, 5, []string{"sibling!"}},
	} {
		asked := 0
		judge := cardjudge.Judge{Search: func(string, []float32) ([]cardjudge.Hit, error) {
			if asked++; asked > test.asks {
				return nil, nil
			}
			return test.hits, nil
		}}
		faults, err := judge.Card(forms, good)
		if got := codes(faults); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, test.want)
		}
		for _, f := range faults {
			if !strings.Contains(f.Reason, "pdf-merge") {
				t.Errorf("%s: it does not name the other: %+v", name, f)
			}
		}
	}
	judge := cardjudge.Judge{Search: func(string, []float32) ([]cardjudge.Hit, error) { return nil, errFar }}
	if _, err := judge.Card(forms, good); !errors.Is(err, errFar) {
		t.Errorf("got %v", err)
	}
}

// Ensure that a not is held against the asks and the item by meaning, and that texts in a
// language that the model does not know are left out.
func TestNearness(t *testing.T) {
	for name, test := range map[string]struct {
		ask, not, head []float32
		want           []string
	}{
		"another task":                {[]float32{1, 0}, []float32{0, 1}, []float32{1, 0}, nil},
		"what an ask means":           {[]float32{1, 0}, []float32{.95, .3122499}, []float32{1, 0}, []string{"not-is-ask!"}},
		"nearer to the item than all": {[]float32{.6, .8}, []float32{.8, -.6}, []float32{.96, -.28}, []string{"not-near"}},
		"as near as the asks":         {[]float32{.6, .8}, []float32{.62, -.7846018}, []float32{1, 0}, nil},
		"an unknown language":         {nil, []float32{1, 0}, []float32{1, 0}, nil},
		"another unknown language":    {[]float32{1, 0}, nil, []float32{1, 0}, nil},
		"an unknown item":             {[]float32{1, 0}, []float32{1, 0}, nil, nil},
	} {
		judge := cardjudge.Judge{Embed: func(text string) ([]float32, error) {
			switch text {
			case good.Not[0]:
				return test.not, nil
			case good.Not[1], good.Not[2]:
				return nil, nil
			case forms.Description:
				return test.head, nil
			}
			return test.ask, nil
		}}
		faults, err := judge.Card(forms, good)
		if got := codes(faults); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, %v, want %q", name, got, err, test.want)
		}
	}
	judge := cardjudge.Judge{Embed: func(string) ([]float32, error) { return nil, errFar }}
	if _, err := judge.Card(forms, good); !errors.Is(err, errFar) {
		t.Errorf("got %v", err)
	}
}

// Ensure that languages are named where it is certain, and that some prompts in one are more
// than a quotation.
func TestLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"": cardjudge.English, "fix the login bug": cardjudge.English, "the button says 保存, make it say save in every dialog": cardjudge.English,
		"quiero que todas las animaciones se desactiven":                "Spanish",
		"unsere Schaltflächen sind zu klein, wie kann ich das ändern":   "German",
		"pouvez-vous corriger le bouton qui ne marche pas":              "French",
		"por favor, você pode corrigir o botão da página, não está bom": "Portuguese",
		"请帮我修复登录页面的错误":                                                  "Chinese", "ログインのバグを直してください": "Japanese", "로그인 오류를 고쳐 주세요": "Korean", "исправь ошибку входа на сайте": "Russian",
	} {
		if got := cardjudge.Language(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
	spanish, german := "quiero que todas las animaciones se desactiven", "wie kann ich das ändern und nicht nur hier"
	prompts := []string{"fix it", spanish, german, spanish, german, spanish, spanish, german, "请帮我修复登录页面的错误"}
	if got := cardjudge.LanguagesOf(prompts); !slices.Equal(got, []string{"Spanish", "German"}) {
		t.Errorf("got %q", got)
	}
	if got := cardjudge.LanguagesOf(nil); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}

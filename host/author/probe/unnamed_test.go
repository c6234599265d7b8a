package probe

import "testing"

// Ensure that a name is taken out however it is written, and nothing else is.
func TestUnnamed(t *testing.T) {
	for _, c := range []struct{ description, name, want string }{
		{"Fill in PDF forms. pdf-forms, PdfForms and pdf_forms are one.", "pdf-forms", "Fill in . , and are one."},
		{"Forms of a PDF stay; so do pdf, forms apart by a word: pdf the forms.", "pdf-forms", "Forms of a PDF stay; so do , apart by a word: pdf the forms."},
		{"Use acme deploys; deploy comes alone.", "acme:deploy", "Use acme deploys; comes alone."},
		{"Über-Tests für Änderungen", "über-tests", "für Änderungen"},
		{"Nothing of it.", "--", "Nothing of it."},
		{"pdf", "pdf", ""},
	} {
		if got := Unnamed(c.description, c.name); got != c.want {
			t.Errorf("%q without %s: got %q, want %q", c.description, c.name, got, c.want)
		}
	}
	if got := Unnamed("Automate Acme tasks via Acme's automation.", NameWords("acme-automation")...); got != "Automate tasks via 's ." {
		t.Errorf("word by word: got %q", got)
	}
}

// Ensure that no description and no name crash it, and that nothing is added.
func FuzzUnnamed(f *testing.F) {
	f.Add("Fill in PDF forms.", "pdf-forms")
	f.Add("\xff ǅ x", "\xff:")
	f.Fuzz(func(t *testing.T, description, name string) {
		if got := Unnamed(description, name); len(got) > len(description) {
			t.Errorf("%q became %q", description, got)
		}
	})
}

package catalog

import (
	"testing"

	"github.com/ed-irl/impressionism/abi"
)

// Ensure that text shown to a terminal or a model is one line without anything
// that a reader cannot see, and that scripts and emoji survive.
func TestClean(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"  a \t b\r\n\nc  ":            "a b c",
		"a\x00b\x1b[31mc\x7f\u0085d":   "ab[31mc d",
		"a\u202eb\u2066c\u2069\u200fd": "abcd",
		"\ufeffa\u2028b\u2029c":        "a b c",
		"a\U000e0041\U000e007fb":       "ab",
		"👩\u200d💻 نمی\u200cخواهم cafe\u0301": "👩\u200d💻 نمی\u200cخواهم cafe\u0301",
	} {
		if got := Clean(in); got != want {
			t.Errorf("Clean(%q): got %q, want %q", in, got, want)
		}
	}
}

// Ensure that the first of several entries with one id wins among the kinds of its pool,
// that another pool has names of its own, that its own double is no rejection, and that the order is by kind and id.
func TestMerge(t *testing.T) {
	kinds := Kinds{{Name: abi.KindSkill, Pool: PoolListed}, {Name: abi.KindCommand, Pool: PoolListed}, {Name: "note"}}
	kept, rejected := kinds.Merge([]Entry{
		{Kind: abi.KindSkill, ID: "b", Source: SourceUser, Path: "/1"},
		{Kind: abi.KindSkill, ID: "a", Source: SourceUser, Path: "/2"},
		{Kind: abi.KindSkill, ID: "b", Source: SourceProject, Path: "/3"},
		{Kind: abi.KindSkill, ID: "b", Source: SourceUser, Path: "/1"},
		{Kind: abi.KindCommand, ID: "a", Source: SourceUser, Path: "/4"},
		{Kind: abi.KindCommand, ID: "c", Source: SourceUser, Path: "/5"},
		{Kind: "note", ID: "a", Source: SourceUser},
	})
	var order string
	for _, entry := range kept {
		order += entry.Where()
	}
	if order != "/5note:a/2/1" {
		t.Errorf("got entries %s, want /5note:a/2/1", order)
	}
	if len(rejected) != 2 || rejected[0].Path != "/3" || rejected[1].Path != "/4" || rejected[0].Code != "shadowed" {
		t.Errorf("got rejections %+v, want /3 and /4 shadowed", rejected)
	}
}

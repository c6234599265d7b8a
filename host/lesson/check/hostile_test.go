package check

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// counting counts what is opened of a file system.
type counting struct {
	fs.FS
	opened map[string]int
	total  int
}

func (c *counting) Open(name string) (fs.File, error) {
	c.opened[name]++
	c.total++
	return c.FS.Open(name)
}

func (c *counting) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.FS, name) }

// tree returns the repository of some files, and counts what it opens.
func tree(files map[string]string, options Options) (*Repository, *counting) {
	m := fstest.MapFS{}
	var tracked []string
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text)}
		tracked = append(tracked, name)
	}
	slices.Sort(tracked)
	c := &counting{FS: m, opened: map[string]int{}}
	return New(c, tracked, options), c
}

func checkText(r *Repository, text string) Result {
	return r.Check(context.Background(), Lesson{ID: "L-aaaaa", Text: text}, nil)
}

// Ensure that a lesson about paths opens no file of a repository with 100,000 of them, that
// one about names opens each source once for all lessons, and that documents are not opened.
func TestManyFiles(t *testing.T) {
	files := map[string]string{"src/berth.go": "package berth\nfunc Reserve() {}\n"}
	for i := range 100_000 {
		files[fmt.Sprintf("docs/%d/note%d.md", i%300, i)] = "Reserve"
	}
	for i := range 200 {
		files[fmt.Sprintf("pkg/p%d/f.go", i)] = "package p"
	}
	r, c := tree(files, Options{})
	if got := checkText(r, "See src/berth.go and docs/3/note3.md."); got.Verdict != OK || c.total != 0 {
		t.Errorf("paths: got %+v with %d files opened", got, c.total)
	}
	if got := checkText(r, "See src/gone.go."); got.Verdict != Doubtful || c.total != 0 {
		t.Errorf("gone path: got %+v with %d files opened", got, c.total)
	}
	for range 50 {
		if got := checkText(r, "berth.Reserve is safe, BookSlot is quick."); len(got.Gone) != 1 {
			t.Fatalf("names: got %+v", got)
		}
	}
	if c.total > 201+50 {
		t.Errorf("opened %d files, of 201 sources", c.total)
	}
}

// Ensure that a text of any size costs a bounded number of look-ups.
func TestHostileTexts(t *testing.T) {
	r, _ := tree(map[string]string{"a.go": "package a", "Makefile": "x:\n"}, Options{})
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "src/a%d.go ", i)
	}
	for name, text := range map[string]string{
		"5 MB of one word":  strings.Repeat("a", 5<<20),
		"5 MB of paths":     strings.Repeat("a/b.go ", 5<<20/7),
		"10,000 references": many.String(),
		"backticks":         strings.Repeat("`", 1<<20),
		"slashes":           strings.Repeat("/", 1<<20),
		"dots":              strings.Repeat("a.b", 1<<18),
		"negations":         strings.Repeat("was removed ", 1<<17),
		"make":              strings.Repeat("make ", 1<<18),
		"commands":          strings.Repeat("`make x y` ", 1<<17),
		"colons":            strings.Repeat(":1", 1<<19),
		"hyphens":           strings.Repeat("a-", 1<<19),
		"flags":             strings.Repeat("--a ", 1<<18),
		"not UTF-8":         strings.Repeat("\xff\xfe", 1<<18),
		"NUL":               strings.Repeat("a\x00.go/", 1<<17),
		"empty":             "",
		"links":             strings.Repeat("[a](", 1<<18),
		"no blanks":         strings.Repeat("修a", 1<<17),
		"full width":        strings.Repeat("修，", 1<<17),
		"dashes":            strings.Repeat("—", 1<<17),
	} {
		t.Run(name, func(t *testing.T) {
			if got := checkText(r, text); got.Checked > referencesMax || len(got.Gone) > got.Checked {
				t.Errorf("got %d checked, %d gone", got.Checked, len(got.Gone))
			}
		})
	}
}

// Ensure that files that are no text, or broken, neither fail nor count as evidence.
func TestHostileFiles(t *testing.T) {
	r, _ := tree(map[string]string{
		"utf16.go":  "f\x00u\x00n\x00c\x00 \x00HiddenName\x00",
		"bad.py":    "def kept_name():\n    x = \"\xff\xfe\n\xc3",
		"open.rs":   "/* never closed KeptNot",
		"quote.js":  "const s = 'open; KeptTail\nfunction keptAfter() {}",
		"deep.json": strings.Repeat("[", 100_000) + `"deepKey": 1`,
		"long.ts":   strings.Repeat("x", 1<<20),
		"brace.go":  strings.Repeat("type A struct {", 20_000),
		"key.yaml":  strings.Repeat("a:\n b:\n  ", 20_000),
		"doc.py":    strings.Repeat(`"""`, 50_001) + "inDocs",
	}, Options{})
	for text, want := range map[string]Verdict{
		"call HiddenName": Doubtful, "call kept_name": OK, "call KeptNot": Doubtful, "call keptAfter and KeptTail": OK,
	} {
		if got := checkText(r, text); got.Verdict != want {
			t.Errorf("%s: got %+v, want %s", text, got, want)
		}
	}
}

// Ensure that a letter whose lower case has fewer bytes, such as the sign of Kelvin, ends nothing:
// neither in a lesson nor in a source.
func TestLettersThatShrink(t *testing.T) {
	const kelvin = "\u212a"
	for text, source := range map[string]string{
		"Call `" + kelvin + "()` before the release.": "package a\n\nvar s = \"一\"\n",
		"Call `我的()` before the release.":             "package a\n\nvar s = \"" + kelvin + "\"\n",
	} {
		r, _ := tree(map[string]string{"a.go": source}, Options{})
		if got := checkText(r, text); got.Verdict != Doubtful || len(got.Gone) != 1 {
			t.Errorf("%s: got %+v, want the name gone", text, got)
		}
	}
}

// Ensure that names in prose of scripts without blanks are read, and nothing beside them is
// taken for a part of them: neither what is there nor what is gone is mistaken.
func TestUnspacedScripts(t *testing.T) {
	r, _ := tree(map[string]string{
		"config/app.yaml": "a: 1\n", "src/main.go": "package main\n\nvar DB_URL = fetch_user()\n", "docs/設計.md": "", "docs/設計v2.md": "",
		"2024年報告.md": "", "報告_v2.md": "", "報告2.md": "", "テスト1号.md": "", "第3章/図v2/x.md": "", "報告2024年度v3.md": "", "scripts/build.sh": "flags --fast\n", "Makefile": "test:\n",
	}, Options{})
	for text, gone := range map[string]string{
		"修改配置要编辑 config/app.yaml，不要动别的文件。":          "",
		"部署前必须先修改config/app.yaml 然后再重启服务。":          "",
		"部署前必须先修改config/app.yaml然后再重启服务。":           "",
		"生成されたファイルは手で直さない。元はsrc/main.go":            "",
		"元はsrc/main.goです、コードsrc/main.goコードも":        "",
		"查询用户时请调用fetch_user函数，它会处理重试。":              "",
		"查询用户时请调用fetch_user()函数":                    "",
		"사용자를 조회할 때는 fetch_user를 호출하고 다시 시도한다.":     "",
		"启动之前必须先设置DB_URL环境变量，否则会失败。":                "",
		"启动之前设置$DB_URL变量（见src/main.go）。":            "",
		"先改“config/app.yaml”文件,再运行\"src/main.go\"吧": "",
		"配置:config/app.yaml；代码：src/main.go":         "",
		"运行./scripts/build.sh来构建，用make test测试":      "",
		"ใช้src/main.goเสมอ":                        "",
		"全部写在docs/設計.md，以及docs/設計v2.md里":            "",
		"见2024年報告.md、報告_v2.md":                      "",
		"见 報告2.md、テスト1号.md":                         "",
		"请先读報告2.md再修改":                              "",
		"図は第3章/図v2/x.md と 報告2024年度v3.md":            "",
		"见 報告3.md":                         "3.md",
		"改[配置](config/app.yaml)再说":         "",
		"修改src/gone.go，不要动config/app.yaml": "src/gone.go",
		"请调用drop_user函数":                   "drop_user",
		"設定はOLD_URL環境変数で":                  "OLD_URL",
		"docs/設計案.md を読む":                  "docs/設計案.md",
		"`src/main.go，x`":                  "src/main.go，x",
	} {
		var names []string
		for _, g := range checkText(r, text).Gone {
			names = append(names, g.Reference)
		}
		if got := strings.Join(names, " "); got != gone {
			t.Errorf("%s: got %q gone, want %q", text, got, gone)
		}
	}
}

// Ensure that types that are each other's parents and files that include each other end.
func TestCycles(t *testing.T) {
	var types, includes strings.Builder
	for i := range 9 {
		for j := range 9 {
			fmt.Fprintf(&types, "class T%d extends T%d { here() {} }\n", i, j)
		}
		includes.WriteString("include Makefile\ninclude a.mk\n")
	}
	r, _ := tree(map[string]string{"a.ts": types.String(), "Makefile": includes.String(), "a.mk": includes.String() + "x:\n"}, Options{})
	if got := checkText(r, "T1.gone() needs `make x`, not more."); len(got.Gone) != 1 || got.Checked != 2 {
		t.Errorf("got %+v", got)
	}
}

// Ensure that what was not read is not called gone: beyond a file's limit, beyond that of
// all files, and when the context ends; and that a later check reads on.
func TestUnread(t *testing.T) {
	files := map[string]string{"a.go": "package a // " + strings.Repeat("x", 100), "b.go": "package b"}
	r, _ := tree(files, Options{Limits: Limits{TotalBytes: 50}})
	if got := checkText(r, "BookSlot is slow."); got.Verdict != None || !got.Unread {
		t.Errorf("budget: got %+v", got)
	}
	r, c := tree(files, Options{})
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if got := r.Check(ended, Lesson{Text: "BookSlot is slow, c.go too."}, nil); !got.Unread || len(got.Gone) != 0 || c.total != 0 {
		t.Errorf("context: got %+v with %d files opened", got, c.total)
	}
	if got := checkText(r, "BookSlot is slow."); got.Unread || got.Verdict != Doubtful {
		t.Errorf("afterwards: got %+v", got)
	}
}

// Ensure that what files have that git did not check out is not called gone, and that what was
// removed is.
func TestAbsent(t *testing.T) {
	files := map[string]string{"web/a.go": "package web", "README.md": "", "gone/d.go": ""}
	absent := []string{"api/b.go", "api/settings.yaml", "tools/Makefile"}
	for _, name := range absent {
		files[name] = ""
	}
	for name, wanted := range map[string]Verdict{
		"`api/b.go`": OK, "`api/c.go`": Doubtful, "BookSlot": None, "`make deploy`": None, "Set `batch_size` in `api/settings.yaml`": OK,
	} {
		r, c := tree(files, Options{Absent: absent})
		for _, name := range absent {
			delete(c.FS.(fstest.MapFS), name)
		}
		if got := checkText(r, name+" is slow."); got.Verdict != wanted {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	r, c := tree(files, Options{}) // all of it is there but what somebody deleted
	delete(c.FS.(fstest.MapFS), "gone/d.go")
	if got := checkText(r, "BookSlot is slow."); got.Verdict != Doubtful {
		t.Errorf("deleted: got %+v", got)
	}
}

// Ensure that what a submodule may have is not called gone, and that what only the repository
// could have is.
func TestSubmodules(t *testing.T) {
	files := map[string]string{"web/a.go": "package web", "tools/run.py": "", "third/lib": ""}
	for name, wanted := range map[string]Verdict{
		"`third/lib`": OK, "`third/lib/src/x.go`": None, "`lib/src/x.go`": None, "`src/x.go`": None, "`../lib/x.go`": None, "`lib/src/x`": None,
		"`web/b.go`": Doubtful, "`third/x.go`": Doubtful, "BookSlot": None, "x.go": None, "`make deploy`": None, "`python -m tools.x`": Doubtful, "`python -m lib.x`": None,
	} {
		r, c := tree(files, Options{Submodules: []string{"third/lib"}})
		delete(c.FS.(fstest.MapFS), "third/lib")
		if got := checkText(r, name+" is slow."); got.Verdict != wanted {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// Ensure that a dismissal holds for its lesson, reference and text, and for nothing else.
func TestDismissed(t *testing.T) {
	r, _ := tree(map[string]string{"a.go": "package a"}, Options{})
	lesson := Lesson{ID: "L-7f3kq", Text: "BookSlot and CancelSlot are slow."}
	right := Dismissal{ID: lesson.ID, Reference: "BookSlot", Hash: lesson.Hash()}
	for name, c := range map[string]struct {
		dismissed Dismissal
		want      int
	}{
		"right":         {right, 1},
		"other id":      {Dismissal{"L-aaaaa", right.Reference, right.Hash}, 2},
		"other text":    {Dismissal{right.ID, right.Reference, Lesson{Text: "x"}.Hash()}, 2},
		"not reference": {Dismissal{right.ID, "Slot", right.Hash}, 2},
	} {
		if got := r.Check(context.Background(), lesson, []Dismissal{c.dismissed}); len(got.Gone) != c.want {
			t.Errorf("%s: got %+v, want %d gone", name, got, c.want)
		}
	}
}

// Ensure that ids are found in code, comments and documents, with their lines, unless their
// lesson exists or the file is excluded, and that what only looks like an id is none.
func TestCited(t *testing.T) {
	r, _ := tree(map[string]string{
		"a.go":           "package a\n\n// see [L-7f3kq] and [L-m2x8a]\n",
		"docs/x.md":      "[L-m2x8a] [L081] [L-ABCDE] [L-1l0oi] [L-abcdef] [L-abcd",
		"lessons/one.md": "[L-zzzzz]",
		"bin":            "\x00[L-zzzzz]",
	}, Options{Exclude: []string{"lessons"}})
	got, complete := r.Cited(context.Background(), func(id string) bool { return id == "L-7f3kq" })
	want := []Citation{{"L-m2x8a", "a.go", 3}, {"L-m2x8a", "docs/x.md", 1}}
	if !complete || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, complete, want)
	}
}

// Ensure that neither a text nor a file of any bytes ends the program, and that what is
// gone was looked up.
func FuzzCheck(f *testing.F) {
	for _, text := range []string{"Run make migrate, not just test.", "`a/b.go:12` Type.method(x) --flag=1", "[x](y/z.md) @/a/b ~/c $HOME", "cargo run -p a -- --b", "python -m a.b -C"} {
		f.Add(text, "type A struct {\n\tb int\n}\nfunc (a *A) C() {}", "a.go")
	}
	f.Add("tide.cache in a.yaml", "tide: {cache: 1}\n- a: b", "a.yaml")
	f.Add("x.y in a.toml", "[x]\ny.z = {a = 1}", "a.toml")
	f.Add("just x", "x y='a:b':\n  z\nalias a := x", "justfile")
	f.Add("make x", "x: y\ninclude z\n%.o:", "Makefile")
	f.Add("a.b", "create table if not exists a (b int); alter table a add c", "a.sql")
	f.Fuzz(func(t *testing.T, text, content, name string) {
		if !fs.ValidPath(name) || name == "." {
			return
		}
		r, _ := tree(map[string]string{name: content, "other.py": content, "Cargo.toml": content, "package.json": content}, Options{})
		if got := checkText(r, text); len(got.Gone) > got.Checked {
			t.Errorf("got %+v", got)
		}
		r.Cited(context.Background(), func(string) bool { return false })
	})
}

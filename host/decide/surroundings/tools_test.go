package surroundings

import (
	"strings"
	"testing"
)

// texts gives the words without their weights.
func texts(words Words) string {
	var list []string
	for _, word := range words {
		list = append(list, word.Text)
	}
	return strings.Join(list, ", ")
}

// Ensure that a file says what kind it is, what its name and last folders are
// called, and nothing of the folders above the workspace.
func TestFiles(t *testing.T) {
	for input, want := range map[string]string{
		`{"file_path":"/home/dev/kubernetes/shop/src/payments/refund_form.tsx","old_string":"x"}`: "react typescript, form, refund, payments",
		`{"file_path":"/home/dev/kubernetes/shop/Dockerfile"}`:                                    "docker container image, dockerfile",
		`{"notebook_path":"/home/dev/kubernetes/shop/analysis/churn.ipynb"}`:                      "jupyter notebook python, churn, analysis",
		`{"pattern":"TODO","path":"/home/dev/kubernetes/shop/dags"}`:                              "dags",
		`{"file_path":"C:\\work\\Api\\Startup.cs"}`:                                               "c# dotnet, startup, work",
		`{"file_path":"/etc/nginx/nginx.conf"}`:                                                   "nginx, etc",
		`{"file_path":"/home/dev/kubernetes/shop/models/fct_orders.sql`:                           "sql, fct, orders, models",
		`{"command":"ls"}`: "",
		`{"file_path":42}`: "",
		``:                 "",
	} {
		if got := texts(Files([]Use{{"Read", input}}, "/home/dev/kubernetes/shop")); got != want {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
	}
}

// Ensure that commands say what program runs, behind wrappers and in pipelines,
// and servers what they are called.
func TestCommands(t *testing.T) {
	for command, want := range map[string]string{
		`kubectl get pods -n shop`:                           "kubernetes",
		`cd api && sudo -E env A=b uv run pytest -q`:         "pytest python testing, uv python",
		`docker compose exec db psql -c 'select 1' | head`:   "docker container",
		`npx -y vitest run; git status`:                      "vitest testing",
		`python manage.py migrate`:                           "django python, python",
		`./gradlew test`:                                     "gradle java",
		`timeout 30 php artisan queue:work &`:                "laravel php",
		`git log --grep kubectl`:                             "",
		`echo "run\nterraform plan"`:                         "",
		`cat <<EOF > x` + "\n" + `terraform apply` + "\nEOF": "terraform infrastructure",
		strings.Repeat("x", 5000) + "; kubectl":              "",
		`"'`:                                                 "",
	} {
		input := `{"command":` + quote(command) + `,"description":"helm"}`
		if got := texts(Commands([]Use{{"Bash", input}})); got != want {
			t.Errorf("%s: got %q, want %q", command, got, want)
		}
	}
	for tool, want := range map[string]string{
		"mcp__atlassian__search_issues":          "atlassian, issues, search",
		"mcp__plugin_data_snowflake__run-query":  "data, query, run, snowflake",
		"Read":                                   "",
		"mcp__":                                  "",
		"__" + strings.Repeat("a", 300) + "__zz": "",
	} {
		if got := texts(Commands([]Use{{tool, `{"command":""}`}})); got != want {
			t.Errorf("%s: got %q, want %q", tool, got, want)
		}
	}
}

func quote(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// Ensure that what was done last weighs most, and what is long past nothing.
func TestRecentUsesWeighMore(t *testing.T) {
	uses := []Use{{"Bash", `{"command":"terraform plan"}`}}
	for range recentUses - 2 {
		uses = append(uses, Use{"Bash", `{"command":"ls"}`})
	}
	uses = append(uses, Use{"Bash", `{"command":"psql"}`})
	if got, want := Commands(uses).Encode(), "1.00 postgres sql database\n0.14 terraform infrastructure\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	uses = append(uses, Use{"Bash", `{"command":"ls"}`})
	if got, want := Commands(uses).Encode(), "0.90 postgres sql database\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// Ensure that no recorded use, cut or hostile, makes the reader panic or exceed
// its limits.
func FuzzUses(f *testing.F) {
	f.Add("Bash", `{"command":"cd a && kubectl get pods | grep \"x`)
	f.Add("mcp__a__b", `{"file_path":"/w/a/b.py"}`)
	f.Add("Edit", `{"file_path":"\u0000\\\\..//\ud800","path":"`)
	f.Fuzz(func(t *testing.T, tool, input string) {
		uses := []Use{{tool, input}, {tool, input}}
		checkWords(t, Files(uses, "/w"))
		checkWords(t, Commands(uses))
	})
}

// Ensure that words come back as they were stored, and that what is no word, or
// too many, is left out.
func FuzzDecodeWords(f *testing.F) {
	f.Add("1.00 go golang\n0.42 x\n")
	f.Add("2 a\nNaN b\n-1 c\n0.5\n1e999 d\n.3 \n")
	f.Fuzz(func(t *testing.T, text string) {
		words := DecodeWords(text)
		if len(words) > wordsMax {
			t.Errorf("got %d words", len(words))
		}
		for _, word := range words {
			if word.Text == "" || len(word.Text) > wordBytesMax || !(word.Weight > 0 && word.Weight <= 1) {
				t.Errorf("got word %q of weight %v", word.Text, word.Weight)
			}
		}
	})
}

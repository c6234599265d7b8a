package rulefuzz

import (
	"github.com/ed-irl/impressionism/abi"
	"github.com/ed-irl/impressionism/abi/generate"
)

func item(id, name, description string, keywords ...string) abi.Item {
	return abi.Item{Ref: abi.Skill(id), Name: name, Description: description, Path: "/skills/" + id + "/SKILL.md", Keywords: keywords}
}

// items are what catalogs consist of.
var items = []abi.Item{
	item("database-migrations", "Database migrations", "Write migrations that add or change columns and tables.", "sql", "schema", "migration"),
	item("css-layout", "CSS layout", "Lay pages out with grid and flexbox.", "css", "flexbox"),
	item("react-forms", "React forms", "Forms with validation in React.", "react", "form"),
	item("release-notes", "Release notes", "Write release notes from the commits since the last tag.", "release", "changelog"),
	item("unit-tests", "Unit tests", "Write unit tests that fail for the right reason.", "test", "coverage"),
	item("pdf-reports", "PDF reports", "Make PDF files from tables and text.", "pdf"),
	item("api-design", "API design", "Design REST interfaces and their errors.", "rest", "http", "api"),
	item("docker-images", "Docker images", "Build small container images.", "docker", "container"),
	item("git-bisect", "Bisect", "Find the commit that broke something.", "git", "bisect"),
	item("logging", "Logging", "Write log lines that can be searched.", "log"),
	item("cpp-build", "C++ builds", "Mend builds of C++ projects.", "c++", "cmake"),
	item("spreadsheets", "Spreadsheets", "Read and write spreadsheets.", "xlsx", "csv"),
	item("i18n", "Translations", "Extract texts and keep translations in step.", "i18n", "locale"),
	item("security-review", "Security review", "Look for holes in changed code.", "security"),
	item("performance", "Performance", "Measure first, then make it fast.", "profile", "slow"),
	item("accessibility", "Accessibility", "Make pages that everybody can use.", "a11y", "aria"),
	item("terraform", "Infrastructure", "Describe infrastructure as code.", "terraform"),
	item("data-cleaning", "Data cleaning", "Find and mend what is wrong with a data set.", "pandas"),
	item("brainstorm", "Brainstorm", "Think broadly before deciding."),
	item("e2e-tests", "Browser tests", "Drive a browser through the program.", "playwright", "test"),
	item("regex", "Regular expressions", "Write and explain patterns.", "regex"),
	item("cron", "Scheduled jobs", "Run things at the right time.", "cron"),
	item("oauth", "Sign-in", "Let users sign in with another account.", "oauth", "login"),
	item("refactoring", "Refactoring", "Change the shape of code and not what it does.", "refactor"),
	item("math-proofs", "Proofs", "Prove that it is so."),
	item("video-cutting", "Video", "Cut and join videos.", "ffmpeg"),
	item("emails", "E-mails", "Write short and friendly e-mails.", "mail"),
	item("graphs", "Graphs", "Draw what numbers say.", "plot", "chart"),
	item("shell-scripts", "Shell scripts", "Scripts that stop when something fails.", "bash"),
	item("rust-errors", "Rust errors", "Errors that tell what to do.", "rust"),
	item("go-modules", "Go modules", "Keep dependencies few and recent.", "go"),
	item("monitoring", "Monitoring", "Know before the users do.", "alert"),
}

var prompts = []string{
	"write a database migration that adds a column",
	"the flexbox layout of the settings page is broken on small screens, please have a look at it",
	"add a form for the new table",
	"why is this test red?",
	"now write the release notes",
	"make the sql query faster and measure it before and after with a profile of both versions",
	"thanks, that works",
	"explain what this regex does",
	"build fails with c++ and cmake since yesterday, find the commit that broke it and mend it",
	"yes",
	"turn the csv into a chart and put it into a pdf",
	"review the changed code for security holes and write down what you find in a file",
	"log in with oauth does not work in the browser",
	"rename the variable",
}

func material(m abi.Manifest) generate.Material {
	return generate.Material{Items: items, Prompts: prompts, Parameters: m.Parameters}
}

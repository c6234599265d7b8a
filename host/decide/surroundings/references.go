package surroundings

import "strings"

// readMaven reads the ids of artifacts and their groups.
func readMaven(text string, c *collection) {
	for _, tag := range []string{"artifactId", "groupId"} {
		for _, name := range between(text, "<"+tag+">", "</"+tag+">") {
			c.addPackage(name, packageWeight)
		}
	}
}

// readProject reads a .NET project's packages and kit.
func readProject(text string, c *collection) {
	for _, name := range between(text, `PackageReference Include="`, `"`) {
		c.addPackage(name, packageWeight)
	}
	for _, name := range between(text, `Sdk="`, `"`) {
		c.addPackage(name, buildToolWeight)
	}
	for _, setting := range []string{"UseWinUI", "UseWPF", "UseMaui", "UseWindowsForms"} {
		if strings.Contains(text, "<"+setting+">true") {
			c.add(strings.TrimPrefix(setting, "Use"), packageWeight)
		}
	}
}

// referencesMax bounds what is read by marks around it.
const referencesMax = 500

// between returns the short texts between two marks.
func between(text, open, closing string) []string {
	var found []string
	for len(found) < referencesMax {
		_, after, ok := strings.Cut(text, open)
		if !ok {
			break
		}
		end := strings.Index(after[:min(len(after), wordBytesMax)], closing)
		if end >= 0 {
			found = append(found, after[:end])
		}
		text = after
	}
	return found
}

// readQuoted reads builds written as programs: quoted names and coordinates
// ("group:artifact:version").
func readQuoted(text string, c *collection) {
	for line := range strings.Lines(text) {
		texts, _ := quoted(line)
		for _, name := range texts {
			if strings.ContainsAny(name, " \t/$") {
				continue
			}
			for i, part := range strings.Split(name, ":") {
				if i < 2 {
					c.addPackage(part, packageWeight)
				}
			}
		}
	}
}

// readImages reads the images that containers are built from or run.
func readImages(text string, c *collection) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 || !strings.EqualFold(fields[0], "from") && fields[0] != "image:" {
			continue
		}
		image := strings.Trim(fields[1], `"'`)
		_, image, _ = cutLast(image, '/')
		image, _, _ = strings.Cut(image, ":")
		if words := spoken(ofCommand, image); words != "" {
			c.add(words, packageWeight)
		} else {
			c.addPackage(image, packageWeight)
		}
	}
}

// readReferences reads what charts, infrastructure and workflows refer to:
// dependencies and providers, kinds of resources, actions.
func readReferences(text string, c *collection) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(strings.TrimPrefix(strings.TrimSpace(line), "- "))
		if len(fields) < 2 {
			continue
		}
		value := strings.Trim(fields[1], `"'`)
		switch fields[0] {
		case "name:":
			c.addPackage(value, buildToolWeight)
		case "uses:":
			value, _, _ = strings.Cut(value, "@")
			_, value, _ = cutLast(value, '/')
			c.addPackage(value, buildToolWeight)
		case "provider":
			c.addPackage(value, packageWeight)
		case "resource", "data":
			provider, _, _ := strings.Cut(value, "_")
			c.addPackage(provider, packageWeight)
		}
	}
}

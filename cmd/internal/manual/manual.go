// Package manual has the pages of gv2's manual, which are in the program so that they are at hand
// wherever it is.
//
// In: the name of a page. Out: its text, in Markdown. Tests of package gv2 run the commands in it.
package manual

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.md
var pages embed.FS

// order is that of tasks, which is how the README lists the pages.
var order = []string{
	"verify", "reports", "properties", "flags", "launches", "annotations", "assumptions", "engines", "memory", "pictures", "ptx", "suite", "ci", "editor", "playground",
}

// Names are the names of the pages, those that people need first in front.
func Names() []string {
	names := slices.Clone(order)
	files, _ := fs.Glob(pages, "*.md")
	for _, file := range files {
		if name := strings.TrimSuffix(file, ".md"); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Page is the text of a page; ok is false if there is none of that name.
func Page(name string) (text string, ok bool) {
	data, err := pages.ReadFile(name + ".md")
	return string(data), err == nil
}

// Title is what a page is about.
func Title(name string) string {
	text, _ := Page(name)
	title, _, _ := strings.Cut(text, "\n")
	return strings.TrimPrefix(title, "# ")
}

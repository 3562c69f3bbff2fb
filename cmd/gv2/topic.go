//go:build !exact

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/cmd/internal/page"
	"gv2/frontend/kernel"
	"gv2/runtime/claim"
	"gv2/runtime/verdict"
)

// topicWord is what a name of a page looks like; files have dots or slashes in theirs.
var topicWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`) })

// isTopic reports whether an argument of gv2 explain names a page, and no file.
func isTopic(arg string) bool {
	if _, err := os.Stat(arg); err == nil {
		return false
	}
	return topicWord().MatchString(arg)
}

// explainTopic writes the page of a name.
func explainTopic(io streams, name, format string) error {
	if name == "pages" && format != "json" {
		return listTopics(io)
	}
	p, ok := page.Of(name)
	if !ok {
		return usagef("%s is no file, and there is no page of that name; there are pages on %s", name, strings.Join(page.Names(), ", "))
	}
	var err error
	if format == "json" {
		enc := json.NewEncoder(io.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err = enc.Encode(struct {
			Name    string `json:"name"`
			Title   string `json:"title"`
			What    string `json:"what"`
			Example string `json:"example,omitempty"`
			Verdict string `json:"verdict,omitempty"`
			Mended  string `json:"mended,omitempty"`
			How     string `json:"how,omitempty"`
			Do      string `json:"do,omitempty"`
			Link    string `json:"link,omitempty"`
		}{p.Name, p.Title, p.What, p.Bad, p.Verdict, p.Good, p.How, p.Do, p.Link})
	} else {
		_, err = fmt.Fprint(io.out, p.Text())
	}
	if err != nil {
		return &exitError{code: exitTool, err: err}
	}
	return nil
}

// listTopics writes the names of the pages with their titles.
func listTopics(io streams) error {
	for _, name := range page.Names() {
		p, _ := page.Of(name)
		if _, err := fmt.Fprintf(io.out, "%-20s %s\n", name, p.Title); err != nil {
			return &exitError{code: exitTool, err: err}
		}
	}
	return nil
}

// addFaults adds the properties that a kernel violates to those that are known.
func addFaults(known []kernel.Property, r *verdict.Result) []kernel.Property {
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Severity == claim.ErrorSeverity && !slices.Contains(known, f.Property) {
			known = append(known, f.Property)
		}
	}
	return known
}

// pagesNote names the pages on faults, empty if there are none.
func pagesNote(faults []kernel.Property, files []string) string {
	var pages []string
	for _, p := range faults {
		pages = append(pages, "gv2 explain "+string(p))
	}
	if len(pages) == 0 {
		return ""
	}
	text := "gv2: note: what that means, and what to do: " + strings.Join(pages, ", ")
	if len(files) == 1 && files[0] != "-" {
		text += "; step by step: gv2 explain --stage run " + files[0]
	}
	return text + "\n"
}

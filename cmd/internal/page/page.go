// Package page has a page on each kind of fault and answer: what it is, an example, how gv2 looks for
// it, and what to do.
//
// In: a name, such as data-race. Out: the text for a terminal. The examples are kernels that a test verifies.
package page

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gv2/frontend/kernel"
)

//go:embed pages/*.txt
var files embed.FS

// Page is what there is to say about a kind of fault.
type Page struct {
	Name, Title, What string
	// Bad is a kernel for which gv2 gives the answer of the page, with "// fault" at its line, and Verdict which
	// answer that is; Good is its mended twin. Pages on what no kernel shows have none.
	Bad, Verdict, Good string
	How, Do            string
	// Link is the page of NVIDIA's documentation that has the rule; empty for none.
	Link string
}

// Names are the names of the pages: properties first, in their order.
func Names() []string {
	var out []string
	for _, p := range kernel.Properties(nil) {
		out = append(out, string(p))
	}
	list, _ := fs.Glob(files, "pages/*.txt")
	for _, file := range list {
		if name := strings.TrimSuffix(path.Base(file), ".txt"); !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// also has other words for what a page is about, those of messages, of JSON's "kind", and of GPUVerify: a line for each page.
//
//go:embed also.txt
var also string

// meant is the page that another word is for, empty if there is none.
func meant(word string) string {
	for line := range strings.Lines(also) {
		name, words, _ := strings.Cut(line, ":")
		if slices.Contains(strings.Fields(words), word) {
			return name
		}
	}
	return ""
}

// races are the two halves of the kinds of races, as in write-read.
var races = []string{"read", "write", "atomic"}

// named is the name of the page that has what a word is about.
func named(word string) string {
	if name := meant(word); name != "" {
		return name
	}
	one, two, _ := strings.Cut(word, "-")
	if slices.Contains(races, one) && slices.Contains(races, two) {
		return string(kernel.DataRace)
	}
	return word
}

// Of is the page of that name, or on what the word means; ok is false if there is none.
func Of(name string) (p Page, ok bool) {
	name = named(name)
	text, err := files.ReadFile("pages/" + name + ".txt")
	if err != nil {
		return p, false
	}
	parts := strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")), "\n== ")
	p = Page{Name: name, What: parts[0]}
	for _, part := range parts[1:] {
		head, body, _ := strings.Cut(part, "\n")
		switch head {
		case "bug", "benign", "conditional":
			p.Bad, p.Verdict = body, map[string]string{"bug": "refuted", "benign": "proved", "conditional": "conditional"}[head]
		case "ok":
			p.Good = body
		case "how":
			p.How = body
		case "do":
			p.Do = body
		}
	}
	if info := kernel.Property(name).Info(); info != nil {
		p.Title, p.Link = info.Rule, info.Page
		p.Do = strings.TrimSpace(info.Advice + "\n" + p.Do)
	} else {
		p.Title, p.What, _ = strings.Cut(p.What, "\n")
	}
	return p, true
}

// Text is the page for a terminal.
func (p *Page) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n", p.heading(), wrapped(p.What))
	part := func(head, body string) {
		if body != "" {
			fmt.Fprintf(&b, "\n%s\n\n%s\n", head, body)
		}
	}
	part("EXAMPLE", indented(p.Bad))
	part("MENDED", indented(p.Good))
	part("HOW GV2 LOOKS FOR IT", wrapped(p.How))
	part("WHAT TO DO", wrapped(p.Do))
	part("THE RULE", p.Link)
	return b.String()
}

func (p *Page) heading() string {
	if kernel.Property(p.Name).Info() != nil {
		return p.Name + ": " + p.Title
	}
	return p.Title
}

func indented(code string) string {
	if code == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(code, "\n", "\n    ")
}

// lineWidth is how long the lines of a page are at most.
const lineWidth = 96

// wrapped breaks a text into lines.
func wrapped(text string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch {
		case column == 0:
		case column+1+len(word) > lineWidth:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

package render

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"gv2/cmd/internal/terminal"
	"gv2/frontend/diag"
	"gv2/runtime/verdict"
)

// alike are the instances of one template whose reports differ in name and time alone: the
// text has the first in full, and then the names of the others.
type alike struct {
	at     diag.Pos // of the template
	groups []*group
}

// group is a report and the names of the kernels that have it, that of the first apart.
type group struct {
	text  string
	first string
	more  []string
}

// again reports whether the text has the report already, of another instance of the same
// template; it keeps the name then.
func (t *textRenderer) again(r *Report) bool {
	if r.Pos != t.alike.at {
		t.others()
		t.alike.at = r.Pos
	}
	if !r.Pos.Valid() || r.ShowStats {
		return false
	}
	text := t.essence(r)
	for _, g := range t.alike.groups {
		if g.text == text {
			g.more = append(g.more, r.Kernel)
			return true
		}
	}
	t.alike.groups = append(t.alike.groups, &group{text: text, first: r.Kernel})
	return false
}

// launchPlaces are the places of launches in assumptions: instances are launched at places
// of their own.
var launchPlaces = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(launched in|launch at) [^\s\]]+:\d+:\d+`) })

// essence is the text of a report without the name of the kernel, the places of its launches,
// and times, with what standard error has.
func (t *textRenderer) essence(r *Report) string {
	plain := *r
	plain.Kernel = ""
	plain.Properties = append([]verdict.Property(nil), r.Properties...)
	for i := range plain.Properties {
		plain.Properties[i].Seconds = 0
	}
	plain.Stats.Seconds = 0
	plain.Assumptions = nil
	for _, text := range r.Assumptions {
		plain.Assumptions = append(plain.Assumptions, launchPlaces().ReplaceAllString(text, "$1"))
	}
	var out bytes.Buffer
	quiet := textRenderer{out: &out, lines: t.lines}
	quiet.report(&plain)
	return out.String() + r.Diags.String()
}

// mostNames is how many names of instances the text lists.
const mostNames = 4

// others tells of the instances that have a report in common with one before.
func (t *textRenderer) others() {
	for _, g := range t.alike.groups {
		if len(g.more) == 0 {
			continue
		}
		names := strings.Join(g.more[:min(mostNames, len(g.more))], ", ")
		if n := len(g.more) - mostNames; n > 0 {
			names += fmt.Sprintf(" and %d more", n)
		}
		have := "have"
		if len(g.more) == 1 {
			have = "has"
		}
		fmt.Fprintf(t.out, "%s: %s %s the same report as %s: %s\n", t.paint(terminal.Bold, t.alike.at.String()),
			diag.Count(len(g.more), "more instance"), have, g.first, names)
	}
	t.alike = alike{}
}

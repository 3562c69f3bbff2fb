//go:build !exact

package render

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gv2/frontend/diag"
	"gv2/runtime/claim"
)

// githubRenderer writes workflow commands, which GitHub shows beside the lines of a change:
//
//	::error file=k.cu,line=9,col=3,title=data-race in kernel k::write-read race on s[0]: …
//
// A job needs no other permission for them, unlike for SARIF.
type githubRenderer struct {
	out io.Writer
}

func newGitHub(o Options) Writer[Report] { return &githubRenderer{o.Out} }

func (g *githubRenderer) Add(r *Report) {
	for i := range r.Findings {
		f := &r.Findings[i]
		level, lines := "error", append([]string{f.Message}, Details(f)...)
		switch {
		case f.Severity == claim.BenignSeverity:
			level = "notice"
		case outside(r, f):
			level, lines[0] = "warning", besides(r)+f.Message
		}
		g.write(level, f.Accesses[0].Shown(), string(f.Property)+" in kernel "+r.Kernel, strings.Join(lines, "\n"))
	}
	for _, p := range r.Properties {
		if undecided(p.Status) && !follows(&p) {
			g.write("warning", r.where(), string(p.Name)+" is "+string(p.Status), "kernel "+r.Kernel+": "+p.Reason())
		}
	}
	for _, d := range r.Diags.Sorted() {
		level := "error"
		if d.Severity != diag.Unsupported && d.Severity != diag.Error {
			level = "notice"
		}
		g.write(level, d.Pos, d.Severity.String(), d.Message)
	}
	if r.Err != nil {
		g.write("error", r.where(), "error", FirstLine(r.Err.Error()))
	}
}

// outside reports whether a finding is there only outside of the condition under which its kernel is proved, or open.
func outside(r *Report, f *claim.Finding) bool {
	return (r.Condition != "" || r.OpenIf != "") && f.Severity != claim.BenignSeverity
}

// besides is what to say before a finding that is there only outside of a condition.
func besides(r *Report) string {
	if r.OpenIf != "" {
		return "open if " + r.OpenIf + "; outside of the condition: "
	}
	return "proved if " + r.Condition + "; outside of the condition: "
}

// undecided reports whether a property is neither proved nor refuted, nor proved under a condition, which its
// finding says.
func undecided(s claim.Status) bool {
	return s != claim.Proved && s != claim.Refuted && s != claim.Conditional && s != claim.NotChecked
}

// write writes one command.
func (g *githubRenderer) write(level string, at diag.Pos, title, message string) {
	place := "file=" + commandValue(filepath.ToSlash(at.File))
	if at.Valid() {
		place += fmt.Sprintf(",line=%d,col=%d", at.Line, max(at.Col, 1))
	}
	fmt.Fprintf(g.out, "::%s %s,title=%s::%s\n", level, place, commandValue(title), commandText(message))
}

// commandText escapes what would end a command.
func commandText(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// commandValue escapes what would end a value in front of the text, too.
func commandValue(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandText(s))
}

func (g *githubRenderer) End() error { return nil }

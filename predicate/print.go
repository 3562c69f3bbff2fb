package predicate

import (
	"fmt"
	"strings"

	"gv2/frontend/kernel"
)

// Print returns the program as text for people and goldens:
//
//	uniform n, i
//	if_5 := tid < n;
//	[if_5] a[tid] = 1;
//	while (any loop_7) { ... }
//
// A statement under a predicate has it in brackets in front. The text is
// stable, and there is no parser for it.
func Print(p *Program) string { return kernel.Joined(Lines(p)) }

// Lines are those of Print.
func Lines(p *Program) []kernel.Line {
	pr := &printer{prog: p}
	pr.line("predicated %s for %s", p.Kernel.Name, p.Pair)
	pr.variables("uniform", true)
	pr.variables("per thread", false)
	pr.line("{")
	pr.block(p.Body)
	pr.at(kernel.Src{}, "}")
	return pr.lines
}

type printer struct {
	prog  *Program
	lines []kernel.Line
	src   kernel.Src // of what is printed now
	depth int
}

func (p *printer) line(format string, args ...any) {
	p.lines = append(p.lines, kernel.Line{Text: strings.Repeat("  ", p.depth) + fmt.Sprintf(format, args...), Src: p.src})
}

// at prints a line of what has that origin.
func (p *printer) at(src kernel.Src, format string, args ...any) {
	p.src = src
	p.line(format, args...)
}

func (p *printer) variables(title string, uniform bool) {
	var names []string
	for _, v := range p.prog.Vars {
		if p.prog.Uniform[v] == uniform {
			names = append(names, v.Name)
		}
	}
	if len(names) > 0 {
		p.line("%s: %s", title, strings.Join(names, ", "))
	}
}

func (p *printer) block(stmts []Stmt) {
	p.depth++
	for _, s := range stmts {
		switch s := s.(type) {
		case *Do:
			p.do(s)
		case *If:
			p.branch(s)
		case *While:
			p.while(s)
		}
	}
	p.depth--
}

func (p *printer) do(d *Do) {
	pred := ""
	if d.Pred != nil {
		pred = "[" + kernel.ExprString(d.Pred) + "] "
	}
	text := strings.TrimSuffix(kernel.PrintStmts([]kernel.Stmt{d.Stmt}), "\n")
	p.at(d.Stmt.Source(), "%s%s", pred, text)
}

func (p *printer) branch(s *If) {
	p.at(s.Src, "if (%s) {", kernel.ExprString(s.Cond))
	p.block(s.Then)
	if len(s.Else) > 0 {
		p.at(s.Src, "} else {")
		p.block(s.Else)
	}
	p.at(s.Src, "}")
}

func (p *printer) while(w *While) {
	any := "any "
	if w.Uniform {
		any = ""
	}
	p.at(w.Src, "while (%s%s)", any, kernel.ExprString(w.Guard))
	for _, inv := range w.Invariants {
		pred, word := "", "invariant"
		if inv.Pred != nil {
			pred = "[" + kernel.ExprString(inv.Pred) + "] "
		}
		if inv.Candidate {
			word = "candidate"
		}
		if inv.Global {
			pred, word = "", "global "+word
		}
		p.line("  %s %s%s;", word, pred, kernel.ExprString(inv.Cond))
	}
	p.at(w.Src, "{")
	p.block(w.Body)
	p.at(w.Src, "}")
}

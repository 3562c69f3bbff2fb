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
func Print(p *Program) string {
	pr := &printer{prog: p}
	pr.line("predicated %s for %s", p.Kernel.Name, p.Pair)
	pr.variables("uniform", true)
	pr.variables("per thread", false)
	pr.line("{")
	pr.block(p.Body)
	pr.line("}")
	return pr.b.String()
}

type printer struct {
	prog  *Program
	b     strings.Builder
	depth int
}

func (p *printer) line(format string, args ...any) {
	p.b.WriteString(strings.Repeat("  ", p.depth))
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
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
	p.line("%s%s", pred, text)
}

func (p *printer) branch(s *If) {
	p.line("if (%s) {", kernel.ExprString(s.Cond))
	p.block(s.Then)
	if len(s.Else) > 0 {
		p.line("} else {")
		p.block(s.Else)
	}
	p.line("}")
}

func (p *printer) while(w *While) {
	any := "any "
	if w.Uniform {
		any = ""
	}
	p.line("while (%s%s)", any, kernel.ExprString(w.Guard))
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
	p.line("{")
	p.block(w.Body)
	p.line("}")
}

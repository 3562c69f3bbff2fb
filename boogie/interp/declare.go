package interp

import (
	"fmt"

	"gv2/boogie"
)

// declarations holds everything that a program declares.
type declarations struct {
	consts, globals []boogie.Var
	unique          map[string]int64 // unique constants of opaque types, numbered
	funcs           map[string]*boogie.FuncDecl
	procs           map[string]*boogie.Proc
	axioms          []boogie.Expr
	candidates      []string
	candidate       map[string]int
	// logs numbers the global variables that tell whether something was logged:
	// see findLogs.
	logs map[string]int
	// elements are the bounds that a program assumes of the elements it reads
	// from a map.
	elements map[string]bounds
}

func declare(p *boogie.Program) (*declarations, error) {
	d := &declarations{
		unique: map[string]int64{}, funcs: map[string]*boogie.FuncDecl{}, procs: map[string]*boogie.Proc{},
		candidate: map[string]int{}, logs: map[string]int{}, elements: map[string]bounds{},
	}
	seen := map[string]bool{}
	for _, decl := range p.Decls {
		name := ""
		switch decl := decl.(type) {
		case *boogie.ConstDecl:
			name = decl.Name
			d.constant(decl)
		case *boogie.VarDecl:
			name = decl.Name
			d.globals = append(d.globals, boogie.Var{Name: decl.Name, T: decl.T})
		case *boogie.FuncDecl:
			name = decl.Name
			d.funcs[name] = decl
		case *boogie.Proc:
			name = decl.Name
			d.procs[name] = decl
		case *boogie.AxiomDecl:
			d.axioms = append(d.axioms, decl.E)
		}
		if name != "" && seen[name] {
			return nil, fmt.Errorf("%s is declared twice", name)
		}
		seen[name] = true
	}
	d.findLogs(p)
	d.findElements(p)
	return d, nil
}

// constant enters a constant; an {:existential true} one is a candidate.
func (d *declarations) constant(c *boogie.ConstDecl) {
	for _, a := range c.Attrs {
		if a.Key == "existential" {
			d.candidate[c.Name] = len(d.candidates)
			d.candidates = append(d.candidates, c.Name)
			return
		}
	}
	if c.Unique {
		d.unique[c.Name] = int64(len(d.unique))
	}
	d.consts = append(d.consts, boogie.Var{Name: c.Name, T: c.T})
}

// findLogs finds the logs that are filled by choice. An {:inline} procedure
// with the statements
//
//	havoc track;
//	if (P && track) { OCCURRED := true; ... }
//
// may or may not enter something in the log of OCCURRED. An execution that
// reaches assume !OCCURRED with something in the log ends there, so runs plan
// the choices of track ahead (see logMood).
func (d *declarations) findLogs(p *boogie.Program) {
	for _, decl := range p.Decls {
		if proc, ok := decl.(*boogie.Proc); ok && inlined(proc) {
			for _, log := range tracked(proc) {
				if _, known := d.logs[log]; !known {
					d.logs[log] = len(d.logs)
				}
			}
		}
	}
}

// tracked maps each local variable of proc that decides whether to log to the
// variable of that log.
func tracked(proc *boogie.Proc) map[string]string {
	arbitrary := map[string]bool{}
	out := map[string]string{}
	boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
		switch s := s.(type) {
		case *boogie.Havoc:
			for _, name := range s.Names {
				arbitrary[name] = true
			}
		case *boogie.If:
			for _, c := range conjuncts(s.C) {
				id, ok := c.(*boogie.Id)
				if ok && arbitrary[id.Name] && hasLocal(proc, id.Name) {
					if log := setsTrue(s.Then); log != "" {
						out[id.Name] = log
					}
				}
			}
		}
	})
	return out
}

func hasLocal(proc *boogie.Proc, name string) bool {
	for _, v := range proc.Locals {
		if v.Name == name {
			return v.T == boogie.Bool
		}
	}
	return false
}

// setsTrue returns a variable that one of the statements sets to true, "" if there
// is none.
func setsTrue(ss []boogie.Stmt) string {
	for _, s := range ss {
		a, ok := s.(*boogie.Assign)
		if !ok || len(a.Lhs) != 1 {
			continue
		}
		id, isVar := a.Lhs[0].(*boogie.Id)
		if b, isLit := a.Rhs[0].(*boogie.BoolLit); isVar && isLit && b.Val {
			return id.Name
		}
	}
	return ""
}

// conjuncts splits a conjunction; nil has no conjuncts.
func conjuncts(e boogie.Expr) []boogie.Expr {
	if e == nil {
		return nil
	}
	if b, ok := e.(*boogie.Binary); ok && b.Op == "&&" {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []boogie.Expr{e}
}

// findElements guesses bounds of the elements of maps: a bound that the program
// assumes of x after x := m[i], possibly under a condition, is taken for one of
// m's elements. Runs choose elements within it; if it is wrong, that costs
// coverage, not correctness.
func (d *declarations) findElements(p *boogie.Program) {
	for _, decl := range p.Decls {
		proc, ok := decl.(*boogie.Proc)
		if !ok {
			continue
		}
		from := map[string]string{}
		boogie.WalkStmts(proc.Body, func(s boogie.Stmt) {
			switch s := s.(type) {
			case *boogie.Assign:
				for i, l := range s.Lhs {
					if id, ok := l.(*boogie.Id); ok {
						from[id.Name] = readFrom(s.Rhs[i])
					}
				}
			case *boogie.Assume:
				for name, b := range d.boundsOf(s.E) {
					if m := from[name]; m != "" {
						d.elements[m] = d.elements[m].and(b)
					}
				}
			}
		})
	}
}

// readFrom returns the map from which e reads an element, "" if it does not.
func readFrom(e boogie.Expr) string {
	if c, ok := e.(*boogie.Ite); ok {
		if m := readFrom(c.X); m != "" {
			return m
		}
		return readFrom(c.Y)
	}
	if s, ok := e.(*boogie.Select); ok {
		if id, ok := s.M.(*boogie.Id); ok {
			return id.Name
		}
	}
	return ""
}

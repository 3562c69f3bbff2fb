package rewrite

import (
	"fmt"
	"reflect"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
)

// Unrolling selects the loops to unroll.
type Unrolling struct {
	// Wanted picks loops; those without a constant number of iterations still
	// stay as they are.
	Wanted func(*kernel.Loop) bool
	// Iterations is the most copies of one loop's body.
	Iterations int
	// Statements is the most statements that all copies together may have.
	Statements int
}

// Unroll returns k with the wanted loops unrolled, one copy of the body for
// each iteration, if constant propagation finds that the loop's condition is
// constant at each test. It cuts nothing off: the result has the executions of
// k. It also propagates constants into the other statements.
func Unroll(k *kernel.Kernel, u Unrolling, notes *fact.Notes) *kernel.Kernel {
	p := &propagator{Unrolling: u, notes: notes, env: constants{}}
	c := *k
	c.Body = p.block(k.Body)
	return &c
}

// constants maps variables to the constant they hold at a point.
type constants map[*kernel.Var]*kernel.Const

func (c constants) clone() constants {
	out := make(constants, len(c))
	for v, k := range c {
		out[v] = k
	}
	return out
}

// meet keeps the constants on which both branches agree.
func (c constants) meet(d constants) constants {
	out := constants{}
	for v, k := range c {
		if o := d[v]; o != nil && *o == *k {
			out[v] = k
		}
	}
	return out
}

// propagator walks a kernel in execution order. env is nil at places that
// execution cannot reach: after a jump.
type propagator struct {
	Unrolling
	notes   *fact.Notes
	env     constants
	copied  int
	copies  int
	renamed map[string]string // labels of regions inside a copied body
	// breaks and continues name the regions that stand for the ends of the
	// unrolled loop's execution and iteration; "" outside.
	breaks, continues string
}

func (p *propagator) block(stmts []kernel.Stmt) []kernel.Stmt {
	var out []kernel.Stmt
	for _, s := range stmts {
		out = append(out, p.stmt(s)...)
		p.copied++
	}
	return out
}

func (p *propagator) expr(e kernel.Expr) kernel.Expr {
	if len(p.env) == 0 {
		return e
	}
	return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok {
			if c := p.env[r.Var]; c != nil {
				return c
			}
		}
		return kernel.FoldNode(e)
	})
}

func (p *propagator) stmt(s kernel.Stmt) []kernel.Stmt {
	switch s := s.(type) {
	case *kernel.If:
		return p.branch(s)
	case *kernel.Loop:
		return p.loop(s)
	case *kernel.Region:
		return p.region(s)
	case *kernel.Break:
		if p.breaks == "" {
			return []kernel.Stmt{s}
		}
		return []kernel.Stmt{&kernel.Leave{Src: s.Src, Label: p.breaks}}
	case *kernel.Continue:
		if p.continues == "" {
			return []kernel.Stmt{s}
		}
		return []kernel.Stmt{&kernel.Leave{Src: s.Src, Label: p.continues}}
	case *kernel.Leave:
		if label, ok := p.renamed[s.Label]; ok {
			return []kernel.Stmt{&kernel.Leave{Src: s.Src, Label: label}}
		}
		return []kernel.Stmt{s}
	default:
		// Others stay in their place.
	}
	t := copied(kernel.MapExprs(s, p.expr))
	p.notes.Copied(s, t)
	if v := kernel.Assigned(t); v != nil {
		delete(p.env, v)
		if a, ok := t.(*kernel.Assign); ok {
			if c, ok := a.X.(*kernel.Const); ok {
				p.env[v] = c
			}
		}
	}
	return []kernel.Stmt{t}
}

// copied makes a new statement for each copy: later passes keep facts about a
// statement by its identity.
func copied(s kernel.Stmt) kernel.Stmt {
	c := reflect.New(reflect.TypeOf(s).Elem())
	c.Elem().Set(reflect.ValueOf(s).Elem())
	return c.Interface().(kernel.Stmt)
}

func (p *propagator) branch(s *kernel.If) []kernel.Stmt {
	cond := p.expr(s.Cond)
	if c, ok := cond.(*kernel.Const); ok {
		if c.Val != 0 {
			return p.block(s.Then)
		}
		return p.block(s.Else)
	}
	out := *s
	out.Cond = cond
	before := p.env
	p.env = before.clone()
	out.Then = p.block(s.Then)
	then := p.env
	p.env = before
	out.Else = p.block(s.Else)
	p.env = then.meet(p.env)
	return []kernel.Stmt{&out}
}

// forget drops the variables that the statements assign.
func (p *propagator) forget(lists ...[]kernel.Stmt) {
	for _, list := range lists {
		kernel.Walk(list, func(s kernel.Stmt) bool {
			if v := kernel.Assigned(s); v != nil {
				delete(p.env, v)
			}
			return true
		})
	}
}

// region: jumps from several places lead to its end, so after it only variables
// that it does not assign are known.
func (p *propagator) region(s *kernel.Region) []kernel.Stmt {
	out := *s
	if p.renamed != nil {
		out.Label = p.fresh(s.Label)
		p.renamed[s.Label] = out.Label
	}
	out.Body = p.block(s.Body)
	p.forget(s.Body)
	return []kernel.Stmt{&out}
}

func (p *propagator) fresh(label string) string {
	p.copies++
	return fmt.Sprintf("%s~%d", label, p.copies)
}

// loop unrolls s if it can. Otherwise it drops all variables that the loop assigns before it propagates
// constants into it: the same code stands for every iteration.
func (p *propagator) loop(s *kernel.Loop) []kernel.Stmt {
	if len(s.Invariants) == 0 && p.Wanted(s) && fact.LoopJumpsOf(s.Head, s.Post) == (fact.LoopJumps{}) {
		if out, ok := p.unroll(s); ok {
			return out
		}
	}
	p.forget(s.Head, s.Body, s.Post)
	for _, inv := range s.Invariants {
		p.forget(inv.Head)
	}
	breaks, continues := p.breaks, p.continues
	p.breaks, p.continues = "", ""
	out := *s
	entry := p.env
	p.env = entry.clone()
	if !s.DoWhile {
		out.Head = p.block(s.Head)
		out.Cond = p.expr(s.Cond)
	}
	out.Body = p.block(s.Body)
	p.forget(s.Body)
	out.Post = p.block(s.Post)
	if s.DoWhile {
		out.Head = p.block(s.Head)
		out.Cond = p.expr(s.Cond)
	}
	p.env = entry
	p.breaks, p.continues = breaks, continues
	return []kernel.Stmt{&out}
}

// unroll writes the iterations; ok is false, and nothing has changed, if the
// condition is not constant or there are too many.
func (p *propagator) unroll(s *kernel.Loop) (out []kernel.Stmt, ok bool) {
	saved := *p
	p.env = saved.env.clone()
	if p.renamed == nil {
		p.renamed = map[string]string{}
	}
	jumps := fact.LoopJumpsOf(s.Body)
	end := p.fresh("loop")
	var body []kernel.Stmt
	for n := 0; ; n++ {
		if !s.DoWhile || n > 0 {
			body = append(body, p.block(s.Head)...)
			c, constant := p.expr(s.Cond).(*kernel.Const)
			if !constant || c.Val != 0 && n >= p.Iterations || p.copied > p.Statements {
				// The count of copied statements stays, so that failed attempts
				// in nested loops cannot exceed the budget together.
				saved.copied = p.copied
				*p = saved
				return nil, false
			}
			if c.Val == 0 {
				break
			}
		}
		body = append(body, p.iteration(s, jumps, end)...)
	}
	p.breaks, p.continues, p.renamed = saved.breaks, saved.continues, saved.renamed
	// A break may leave any of the copies, so after them nothing is known that the loop assigns.
	if jumps.Breaks {
		p.forget(s.Head, s.Body, s.Post)
		body = []kernel.Stmt{&kernel.Region{Src: s.Src, Label: end, Body: body}}
	}
	return body, true
}

// iteration is one copy of Body and Post.
func (p *propagator) iteration(s *kernel.Loop, jumps fact.LoopJumps, end string) []kernel.Stmt {
	breaks, continues := p.breaks, p.continues
	p.breaks = end
	next := ""
	if jumps.Continues {
		next = p.fresh("iteration")
	}
	p.continues = next
	body := p.block(s.Body)
	if jumps.Continues {
		p.forget(s.Body)
		body = []kernel.Stmt{&kernel.Region{Src: s.Src, Label: next, Body: body}}
	}
	body = append(body, p.block(s.Post)...)
	p.breaks, p.continues = breaks, continues
	return body
}

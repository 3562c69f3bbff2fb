package translate

import (
	"fmt"

	"gv2/frontend/cexpr"
	"gv2/frontend/kernel"
	"gv2/frontend/ptx/cfg"
)

// computesOnly reports whether a block may be the test of a loop.
func (p *pass) computesOnly(b int) bool {
	for _, s := range p.stmts[b] {
		switch s.(type) {
		case *kernel.Assign, *kernel.Load, *kernel.Havoc:
		default:
			// Others have an effect, or are compound.
			return false
		}
	}
	return true
}

// nodes are the statements of structured code.
func (p *pass) nodes(code []cfg.Node) (out []kernel.Stmt) {
	for _, n := range code {
		switch n := n.(type) {
		case *cfg.Block:
			out = append(out, p.stmts[n.ID]...)
		case *cfg.Edge:
			if n.After != nil {
				out = append(out, p.sequence(p.after[[2]int{n.From, n.To}], p.ends[n.From])...)
			} else {
				out = append(out, p.sequence(p.copies(n.From, n.To), p.ends[n.From])...)
			}
		case *cfg.If:
			if s := p.branch(n); s != nil {
				out = append(out, s...)
			}
		case *cfg.Loop:
			out = append(out, p.loop(n)...)
		case *cfg.Region:
			out = append(out, &kernel.Region{Src: p.firstSrc(n.Body), Label: labelOf(n.Label), Body: p.nodes(n.Body)})
		case *cfg.Leave:
			out = append(out, &kernel.Leave{Src: p.out.src, Label: labelOf(n.Label)})
		case *cfg.Continue:
			out = append(out, &kernel.Continue{Src: p.out.src})
		case *cfg.Return:
			out = append(out, &kernel.Return{Src: p.endOf(n.ID)})
		}
	}
	return out
}

func labelOf(block int) string { return fmt.Sprintf("L%d", block) }

// endOf is where a block ends, or some place of the kernel.
func (p *pass) endOf(b int) kernel.Src {
	if p.ends[b].Pos.Valid() {
		return p.ends[b]
	}
	return kernel.Src{Pos: p.out.k.Pos}
}

// firstSrc is where code begins.
func (p *pass) firstSrc(code []cfg.Node) kernel.Src {
	for _, n := range code {
		if b, ok := n.(*cfg.Block); ok {
			return p.endOf(b.ID)
		}
	}
	return kernel.Src{Pos: p.out.k.Pos}
}

func (p *pass) branch(n *cfg.If) []kernel.Stmt {
	cond := p.conds[n.ID]
	then, other := p.nodes(n.Then), p.nodes(n.Else)
	if c, ok := cond.(*kernel.Const); ok {
		if c.Val != 0 {
			return then
		}
		return other
	}
	switch {
	case len(then) == 0 && len(other) == 0:
		return nil
	case len(then) == 0:
		cond, then, other = cexpr.Not(cond), other, nil
	}
	return []kernel.Stmt{&kernel.If{Src: p.endOf(n.ID), Cond: cond, Then: then, Else: other}}
}

// loop makes a loop. In one that tests at its end, the edge back has assigned its variables
// when the condition is computed: what the condition and the way out read is written in terms
// of the new values, or kept from before.
func (p *pass) loop(n *cfg.Loop) []kernel.Stmt {
	l := &kernel.Loop{Src: p.endOf(n.Header), DoWhile: n.DoWhile, Cond: kernel.BoolConst(true)}
	l.Head = p.nodes(n.Head)
	l.Body = p.nodes(n.Body)
	if !n.DoWhile {
		l.Post = p.nodes(n.Post)
		if n.Cond >= 0 {
			l.Cond = p.condition(n)
			l.Src = p.endOf(n.Cond)
		}
		return []kernel.Stmt{l}
	}
	back := p.copies(n.Cond, n.Header)
	renewed := p.renewal(back)
	keep := func(e kernel.Expr) kernel.Expr {
		if e, ok := renewed.apply(e); ok {
			return e
		}
		v := p.out.Temp(e.Type())
		l.Body = append(l.Body, &kernel.Assign{Src: p.endOf(n.Cond), Dst: v, X: e})
		return kernel.Ref(v)
	}
	for _, to := range p.g.Succs[n.Cond] {
		if to == n.Header {
			continue
		}
		exit := p.copies(n.Cond, to)
		for i := range exit {
			if exit[i].e != nil {
				exit[i].e = keep(exit[i].e)
			}
		}
		p.after[[2]int{n.Cond, to}] = exit
	}
	l.Cond = keep(p.condition(n))
	l.Post = p.sequence(back, p.endOf(n.Cond))
	l.Src = p.endOf(n.Cond)
	return []kernel.Stmt{l}
}

func (p *pass) condition(n *cfg.Loop) kernel.Expr {
	if n.Negated {
		return cexpr.Not(p.conds[n.Cond])
	}
	return p.conds[n.Cond]
}

// sequence orders assignments that happen at once, with variables for what is read after it
// was assigned.
func (p *pass) sequence(all []copied, src kernel.Src) (out []kernel.Stmt) {
	if !src.Pos.Valid() {
		src = kernel.Src{Pos: p.out.k.Pos}
	}
	for len(all) > 0 {
		next := -1
		for i := range all {
			if !readByOthers(all, i) {
				next = i
				break
			}
		}
		if next < 0 { // a circle: keep what one variable held
			old := all[0].v
			t := p.out.Temp(old.T)
			out = append(out, &kernel.Assign{Src: src, Dst: t, X: kernel.Ref(old)})
			for i := 1; i < len(all); i++ {
				if all[i].e != nil {
					all[i].e = kernel.MapExpr(all[i].e, func(e kernel.Expr) kernel.Expr {
						if kernel.IsRef(e, old) {
							return kernel.Ref(t)
						}
						return e
					})
				}
			}
			next = 0
		}
		c := all[next]
		if c.e == nil {
			out = append(out, &kernel.Havoc{Src: src, Dst: c.v, Why: "register without a value"})
		} else {
			out = append(out, &kernel.Assign{Src: src, Dst: c.v, X: c.e})
		}
		rest := append([]copied{}, all[:next]...)
		all = append(rest, all[next+1:]...)
	}
	return out
}

func readByOthers(all []copied, i int) bool {
	for j, c := range all {
		if j != i && c.e != nil && readsVar(c.e, all[i].v) {
			return true
		}
	}
	return false
}

func readsVar(e kernel.Expr, v *kernel.Var) bool {
	found := false
	kernel.WalkExpr(e, func(e kernel.Expr) bool {
		found = found || kernel.IsRef(e, v)
		return !found
	})
	return found
}

// renewal replaces expressions by the variables that hold them now.
type renewal struct {
	changed map[*kernel.Var]bool
	held    map[string]kernel.Expr // by type and text
}

// renewal is what the assignments of an edge do to expressions that were written before it.
func (p *pass) renewal(all []copied) *renewal {
	r := &renewal{map[*kernel.Var]bool{}, map[string]kernel.Expr{}}
	for _, c := range all {
		r.changed[c.v] = true
	}
	for _, c := range all {
		if c.e == nil {
			continue
		}
		for _, t := range otherSigns(c.e.Type()) {
			key := keyOf(retype(c.e, t))
			if _, twice := r.held[key]; !twice {
				r.held[key] = retype(kernel.Ref(c.v), t)
			}
		}
	}
	return r
}

// otherSigns is a type, and for an integer that with the other sign.
func otherSigns(t kernel.Type) []kernel.Type {
	if !t.IsInt() {
		return []kernel.Type{t}
	}
	u := t
	u.Signed = !t.Signed
	return []kernel.Type{t, u}
}

func keyOf(e kernel.Expr) string { return e.Type().String() + " " + kernel.ExprString(e) }

// apply is e after the assignments; ok is false if it needs a value that was overwritten.
func (r *renewal) apply(e kernel.Expr) (out kernel.Expr, ok bool) {
	if v, held := r.held[keyOf(e)]; held {
		if _, constant := e.(*kernel.Const); !constant {
			return v, true
		}
	}
	switch x := e.(type) {
	case *kernel.VarRef:
		return e, !r.changed[x.Var]
	case *kernel.Unary:
		a, ok := r.apply(x.X)
		return &kernel.Unary{Op: x.Op, X: a}, ok
	case *kernel.Binary:
		a, ok := r.apply(x.X)
		b, ok2 := r.apply(x.Y)
		return &kernel.Binary{Op: x.Op, X: a, Y: b}, ok && ok2
	case *kernel.Convert:
		a, ok := r.apply(x.X)
		return &kernel.Convert{T: x.T, X: a}, ok
	case *kernel.Cond:
		c, ok := r.apply(x.C)
		a, ok2 := r.apply(x.X)
		b, ok3 := r.apply(x.Y)
		return &kernel.Cond{C: c, X: a, Y: b}, ok && ok2 && ok3
	case *kernel.Call:
		args := make([]kernel.Expr, len(x.Args))
		ok := true
		for i, a := range x.Args {
			b, fine := r.apply(a)
			args[i], ok = b, ok && fine
		}
		return &kernel.Call{T: x.T, Fn: x.Fn, Args: args, Input: x.Input}, ok
	default:
		// Constants and built-ins never change.
	}
	return e, true
}

package boogie

import (
	"math/rand"
	"strconv"
)

// gen makes random trees that are well-formed in syntax, though not in type, in
// the form that Parse returns: && and || group to the left, and the right
// operand of one is never a chain of the same operator.
type gen struct {
	*rand.Rand
}

func pick[T any](g *gen, xs ...T) T { return xs[g.Intn(len(xs))] }

func (g *gen) name() string { return pick(g, "x", "y$1", "local_id_x$2", "a.b'", "~t") }

func (g *gen) list(depth, least int) []Expr {
	var out []Expr
	for range least + g.Intn(3) {
		out = append(out, g.expr(depth))
	}
	return out
}

func (g *gen) expr(depth int) Expr {
	if depth <= 0 || g.Intn(6) == 0 {
		return pick[Expr](g, &Id{g.name()}, &BoolLit{g.Intn(2) == 0}, &IntLit{strconv.Itoa(g.Intn(100) - 50)},
			&BVLit{g.Uint64() >> 32, 32}, &App{F: "f"})
	}
	d := depth - 1
	switch g.Intn(10) {
	case 0:
		return &Unary{pick(g, "-", "!"), g.expr(d)}
	case 1:
		return &Ite{g.expr(d), g.expr(d), g.expr(d)}
	case 2:
		return &App{pick(g, "f", "BV32_ADD"), g.list(d, 1)}
	case 3:
		return &Select{g.expr(d), g.list(d, 1)}
	case 4:
		return &Update{g.expr(d), g.list(d, 1), g.expr(d)}
	case 5:
		return &Extract{g.expr(d), 8 + g.Intn(8), g.Intn(8)}
	case 6:
		return &Old{g.expr(d)}
	case 7:
		q := &Quant{Exists: g.Intn(2) == 0, Vars: []Var{{Name: "i", T: g.typ(1)}}, Body: g.expr(d)}
		if g.Intn(2) == 0 {
			q.Vars = append(q.Vars, Var{Name: "j", T: Int})
			q.Triggers = [][]Expr{g.list(d, 1)}
		}
		return q
	}
	op := pick(g, "<==>", "==>", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "div", "mod", "++")
	y := g.expr(d)
	for op == "&&" || op == "||" {
		if b, ok := y.(*Binary); !ok || b.Op != op {
			break
		}
		y = g.expr(d)
	}
	return &Binary{op, g.expr(d), y}
}

func (g *gen) typ(depth int) Type {
	if depth > 0 && g.Intn(3) == 0 {
		return &MapType{[]Type{g.typ(depth - 1)}, g.typ(depth - 1)}
	}
	return pick[Type](g, Int, Bool, BV(32), NamedType("T"))
}

func (g *gen) attrs() []Attr {
	if g.Intn(3) > 0 {
		return nil
	}
	return []Attr{{"k", []any{pick[any](g, `a "string"`, 7, V("x"), True)}}, {Key: "empty"}}
}

func (g *gen) stmts(depth int) []Stmt {
	var out []Stmt
	for range 1 + g.Intn(3) {
		out = append(out, g.stmt(depth))
	}
	return out
}

func (g *gen) stmt(depth int) Stmt {
	n := 9
	if depth <= 0 {
		n = 7
	}
	switch g.Intn(n) {
	case 0:
		return &Assert{Attrs: g.attrs(), E: g.expr(4)}
	case 1:
		return &Assume{Attrs: g.attrs(), E: g.expr(4)}
	case 2:
		return &Havoc{[]string{"x", "y"}}
	case 3:
		return &Call{Attrs: g.attrs(), F: "f", Results: pick(g, nil, []string{"x"}, []string{"x", "y"}), Args: g.list(3, 1)}
	case 4:
		return &Break{}
	case 5:
		return &Return{}
	case 6:
		if g.Intn(2) == 0 {
			return &Assign{[]Expr{&Select{V("m"), g.list(2, 1)}, V("y")}, []Expr{g.expr(3), g.expr(3)}}
		}
		return &Assign{[]Expr{V("x")}, []Expr{g.expr(4)}}
	case 7:
		s := &If{Then: g.stmts(depth - 1)}
		if g.Intn(4) > 0 {
			s.C = g.expr(3)
		}
		if g.Intn(2) == 0 {
			s.Else = g.stmts(depth - 1)
		}
		return s
	}
	w := &While{C: g.expr(3), Body: g.stmts(depth - 1)}
	for range g.Intn(3) {
		v := Invariant{Attrs: g.attrs(), Free: g.Intn(4) == 0, E: g.expr(4)}
		if g.Intn(2) == 0 {
			v.Candidate = "c0"
		}
		w.Invs = append(w.Invs, v)
	}
	return w
}

func (g *gen) program() *Program {
	p := &Program{Decls: []Decl{
		&TypeDecl{"T"},
		&ConstDecl{Attrs: []Attr{{"existential", []any{True}}}, Name: "c0", T: Bool},
		&ConstDecl{Unique: true, Name: "u", T: NamedType("T")},
		&VarDecl{Name: "g", T: g.typ(3)},
		&FuncDecl{Attrs: g.attrs(), Name: "f", Params: []Var{{T: g.typ(2)}, {T: Int}}, Result: g.typ(2)},
		&FuncDecl{Name: "h", Params: []Var{{Name: "x", T: g.typ(2)}}, Result: g.typ(2), Body: g.expr(5)},
		&AxiomDecl{g.expr(6)},
	}}
	for range 2 {
		f := &Proc{Attrs: g.attrs(), Name: g.name(), Params: []Var{{Name: "a", T: g.typ(1)}},
			Results:  pick(g, nil, []Var{{Name: "r", T: Int}}),
			Requires: []Spec{{Attrs: g.attrs(), Free: g.Intn(2) == 0, E: g.expr(4)}}, Ensures: []Spec{{E: g.expr(4)}},
			Modifies: pick(g, nil, []string{"g"}), Body: pick(g, nil, NoStmts, g.stmts(4))}
		if f.Body != nil {
			f.Locals = pick(g, nil, []Var{{Name: "x", T: Int}})
		}
		p.Decls = append(p.Decls, f)
	}
	return p
}

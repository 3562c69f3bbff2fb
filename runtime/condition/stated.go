package condition

import (
	"strings"
	"text/scanner"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/condition/layout"
)

// What a kernel asserts of nothing but its parameters, the grid and the block it asks of whoever
// launches it:
//
//	assert(num_elements <= gridDim.x * blockDim.x);
//	switch (op) { case SUM: …; case MAX: …; default: assert(false); }
//
// It is an ordinary condition whatever its shape. Branches around an assertion that
// decide by such values alone are part of it; others only make the condition stronger than it
// need be.

// statedBy are the conditions that a kernel's assertions state.
func statedBy(k *kernel.Kernel) []atom {
	s := statements{k: k, copies: copiesOf(k), seen: map[string]bool{}}
	s.visit(k.Body, nil)
	return s.out
}

type statements struct {
	k      *kernel.Kernel
	copies map[*kernel.Var]*kernel.Var
	seen   map[string]bool
	out    []atom
}

// visit looks at statements that are executed only if one of the conditions is false.
func (s *statements) visit(list []kernel.Stmt, otherwise []kernel.Expr) {
	for _, st := range list {
		switch st := st.(type) {
		case *kernel.If:
			cond, ok := s.uniform(st.Cond)
			if !ok {
				s.visit(st.Then, otherwise)
				s.visit(st.Else, otherwise)
				continue
			}
			s.visit(st.Then, append(otherwise[:len(otherwise):len(otherwise)], negated(cond)))
			s.visit(st.Else, append(otherwise[:len(otherwise):len(otherwise)], cond))
		case *kernel.Assert:
			s.assert(st, otherwise)
		default:
			// Others state nothing, but there may be assertions in them.
			for _, body := range kernel.Blocks(st) {
				s.visit(body, otherwise)
			}
		}
	}
}

func (s *statements) assert(st *kernel.Assert, otherwise []kernel.Expr) {
	cond, ok := s.uniform(st.Cond)
	if !ok || st.Bounds {
		return
	}
	if c, is := cond.(*kernel.Const); is && c.Val == 0 {
		if len(otherwise) == 0 {
			return
		}
		cond, otherwise = otherwise[len(otherwise)-1], otherwise[:len(otherwise)-1]
	}
	text := kernel.ExprString(s.k.Launch.InProgram(cond))
	if len(otherwise) == 0 && s.written(st) {
		text = st.Text
	}
	for _, o := range otherwise {
		cond = &kernel.Binary{Op: kernel.LOr, X: o, Y: cond}
		text = kernel.ExprString(s.k.Launch.InProgram(cond))
	}
	if _, constant := kernel.Fold(cond).(*kernel.Const); !constant && !s.seen[text] {
		s.seen[text] = true
		s.out = append(s.out, atom{cond: cond, text: text, single: -1, asWritten: true})
	}
}

// uniform is a condition on parameters and sizes, with parameters in place of their copies; false
// for others.
func (s *statements) uniform(x kernel.Expr) (kernel.Expr, bool) {
	x = kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
		if r, is := e.(*kernel.VarRef); is && s.copies[r.Var] != nil && s.copies[r.Var].T == r.Var.T {
			return fact.ValueOf(s.copies[r.Var])
		}
		return e
	})
	if !layout.Uniform(x) || x.Type().Kind != kernel.Bool {
		return nil, false
	}
	size := 0
	kernel.WalkExpr(x, func(kernel.Expr) bool { size++; return true })
	return x, size <= mostOfStated
}

// mostOfStated is how many operators and operands a condition has at most, so that it can be read.
const mostOfStated = 40

// negated is the opposite of a condition.
func negated(x kernel.Expr) kernel.Expr {
	if b, is := x.(*kernel.Binary); is {
		if op, is := opposites[b.Op]; is && b.X.Type().Kind == kernel.Int {
			return &kernel.Binary{Op: op, X: b.X, Y: b.Y}
		}
	}
	return &kernel.Unary{Op: kernel.Not, X: x}
}

var opposites = map[kernel.BinaryOp]kernel.BinaryOp{
	kernel.Eq: kernel.Ne, kernel.Ne: kernel.Eq, kernel.Lt: kernel.Ge, kernel.Ge: kernel.Lt, kernel.Gt: kernel.Le, kernel.Le: kernel.Gt,
}

// written reports whether the text of an assertion means what its condition does: it stands in the kernel
// itself, and speaks of its parameters by their names, of sizes, and of nothing else, in the order of the
// condition. Elsewhere names may be those of other variables.
func (s *statements) written(st *kernel.Assert) bool {
	if st.Text == "" || len(st.Calls) > 0 || !layout.Uniform(st.Cond) {
		return false
	}
	var read []string
	kernel.WalkExpr(st.Cond, func(e kernel.Expr) bool {
		if r, is := e.(*kernel.VarRef); is {
			read = append(read, r.Var.Name)
		}
		return true
	})
	var in scanner.Scanner
	in.Init(strings.NewReader(st.Text))
	in.Error = func(*scanner.Scanner, string) {}
	sizes := map[string]bool{"gridDim": true, "blockDim": true}
	for dot := false; ; {
		t := in.Scan()
		name := in.TokenText()
		switch {
		case t == scanner.EOF:
			return len(read) == 0
		case t == scanner.Ident && len(read) > 0 && read[0] == name && !dot:
			read = read[1:]
		case t == scanner.Ident && !sizes[name] && !(dot && strings.Contains("xyz", name)):
			return false
		case t != scanner.Ident && t != scanner.Int && !strings.ContainsRune("+-*/%<>=!&|().", t):
			return false
		}
		dot = t == '.'
	}
}

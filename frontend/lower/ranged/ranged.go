// Package ranged writes range-based for loops as the for loops that they are short for:
// [stmt.ranged]. What comes in is the statement and what its range is; what goes out is a block
// with the other loop. The same statement always becomes the same block, for declarations and
// calls are told apart by where they stand in the tree.
package ranged

import "gv2/frontend/cuda"

// Kind is what a range is, as far as the loop over it goes.
type Kind int

const (
	// Array is an array, of Len elements.
	Array Kind = iota
	// Members is an object of a class with begin and end.
	Members
	// List is a braced list: Len elements.
	List
)

// Range is what stands behind the colon.
type Range struct {
	Kind Kind
	Len  int64
}

// Loops keeps what statements became.
type Loops struct{ made map[key]*cuda.Block }

type key struct {
	of *cuda.RangeStmt
	r  Range
}

// ElementType is a name for the type of the elements of a List, which whoever lowers the block binds.
const ElementType = "__element"

// Names of variables that no program can write.
const (
	theRange = "__range"
	begin    = "__begin"
	end      = "__end"
	index    = "__index"
)

// Loop is s over a range of that kind.
func (ls *Loops) Loop(s *cuda.RangeStmt, r Range) *cuda.Block {
	k := key{s, r}
	if b := ls.made[k]; b != nil {
		return b
	}
	if ls.made == nil {
		ls.made = map[key]*cuda.Block{}
	}
	b := &cuda.Block{Pos: s.Pos, Stmts: []cuda.Stmt{declare(s, rangeVariable(s, r))}}
	if r.Kind == Array || r.Kind == List {
		b.Stmts = append(b.Stmts, counted(s, r.Len))
	} else {
		b.Stmts = append(b.Stmts, iterated(s)...)
	}
	ls.made[k] = b
	return b
}

func name(s *cuda.RangeStmt, n string) cuda.Expr { return &cuda.Ident{Pos: s.Pos, Name: n} }

func number(s *cuda.RangeStmt, n int64) cuda.Expr {
	return &cuda.IntLit{Pos: s.Pos, Value: uint64(n), Decimal: true}
}

func declare(s *cuda.RangeStmt, d cuda.Decl) cuda.Stmt {
	return &cuda.DeclStmt{Pos: s.Pos, Decls: []cuda.Decl{d}}
}

func auto(s *cuda.RangeStmt) *cuda.TypeExpr {
	return &cuda.TypeExpr{Pos: s.Pos, Form: cuda.AutoType, Name: "auto"}
}

// rangeVariable is auto &&range = x;.
func rangeVariable(s *cuda.RangeStmt, r Range) *cuda.VarDecl {
	pos := s.X.ExprPos()
	t := &cuda.TypeExpr{Pos: pos, Form: cuda.ReferenceType, Elem: auto(s), RValue: true}
	if r.Kind == List {
		elem := &cuda.TypeExpr{Pos: pos, Form: cuda.NamedType, Name: ElementType, Const: true}
		t = &cuda.TypeExpr{Pos: pos, Form: cuda.ArrayType, Elem: elem, Len: number(s, r.Len)}
	}
	return &cuda.VarDecl{Pos: pos, Name: theRange, Type: t, Init: s.X}
}

// counted is for (int i = 0; i < n; ++i) { decl = range[i]; body }.
func counted(s *cuda.RangeStmt, n int64) cuda.Stmt {
	t := &cuda.TypeExpr{Pos: s.Pos, Form: cuda.NamedType, Name: "int"}
	if n >= 1<<31 {
		t.Name = "long long"
	}
	i := &cuda.VarDecl{Pos: s.Pos, Name: index, Type: t, Init: number(s, 0)}
	element := &cuda.IndexExpr{Pos: s.Decl.DeclPos(), X: name(s, theRange), I: name(s, index)}
	return &cuda.ForStmt{
		Pos: s.Pos, Unroll: s.Unroll, Init: declare(s, i),
		Cond: &cuda.BinaryExpr{Pos: s.Pos, OpPos: s.Pos, Op: "<", X: name(s, index), Y: number(s, n)},
		Post: &cuda.UnaryExpr{Pos: s.Pos, Op: "++", X: name(s, index)},
		Body: body(s, element),
	}
}

// iterated is auto b = range.begin(), e = range.end(); for (; b != e; ++b) { decl = *b; body }.
func iterated(s *cuda.RangeStmt) []cuda.Stmt {
	bound := func(variable, f string) cuda.Stmt {
		pos := s.X.ExprPos()
		call := &cuda.CallExpr{Pos: pos, Fun: &cuda.MemberExpr{Pos: pos, X: name(s, theRange), Name: f}}
		return declare(s, &cuda.VarDecl{Pos: pos, Name: variable, Type: auto(s), Init: call})
	}
	return []cuda.Stmt{bound(begin, "begin"), bound(end, "end"), &cuda.ForStmt{
		Pos: s.Pos, Unroll: s.Unroll,
		Cond: &cuda.BinaryExpr{Pos: s.Pos, OpPos: s.Pos, Op: "!=", X: name(s, begin), Y: name(s, end)},
		Post: &cuda.UnaryExpr{Pos: s.Pos, Op: "++", X: name(s, begin)},
		Body: body(s, &cuda.UnaryExpr{Pos: s.Decl.DeclPos(), Op: "*", X: name(s, begin)}),
	}}
}

// body is { decl = element; body }.
func body(s *cuda.RangeStmt, element cuda.Expr) cuda.Stmt {
	var d cuda.Decl
	switch of := s.Decl.(type) {
	case *cuda.VarDecl:
		v := *of
		v.Init = element
		d = &v
	case *cuda.BindingDecl:
		b, v := *of, *of.Var
		v.Init = element
		b.Var = &v
		d = &b
	}
	return &cuda.Block{Pos: s.Body.StmtPos(), Stmts: []cuda.Stmt{declare(s, d), s.Body}}
}

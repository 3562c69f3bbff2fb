package kernel

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// everyStmt and everyExpr hold one node of each type; TestNodeListsAreComplete
// compares them with the source.
var everyStmt = []Stmt{&Assign{}, &Load{}, &Store{}, &Atomic{}, &If{}, &Loop{}, &Break{}, &Continue{}, &Return{},
	&Region{}, &Leave{}, &Barrier{}, &Phase{}, &Async{}, &WarpSync{}, &Shuffle{}, &Vote{}, &Fence{}, &Assert{}, &Assume{}, &Havoc{}}

var everyExpr = []Expr{&Const{}, &FloatConst{}, &VarRef{}, &Builtin{}, &Unary{}, &Binary{}, &Cond{}, &Convert{}, &Call{},
	&Other{}, &Enabled{}, &Accessed{}, &AccessIndex{}}

// markedTypes returns the types of the package that have the marker method.
func markedTypes(t *testing.T, marker string) []string {
	names, err := os.ReadDir(".")
	require.NoError(t, err)
	var out []string
	for _, n := range names {
		if !strings.HasSuffix(n.Name(), ".go") || strings.HasSuffix(n.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), n.Name(), nil, 0)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == marker {
				out = append(out, fn.Recv.List[0].Type.(*ast.StarExpr).X.(*ast.Ident).Name)
			}
		}
	}
	return out
}

func TestNodeListsAreComplete(t *testing.T) {
	var stmts, exprs []string
	for _, s := range everyStmt {
		stmts = append(stmts, reflect.TypeOf(s).Elem().Name())
	}
	for _, e := range everyExpr {
		exprs = append(exprs, reflect.TypeOf(e).Elem().Name())
	}
	assert.ElementsMatch(t, markedTypes(t, "isStmt"), stmts)
	assert.ElementsMatch(t, markedTypes(t, "isExpr"), exprs)
}

// filler puts a fresh variable in every Expr field and a fresh Return in every
// statement list that a node has, whatever its type.
type filler struct {
	vars  []*Var
	stmts []Stmt
}

var (
	exprType = reflect.TypeOf((*Expr)(nil)).Elem()
	stmtType = reflect.TypeOf((*Stmt)(nil)).Elem()
	varType  = reflect.TypeOf((*Var)(nil))
)

func (f *filler) fill(v reflect.Value) {
	switch {
	case v.Type() == exprType:
		x := &Var{Name: fmt.Sprintf("v%d", len(f.vars)), T: I32}
		f.vars = append(f.vars, x)
		v.Set(reflect.ValueOf(&VarRef{Var: x}))
	case v.Type() == stmtType:
		s := &Return{}
		f.stmts = append(f.stmts, s)
		v.Set(reflect.ValueOf(s))
	case v.Kind() == reflect.Slice && v.Type() != reflect.TypeOf(Src{}.Calls):
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			f.fill(v.Index(i))
		}
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i))
		}
	}
}

func TestEveryStatementIsWalked(t *testing.T) {
	for _, s := range everyStmt {
		t.Run(reflect.TypeOf(s).Elem().Name(), func(t *testing.T) {
			n := reflect.New(reflect.TypeOf(s).Elem())
			var f filler
			f.fill(n.Elem())
			node := n.Interface().(Stmt)

			var seen []Stmt
			Walk([]Stmt{node}, func(s Stmt) bool { seen = append(seen, s); return true })
			assert.Len(t, seen, 1+len(f.stmts))
			for _, want := range f.stmts {
				assert.True(t, containsStmt(seen, want))
			}
			assert.ElementsMatch(t, f.vars, Reads(node))

			same := MapExprs(node, func(e Expr) Expr { return e })
			assert.True(t, same == node)
			mapped := MapExprs(node, func(Expr) Expr { return BoolConst(true) })
			assert.Empty(t, Reads(mapped))
			assert.ElementsMatch(t, f.vars, Reads(node), "the input was changed")
		})
	}
}

func containsStmt(list []Stmt, s Stmt) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

func TestEveryDestinationIsAssigned(t *testing.T) {
	for _, s := range everyStmt {
		n := reflect.New(reflect.TypeOf(s).Elem())
		v := &Var{Name: "x"}
		var want *Var
		if f := n.Elem().FieldByName("Dst"); f.IsValid() && f.Type() == varType {
			f.Set(reflect.ValueOf(v))
			want = v
		}
		assert.Same(t, want, Assigned(n.Interface().(Stmt)), "%T", s)
	}
}

func TestEveryExpressionIsWalked(t *testing.T) {
	for _, e := range everyExpr {
		t.Run(reflect.TypeOf(e).Elem().Name(), func(t *testing.T) {
			n := reflect.New(reflect.TypeOf(e).Elem())
			var f filler
			f.fill(n.Elem())
			node := n.Interface().(Expr)

			var seen []*Var
			WalkExpr(node, func(e Expr) bool {
				if r, ok := e.(*VarRef); ok && r.Var != nil {
					seen = append(seen, r.Var)
				}
				return true
			})
			assert.Equal(t, f.vars, seen)
			assert.True(t, MapExpr(node, func(e Expr) Expr { return e }) == node)

			mapped := MapExpr(node, func(e Expr) Expr {
				if _, ok := e.(*VarRef); ok {
					return NewConst(I32, 3)
				}
				return e
			})
			WalkExpr(mapped, func(e Expr) bool {
				_, old := e.(*VarRef)
				assert.False(t, old)
				return true
			})
		})
	}
}

func TestWalkSkipsWhatIsRefused(t *testing.T) {
	inner := &Break{}
	loop := &Loop{Body: []Stmt{inner}}
	Walk([]Stmt{loop}, func(s Stmt) bool {
		assert.True(t, s == Stmt(loop))
		return false
	})
}

// tree is a loop in a branch, with a statement in each list that a statement can have.
func tree() (body []Stmt, leaves []Stmt, loop *Loop) {
	leaf := func() []Stmt {
		f := &Fence{}
		leaves = append(leaves, f)
		return []Stmt{f}
	}
	loop = &Loop{Cond: BoolConst(true), Head: leaf(), Body: leaf(), Post: leaf(), Invariants: []Invariant{{Head: leaf(), Cond: BoolConst(true)}}}
	region := &Region{Body: append(leaf(), loop)}
	return []Stmt{&If{Cond: BoolConst(true), Then: []Stmt{region}, Else: leaf()}}, leaves, loop
}

func TestRewriteReachesEveryList(t *testing.T) {
	body, leaves, loop := tree()
	var seen []Stmt
	out := Rewrite(body, func(s, inner Stmt) []Stmt {
		if _, ok := s.(*Fence); !ok {
			assert.NotSame(t, s, inner)
			return []Stmt{inner}
		}
		assert.Same(t, s, inner)
		seen = append(seen, s)
		return []Stmt{&Break{}, &Continue{}}
	})
	assert.ElementsMatch(t, leaves, seen)
	kinds := map[string]int{}
	Walk(out, func(s Stmt) bool {
		kinds[reflect.TypeOf(s).Elem().Name()]++
		return true
	})
	assert.Equal(t, map[string]int{"If": 1, "Region": 1, "Loop": 1, "Break": len(leaves), "Continue": len(leaves)}, kinds)
	assert.Equal(t, leaves[3], loop.Invariants[0].Head[0], "what was given is as it was")
}

func TestRewriteDropsAndTellsOldFromNew(t *testing.T) {
	body, _, loop := tree()
	out := Rewrite(body, func(s, inner Stmt) []Stmt {
		switch inner := inner.(type) {
		case *Fence:
			return nil
		case *Loop:
			assert.Same(t, loop, s)
			inner.Body = append(inner.Body, &Break{})
		}
		return []Stmt{inner}
	})
	var kinds []string
	Walk(out, func(s Stmt) bool {
		kinds = append(kinds, reflect.TypeOf(s).Elem().Name())
		return true
	})
	assert.Equal(t, []string{"If", "Region", "Loop", "Break"}, kinds)
	assert.Len(t, loop.Body, 1)
}

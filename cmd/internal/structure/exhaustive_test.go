package structure

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/go/packages"
)

// sealed are the interfaces for which a switch must cover all kinds: package path and name.
var sealed = [][2]string{
	{"gv2/frontend/kernel", "Stmt"},
	{"gv2/frontend/kernel", "Expr"},
}

// TestSwitchesAreExhaustive: a switch over the kinds of statements or expressions of the
// kernel IR names all of them, or says in a comment at its default why the others do not
// matter there. A new kind then fails the test wherever it would fall through.
func TestSwitchesAreExhaustive(t *testing.T) {
	assert.Empty(t, silentSwitches(t, sources(t)), "name the kinds, or say at the default why they do not matter")
}

// TestSilentSwitchesAreFound: a comment elsewhere explains no default, and a default
// without one explains nothing.
func TestSilentSwitchesAreFound(t *testing.T) {
	path, err := filepath.Abs(filepath.Join(moduleRoot, "frontend", "kernel", "silent.go"))
	require.NoError(t, err)
	const text = `package kernel

func silent(s Stmt, e Expr) {
	switch s.(type) { // about all of it
	case *If, *Loop, *Region:
	}
	switch s.(type) {
	case *Store:
		// about this kind
	default:
		panic("silent")
	}
	switch e.(type) {
	case *Const:
	default:
	}
	switch e.(type) {
	case *Const:
	default:
		// Others have no value.
	}
}
`
	list, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports,
		Dir:  moduleRoot, Overlay: map[string][]byte{path: []byte(text)},
	}, "./frontend/kernel")
	require.NoError(t, err)
	require.Len(t, list, 1)
	require.Empty(t, list[0].Errors)
	found := silentSwitches(t, list)
	require.Len(t, found, 3)
	for i, line := range []string{"4", "7", "13"} {
		assert.Contains(t, found[i], "frontend/kernel/silent.go:"+line+": ")
	}
	assert.NotContains(t, found[0], "Region")
	assert.Contains(t, found[0], "Phase")
}

// silentSwitches describes the switches that neither name all kinds nor explain themselves.
func silentSwitches(t *testing.T, all []*packages.Package) []string {
	kinds := map[types.Object][]string{}
	for _, s := range sealed {
		i := slices.IndexFunc(all, func(p *packages.Package) bool { return p.PkgPath == s[0] })
		require.GreaterOrEqual(t, i, 0, s[0])
		kinds[all[i].Types.Scope().Lookup(s[1])] = kindsOf(all[i].Types, s[1])
	}
	var out []string
	for _, p := range all {
		for _, f := range p.Syntax {
			ast.Inspect(f, func(n ast.Node) bool {
				if sw, ok := n.(*ast.TypeSwitchStmt); ok {
					out = append(out, missedBy(p, f, sw, kinds)...)
				}
				return true
			})
		}
	}
	return out
}

// kindsOf are the types of a package that implement its interface, or whose pointers
// do.
func kindsOf(p *types.Package, name string) []string {
	of := p.Scope().Lookup(name).Type().Underlying().(*types.Interface)
	var out []string
	for _, n := range p.Scope().Names() {
		tn, ok := p.Scope().Lookup(n).(*types.TypeName)
		if !ok || types.IsInterface(tn.Type()) || tn.IsAlias() {
			continue
		}
		if types.Implements(tn.Type(), of) || types.Implements(types.NewPointer(tn.Type()), of) {
			out = append(out, n)
		}
	}
	return out
}

// missedBy names the kinds that a switch neither names nor explains, in one line or none.
func missedBy(p *packages.Package, f *ast.File, sw *ast.TypeSwitchStmt, kinds map[types.Object][]string) []string {
	named, ok := p.TypesInfo.TypeOf(subject(sw)).(*types.Named)
	if !ok || kinds[named.Obj()] == nil {
		return nil
	}
	missing := slices.Clone(kinds[named.Obj()])
	explained := false
	for i, c := range sw.Body.List {
		clause := c.(*ast.CaseClause)
		if clause.List == nil {
			until := sw.Body.Rbrace
			if i+1 < len(sw.Body.List) {
				until = sw.Body.List[i+1].Pos()
			}
			if len(clause.Body) > 0 {
				until = clause.Body[0].Pos()
			}
			explained = commented(p.Fset, f, clause, until)
		}
		for _, e := range clause.List {
			missing = slices.DeleteFunc(missing, func(kind string) bool { return kind == kindName(p.TypesInfo.TypeOf(e)) })
		}
	}
	if explained || len(missing) == 0 {
		return nil
	}
	at := p.Fset.Position(sw.Pos())
	return []string{fmt.Sprintf("%s:%d: %s.%s without %s", filepath.Join(strings.TrimPrefix(p.PkgPath, "gv2/"), filepath.Base(at.Filename)), at.Line,
		named.Obj().Pkg().Name(), named.Obj().Name(), strings.Join(missing, ", "))}
}

// subject is the expression of a type switch.
func subject(sw *ast.TypeSwitchStmt) ast.Expr {
	var x ast.Expr
	switch a := sw.Assign.(type) {
	case *ast.AssignStmt:
		x = a.Rhs[0]
	case *ast.ExprStmt:
		x = a.X
	}
	return x.(*ast.TypeAssertExpr).X
}

func kindName(t types.Type) string {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// commented reports whether there is a comment at a default: on its line, or before the
// statement after it.
func commented(fset *token.FileSet, f *ast.File, c *ast.CaseClause, until token.Pos) bool {
	line := fset.Position(c.Colon).Line
	for _, g := range f.Comments {
		if g.Pos() > c.Pos() && (g.Pos() < until || fset.Position(g.Pos()).Line == line) {
			return true
		}
	}
	return false
}

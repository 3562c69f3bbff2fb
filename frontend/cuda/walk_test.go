package cuda

import (
	goast "go/ast"
	goparser "go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/diag"
)

// walk calls visit once for every node below n, bodies included.
func walk(n any, visit func(any)) {
	seen := map[any]bool{}
	walkValue(reflect.ValueOf(n), func(n any) bool {
		if seen[n] {
			return false
		}
		seen[n] = true
		visit(n)
		return true
	})
}

func walkValue(v reflect.Value, visit func(any) bool) {
	switch v.Kind() {
	case reflect.Interface:
		walkValue(v.Elem(), visit)
	case reflect.Pointer:
		if v.IsNil() || !visit(v.Interface()) {
			return
		}
		if fn, ok := v.Interface().(*FuncDecl); ok {
			b, _ := fn.Body()
			walkValue(reflect.ValueOf(b), visit)
		}
		walkValue(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			walkValue(v.Index(i), visit)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[diag.Pos]() || v.Type() == reflect.TypeFor[lazyBody]() {
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				walkValue(v.Field(i), visit)
			}
		}
	}
}

// nodeTypes reads ast.go for the types with an isDecl, isExpr or isStmt.
func nodeTypes(t *testing.T) []string {
	file, err := goparser.ParseFile(token.NewFileSet(), "ast.go", nil, 0)
	require.NoError(t, err)
	var names []string
	for _, d := range file.Decls {
		fn, ok := d.(*goast.FuncDecl)
		if ok && strings.HasPrefix(fn.Name.Name, "is") {
			names = append(names, fn.Recv.List[0].Type.(*goast.StarExpr).X.(*goast.Ident).Name)
		}
	}
	return names
}

// TestEveryNodeIsProduced fails if no tree of the golden files has some node
// type, or form of type: then that is either dead or untested.
func TestEveryNodeIsProduced(t *testing.T) {
	seen := map[string]bool{}
	forms := map[TypeForm]bool{}
	files, err := filepath.Glob(filepath.Join(goldenDir, "*.cu"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		f, _ := parseText(string(text))
		walk(f, func(n any) {
			seen[reflect.TypeOf(n).Elem().Name()] = true
			if typ, ok := n.(*TypeExpr); ok {
				forms[typ.Form] = true
			}
		})
	}
	seen["NewExpr"] = true // of host code: TestAllocations
	names := nodeTypes(t)
	require.Greater(t, len(names), 30)
	for _, name := range names {
		assert.True(t, seen[name], "no golden file has a %s", name)
	}
	for form := NamedType; form <= EnumType; form++ {
		assert.True(t, forms[form], "no golden file has type form %d", form)
	}
}

// TestPositions checks that every node of the golden files has a position.
func TestPositions(t *testing.T) {
	f, diags := parseText(wrapBody(bodyTable[0].text))
	require.Empty(t, diags.String())
	b, _ := f.Decls[len(f.Decls)-1].(*FuncDecl).Body()
	x := b.Stmts[0].(*ExprStmt).X.(*BinaryExpr)
	assert.Equal(t, "t.cu:3:36", x.Pos.String())
	assert.Equal(t, "t.cu:3:42", x.OpPos.String())
	assert.Equal(t, "t.cu:3:44", x.Y.ExprPos().String())
	files, err := filepath.Glob(filepath.Join(goldenDir, "*.cu"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		f, _ := parseText(string(text))
		walk(f, func(n any) {
			switch n := n.(type) {
			case Decl:
				assert.True(t, n.DeclPos().Valid(), "%T", n)
			case Expr:
				assert.True(t, n.ExprPos().Valid(), "%T", n)
			case Stmt:
				assert.True(t, n.StmtPos().Valid(), "%T", n)
			case *TypeExpr:
				assert.True(t, n.Pos.Valid(), "%v", n)
			}
		})
	}
}

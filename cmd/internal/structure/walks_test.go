package structure

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/tools/go/packages"
)

// A walk over a kernel's statements that ends in yes or no is a fact of the kernel: it
// belongs to predicate/fact, where it has a name, a test and a cached answer, and where
// an author of a new kind of statement finds it. rewrite decides by such walks what to
// rewrite. In other packages the number may only shrink.

// mostQuestions is the number of such walks in each other package.
var mostQuestions = map[string]int{
	"frontend/lower/tidy": 1, // about a part of a kernel under construction
	"predicate/named":     1,
	"runtime/prove":       1, // about positions
	"runtime/weft":        1,
}

// aboutStatements are the packages that are about statements themselves.
var aboutStatements = map[string]bool{
	"frontend/kernel": true, "predicate/fact": true, "predicate/rewrite": true,
	"frontend/cluster": true, "frontend/ptx/loops": true, // rewritings, too
}

func TestQuestionsAboutStatementsAreFacts(t *testing.T) {
	found := map[string]int{}
	for _, p := range sources(t) {
		folder := strings.TrimPrefix(p.PkgPath, "gv2/")
		if n := len(questions(p)); n > 0 && !aboutStatements[folder] {
			found[folder] = n
			assert.LessOrEqual(t, n, mostQuestions[folder], "%s walks over statements for a yes or no in %v: make that a fact", folder, questions(p))
		}
	}
	for folder, most := range mostQuestions {
		assert.GreaterOrEqual(t, found[folder], most, "%s has fewer such walks now: lower its number", folder)
	}
}

// questions are the places where a package walks over statements for a yes or no: calls
// of kernel.Any, and of kernel.Walk in a function that returns only a truth value.
func questions(p *packages.Package) []string {
	var out []string
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Body == nil {
				continue
			}
			result := f.Type.Results
			answers := result.NumFields() == 1 && types.Identical(p.TypesInfo.TypeOf(result.List[0].Type), types.Typ[types.Bool])
			ast.Inspect(f.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					name := calleeOf(p, call)
					if name == "gv2/frontend/kernel.Any" || answers && name == "gv2/frontend/kernel.Walk" {
						out = append(out, f.Name.Name)
					}
				}
				return true
			})
		}
	}
	return out
}

// calleeOf is the full name of the called function, empty if it has none.
func calleeOf(p *packages.Package, call *ast.CallExpr) string {
	var id *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		id = f
	case *ast.SelectorExpr:
		id = f.Sel
	default:
		return ""
	}
	f, ok := p.TypesInfo.Uses[id].(*types.Func)
	if !ok {
		return ""
	}
	return f.FullName()
}

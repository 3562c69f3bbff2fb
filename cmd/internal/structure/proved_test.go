package structure

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/tools/go/packages"
)

// TestOnlyTheBoardSaysProved: outside of runtime/claim, code compares with claim.Proved and
// claim.Bounded; nothing is set to them.
func TestOnlyTheBoardSaysProved(t *testing.T) {
	compared := 0
	for _, p := range sources(t) {
		if p.PkgPath == "gv2/runtime/claim" || strings.HasSuffix(p.PkgPath, "test") { // what tests make up
			continue
		}
		said, n := sayProved(p)
		compared += n
		assert.Empty(t, said, "%s says that something is proved: enter a proof, and ask the board", strings.TrimPrefix(p.PkgPath, "gv2/"))
	}
	assert.Greater(t, compared, 10, "the statuses are found")
}

// sayProved are the places where a package uses these statuses for anything but comparisons,
// of which it returns the number.
func sayProved(p *packages.Package) (said []string, compared int) {
	for _, file := range p.Syntax {
		fine := map[ast.Expr]bool{}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BinaryExpr:
				if n.Op == token.EQL || n.Op == token.NEQ {
					fine[n.X], fine[n.Y] = true, true
				}
			case *ast.CaseClause:
				for _, x := range n.List {
					fine[x] = true
				}
			case *ast.SelectorExpr:
				o := p.TypesInfo.Uses[n.Sel]
				if o == nil || o.Pkg() == nil || o.Pkg().Path() != "gv2/runtime/claim" || o.Name() != "Proved" && o.Name() != "Bounded" || o.Parent() != o.Pkg().Scope() {
					return true
				}
				if fine[n] {
					compared++
				} else {
					said = append(said, p.Fset.Position(n.Pos()).String())
				}
			}
			return true
		})
	}
	return said, compared
}

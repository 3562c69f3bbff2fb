package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gv2/frontend/kernel"
)

// mostNamed is how many properties a list outside of the registry may name: with more it
// is a list that a new property would be missing from.
const mostNamed = 2

// TestPropertiesAreListedOnce: the lists that reports, flags and engines go by are made
// from the registry of package kernel. Elsewhere no list, no condition and no case names
// many properties, and none is spelled out.
func TestPropertiesAreListedOnce(t *testing.T) {
	constants := map[string]bool{}
	registry := filepath.Join("..", "..", "frontend", "kernel", "property.go")
	eachProperty(t, registry, func(name string) { constants[name] = true })
	require.Len(t, constants, len(kernel.Properties(nil)), "an entry for each constant")
	err := filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") || path == registry {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && strings.Contains(text, "-") {
					assert.Nil(t, kernel.Property(text).Info(), "%s spells %s out", path, text)
				}
			case *ast.CompositeLit, *ast.BinaryExpr, *ast.CaseClause, *ast.CallExpr:
				assert.LessOrEqual(t, len(named(n, constants)), mostNamed, "%s: this is a list of properties: %v; make it from the registry",
					path, named(n, constants))
			}
			return true
		})
		return nil
	})
	require.NoError(t, err)
}

// named are the properties that an expression or the values of a case name.
func named(n ast.Node, constants map[string]bool) map[string]bool {
	found := map[string]bool{}
	look := func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if ok && constants[s.Sel.Name] {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "kernel" {
				found[s.Sel.Name] = true
			}
		}
		return true
	}
	if c, ok := n.(*ast.CaseClause); ok {
		for _, e := range c.List {
			ast.Inspect(e, look)
		}
		return found
	}
	ast.Inspect(n, look)
	return found
}

// eachProperty calls f for the name of every constant of type Property in a file.
func eachProperty(t *testing.T, path string, f func(name string)) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, d := range file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			if typ, ok := v.Type.(*ast.Ident); ok && typ.Name == "Property" {
				f(v.Names[0].Name)
			}
		}
	}
}

// TestIntraGroupHoldsForTheModel has a race between blocks that only the memory model finds.
func TestIntraGroupHoldsForTheModel(t *testing.T) {
	const file = "../../testdata/kernels/model/01_volatile_flag_bug.cu"
	code, out, _ := gv2("", "verify", file)
	assert.Equal(t, exitRefuted, code, out)
	code, out, _ = gv2("", "verify", "--intra-group", file)
	assert.Equal(t, exitProved, code, out)
	assert.Contains(t, out, "races between blocks do not matter (--intra-group)")
}

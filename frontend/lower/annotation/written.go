package annotation

import "gv2/frontend/cuda"

// Written reports whether a __writes_to in fn names its parameter.
func Written(fn *cuda.FuncDecl, name string) bool {
	body, _ := fn.Body()
	found := false
	Statements(body.Stmts, func(e *cuda.CallExpr, of string) {
		kind := Of(of)
		found = found || kind.Form == AccessClause && kind.Write && Mentions(e, name)
	})
	return found
}

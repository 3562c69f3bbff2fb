package flow

import "gv2/frontend/cuda"

// Arrays of the addresses of a kernel's arguments, which calls of the runtime get:
//
//	void *args[] = {&a, &n};
//	cudaLaunchKernel((void *)k, grid, block, args, 0, 0);
//
// The launch reads what the addresses lead to and keeps none of them. So the array says what the
// arguments are, as long as nothing is done with it but launch.

// packedAt are the functions of the runtime that get such an array, with its place among the arguments.
var packedAt = map[string]int{"cudaLaunchKernel": 3, "cudaLaunchCooperativeKernel": 3, "cudaLaunchKernelExC": 2}

// Packed are the variables of which the array called name, at the launch whose name is token i, has the
// addresses; an element is nil where it is something else, and all are where the array is not
// understood.
func (p *Program) Packed(i int, name string) []cuda.Expr {
	b, ok := p.around(i)
	if !ok {
		return nil
	}
	f := p.functionOf(b)
	var d *cuda.VarDecl
	f.parts(f.body, func(q *part) {
		for n, v := range q.decls {
			if v.Name == name && f.isPacked(v, q.names[n]) {
				d = v
			}
		}
	})
	if d == nil {
		return nil
	}
	var out []cuda.Expr
	for _, e := range d.Init.(*cuda.InitList).Items {
		for {
			c, isCast := e.(*cuda.CastExpr)
			if !isCast {
				break
			}
			e = c.X
		}
		var x cuda.Expr
		if u, isAddress := e.(*cuda.UnaryExpr); isAddress && u.Op == "&" {
			// The variable must be the same at the launch.
			if id, isName := u.X.(*cuda.Ident); isName && len(id.Path) == 0 && len(f.declared[id.Name]) == 1 {
				x = id
			}
		}
		out = append(out, x)
	}
	return out
}

// inPacked reports whether the & before token i stands in the initialiser of such an array.
func (f *function) inPacked(p *part, i int) bool {
	open, _ := f.around(p, i)
	for n, d := range p.decls {
		if at := p.names[n]; open > at && f.prog.code.Text(open) == "{" && (n+1 == len(p.decls) || open < p.names[n+1]) {
			return f.isPacked(d, at)
		}
	}
	return false
}

// isPacked reports whether d, whose name is token at, is an array of addresses that only launches use.
func (f *function) isPacked(d *cuda.VarDecl, at int) bool {
	list, braces := d.Init.(*cuda.InitList)
	t := d.Type
	if !braces || list.Fields != nil || t.Form != cuda.ArrayType || t.Elem == nil || t.Elem.Form != cuda.PointerType ||
		t.Elem.Elem == nil || t.Elem.Elem.Name != "void" || d.Static {
		return false
	}
	c := f.prog.code
	for i := f.lo; i < f.hi; i++ {
		if c.Text(i) != d.Name || i == at {
			continue
		}
		before := i - 1
		if c.Text(before) == ")" && c.Match(before) > 0 { // (void **)args
			before = c.Match(before) - 1
		}
		if c.Text(before) != "," || c.Text(i+1) != "," && c.Text(i+1) != ")" {
			return false
		}
		open, n := f.around(&part{span: f.span}, i)
		if want, known := packedAt[c.Text(open-1)]; open < 0 || !known || n != want {
			return false
		}
	}
	return true
}

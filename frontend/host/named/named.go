// Package named tells which kernels calls of host functions name as template arguments.
//
//	template <auto K> void run(float *a, int n) { K<<<(n + 255) / 256, 256>>>(a, n); }
//	run<k>(a, n);
//
// In: the tokens of a file, its functions and kernels. Out: for a launch of a template parameter the kernels that it may be, and
// whether a template does nothing with a kernel but launch it.
package named

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
)

// Host is what is known of a file.
type Host struct {
	*cuda.Code
	Flow *flow.Program
	// Functions are the functions of the host by name, Kernels the names of kernels.
	Functions map[string][]*cuda.FuncDecl
	Kernels   map[string]bool
	// Indexed are the places of a name.
	Indexed func(name string) []int
	// Asked reports whether the function that token i names is only asked about.
	Asked func(i int) bool
}

// Parameter is the number, from 1, of the parameter of template fn that is a value with a name, 0 if there is none.
func Parameter(fn *cuda.FuncDecl, name string) int {
	if fn == nil || fn.Template == nil || name == "" {
		return 0
	}
	return 1 + slices.IndexFunc(fn.Template.Params, func(q cuda.TemplateParam) bool {
		return q.Name == name && q.Type != nil && !q.Pack && !q.Template
	})
}

// Named is the function that the call at token i names as template argument n, counted from 1; nil if it is not seen.
func (h *Host) Named(i, n int) *cuda.TemplateUse {
	if h.Text(i+1) != "<" {
		return nil
	}
	r := h.Read(i+1, h.Len()-1)
	args := r.TemplateArgs()
	if r.Failed() || n > len(args) || h.Text(r.Pos()) != "(" || slices.ContainsFunc(args[:n], func(a cuda.TemplateArg) bool { return a.Pack }) {
		return nil
	}
	u := Kernel(args[n-1].Expr)
	if t := args[n-1].Type; u == nil && t != nil && t.Form == cuda.NamedType { // k<4> may be a type
		u = &cuda.TemplateUse{Path: t.Path, Name: t.Name}
		if t.HasArgs {
			u.Args = t.Args
		}
	}
	if u != nil {
		u.Pos = h.Token(i).Pos
	}
	return u
}

// mostNamed and mostUses bound the functions that pass a kernel on to each other, and the kernels of one.
const (
	mostNamed = 4
	mostUses  = 24
)

// Of are the kernels that calls of fn in the file name as template argument n.
func (h *Host) Of(fn *cuda.FuncDecl, n, depth int) []*cuda.TemplateUse {
	var out []*cuda.TemplateUse
	for _, i := range h.Indexed(fn.Name) {
		if len(out) > mostUses || depth > mostNamed {
			break
		}
		around, within := h.Flow.Around(i)
		if !within || h.Flow.Declares(fn.Name, h.Token(i).Pos) {
			continue
		}
		u := h.Named(i, n)
		switch {
		case u == nil:
		case h.Kernels[u.Name]:
			out = append(out, u)
		case Parameter(around, u.Name) > 0 && around != fn:
			out = append(out, h.Of(around, Parameter(around, u.Name), depth+1)...)
		}
	}
	return out
}

// Launched reports whether the kernel at token i is a template argument of the only function of that name, which
// does nothing with it but launch it.
func (h *Host) Launched(i int) bool {
	first := i
	for h.Text(first-1) == "&" || h.Text(first-1) == "::" && h.Text(first-2) != "" {
		first--
		if h.Text(first) == "::" {
			first--
		}
	}
	call := first - 1
	for call > 0 && h.Text(call) != "<" && h.Text(call) != ";" && h.Text(call) != "{" {
		call--
	}
	call--
	fns := h.Functions[h.Text(call)]
	if call <= 0 || len(fns) != 1 || h.Text(call-1) == "." || h.Text(call-1) == "->" || h.Text(call-1) == "::" {
		return false
	}
	fn := fns[0]
	open, defined := h.Body(fn)
	if !defined || fn.Template == nil {
		return false
	}
	param := ""
	for n, q := range fn.Template.Params {
		if u := h.Named(call, n+1); u != nil && u.Name == h.Text(i) {
			if param != "" || Parameter(fn, q.Name) == 0 {
				return false
			}
			param = q.Name
		}
	}
	launched := false
	for _, j := range h.Indexed(param) {
		if param == "" || j < open || j > h.Match(open) {
			continue
		}
		switch {
		case h.Text(j+1) == "<<<" && h.Text(j-1) != "." && h.Text(j-1) != "->" && h.Text(j-1) != "::":
			launched = true
		case !h.Asked(j) && !h.Launched(j):
			return false
		default:
			launched = launched || h.Launched(j)
		}
	}
	return launched
}

// Kernel is the function that (void *)k<4> and &k name.
func Kernel(e cuda.Expr) *cuda.TemplateUse {
	for {
		switch x := e.(type) {
		case *cuda.CastExpr:
			e = x.X
		case *cuda.UnaryExpr:
			if x.Op != "&" {
				return nil
			}
			e = x.X
		case *cuda.Ident:
			u := &cuda.TemplateUse{Path: x.Path, Name: x.Name}
			if x.HasArgs {
				u.Args = x.Args
			}
			return u
		default:
			return nil
		}
	}
}

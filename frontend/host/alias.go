package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
)

// Pointer parameters for which a launch passes the same pointer twice:
//
//	k<<<n, 256>>>(x, x);
//
// The two lead to one array there, so that a proof for separate arrays says nothing of this launch.

// Alias says that pointer parameter Param gets the pointer that parameter Of gets.
type Alias struct{ Param, Of string }

// origins are the pointers that a launch passes, as text that is the same only where the pointer is; empty for other
// arguments, and for all where the arguments change something.
func origins(h *Code, l *Launch, fn *cuda.FuncDecl) []string {
	out := make([]string, len(fn.Params))
	for n, a := range l.Actual {
		if n >= len(fn.Params) {
			break
		}
		text, pure := originOf(a)
		if !pure {
			return make([]string, len(fn.Params))
		}
		text = original(h, l.Grid.at, text)
		if pointee(fn.Params[n].Type) != nil {
			out[n] = text
		}
	}
	return out
}

// originOf is the text of a pointer without casts, empty if the same text may stand for another pointer; pure is false
// if the expression changes something.
func originOf(e cuda.Expr) (text string, pure bool) {
	pure = true
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr, *cuda.LambdaExpr:
			pure = false
		case *cuda.UnaryExpr:
			pure = pure && x.Op != "++" && x.Op != "--"
		default:
		}
		return pure
	})
	if !pure {
		return "", false
	}
	return pointerText(e), true
}

// original is the text of the pointer of which a variable, at token i, is a copy: int *q = p; the variable itself if it
// is none, or if one of the two may have changed since.
func original(h *Code, i int, name string) string {
	for range maxPassed {
		v, at := h.localVariableAt(i, name)
		fn, within := h.flow.Around(i)
		if v == nil || v.Init == nil || !within || !h.flow.Keeps(fn, name) {
			return name
		}
		of, pure := originOf(v.Init)
		if !pure || of == "" || strings.ContainsAny(of, ".[:(") || of == name {
			return name
		}
		body, _ := h.Body(fn)
		for _, j := range between(h, of, at, h.Match(body)) {
			switch after, before := h.Text(j+1), h.Text(j-1); {
			case after == "=", after == "++", after == "--", after == "+=", after == "-=", before == "&", before == "++", before == "--", before == "=" && h.Text(j-2) == "&":
				return name
			}
		}
		name = of
	}
	return name
}

func pointerText(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.CastExpr:
		if e.Type != nil && e.Type.Form == cuda.PointerType {
			return pointerText(e.X)
		}
	case *cuda.Ident:
		if !e.HasArgs && e.Name != "NULL" {
			return strings.Join(append(slices.Clone(e.Path), e.Name), "::")
		}
	case *cuda.MemberExpr:
		if x := pointerText(e.X); x != "" && len(e.Args) == 0 {
			return x + "." + e.Name
		}
	case *cuda.IndexExpr:
		x, i := pointerText(e.X), cuda.TemplateArg{Expr: e.I}.Text()
		if _, number := e.I.(*cuda.IntLit); x != "" && (number || pointerText(e.I) != "") {
			return x + "[" + i + "]"
		}
	case *cuda.CallExpr:
		switch f := e.Fun.(type) {
		case *cuda.Ident:
			if f.Name == "raw_pointer_cast" && len(e.Args) == 1 {
				return pointerText(e.Args[0])
			}
		case *cuda.MemberExpr:
			if x := pointerText(f.X); x != "" && len(e.Args) == 0 && (f.Name == "data" || f.Name == "get" || strings.HasSuffix(f.Name, "data_ptr")) {
				return x + ".data()"
			}
		}
	}
	return ""
}

// aliases are the parameters that get the same pointer as another one: one that may be written to, where there is one.
func aliases(fn *cuda.FuncDecl, origins []string) []Alias {
	of := map[string]int{}
	for n, text := range origins {
		if text == "" || n >= len(fn.Params) {
			continue
		}
		if first, seen := of[text]; !seen || fn.Params[first].Type.Elem.Const && !fn.Params[n].Type.Elem.Const {
			of[text] = n
		}
	}
	var out []Alias
	for n, text := range origins {
		if n < len(fn.Params) && text != "" && of[text] != n {
			out = append(out, Alias{fn.Params[n].Name, fn.Params[of[text]].Name})
		}
	}
	return out
}

// passedTwice puts what a call of the function around the launch passes for its parameters into the launch's pointers,
// if it passes one pointer twice; ok is false if it does not.
func passedTwice(h *Code, in *instance, fn *cuda.FuncDecl, args []cuda.Expr) (out []string, ok bool) {
	out = make([]string, len(in.origins))
	for n, text := range in.origins {
		if i := slices.IndexFunc(fn.Params, func(q *cuda.Param) bool { return q.Name != "" && q.Name == text }); i >= 0 && i < len(args) && h.flow.Keeps(fn, text) {
			if passed, pure := originOf(args[i]); pure && passed != "" {
				out[n] = passed
				ok = ok || slices.Contains(out[:n], passed)
			}
		}
	}
	return out, ok
}

// passesPointers reports whether two pointers that a launch passes are parameters of the function around it.
func passesPointers(in *instance, fn *cuda.FuncDecl) bool {
	n := 0
	for _, q := range fn.Params {
		if q.Name != "" && slices.Contains(in.origins, q.Name) {
			n++
		}
	}
	return n > 1
}

func anyPassesTwice(h *Code, in *instance, fn *cuda.FuncDecl, sites []callSite) bool {
	return slices.ContainsFunc(sites, func(c callSite) bool {
		args, ok := h.argumentsAt(c.at)
		if !ok || len(args) < c.skip {
			return false
		}
		_, twice := passedTwice(h, in, fn, args[c.skip:])
		return twice
	})
}

package host

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
	"gv2/frontend/source"
)

// Launchers: host functions that get a kernel, sizes in an object, and the kernel's arguments as a pack.
//
//	template <class K, class... A> void launch(K kernel, const Params &p, A &&...a) {
//	    kernel<<<p.grid, p.block, p.shared, p.stream>>>(std::forward<A>(a)...);
//	}

// handed is what a launch gets by the parameters of the function around it.
type handed struct {
	// kernel is the parameter that is launched, empty if the kernel is named at the launch.
	kernel string
	// starts reports whether a use names the kernel that was asked for, or may name it.
	starts func(u *cuda.TemplateUse) bool
	// pack is the pack of parameters that is passed on as arguments number first to most-1, empty for none.
	pack        string
	first, most int
}

// handedTo tells it of launch l; most is the number of the kernel's parameters.
func handedTo(h *Code, l *Launch, most int, starts func(u *cuda.TemplateUse) bool) handed {
	out := handed{starts: starts, first: len(l.Actual), most: most}
	fn, inside := h.flow.Around(l.Grid.at)
	if !inside {
		return out
	}
	if name := h.Text(l.Grid.at); slices.ContainsFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == name && !q.Pack }) {
		out.kernel = name
	}
	if takesPack(fn) && l.Rest != nil && passesOn(h, fn, l) {
		out.pack = fn.Params[len(fn.Params)-1].Name
	}
	return out
}

// passesOn reports whether launch l of function fn passes fn's pack on as it was given, behind its other arguments: nothing
// happens in fn before the launch, so that what the pack refers to is what it was at the call.
func passesOn(h *Code, fn *cuda.FuncDecl, l *Launch) bool {
	q := fn.Params[len(fn.Params)-1]
	t := q.Type
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	if t == nil || t.Form != cuda.NamedType || fn.Template == nil ||
		!slices.ContainsFunc(fn.Template.Params, func(p cuda.TemplateParam) bool { return p.Pack && p.Type == nil && p.Name == t.Name }) {
		return false // the arguments are converted
	}
	rest, isPack := l.Rest.(*cuda.PackExpr)
	if !isPack || !forwards(rest.X, q.Name) {
		return false
	}
	open, defined := h.Body(fn)
	if !defined {
		return false
	}
	for i := open + 1; i < h.Match(open); i++ {
		if h.Text(i) == "<<<" {
			end := h.afterChevrons(i)
			return h.Text(end) == "(" && i-1 == l.Grid.at && namedOnce(h, q.Name, end, h.Match(end))
		}
		switch t := h.Token(i); {
		case t.Kind == source.Ident, t.Text == ";", t.Text == "::":
		default:
			return false
		}
	}
	return false
}

// namedOnce reports whether one of the tokens lo to hi-1 has that name.
func namedOnce(h *Code, name string, lo, hi int) bool {
	n := 0
	for i := lo; i < hi; i++ {
		if h.Text(i) == name {
			n++
		}
	}
	return n == 1
}

// forwards reports whether e is a parameter of that name, or std::forward of it.
func forwards(e cuda.Expr, name string) bool {
	switch e := e.(type) {
	case *cuda.Ident:
		return e.Name == name && len(e.Path) == 0 && !e.HasArgs
	case *cuda.CallExpr:
		id, is := e.Fun.(*cuda.Ident)
		return is && id.Name == "forward" && slices.Equal(id.Path, []string{"std"}) && len(e.Args) == 1 && forwards(e.Args[0], name)
	default:
		return false
	}
}

// handedBy is what the launch gets by the call at site, whose arguments are args, of the function fn around it; ok is false
// if the call passes another kernel.
func handedBy(h *Code, to handed, fn *cuda.FuncDecl, site callSite, args []cuda.Expr, around *cuda.FuncDecl) (out handed, ok bool) {
	out = to
	out.pack, out.kernel = "", ""
	n := slices.IndexFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == to.kernel && to.kernel != "" })
	if n < 0 || n >= len(args) || site.skip > 0 {
		return out, true
	}
	u := kernelOf(args[n])
	switch {
	case u == nil:
	case h.kernels[u.Name]:
		u.Pos = h.Token(site.at).Pos
		return out, slices.ContainsFunc(h.expanded(&use{TemplateUse: u}, site.at), func(x *use) bool { return to.starts(x.TemplateUse) })
	case around != nil && slices.ContainsFunc(around.Params, func(q *cuda.Param) bool { return q.Name == u.Name }):
		out.kernel = u.Name
	}
	return out, true
}

// unpacked gives the launch the arguments that a call passes in the pack of fn, as they are in state s.
func (in *instance) unpacked(to handed, fn *cuda.FuncDecl, args []cuda.Expr, s *flow.State) {
	before := len(fn.Params) - 1
	if to.pack == "" || !takesPack(fn) || fn.Params[before].Name != to.pack {
		return
	}
	for k := before; k < len(args); k++ {
		if n := to.first + k - before; n < to.most && n < len(in.args) && in.args[n] == nil {
			in.args[n] = s.Eval(args[k]).X
		}
	}
}

package host

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/named"
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
	// argument is the number of the template parameter that is launched, from 1; 0 for none.
	argument int
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
	if slices.ContainsFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == l.Through && q.Name != "" && !q.Pack }) {
		out.kernel = l.Through
	} else {
		out.argument = named.Parameter(fn, l.Through)
	}
	if takesPack(fn) && l.Rest != nil && passesOn(h, fn, l) {
		out.pack = fn.Params[len(fn.Params)-1].Name
	}
	return out
}

// passesOn reports whether launch l of function fn passes fn's pack on as it was given, behind its other arguments: fn does
// nothing with it but launch.
func passesOn(h *Code, fn *cuda.FuncDecl, l *Launch) bool {
	rest, isPack := l.Rest.(*cuda.PackExpr)
	return isPack && forwards(rest.X, fn.Params[len(fn.Params)-1].Name) && onlyLaunches(h, fn)
}

// onlyLaunches reports whether fn does nothing with its pack of parameters, whose types are those of the arguments, but launch.
func onlyLaunches(h *Code, fn *cuda.FuncDecl) bool {
	q := fn.Params[len(fn.Params)-1]
	t := q.Type
	if t != nil && t.Form == cuda.ReferenceType {
		t = t.Elem
	}
	if t == nil || t.Form != cuda.NamedType || fn.Template == nil ||
		!slices.ContainsFunc(fn.Template.Params, func(p cuda.TemplateParam) bool { return p.Pack && p.Type == nil && p.Name == t.Name }) {
		return false // the arguments are converted
	}
	open, defined := h.Body(fn)
	for i := open + 1; defined && i < h.Match(open); i++ {
		if h.Text(i) == q.Name && !launchesWith(h, i) {
			return false
		}
	}
	return defined
}

// launchesWith reports whether token i, the name of a pack, stands in the arguments of a launch, alone or in std::forward.
func launchesWith(h *Code, i int) bool {
	if h.Text(i+1) == ")" && h.Text(i+2) == "..." && h.Text(h.Match(i+1)-1) == ">" && h.Text(h.Match(i+1)-4) == "forward" {
		i = h.Match(i+1) - 6 // std::forward<A>(a)...
		if h.Text(i) != "std" {
			return false
		}
	} else if h.Text(i+1) != "..." {
		return false
	}
	for i--; i > 0; i-- {
		switch m := h.Match(i); {
		case m >= 0 && m < i:
			i = m
		case m > i:
			_, starts := launchCalls[h.Text(i-1)]
			return h.Text(i) == "(" && (starts || h.Text(i-1) == ">" && h.Text(i-2) == ">" && h.Text(i-3) == ">")
		case h.Text(i) == ";":
			return false
		}
	}
	return false
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
	out.pack, out.kernel, out.argument = "", "", 0
	if to.argument > 0 {
		u := argumentsOf(h).Named(site.at, to.argument)
		if u == nil {
			return out, true
		}
		out.argument = named.Parameter(around, u.Name)
		return out, !h.kernels[u.Name] || slices.ContainsFunc(h.expanded(&use{TemplateUse: u}, site.at), func(x *use) bool { return to.starts(x.TemplateUse) })
	}
	n := slices.IndexFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == to.kernel && to.kernel != "" })
	if n < 0 || n >= len(args) || site.skip > 0 {
		return out, true
	}
	u := named.Kernel(args[n])
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
		if n := to.first + k - before; n < to.most && n < len(in.args) && in.args[n] == nil && staysSo(s, args[k], args[:before]) {
			in.args[n] = s.Eval(args[k]).X
		}
	}
}

// staysSo reports whether what a reference to e leads to keeps its value while a function runs that gets the reference: a value
// that is computed for it, or a variable to which nothing else refers, none of the function's other arguments either.
func staysSo(s *flow.State, e cuda.Expr, others []cuda.Expr) bool {
	refers := false
	switch e := e.(type) {
	case *cuda.IntLit, *cuda.BoolLit, *cuda.BinaryExpr, *cuda.ConstructExpr:
		return true
	case *cuda.CastExpr:
		return e.Type != nil && e.Type.Form != cuda.ReferenceType
	case *cuda.Ident:
		for _, o := range others {
			if id, is := o.(*cuda.Ident); is && id.Name == e.Name {
				return false
			}
			cuda.WalkExpr(o, func(x cuda.Expr) bool {
				switch x := x.(type) {
				case *cuda.UnaryExpr:
					refers = refers || x.Op == "&"
				case *cuda.LambdaExpr:
					refers = true
				default:
				}
				return !refers
			})
		}
		return !refers && s.Steady(e)
	default:
		return false
	}
}

// fixedAtCalls reports whether q, a parameter of fn that is a reference to const, leads at each call in the file to an object
// that is const, or to one that the call makes.
func fixedAtCalls(h *Code, fn *cuda.FuncDecl, q *cuda.Param) bool {
	n := slices.Index(fn.Params, q)
	sites, ok := h.callSites(fn, nil)
	if n < 0 || !ok || q.Type == nil || q.Type.Form != cuda.ReferenceType || q.Type.RValue || q.Type.Elem == nil || !q.Type.Elem.Const {
		return false
	}
	for _, c := range sites {
		args, read := h.argumentsAt(c.at)
		if !read || c.skip > 0 || n >= len(args) {
			return false
		}
		switch e := args[n].(type) {
		case *cuda.Ident:
			around, inside := h.flow.Around(c.at)
			if !inside || len(e.Path) > 0 || e.HasArgs || !flow.IsConstant(h.flow, around, e.Name, q.Type.Elem.Name) {
				return false
			}
		case *cuda.ConstructExpr, *cuda.InitList:
			if !h.flow.Keeps(fn, q.Name) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

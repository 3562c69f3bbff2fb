package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Configurations of cudaLaunchKernelEx that a constructor makes:
//
//	struct Config { cudaLaunchConfig_t cfg; Config(const Params &p) { cfg = {}; cfg.gridDim = p.grid; cfg.blockDim = p.block; } };
//	auto c = Config(params);
//	cudaLaunchKernelEx(&c.cfg, kernel, a, n);

// configuredBy are the values of a configuration's members by their names, if e is a member of an object that is made right
// before the launch at token i and nothing but launched with; nil if it is something else.
func configuredBy(h *Code, i int, e cuda.Expr) map[string]cuda.Expr {
	m, isMember := e.(*cuda.MemberExpr)
	if !isMember || m.Arrow || h.flow == nil {
		return nil
	}
	object, isName := m.X.(*cuda.Ident)
	fn, inside := h.flow.Around(i)
	if !isName || !inside || len(object.Path) > 0 {
		return nil
	}
	open, defined := h.Body(fn)
	declared := -1
	for _, j := range h.indexed(object.Name) {
		switch {
		case !defined || j < open || j > h.Match(open):
		case j > i && h.Text(j-1) == "&" && h.Text(j+1) == "." && h.Text(j+2) == m.Name && j < h.Match(i+1):
		case declared < 0 && j < i && h.Token(j-1).Kind == source.Ident && (h.Text(j+1) == "=" || h.Text(j+1) == "(" || h.Text(j+1) == "{"):
			declared = j
		default:
			return nil
		}
	}
	if declared < 0 || h.Match(h.blockOf(declared)) < i { // declared in a block that ends before
		return nil
	}
	class, args := h.Text(declared-1), []cuda.Expr(nil)
	if h.Text(declared+1) == "=" {
		r := h.Read(declared+2, h.Len()-1)
		switch x := r.Assign().(type) {
		case *cuda.CallExpr:
			id, is := x.Fun.(*cuda.Ident)
			if !is || r.Failed() || len(id.Path) > 0 {
				return nil
			}
			class, args = id.Name, x.Args
		case *cuda.ConstructExpr:
			if x.Type == nil || r.Failed() || len(x.Type.Path) > 0 {
				return nil
			}
			class, args = x.Type.Name, x.Args
		default:
			return nil
		}
	} else {
		r := h.Read(declared+1, h.Match(declared+1)+1)
		if args = r.Arguments(); r.Failed() {
			return nil
		}
	}
	return configuredIn(h, fn, class, args, m.Name)
}

// configuredIn are the values that the only constructor of a class gives to the members of its member of that name, over the
// arguments args in fn.
func configuredIn(h *Code, fn *cuda.FuncDecl, class string, args []cuda.Expr, member string) map[string]cuda.Expr {
	record := h.flow.Class(class)
	if record == nil || h.flow.Local(fn, class) || len(h.functions[class]) > 0 || len(record.Bases) > 0 || !slices.ContainsFunc(record.Fields, func(d *cuda.VarDecl) bool {
		return d.Name == member && d.Type.Form == cuda.NamedType && d.Type.Name == "cudaLaunchConfig_t" && !d.Static
	}) {
		return nil
	}
	var ctor *cuda.FuncDecl
	for _, m := range record.Methods {
		switch {
		case strings.HasPrefix(m.Name, "operator ") || strings.HasPrefix(m.Name, "~"):
			return nil
		case !m.Ctor || m.Deleted:
		case ctor != nil:
			return nil
		default:
			ctor = m
		}
	}
	if ctor == nil || len(ctor.Params) != len(args) || ctor.Template != nil {
		return nil
	}
	by := map[string]*cuda.Ident{}
	for n, q := range ctor.Params {
		id, is := args[n].(*cuda.Ident)
		if !is || len(id.Path) > 0 || q.Pack || !h.flow.Keeps(fn, id.Name) && !slices.ContainsFunc(fn.Params, func(q *cuda.Param) bool { return q.Name == id.Name && fixedAtCalls(h, fn, q) }) {
			return nil
		}
		by[q.Name] = id
	}
	body, faults := ctor.Body()
	if body == nil || faults.Len() > 0 || len(body.Inits) > 0 {
		return nil
	}
	return partsSetBy(body.Stmts, record, by, member)
}

// partsSetBy are the values that statements give to the parts of a member, if they are nothing but assignments to members of what
// parameters, or their members, are; by has what parameters stand for.
func partsSetBy(list []cuda.Stmt, record *cuda.RecordDecl, by map[string]*cuda.Ident, member string) map[string]cuda.Expr {
	out := map[string]cuda.Expr{}
	for _, s := range list {
		x, is := s.(*cuda.ExprStmt)
		if !is {
			return nil
		}
		a, is := x.X.(*cuda.AssignExpr)
		if !is || a.Op != "=" {
			return nil
		}
		to, path := pathOf(a.X)
		if to == nil || by[to.Name] != nil || !slices.ContainsFunc(record.Fields, func(d *cuda.VarDecl) bool { return d.Name == to.Name && !d.Static && d.Type.Form == cuda.NamedType }) {
			return nil
		}
		if list, is := a.Y.(*cuda.InitList); is && len(list.Items) == 0 && to.Name == member && path == nil {
			out["dynamicSmemBytes"] = &cuda.IntLit{Pos: a.Pos}
			continue
		}
		if to.Name != member {
			if u, is := a.Y.(*cuda.UnaryExpr); is && u.Op == "&" || a.Y == nil {
				return nil
			}
			if !plainly(a.Y) {
				return nil
			}
			continue
		}
		if len(path) != 1 {
			return nil
		}
		from, parts := pathOf(a.Y)
		switch {
		case from != nil && by[from.Name] != nil && len(parts) <= 1:
			var e cuda.Expr = by[from.Name]
			for _, name := range parts {
				e = &cuda.MemberExpr{Pos: a.Pos, X: e, Name: name}
			}
			out[path[0]] = e
		case path[0] == "attrs" || path[0] == "numAttrs" || path[0] == "stream":
		default:
			return nil
		}
	}
	if out["gridDim"] == nil || out["blockDim"] == nil || out["dynamicSmemBytes"] == nil {
		return nil
	}
	return out
}

// pathOf is the name and the members behind it that e is made of; nil for others.
func pathOf(e cuda.Expr) (*cuda.Ident, []string) {
	switch e := e.(type) {
	case *cuda.Ident:
		if len(e.Path) == 0 && !e.HasArgs {
			return e, nil
		}
	case *cuda.MemberExpr:
		if id, path := pathOf(e.X); id != nil && !e.Arrow {
			return id, append(path, e.Name)
		}
	}
	return nil, nil
}

// plainly reports whether e is a name or a number.
func plainly(e cuda.Expr) bool {
	switch e.(type) {
	case *cuda.Ident, *cuda.IntLit, *cuda.BoolLit:
		return true
	default:
		return false
	}
}

// kernelToken is the token of the kernel that the call of the runtime at token i launches, -1 if it is not one name.
func kernelToken(h *Code, i int, name string) int {
	found := -1
	for j := i + 2; j < h.Match(i+1); j++ {
		if h.Text(j) == name && h.Token(j).Kind == source.Ident {
			if found >= 0 {
				return -1
			}
			found = j
		}
	}
	return found
}

// startedByCall are the launches of a kernel by the call of the runtime at token i, which names a variable.
func startedByCall(h *Code, i int, l *Launch, kernel string) []*Launch {
	j := kernelToken(h, i, l.Use.Name)
	if j < 0 || l.Use.Args != nil || len(l.Use.Path) > 0 {
		return nil
	}
	var out []*Launch
	for _, u := range h.pointedTo(j) {
		if u.Name != kernel {
			continue
		}
		u.Pos = l.Use.Pos
		for _, x := range h.expanded(&use{TemplateUse: u}, i) {
			c := *l
			c.Use, c.Through = x.TemplateUse, l.Use.Name
			c.Grid.bound, c.Block.bound, c.Shared.bound = x.bound, x.bound, x.bound
			out = append(out, &c)
		}
	}
	return out
}

// startsByCall reports whether the variable at token j is the kernel of a call of the runtime that is read as a launch.
func startsByCall(h *Code, j int) bool {
	call := h.callBefore(j)
	if call < 0 || launchCalls[h.Text(call)] == nil {
		return false
	}
	l := h.launchCall(call, launchCalls[h.Text(call)])
	return l != nil && kernelToken(h, call, h.Text(j)) == j && l.Use.Name == h.Text(j) && l.Use.Args == nil
}

// callsNamed reports whether the calls of the runtime that launch name kernels, or variables of which it is known what they may be.
func callsNamed(h *Code) bool {
	for name, read := range launchCalls {
		for _, i := range h.indexed(name) {
			l := h.launchCall(i, read)
			if l == nil {
				return false
			}
			if j := kernelToken(h, i, l.Use.Name); !h.kernels[l.Use.Name] && (j < 0 || len(h.pointedTo(j)) == 0) {
				return false
			}
		}
	}
	return true
}

// onlyAsked reports whether the variable at token j, which is a kernel, is only asked about there: as the address that a function of the file
// gets which launches nothing, and which returns a number.
//
//	if (canOverlap(reinterpret_cast<const void *>(kernel))) ...
func onlyAsked(h *Code, j int) bool {
	if h.Text(j-1) != "(" || h.Text(j+1) != ")" || h.Text(j-2) != ">" {
		return false
	}
	cast := j - 3
	for h.Text(cast) != "<" && cast > j-10 && cast > 3 {
		cast--
	}
	if cast--; h.Text(cast) != "reinterpret_cast" || h.Text(cast-1) != "(" {
		return false
	}
	if !callsNamed(h) {
		return false // what is asked about may be kept and launched
	}
	fns := h.functions[h.Text(cast-2)]
	if len(fns) != 1 || fns[0].Result == nil || !h.flow.IsNumber(fns[0], fns[0].Result) {
		return false
	}
	open, defined := h.Body(fns[0])
	for k := open; defined && k < h.Match(open); k++ {
		if h.Text(k) == "<<<" || strings.HasPrefix(h.Text(k), "cudaLaunch") || strings.HasPrefix(h.Text(k), "cuLaunch") || h.kernels[h.Text(k)] {
			return false
		}
	}
	return defined
}

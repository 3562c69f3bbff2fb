package host

import (
	"slices"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/apart"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/named"
	"gv2/frontend/host/typed"
	"gv2/frontend/kernel"
	"gv2/frontend/source"
)

// instance is a launch on one way that leads to it, through the functions that call each
// other.
type instance struct {
	pos         diag.Pos
	grid, block [3]kernel.Expr
	shared      kernel.Expr
	// args are the arguments that are numbers, nil for others and unknown ones.
	args []kernel.Expr
	// extents are the bytes of memory that arguments lead to, nil for unknown ones and others; by are the
	// functions that gave it.
	extents []kernel.Expr
	by      []string
	// origins are the pointers that are passed, as text that tells where they are the same.
	origins []string
	// passed are the pointers as far as they are followed, at token at; near are the pairs of them that may lead into one array.
	passed []apart.Arguments
	at     int
	near   []nearPair
	// written are the aliases as the text of the launch has them; behind args stand the distances of their pointers.
	written []Alias
	// handed is what the parameters of the function around the launch give it.
	handed handed
	// conditions hold on the way.
	conditions []kernel.Expr
	// why says why the block is not known.
	why string
	// elsewhere marks a launch that is not seen.
	elsewhere bool
	prog      *flow.Program
	// base is the launch as the function around it sees it, before the arguments of a call
	// of that function were put in: what holds there holds for every call.
	base *instance
}

// Bounds of the walk from a launch to the functions that call its own.
const (
	maxCallDepth = 6
	maxInstances = 64
	maxCallSites = 24
)

// launchInstances evaluates a launch of kernel fn on all ways that lead to it. Behind the arguments for the
// kernel's parameters stand those of their members.
func (h *Code) launchInstances(l *Launch, fn *cuda.FuncDecl, params int, members []kernel.Member, starts func(u *cuda.TemplateUse) bool) []*instance {
	p := h.flow
	place := p.At(l.Grid.at, flow.Binding(l.Grid.bound))
	if l.Packed != "" {
		l.Actual = p.Packed(l.Grid.at, l.Packed)
	}
	defaults := defaultsOf(h, l, fn)
	var out []*instance
	pointers := pointerParams(h, fn)
	passed := passedAt(h, l, pointers)
	settled := !allocatesAround(h, l.Grid.at)
	to := handedTo(h, l, params, starts)
	for _, s := range place.States {
		in := &instance{pos: l.Pos(), prog: p, conditions: s.Conditions, origins: origins(h, l, fn), passed: passed, at: l.Grid.at, handed: to}
		grid, block, shared := s.Eval(l.Grid.Expr).AsDims(), s.Eval(l.Block.Expr).AsDims(), s.Eval(l.Shared.Expr)
		in.grid, in.block, in.why = grid.Dims, block.Dims, block.Why
		if shared.X != nil && shared.X.Type().IsInt() {
			in.shared = shared.X
		}
		for _, a := range l.Actual {
			in.args = append(in.args, s.Eval(a).X)
			var memory flow.Extent
			if settled {
				memory, _ = s.Extent(a)
			}
			in.extents, in.by = append(in.extents, memory.Bytes), append(in.by, memory.By)
		}
		in.args = append(in.args, defaults...)
		if len(l.Actual) <= params && len(members) > 0 {
			in.args = append(in.args, make([]kernel.Expr, params-len(in.args))...)
			for _, m := range members {
				var x kernel.Expr
				if m.Param < len(l.Actual) {
					x = s.Member(l.Actual[m.Param], m.Class, m.Name).X
				}
				in.args = append(in.args, x)
			}
		}
		in.written = aliases(fn, in.origins)
		if n := params + len(members) - len(in.args); n >= 0 {
			in.args = append(append(in.args, make([]kernel.Expr, n)...), far(h, l, fn, s, in.written)...)
		}
		for _, in := range h.lifted(in, place, l.Grid.at, l.Grid.bound, nil) {
			in.near = near(h, in.passed, in.at, len(pointers), map[string]bool{})
			out = append(out, in.settled().split(0)...)
		}
		if len(out) > maxInstances {
			return []*instance{{pos: l.Pos(), prog: p, why: "it has too many values"}}
		}
	}
	return out
}

// allocatesAround reports whether the statement of the launch at token i, or the condition in front of
// it, gives a pointer memory: the launch then gets what it leads to before that or after it.
func allocatesAround(h *Code, i int) bool {
	ends := func(text string) bool { return text == ";" || text == "{" || text == "}" || text == "" }
	for _, step := range []int{-1, 1} {
		for j := i; j >= 0 && !ends(h.Text(j)); j += step {
			if flow.Allocating(h.Text(j)) {
				return true
			}
		}
	}
	return false
}

// lifted replaces the parameters of the function around a launch by what the calls of the
// function pass.
//
// A call within the function itself, or within one that it was called from, is of another
// activation, whose variables have the same names: nothing is replaced then.
func (h *Code) lifted(in *instance, place flow.Place, at int, bound substitution, within []*cuda.FuncDecl) []*instance {
	depth := len(within)
	if place.Fn == nil || len(place.Params) == 0 {
		return []*instance{in}
	}
	depends := in.depends(place) || in.handed.kernel != "" || in.handed.argument > 0 || in.handed.pack != ""
	if !depends && !passesPointers(in, place.Fn) {
		return []*instance{in}
	}
	sites, ok := h.callSites(place.Fn, bound)
	if !ok || depth >= maxCallDepth || !depends && !anyPassesTwice(h, in, place.Fn, sites) {
		return []*instance{in}
	}
	var out []*instance
	for _, c := range sites {
		args, ok := h.argumentsAt(c.at)
		if !ok {
			return []*instance{in}
		}
		args = args[c.skip:]
		site := h.flow.At(c.at, nil)
		to, starts := handedBy(h, in.handed, place.Fn, c, args, site.Fn)
		if !starts {
			continue
		}
		chain := append(slices.Clone(within), place.Fn)
		if slices.Contains(chain, site.Fn) {
			return []*instance{in}
		}
		for _, s := range site.States {
			with := map[*kernel.Var]kernel.Expr{}
			for n, p := range place.Params {
				if place.Fn.Params[n].Pack {
					break
				}
				if n >= len(args) {
					x := h.flow.Default(place.Fn, n)
					if x.X == nil && (p.X != nil || p.IsDims) {
						return []*instance{in}
					}
					bind(with, p, x)
					continue
				}
				if e := args[n]; e != nil {
					if c.skip > 0 && (p.X != nil || p.IsDims) && !s.Steady(e) {
						return []*instance{in} // it may change between the calls
					}
					bind(with, p, s.Eval(e))
					if c.skip == 0 || s.Steady(e) {
						for name, m := range place.Members[n] {
							bind(with, m, s.Member(e, place.Classes[n], name))
						}
					}
				}
			}
			lifted := in.substituted(with)
			lifted.base, lifted.handed = in, to
			lifted.unpacked(in.handed, place.Fn, args, s)
			lifted.origins, _ = passedTwice(h, in, place.Fn, args)
			lifted.passed, lifted.at = passedBy(h, in.passed, c), c.at
			lifted.conditions = append(lifted.conditions, s.Conditions...)
			if lifted.possible() {
				out = append(out, h.lifted(lifted, site, c.at, nil, chain)...)
			}
			if len(out) > maxInstances {
				return []*instance{in}
			}
		}
	}
	return out
}

// split makes an instance for each way to decide the conditions on which the block
// depends.
//
//	k<<<1, n > 64 ? 128 : 64>>>(p)
func (in *instance) split(depth int) []*instance {
	var on *kernel.Cond
	for _, x := range in.block {
		if x != nil {
			kernel.WalkExpr(x, func(e kernel.Expr) bool {
				if c, ok := e.(*kernel.Cond); ok && on == nil {
					on = c
				}
				return on == nil
			})
		}
	}
	if depth > maxCallDepth {
		return []*instance{in}
	}
	var out []*instance
	if on == nil {
		at, list := in.alternatives()
		for _, e := range list {
			c := *in
			c.conditions = slices.Clone(in.conditions)
			c.conditions[at] = e
			out = append(out, c.settled().split(depth+1)...)
		}
		if out == nil {
			return []*instance{in}
		}
		return out
	}
	text := kernel.ExprString(on.C)
	for _, holds := range []bool{true, false} {
		c := in.mapped(func(e kernel.Expr) kernel.Expr {
			if x, ok := e.(*kernel.Cond); ok && kernel.ExprString(x.C) == text && slices.Equal(flow.Roots(x.C), flow.Roots(on.C)) {
				if holds {
					return x.X
				}
				return x.Y
			}
			return kernel.FoldNode(e)
		})
		cond := on.C
		if !holds {
			cond = cexpr.Not(cond)
		}
		c.conditions = append(c.conditions, cond)
		if c.possible() {
			out = append(out, c.split(depth+1)...)
		}
	}
	return out
}

// bind replaces the roots of a parameter by the parts of an argument.
func bind(with map[*kernel.Var]kernel.Expr, p, arg flow.Value) {
	put := func(root, x kernel.Expr) {
		if r, ok := root.(*kernel.VarRef); ok && x != nil {
			with[r.Var] = cexpr.Convert(x, r.Var.T)
		}
	}
	if p.X != nil {
		put(p.X, arg.X)
		return
	}
	if arg = arg.AsDims(); p.IsDims {
		for d := range p.Dims {
			put(p.Dims[d], arg.Dims[d])
		}
	}
}

// padded reports whether a root is a pitch that cudaMallocPitch chose.
func (in *instance) padded(r *kernel.Var) bool { return in.prog != nil && in.prog.Padded(r) }

// unseen reports whether the type of a root is not seen.
func (in *instance) unseen(r *kernel.Var) bool { return in.prog != nil && in.prog.Unseen(r) }

// expressions are all that the instance consists of.
func (in *instance) expressions() []kernel.Expr {
	out := slices.Concat(in.grid[:], in.block[:], in.args, in.extents, in.conditions)
	return append(out, in.shared)
}

// depends reports whether the instance reads one of the parameters of the function around place.
func (in *instance) depends(place flow.Place) bool {
	roots := map[*kernel.Var]bool{}
	note := func(p flow.Value) {
		for _, x := range append(p.Dims[:], p.X) {
			for _, r := range flow.Roots(x) {
				roots[r] = true
			}
		}
	}
	for n, p := range place.Params {
		note(p)
		for _, m := range place.Members[n] {
			note(m)
		}
	}
	for _, x := range in.expressions() {
		for _, r := range flow.Roots(x) {
			if roots[r] {
				return true
			}
		}
	}
	return false
}

func (in *instance) substituted(with map[*kernel.Var]kernel.Expr) *instance {
	return in.mapped(func(e kernel.Expr) kernel.Expr {
		if r, ok := e.(*kernel.VarRef); ok && with[r.Var] != nil {
			return with[r.Var]
		}
		return kernel.FoldNode(e)
	})
}

// mapped is the instance with f applied to all expressions, inside out.
func (in *instance) mapped(f func(kernel.Expr) kernel.Expr) *instance {
	c := *in
	c.args = slices.Clone(in.args)
	c.extents = slices.Clone(in.extents)
	c.conditions = slices.Clone(in.conditions)
	each := func(x kernel.Expr) kernel.Expr {
		if x == nil {
			return nil
		}
		return kernel.MapExpr(x, f)
	}
	for d := range c.grid {
		c.grid[d], c.block[d] = each(c.grid[d]), each(c.block[d])
	}
	for _, list := range [][]kernel.Expr{c.args, c.extents, c.conditions} {
		for i := range list {
			list[i] = each(list[i])
		}
	}
	c.shared = each(c.shared)
	return &c
}

// possible reports whether no condition is certainly false.
func (in *instance) possible() bool {
	for _, c := range in.conditions {
		if k, ok := c.(*kernel.Const); ok && k.Val == 0 {
			return false
		}
	}
	return true
}

// argumentsAt are the arguments of the call whose name is token i.
func (h *Code) argumentsAt(i int) ([]cuda.Expr, bool) {
	open := h.callOpen(i)
	if open < 0 {
		return nil, false
	}
	r := h.Read(open, h.Match(open)+1)
	args := r.Arguments()
	return args, !r.Failed() && r.AtEnd()
}

// callOpen is the ( of the call whose name is token i, -1 if it is no call.
func (h *Code) callOpen(i int) int {
	open := i + 1
	if h.Text(open) == "<" {
		r := h.Read(open, h.Len()-1)
		r.TemplateArgs()
		if r.Failed() {
			return -1
		}
		open = r.Pos()
	}
	if h.Text(open) != "(" || h.Match(open) < 0 {
		return -1
	}
	return open
}

// callSites are the calls of a function in the file; ok is false if it has none, or if
// others may call it, too: its address is taken, or it is mentioned in a way that is not
// understood.
func (h *Code) callSites(fn *cuda.FuncDecl, bound substitution) (sites []callSite, ok bool) {
	if fn.Ctor || len(fn.Name) == 0 {
		return nil, false
	}
	least := h.flow.Least(fn)
	for _, i := range h.indexed(fn.Name) {
		if h.declaresFunction(fn.Name, i) || h.Token(i).Pos.Supplied() {
			continue // what gv2 supplies names variables of its own
		}
		open := h.callOpen(i)
		before := h.Text(i - 1)
		_, within := h.flow.Around(i)
		switch {
		case (before == "." || before == "->") && (open < 0 || !h.flow.IsMethod(fn)):
			continue // a member of something else
		case open < 0 && h.launchedAt(i):
			continue // a kernel of the same name
		case open < 0 && within && fn.Template == nil:
			site, ok := h.forwardedAt(fn, i)
			if !ok {
				return nil, false
			}
			sites = append(sites, site)
			continue
		case open < 0 || !within || before == "&":
			return nil, false
		}
		if t := h.Token(i - 1); t.Kind == source.Ident && !notTypes[t.Text] {
			return nil, false // a declaration, or a word that is not understood
		}
		args, read := h.argumentsAt(i)
		if !read || len(beforePack(args)) < len(args) { // of a pack nobody knows how many arguments it is
			return nil, false
		}
		if pack := takesPack(fn); len(args) < least && !(pack && len(args) == least-1) || len(args) > len(fn.Params) && !fn.Variadic && !pack {
			if !h.flow.Takes(fn, len(args)) {
				return nil, false // an argument may have its default in another declaration
			}
			continue // another function of that name
		}
		if h.otherInstance(fn, i, bound) {
			continue
		}
		sites = append(sites, callSite{at: i})
	}
	return sites, len(sites) > 0 && len(sites) <= maxCallSites
}

// callSite is a call of a function: the name at token at, which is that of the function or of one
// that passes the arguments behind the first few on to it.
//
// open is the ( of the arguments where that is not the one behind the name, else 0.
type callSite struct{ at, skip, open int }

// forwardedAt is the call of a function that gets fn at token i as an argument and calls it.
func (h *Code) forwardedAt(fn *cuda.FuncDecl, i int) (callSite, bool) {
	call := h.callBefore(i)
	if call < 0 {
		return callSite{}, false
	}
	fw, ok := h.flow.ForwardOf(call)
	if !ok || h.flow.ArgumentName(call, fw.Callee) != fn.Name {
		return callSite{}, false
	}
	args, read := h.argumentsAt(call)
	mentioned := 0
	for _, j := range h.indexed(fn.Name) {
		if j > call && j < h.Match(h.callOpen(call)) {
			mentioned++
		}
	}
	if !read || mentioned != 1 || len(args)-fw.First != len(fn.Params) {
		return callSite{}, false
	}
	for _, q := range fn.Params {
		if q.Type == nil || q.Type.Form == cuda.ReferenceType {
			return callSite{}, false
		}
	}
	return callSite{at: call, skip: fw.First}, true
}

var notTypes = map[string]bool{"return": true, "else": true, "do": true, "case": true, "throw": true, "co_return": true}

// declaresFunction reports whether token i is the name in a declaration of a function.
func (h *Code) declaresFunction(name string, i int) bool {
	return h.flow.Declares(name, h.Token(i).Pos)
}

// otherInstance reports whether the call at token i is certainly of another instance of a
// function template than the one that bound tells.
func (h *Code) otherInstance(fn *cuda.FuncDecl, i int, bound substitution) bool {
	if fn.Template == nil || bound == nil {
		return false
	}
	way, end := h.templateUse(i)
	if way.Fault != "" {
		return false
	}
	if args := h.deduced(fn, way.Args, i, end); args != nil && h.Text(end) == "(" {
		way.Args = args
	}
	for n, a := range way.Args {
		if n >= len(fn.Template.Params) {
			break
		}
		b, known := bound[fn.Template.Params[n].Name]
		if known && closed(a) && closed(b) && a.Text() != b.Text() {
			return true
		}
	}
	return false
}

// closed reports whether an argument is a literal or a type of the language: what is
// written differently is different.
func closed(a cuda.TemplateArg) bool {
	switch a.Expr.(type) {
	case *cuda.IntLit, *cuda.BoolLit:
		return a.Type == nil
	case nil:
		return a.Type != nil && a.Type.Form == cuda.NamedType && len(a.Type.Path) == 0 && languageTypes[a.Type.Name]
	}
	return false
}

var languageTypes = map[string]bool{"int": true, "float": true, "double": true, "char": true, "short": true, "long": true,
	"unsigned int": true, "unsigned char": true, "long long": true, "unsigned long": true, "unsigned long long": true, "bool": true}

// PassedOn is where a kernel is handed on to something of which it is not seen how it launches it.
func PassedOn(h *Code, fn *cuda.FuncDecl, names Names) (at diag.Pos, is bool) {
	h.flowOf(names)
	name, _, _ := strings.Cut(fn.Name, "<")
	return h.usedElsewhere(name)
}

// usedElsewhere finds a use of a kernel that is neither its declaration nor a launch nor
// a question to the runtime about it: someone else may launch it.
func (h *Code) usedElsewhere(name string) (diag.Pos, bool) {
	for _, i := range h.indexed(name) {
		if h.declaresFunction(name, i) || h.Token(i).Pos.Supplied() || declaresVariable(h, i) {
			continue
		}
		if h.launchedAt(i) || h.Text(i-1) == "." || h.Text(i-1) == "->" || h.Text(i+1) == "::" {
			continue
		}
		if b, in := h.flow.Around(i); in && (b.Global || b.Device && !b.Host && ownVariable(h, b, name)) {
			continue // within a kernel, or a variable of device code
		}
		end := i + 1
		if h.Text(end) == "<" {
			r := h.Read(end, h.Len()-1)
			r.TemplateArgs()
			if r.Failed() {
				continue
			}
			end = r.Pos()
		}
		if h.Text(end) == "(" || compares(h.Text(end)) || compares(h.Text(i-1)) || h.Text(i-1) == "&" && compares(h.Text(i-2)) {
			continue // a function of the same name is called, or it is compared
		}
		if h.isVariable(i) || h.toldAbout(i, name) || h.pointed(i) || h.launchedByCallee(i) || argumentsOf(h).Launched(i) {
			continue
		}
		return h.Token(i).Pos, true
	}
	return diag.Pos{}, false
}

// declaresVariable reports whether token i is the name in a declaration of a parameter or variable that hides the kernel of that
// name: int *k.
func declaresVariable(h *Code, i int) bool {
	if afterType(h, i) {
		return true
	}
	pos := h.Token(i).Pos
	for _, fns := range h.functions {
		for _, fn := range fns {
			if slices.ContainsFunc(fn.Params, func(q *cuda.Param) bool { return q.Pos == pos }) {
				return true
			}
		}
	}
	return false
}

// afterType reports whether a word for numbers stands before token i, or a type of pointers to them.
func afterType(h *Code, i int) bool {
	j := i - 1
	for j > 0 && (h.Text(j) == "*" || h.Text(j) == "&" || h.Text(j) == "const" || h.Text(j) == "__restrict__") {
		j--
	}
	return typed.Numbers[h.Text(j)]
}

// ownVariable reports whether a function declares a variable of that name, or a lambda in it a parameter.
func ownVariable(h *Code, fn *cuda.FuncDecl, name string) bool {
	return slices.ContainsFunc(h.indexed(name), func(j int) bool {
		b, in := h.flow.Around(j)
		return in && b == fn && (afterType(h, j) || h.Text(j-1) == "auto")
	})
}

func compares(op string) bool { return op == "==" || op == "!=" }

// isVariable reports whether the name at token i is certainly that of a variable or a type: what
// stands around it fits no function.
func (h *Code) isVariable(i int) bool {
	next, before := h.Text(i+1), h.Token(i-1)
	switch next {
	case ")", ",", ";", "}", ":", ">", ">>", "?", "]", "<", "&&", "||":
	default:
		return true
	}
	// A declaration, as in int k;
	return before.Kind == source.Ident && !notTypes[before.Text] && next != "<" && before.Text != "operator" && before.Text != "goto"
}

// toldAbout reports whether the kernel at token i is an argument of a launch that is read, or
// of a question to the runtime.
func (h *Code) toldAbout(i int, name string) bool {
	call := h.callBefore(i)
	if call < 0 {
		return false
	}
	word := h.Text(call)
	if aboutKernels(word) {
		return true
	}
	read, known := launchCalls[word]
	if !known || read == nil {
		return false
	}
	l := h.launchCall(call, read)
	return l != nil && l.Use.Name == name
}

// aboutKernels reports whether a function of the runtime gets kernels and does not launch
// them.
func aboutKernels(name string) bool {
	return strings.HasPrefix(name, "cudaFunc") || strings.HasPrefix(name, "cudaOccupancy")
}

// pointed reports whether token i is the value of a variable of the function around it, of which
// each use is seen: auto f = k<T>; f<<<...>>>(...). Whoever copies it, passes it on or
// refers to it may launch the kernel elsewhere.
func (h *Code) pointed(i int) bool {
	fn, in := h.flow.Around(i)
	f := h.setBy(i)
	if !in || f < 0 {
		return false
	}
	declared := false
	for _, j := range h.indexed(h.Text(f)) {
		if at, inside := h.flow.Around(j); !inside || at != fn {
			continue
		}
		before := h.Token(j - 1)
		switch {
		case h.Text(j+1) == "<<<":
			if !slices.ContainsFunc(h.pointedTo(j), func(u *cuda.TemplateUse) bool { return u.Name == h.Text(i) }) {
				return false
			}
		case h.Text(j+1) == "=" && h.setsKernel(j+2):
			declared = declared || before.Kind == source.Ident || before.Text == "*"
		case h.Text(j+1) == ";" && (before.Kind == source.Ident && !notTypes[before.Text] || before.Text == "*"):
			declared = true
		case h.Text(j+1) == ")" && before.Text == "*" && h.Text(j+2) == "(": // void (*f)(int *)
			declared = true
		default:
			if call := h.callBefore(j); call < 0 || !aboutKernels(h.Text(call)) {
				return false
			}
		}
	}
	return declared
}

// launchedByCallee reports whether the kernel at token i is an argument of a function of the file that
// does nothing with it but launch it, in a way that is seen.
//
//	void run(void (*f)(int *), int *p) { f<<<1, 64>>>(p); }   run(k, p);
func (h *Code) launchedByCallee(i int) bool {
	call := h.callBefore(i)
	if call < 0 {
		return false
	}
	args, ok := h.argumentsAt(call)
	fns := h.functions[h.Text(call)]
	if !ok || len(fns) != 1 || len(args) > len(fns[0].Params) && !takesPack(fns[0]) || h.Text(call-1) == "." || h.Text(call-1) == "->" || h.Text(call-1) == "::" {
		return false
	}
	open, defined := h.Body(fns[0])
	q := ""
	for n, a := range args {
		u := named.Kernel(a)
		switch {
		case u == nil || u.Name != h.Text(i):
		case q != "" || n >= len(fns[0].Params) || fns[0].Params[n].Pack || fns[0].Params[n].Type == nil || fns[0].Params[n].Type.Form == cuda.ReferenceType:
			return false
		default:
			q = fns[0].Params[n].Name
		}
	}
	if !defined || q == "" {
		return false
	}
	launched := false
	for _, j := range h.indexed(q) {
		if j < open || j > h.Match(open) {
			continue
		}
		asked := h.Text(j+1) != "<<<" && (startsByCall(h, j) || onlyAsked(h, j))
		if h.Text(j+1) != "<<<" && !asked || !slices.ContainsFunc(h.pointedTo(j), func(u *cuda.TemplateUse) bool { return u.Name == h.Text(i) }) {
			return false
		}
		launched = launched || !asked || startsByCall(h, j)
	}
	return launched
}

// setBy is the variable that is set to the function at token i and nothing else, -1 if there is none.
func (h *Code) setBy(i int) int {
	for h.Text(i-1) == "::" && h.Token(i-2).Kind == source.Ident { // n::k
		i -= 2
	}
	if h.Text(i-1) == "&" {
		i--
	}
	if h.Text(i-1) != "=" || !h.setsKernel(i) {
		return -1
	}
	f := i - 2
	if h.Text(f) == ")" { // void (*f)(int *) = k
		if open := h.Match(f); open > 2 && h.Text(open-1) == ")" && h.Text(open-3) == "*" {
			f = open - 2
		}
	}
	if f < 1 || h.Token(f).Kind != source.Ident || h.Text(f-1) == "." || h.Text(f-1) == "->" || h.Text(f-1) == "::" {
		return -1
	}
	return f
}

// setsKernel reports whether the name of a function, perhaps with & and template arguments, is all
// there is from token i to a semicolon.
func (h *Code) setsKernel(i int) bool {
	if h.Text(i) == "&" {
		i++
	}
	if h.Token(i).Kind != source.Ident {
		return false
	}
	for h.Text(i+1) == "::" && h.Token(i+2).Kind == source.Ident {
		i += 2
	}
	end := i + 1
	if h.Text(end) == "<" {
		r := h.Read(end, h.Len()-1)
		r.TemplateArgs()
		if r.Failed() {
			return false
		}
		end = r.Pos()
	}
	return h.Text(end) == ";"
}

// callBefore is the name of the call in whose arguments token i stands, -1 if there is none.
func (h *Code) callBefore(i int) int {
	for i--; i > 0; i-- {
		m := h.Match(i)
		if m >= 0 && m < i {
			i = m
			continue
		}
		if h.Text(i) == "(" {
			if h.Token(i-1).Kind == source.Ident {
				return i - 1
			}
			continue
		}
		if m > i || h.Text(i) == ";" {
			return -1
		}
	}
	return -1
}

// launchedAt reports whether the name at token i begins a launch.
func (h *Code) launchedAt(i int) bool {
	end := i + 1
	if h.Text(end) == "<" {
		r := h.Read(end, h.Len()-1)
		r.TemplateArgs()
		if r.Failed() {
			return false
		}
		end = r.Pos()
	}
	return h.launchAfter(i, end) > 0
}

// blockDims is the size of the block, or the reason why it is not known or impossible.
func (in *instance) blockDims() (dims [3]int, why string) {
	threads := int64(1)
	for d, x := range in.block {
		k, ok := x.(*kernel.Const)
		switch {
		case in.prog == nil:
			return dims, in.why
		case !ok:
			return dims, in.prog.Why(x, in.why)
		case k.Val < 1 || k.Val > int64(kernel.MostBlockDim[d]):
			return dims, noSuchBlock
		}
		dims[d] = int(k.Val)
		threads *= k.Val
	}
	if threads > kernel.MostThreads {
		return dims, noSuchBlock
	}
	return dims, ""
}

// gridDims has the dimensions of the grid that are known.
func (in *instance) gridDims() [3]int {
	var g [3]int
	for d, x := range in.grid {
		if k, ok := x.(*kernel.Const); ok && k.Val >= 1 && k.Val <= int64(kernel.MostGridDim[d]) {
			g[d] = int(k.Val)
		}
	}
	return g
}

// bytes is the size of dynamic shared memory, -1 if it is not known.
func (in *instance) bytes() int64 {
	if k, ok := in.shared.(*kernel.Const); ok && k.Val >= 0 {
		return k.Val
	}
	return -1
}

package host

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/diag"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// Host code that launches kernel templates for several arguments, as in
//
//	template <class T> void run(T *p) { k<T><<<1, 32>>>(p); }
//	int main() { run<int>(p); }
//
// A use of k inside run stands for one use for each way that the file uses run. The same
// holds of the members of a class template and its instances, and of a lambda with auto
// parameters and its calls.

// maxTemplateUses bounds the uses for which one use stands, maxWays the ways in all that
// are looked at in a file.
const (
	maxTemplateUses = 64
	maxWays         = 20_000
)

// binder is a piece of host code that stands for several: its parameters have other
// meanings in each way that leads into it.
type binder struct {
	// open is the { of its body.
	open int
	head *cuda.TemplateHead
	// fn is set for a function template, record for a class template, lambda to the [ of
	// a lambda, whose head has the types of its auto parameters as subst.Variable.
	fn     *cuda.FuncDecl
	record *cuda.RecordDecl
	lambda int
	// params are the positions of the auto parameters of a lambda.
	params []int

	ways  []*use
	state int // of ways: 0 not yet, 1 being found, 2 found
	// others: ways of which the arguments are not known lead here as well, the first of them at from.
	others bool
	from   diag.Pos
}

// templates are the function templates of the file that are no kernels and have a body,
// members of classes included.
func (h *Code) templates(decls []cuda.Decl) []*cuda.FuncDecl {
	var out []*cuda.FuncDecl
	add := func(fn *cuda.FuncDecl) {
		if fn.Global || fn.Template == nil || len(fn.Template.Params) == 0 {
			return
		}
		if _, defined := h.Body(fn); defined {
			out = append(out, fn)
		}
	}
	for _, d := range decls {
		switch d := d.(type) {
		case *cuda.FuncDecl:
			add(d)
		case *cuda.RecordDecl:
			for _, m := range d.Methods {
				add(m)
			}
			out = append(out, h.templates(d.Nested)...)
		}
	}
	return out
}

// classTemplates notes the names of classes, and the class templates by where their names
// stand.
func (h *Code) classTemplates(decls []cuda.Decl) {
	for _, d := range decls {
		if r, ok := d.(*cuda.RecordDecl); ok {
			h.records[r.Name] = true
			if r.SpecialOf != nil {
				h.special[r.Name] = append(h.special[r.Name], r.SpecialOf)
				h.partial[r.Name] = h.partial[r.Name] || r.Template != nil && len(r.Template.Params) > 0
			}
			if r.Template != nil && len(r.Template.Params) > 0 && !r.Forward {
				h.classes[r.Pos] = r
			}
			h.classTemplates(r.Nested)
		}
	}
}

// blockOf is the innermost { around each token, -1 at file level.
func (h *Code) blockOf(i int) int {
	if h.blocks == nil {
		h.blocks = make([]int32, h.Len())
		at := int32(-1)
		for j := range h.blocks {
			if t := h.Text(j); t == "}" && at >= 0 && h.Match(int(at)) == j {
				at = h.blocks[at]
			}
			h.blocks[j] = at
			if h.Text(j) == "{" && h.Token(j).Kind == source.Punct && h.Match(j) > j {
				at = int32(j)
			}
		}
	}
	return int(h.blocks[i])
}

// binders are those around token i, the innermost one first.
func (h *Code) binders(i int) []*binder {
	var out []*binder
	if b := headBinder(h, i); b != nil {
		out = append(out, b)
	}
	for b := h.blockOf(i); b >= 0; b = h.blockOf(b) {
		if x := h.binderOf(b); x != nil {
			out = append(out, x)
		}
	}
	return out
}

// headBinder is that of the function template in front of whose body token i stands: its parameters mean in the types of
// result and parameters what they mean in the body.
//
//	template <class T> S<T> make(T x) { ... }
func headBinder(h *Code, i int) *binder {
	for j := i; j < h.Len() && j-i < maxStatement/10; j++ {
		switch h.Text(j) {
		case "{":
			if fn := h.hostAt[j]; fn != nil {
				return h.binderOf(j)
			}
			return nil
		case ";", "}", "=":
			return nil
		case "(", "[":
			if m := h.Match(j); m > j {
				j = m
			}
		}
	}
	return nil
}

// binderOf is the binder whose body opens at token open, nil if there is none.
func (h *Code) binderOf(open int) *binder {
	if b, known := h.bound[open]; known {
		return b
	}
	var b *binder
	switch fn := h.hostAt[open]; {
	case fn != nil:
		b = &binder{open: open, fn: fn, head: fn.Template}
	default:
		if b = h.lambdaBinder(open); b == nil {
			b = h.classBinder(open)
		}
	}
	h.bound[open] = b
	return b
}

// classBinder is that of the class template whose body opens at token open.
func (h *Code) classBinder(open int) *binder {
	for i := open - 1; i > 0 && open-i < 200; i-- {
		t := h.Token(i)
		if t.Text == ";" || t.Text == "{" || t.Text == "}" || t.Text == "(" || t.Text == ")" {
			return nil
		}
		if r := h.classes[t.Pos]; r != nil && t.Text == r.Name {
			return &binder{open: open, record: r, head: r.Template}
		}
	}
	return nil
}

// lambdaBinder is that of the lambda with auto parameters whose body opens at token open.
func (h *Code) lambdaBinder(open int) *binder {
	list := h.paramsBefore(open)
	if list < 1 || h.Text(list-1) != "]" || h.Match(list-1) < 0 {
		return nil
	}
	b := &binder{open: open, lambda: h.Match(list - 1), head: &cuda.TemplateHead{}}
	r := h.ReadLocal(list, h.Match(list)+1)
	for n, q := range r.Params() {
		t := q.Type
		for t != nil && (t.Form == cuda.ReferenceType || t.Form == cuda.PointerType) {
			t = t.Elem
		}
		if !r.Failed() && t != nil && t.Form == cuda.AutoType && q.Name != "" {
			b.params = append(b.params, n)
			b.head.Params = append(b.head.Params, cuda.TemplateParam{Pos: q.Pos, Name: subst.Variable(q.Name)})
		}
	}
	if len(b.params) == 0 {
		return nil
	}
	return b
}

// expanded are the uses for which u at token i stands: u itself if it is not in a
// template, or if the file does not use that.
func (h *Code) expanded(u *use, i int) []*use {
	if u.Fault != "" {
		return []*use{u}
	}
	return h.expandedBy(u, h.binders(i))
}

// expandedBy is u for each way into each of the binders, the innermost one first, and for those ways that
// are not known, if others are.
func (h *Code) expandedBy(u *use, binders []*binder) []*use {
	cur := []*use{u}
	for _, b := range binders {
		ways := h.waysInto(b)
		if len(ways) == 0 {
			if idle(h, b) {
				for i, c := range cur {
					unused, t := *c, *c.TemplateUse
					t.Idle, unused.TemplateUse = true, &t
					cur[i] = &unused
				}
			}
			continue
		}
		var next []*use
		seen := map[string]bool{}
		others := b.others
		put := func(x *use, most int) {
			key := fmt.Sprint(x.key(), "\x00", x.bound.text(), x.Others, x.From)
			switch {
			case seen[key]:
			case len(next) >= most:
				others = true
			default:
				seen[key] = true
				next = append(next, x)
			}
		}
		for _, w := range ways {
			for _, c := range cur {
				x := c.with(b.head, w.Args)
				x.Idle = x.Idle || w.Idle
				put(x, maxTemplateUses)
			}
		}
		if others {
			for _, c := range cur {
				put(c.elsewhere(b), 2*maxTemplateUses)
			}
		}
		cur = next
	}
	return cur
}

// idle reports whether a binder is a function template or a class template of which the file has nothing but declarations.
func idle(h *Code, b *binder) bool {
	if b.record != nil {
		return b.record.SpecialOf == nil && !slices.ContainsFunc(h.indexed(b.record.Name), func(j int) bool {
			before := h.Text(j - 1)
			return (j < b.open || j > h.Match(b.open)) && before != "class" && before != "struct"
		})
	}
	return b.fn != nil && h.memberOf(b.fn) == nil && !h.methodAt[b.fn.Pos] && len(h.indexed(b.fn.Name)) <= len(h.functions[b.fn.Name]) &&
		!strings.HasPrefix(b.fn.Name, "operator")
}

// waysInto are the uses of a binder in the file, with their template arguments. None while
// they are being found: a function that calls itself adds nothing.
func (h *Code) waysInto(b *binder) []*use {
	if b.state != 0 {
		return b.ways
	}
	b.state = 1
	var ways []*use
	seen := map[string]bool{}
	add := func(w *use, at int) {
		if h.specialised(b, w.Args) {
			return
		}
		if h.ways++; h.ways > maxWays || h.late() {
			b.others = true
			return
		}
		if len(w.Args) == 0 && len(b.head.Params) == 0 {
			return
		}
		around := h.binders(at)
		if b.lambda > 0 { // what is around the lambda as well is replaced with it
			around = slices.DeleteFunc(slices.Clone(around), func(o *binder) bool { return o.open < b.open && b.open < h.Match(o.open) })
		}
		from := h.Token(at).Pos
		defer func() { b.noteFrom(from) }()
		for _, x := range h.expandedBy(w, around) {
			if by := x.repeats(around); by != nil {
				// A function that calls itself with its own arguments leads nowhere else. What leads into
				// another one is only being found.
				b.others = b.others || by != b
				continue
			}
			switch key := x.key(); {
			case x.Others || len(ways) >= maxTemplateUses:
				if b.others = true; x.Others {
					from = x.From
				}
			case !seen[key]:
				seen[key] = true
				ways = append(ways, x)
			}
		}
	}
	switch {
	case b.fn != nil && h.memberOf(b.fn) != nil:
		if r := h.memberOf(b.fn); !h.partial[r.Name] {
			h.instances(b, r, add)
		}
	case b.fn != nil:
		h.calls(b, add)
	case b.record != nil:
		if b.record.SpecialOf == nil && !h.partial[b.record.Name] {
			h.instances(b, b.record, add)
		}
	default:
		h.lambdaCalls(b, add)
	}
	b.noteFrom(h.Token(max(b.lambda, b.open)).Pos)
	b.ways, b.state = ways, 2
	return ways
}

// noteFrom notes the place that leads to the binder in a way that is not known, if it is the first.
func (b *binder) noteFrom(pos diag.Pos) {
	if b.others && !b.from.Valid() {
		b.from = pos
	}
}

// repeats is one of the binders whose ways are being found, if the arguments are parameters of it, as they
// are; nil if there is none. Others that are made of them, f<N - 1>, stay as they are and
// make a use of which not all is known.
func (u *use) repeats(binders []*binder) *binder {
	for _, b := range binders {
		own := func(a cuda.TemplateArg) bool {
			return slices.ContainsFunc(b.head.Params, func(p cuda.TemplateParam) bool { return p.Name == a.Text() || p.Name == bareArg(a) })
		}
		if b.state == 1 && len(u.Args) > 0 && !slices.ContainsFunc(u.Args, func(a cuda.TemplateArg) bool { return !own(a) }) {
			return b
		}
	}
	return nil
}

// bareArg is the name that a is, empty if it is more.
func bareArg(a cuda.TemplateArg) string {
	if id, ok := a.Expr.(*cuda.Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		return id.Name
	}
	return ""
}

// specialised reports whether the file has a specialisation for these arguments of a class
// or function template, which has a body of its own.
func (h *Code) specialised(b *binder, args []cuda.TemplateArg) bool {
	all := [][]cuda.TemplateArg{}
	switch {
	case b.record != nil:
		all = h.special[b.record.Name]
	case b.fn != nil && h.memberOf(b.fn) != nil:
		all = h.special[h.memberOf(b.fn).Name]
	case b.fn != nil:
		for _, d := range h.functions[b.fn.Name] {
			if d.SpecialOf != nil && !d.Instantiate {
				all = append(all, d.SpecialOf)
			}
		}
	}
	return slices.ContainsFunc(all, func(of []cuda.TemplateArg) bool {
		return slices.EqualFunc(of, args, func(x, y cuda.TemplateArg) bool { return x.Text() == y.Text() })
	})
}

// memberOf is the class template of which fn, defined outside it, is a member.
func (h *Code) memberOf(fn *cuda.FuncDecl) *cuda.RecordDecl {
	if len(fn.Scope) == 0 {
		return nil
	}
	class, _, _ := strings.Cut(fn.Scope[len(fn.Scope)-1], "<")
	for _, r := range h.classes {
		if r.Name == class && r.SpecialOf == nil && len(r.Template.Params) == len(fn.Template.Params) && !slices.Contains(r.Methods, fn) {
			return r
		}
	}
	return nil
}

// calls finds the uses of a host template, with all known template arguments.
//
//	run<int>(p)    run(p)    run<32>(p)
func (h *Code) calls(b *binder, add func(*use, int)) {
	fn := b.fn
	for _, d := range h.functions[fn.Name] {
		if !d.Instantiate || len(d.Params) != len(fn.Params) {
			continue
		}
		var types []*cuda.TypeExpr
		for _, p := range d.Params {
			types = append(types, p.Type)
		}
		if args := implied(fn, d.SpecialOf, types); args != nil {
			add(&use{TemplateUse: &cuda.TemplateUse{Pos: d.Pos, Name: fn.Name, Args: args}}, 0)
		} else {
			b.others = true
		}
	}
	b.others = b.others || fn.Ctor || strings.HasPrefix(fn.Name, "operator") // which are called without their name
	own := h.nameOf(fn)
	for _, j := range h.indexed(fn.Name) {
		if j == own {
			continue
		}
		if way := called(h, fn, j); way != nil {
			add(way, j)
		} else {
			b.others = b.others || mayCall(h, fn, j)
		}
		b.noteFrom(h.Token(j).Pos)
	}
}

// called is the use of a host template at token j, which names it, nil if none is understood there.
func called(h *Code, fn *cuda.FuncDecl, j int) *use {
	next := h.Text(j + 1)
	if next != "<" && next != "(" {
		return nil
	}
	way, end := h.templateUse(j)
	if way.Fault != "" {
		return nil
	}
	selected := h.Text(j-1) == "." || h.Text(j-1) == "->"
	if selected && len(way.Args) == 0 && !h.isMember(fn) {
		return nil
	}
	known := len(way.Args) > 0 // what is not given stays unknown
	if h.Text(end) == "(" {
		if args := h.deduced(fn, way.Args, j, end); args != nil {
			way.Args, known = args, true
		}
	}
	if known && len(way.Args) == 0 {
		way.Args = completed(fn.Template, nil) // run(p) and run<>(p) of template <int N = 4> void run(int *p)
	}
	if !known || len(way.Args) == 0 {
		return nil
	}
	return way
}

// isMember reports whether fn is a member of a class.
func (h *Code) isMember(fn *cuda.FuncDecl) bool {
	if len(fn.Scope) == 0 {
		return false
	}
	class, _, _ := strings.Cut(fn.Scope[len(fn.Scope)-1], "<")
	return h.records[class]
}

// instances finds the instances of a class template: C<int> where a type may stand. C<T>::
// outside functions begins the definition of a member, struct C<T> a specialisation.
func (h *Code) instances(b *binder, r *cuda.RecordDecl, add func(*use, int)) {
	for _, j := range h.indexed(r.Name) {
		if h.Text(j+1) != "<" || h.Token(j).Pos == r.Pos {
			if mayMake(h, r, j) {
				if way := deducedMake(h, r, j); way != nil {
					add(way, j)
				} else {
					b.others = true
				}
			}
			b.noteFrom(h.Token(j).Pos)
			continue
		}
		way, end := h.templateUse(j)
		b.others = b.others || way.Fault != ""
		b.noteFrom(h.Token(j).Pos)
		switch h.Text(j - 1) {
		case "struct", "class", "union":
			if after := h.Text(end); h.Text(j-2) != "template" && (after == "{" || after == ":" || after == ";" || after == "final") {
				continue
			}
		case ".", "->":
			continue
		}
		if way.Fault == "" && (h.Text(end) != "::" || h.inFunction(j)) {
			way.Args = completed(r.Template, way.Args)
			add(way, j)
		}
	}
}

// completed are the arguments with the defaults for those that are not given, as far as
// there are any.
func completed(head *cuda.TemplateHead, args []cuda.TemplateArg) []cuda.TemplateArg {
	args = slices.Clone(args)
	s := subst.Map{}
	for i, p := range head.Params {
		switch {
		case i < len(args) || p.Pack:
		case p.DefaultType != nil:
			args = append(args, cuda.TemplateArg{Type: s.Type(p.DefaultType)})
		case p.DefaultExpr != nil:
			args = append(args, cuda.TemplateArg{Expr: s.Expr(p.DefaultExpr)})
		default:
			return args
		}
		if i < len(args) {
			s[p.Name] = args[i]
		}
	}
	return args
}

// inFunction reports whether token i is in the body of a function, not only in classes and
// namespaces.
func (h *Code) inFunction(i int) bool {
	for b := h.blockOf(i); b >= 0; b = h.blockOf(b) {
		if h.paramsBefore(b) >= 0 {
			return true
		}
	}
	return false
}

// nameOf is the token that names fn in its definition.
func (h *Code) nameOf(fn *cuda.FuncDecl) int {
	open, _ := h.Body(fn)
	for i := open; i > 0; i-- {
		if h.Token(i).Pos == fn.Pos && h.Text(i) == fn.Name {
			return i
		}
	}
	return -1
}

// with is u with the template's parameters replaced by the arguments, those that are not
// given by their defaults.
func (u *use) with(head *cuda.TemplateHead, args []cuda.TemplateArg) *use {
	s := substitution{}
	all, pack, elements := completed(head, args), "", []cuda.TemplateArg(nil)
	for i, a := range all {
		if i < len(head.Params) && head.Params[i].Pack { // of which an argument is one element
			if n := len(all) - 1; i == len(head.Params)-1 && endsPack(all[n]) {
				pack, elements = head.Params[i].Name, all[i:n]
			}
			break
		}
		if i < len(head.Params) {
			p := head.Params[i]
			if a.Expr != nil && p.Type != nil && !isUnreadable(a) && a.Text() != unknownName {
				a = cuda.TemplateArg{Expr: subst.Typed(a.Expr, subst.Map(s).Type(p.Type))}
			}
			s[p.Name] = a
		}
	}
	t := *u.TemplateUse
	c := &use{TemplateUse: &t, open: u.open, bound: substitution{}}
	for name, a := range u.bound {
		c.bound[name] = subst.Map(s).Arg(a)
	}
	for name, a := range s {
		if _, inner := c.bound[name]; !inner {
			c.bound[name] = a
		}
	}
	c.Args = slices.Clone(u.Args)
	for i := range c.Args {
		c.Args[i] = subst.Map(s).Arg(c.Args[i])
	}
	c.Call = nil
	for _, t := range u.Call {
		if of := packOf(t); of != "" && of == pack {
			for _, e := range elements {
				c.Call = append(c.Call, e.Type)
			}
			continue
		}
		c.Call = append(c.Call, subst.Map(s).Type(t))
	}
	return c
}

// packEnd stands behind the elements of a pack that are all known.
var packEnd = cuda.TemplateArg{Pack: true}

func endsPack(a cuda.TemplateArg) bool { return a.Pack && a.Type == nil && a.Expr == nil }

// expansion is what stands for the types of args..., a parameter pack of type pack.
func expansion(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t = typed.Referred(t); t == nil || t.Form != cuda.NamedType || len(t.Path) > 0 || t.HasArgs {
		return nil
	}
	return &cuda.TypeExpr{Pos: t.Pos, Form: cuda.NamedType, Name: t.Name + "..."}
}

// packOf is the pack whose elements t stands for, empty for other types.
func packOf(t *cuda.TypeExpr) string {
	if t == nil || t.Form != cuda.NamedType || !strings.HasSuffix(t.Name, "...") {
		return ""
	}
	return strings.TrimSuffix(t.Name, "...")
}

// substitution maps template parameters to arguments.
type substitution map[string]cuda.TemplateArg

// text tells substitutions apart.
func (s substitution) text() string {
	var parts []string
	for name, a := range s {
		parts = append(parts, name+"="+a.Text())
	}
	slices.Sort(parts)
	return strings.Join(parts, "\x00")
}

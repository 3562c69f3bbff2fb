package cuda

import (
	"slices"

	"gv2/frontend/diag"
	"gv2/frontend/source"
)

// Launch is a place in the file, host functions included, that starts a kernel:
//
//	k<<<grid, block, shared, stream>>>(p);
//	cudaLaunchKernel((void *)k, grid, block, args, shared, stream);
//	cudaLaunchKernelEx(&config, k, p);
type Launch struct {
	// Use names the kernel, with its template arguments.
	Use *TemplateUse
	// Args is the number of arguments, -1 where the launch does not show it.
	Args int
	// Grid and Block are as written, Shared is the bytes of dynamic shared memory, 0
	// where it is left out; their Expr is nil where it cannot be read.
	Grid, Block, Shared HostExpr
	// Facts are what the conditions around the launch say of variables.
	Facts []Fact
}

// Fact says that a variable has a value within a function.
//
//	if (n == 32) k<<<1, n>>>();
//	switch (n) { case 32: k<<<1, n>>>(); }
type Fact struct {
	Name  string
	Value HostExpr
	// lo and hi are the tokens of the function, at that of the condition.
	lo, hi, at int
}

// About reports whether the fact is about variable name at the place of x: in the
// function, and not where the variable got another value since.
func (f Fact) About(x HostExpr, name string) bool {
	if f.Name != name || x.at < f.lo || x.at >= f.hi {
		return false
	}
	for _, e := range x.History(name) {
		if e.at > f.at {
			return false
		}
	}
	return true
}

// Launches are the places that start kernels called name, in the order of the
// file.
func (f *File) Launches(name string) []*Launch {
	if f.host == nil {
		return nil
	}
	return f.host.launches(name)
}

// hostCode answers questions about the functions of a file that are not parsed.
// Like the syntax tree it is for one goroutine at a time.
type hostCode struct {
	*parser
	hosts []*FuncDecl
	// kernels are the names of the kernels.
	kernels map[string]bool
	// references are the functions of the file that may change an argument.
	references map[argument][]*FuncDecl
	// index has the places of every identifier, pointers those of launches of
	// pointer variables; both are made when they are asked for.
	index    map[string][]int
	pointers []int
}

func (p *parser) hostCode(decls []Decl) *hostCode {
	h := &hostCode{parser: p.unit.parser(0, len(p.toks)-1, p.names), hosts: p.hostTemplates(decls),
		kernels: map[string]bool{}, references: map[argument][]*FuncDecl{}}
	h.noteReferences(decls)
	for _, d := range decls {
		if fn, ok := d.(*FuncDecl); ok && fn.Global {
			h.kernels[fn.Name] = true
		}
	}
	return h
}

// maxLaunches bounds the launches of one kernel that are looked at.
const maxLaunches = 200

// indexed returns the places of name in the file, in order.
func (h *hostCode) indexed(name string) []int {
	if h.index == nil {
		h.index = map[string][]int{}
		for i := range h.toks {
			if h.toks[i].Kind == source.Ident {
				h.index[h.toks[i].Text] = append(h.index[h.toks[i].Text], i)
			}
		}
	}
	return h.index[name]
}

func (h *hostCode) launches(kernel string) []*Launch {
	var out []*Launch
	for _, i := range h.indexed(kernel) {
		if len(out) > maxLaunches {
			break
		}
		if next := h.at1(i + 1); next == "<" || next == "<<<" {
			out = append(out, h.chevrons(i)...)
		}
	}
	for _, i := range h.indirect() {
		for _, u := range h.pointedTo(i) {
			if len(out) <= maxLaunches && u.Name == kernel {
				out = append(out, h.started(i, u)...)
			}
		}
	}
	for name, read := range launchCalls {
		for _, i := range h.indexed(name) {
			if len(out) > maxLaunches {
				break
			}
			if l := h.launchCall(i, read); l != nil && l.Use.Name == kernel {
				out = append(out, l)
			}
		}
	}
	return out
}

// at1 is the text of token i, empty beyond the ends.
func (h *hostCode) at1(i int) string {
	if i < 0 || i >= len(h.toks) {
		return ""
	}
	return h.toks[i].Text
}

// chevrons reads k<T><<<grid, block>>>(args) at token i; there is more than one
// launch where a host template stands for several functions.
func (h *hostCode) chevrons(i int) []*Launch {
	u, _ := h.templateUse(i)
	if u.Fault != "" || u.open == 0 {
		return nil
	}
	return h.configured(i, u)
}

// indirect finds the launches of what is no kernel by name: of pointers.
func (h *hostCode) indirect() []int {
	if h.pointers == nil {
		h.pointers = []int{}
		for i := 1; i < len(h.toks); i++ {
			if h.toks[i].Text == "<<<" && h.toks[i-1].Kind == source.Ident && !h.kernels[h.toks[i-1].Text] {
				h.pointers = append(h.pointers, i-1)
			}
		}
	}
	return h.pointers
}

// pointedTo are the functions that pointer variable toks[i] may hold there.
func (h *hostCode) pointedTo(i int) []*TemplateUse {
	var out []*TemplateUse
	v := &history{hostCode: h, name: h.toks[i].Text}
	v.back(i)
	for _, e := range v.events {
		value := e.Value.Expr
		if value == nil && e.Declared != nil {
			value = e.Declared.Init
		}
		if u := kernelOf(value); u != nil {
			out = append(out, u)
		}
	}
	return out
}

// started is the launch at token i of the kernel that u names.
func (h *hostCode) started(i int, u *TemplateUse) []*Launch {
	at, _ := h.templateUse(i)
	if at.Fault != "" || at.open == 0 {
		return nil
	}
	u.Pos, u.open = at.Pos, at.open
	return h.configured(i, u)
}

// configured reads the grid and block of u's launch.
func (h *hostCode) configured(i int, u *TemplateUse) []*Launch {
	l := Launch{Use: u, Args: h.countArgs(u.open)}
	if end := h.afterChevrons(u.open); end > 0 {
		r := h.unit.parser(u.open+1, end-3, h.names)
		l.Grid = h.hostExpr(i, r.assign())
		r.want(",")
		l.Block = h.hostExpr(i, r.assign())
		if r.failed != nil || !r.is(",") && r.pos < r.end {
			l.Block.Expr = nil
		}
		l.Shared = h.sharedBytes(i, r)
	} else {
		l.Grid, l.Block, l.Shared = h.hostExpr(i, nil), h.hostExpr(i, nil), h.hostExpr(i, nil)
	}
	l.Facts = h.facts(i)
	var out []*Launch
	for _, u := range h.expanded(h.hosts, u, i, 0) {
		c := l
		c.Use = u
		c.Grid.bound, c.Block.bound, c.Shared.bound = u.bound, u.bound, u.bound
		c.Facts = slices.Clone(l.Facts)
		for n := range c.Facts {
			c.Facts[n].Value.bound = u.bound
		}
		out = append(out, &c)
	}
	return out
}

// sharedBytes reads what follows the block of a launch.
func (h *hostCode) sharedBytes(i int, r *parser) HostExpr {
	if r.failed == nil && r.pos >= r.end {
		return h.hostExpr(i, noBytes(h.toks[i].Pos))
	}
	r.want(",")
	x := h.hostExpr(i, r.assign())
	if r.failed != nil || !r.is(",") && r.pos < r.end {
		x.Expr = nil
	}
	return x
}

func noBytes(pos diag.Pos) Expr { return &IntLit{Pos: pos} }

// countArgs counts the arguments of the launch whose <<< is token open, -1 if
// they cannot be told apart.
func (h *hostCode) countArgs(open int) int {
	i := h.afterChevrons(open)
	if h.at1(i) != "(" || int(h.match[i]) < i {
		return -1
	}
	n := 0
	for j := i + 1; j < int(h.match[i]); j++ {
		switch {
		case n == 0:
			n = 1
		case h.toks[j].Text == ",":
			n++
		case h.toks[j].Text == "<":
			return -1 // a comma may follow that separates no arguments
		}
		if m := int(h.match[j]); m > j {
			j = m
		}
	}
	return n
}

// afterChevrons is the token after the >>> that closes the <<< at token open.
func (h *hostCode) afterChevrons(open int) int {
	for i := open + 1; i < len(h.toks); i++ {
		if m := int(h.match[i]); m > i {
			i = m
			continue
		}
		switch {
		case h.toks[i].Text == ";":
			return -1
		case h.toks[i].Text == ">" && h.at1(i+1) == ">" && h.at1(i+2) == ">":
			return i + 3
		}
	}
	return -1
}

// launchCalls are the functions of the runtime that start a kernel, and how
// their arguments say which, in which blocks.
var launchCalls = map[string]func(h *hostCode, i int, args []Expr) *Launch{
	"cudaLaunchKernel":                       launchByArguments,
	"cudaLaunchCooperativeKernel":            launchByArguments,
	"cudaLaunchKernelEx":                     launchByConfig,
	"cudaLaunchKernelExC":                    launchByConfig,
	"cudaLaunchCooperativeKernelMultiDevice": nil,
}

func (h *hostCode) launchCall(i int, read func(h *hostCode, i int, args []Expr) *Launch) *Launch {
	if h.at1(i+1) != "(" || h.match[i+1] < 0 || read == nil {
		return nil
	}
	r := h.unit.parser(i+1, int(h.match[i+1])+1, h.names)
	args := r.arguments()
	if r.failed != nil {
		return nil
	}
	l := read(h, i, args)
	if l != nil {
		l.Use.Pos, l.Args, l.Facts = h.toks[i].Pos, -1, h.facts(i)
	}
	return l
}

// launchByArguments is f(kernel, grid, block, ...).
func launchByArguments(h *hostCode, i int, args []Expr) *Launch {
	if len(args) < 3 {
		return nil
	}
	u := kernelOf(args[0])
	if u == nil {
		return nil
	}
	shared := noBytes(h.toks[i].Pos)
	if len(args) > 4 {
		shared = args[4]
	}
	return &Launch{Use: u, Grid: h.hostExpr(i, args[1]), Block: h.hostExpr(i, args[2]), Shared: h.hostExpr(i, shared)}
}

// launchByConfig is f(&config, kernel, ...).
func launchByConfig(h *hostCode, i int, args []Expr) *Launch {
	if len(args) < 2 {
		return nil
	}
	u := kernelOf(args[1])
	config, isRef := args[0].(*UnaryExpr)
	if u == nil || !isRef || config.Op != "&" {
		return nil
	}
	member := func(name string) HostExpr {
		return h.hostExpr(i, &MemberExpr{Pos: config.Pos, X: config.X, Name: name})
	}
	return &Launch{Use: u, Grid: member("gridDim"), Block: member("blockDim"), Shared: member("dynamicSmemBytes")}
}

// kernelOf is the function that (void *)k<4> and &k name.
func kernelOf(e Expr) *TemplateUse {
	for {
		switch x := e.(type) {
		case *CastExpr:
			e = x.X
		case *UnaryExpr:
			if x.Op != "&" {
				return nil
			}
			e = x.X
		case *Ident:
			u := &TemplateUse{Path: x.Path, Name: x.Name}
			if x.HasArgs {
				u.Args = x.Args
			}
			return u
		default:
			return nil
		}
	}
}

// facts reads the conditions around token at, up to its function.
func (h *hostCode) facts(at int) []Fact {
	var out []Fact
	label := -1 // of the case that at belongs to
	for i, steps := at-1, 0; i > 0 && steps < maxLookBack; i, steps = i-1, steps+1 {
		m := int(h.match[i])
		switch text := h.toks[i].Text; {
		case m >= 0 && m < i:
			i = m
		case text == "case" && label < 0:
			label = i
		case text == "{":
			kind, header := h.opened(i)
			if f, ok := h.fact(kind, header, label); ok {
				out = append(out, f)
			}
			if label = -1; kind == functionBlock {
				for n := range out {
					out[n].lo, out[n].hi = header, int(h.match[i])
				}
				return out
			}
		}
	}
	return nil
}

// fact reads if (name == value) or, with the label of a case, switch (name).
func (h *hostCode) fact(kind blockKind, header, label int) (f Fact, ok bool) {
	if header < 0 || h.match[header] < 0 {
		return f, false
	}
	r := h.unit.parser(header+1, int(h.match[header]), h.names)
	e := r.expr()
	f.at = header
	switch {
	case r.failed != nil:
	case kind == ifBlock:
		eq, isEq := e.(*BinaryExpr)
		if isEq && eq.Op == "==" {
			f.Name, f.Value = bareName(eq.X), h.hostExpr(header, eq.Y)
		}
	case kind == switchBlock && label >= 0:
		c := h.unit.parser(label+1, len(h.toks)-1, h.names)
		value := c.cond()
		if c.failed == nil {
			f.Name, f.Value = bareName(e), h.hostExpr(label, value)
		}
	}
	return f, f.Name != ""
}

func bareName(e Expr) string {
	if id, ok := e.(*Ident); ok && len(id.Path) == 0 && !id.HasArgs {
		return id.Name
	}
	return ""
}

// Pos is where the launch stands.
func (l *Launch) Pos() diag.Pos { return l.Use.Pos }

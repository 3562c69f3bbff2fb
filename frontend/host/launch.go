package host

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/host/named"
	"gv2/frontend/source"
)

// Launch is a place in the file, host functions included, that starts a kernel:
//
//	k<<<grid, block, shared, stream>>>(p);
//	cudaLaunchKernel((void *)k, grid, block, args, shared, stream);
//	cudaLaunchKernelEx(&config, k, p);
type Launch struct {
	// Use names the kernel, with its template arguments.
	Use *cuda.TemplateUse
	// Args is the number of arguments, -1 if the launch does not show it.
	Args int
	// Grid and Block are as written, Shared is the bytes of dynamic shared memory, 0
	// if omitted; the Expr is nil if it cannot be read.
	Grid, Block, Shared Expr
	// Actual are the arguments, nil if they are not known. Packed names the array that has their
	// addresses, if a call of the runtime gets one.
	Actual []cuda.Expr
	// Rest is args... behind Actual, nil where there is none.
	Rest   cuda.Expr
	Packed string
	// Through is the variable that is launched, empty where the kernel is named.
	Through string
	// Cooperative: all blocks run at the same time.
	Cooperative bool
}

// maxLaunches bounds the number of launches of one kernel.
const maxLaunches = 200

// Cooperative reports whether all launches of kernel fn are cooperative, as far as the file shows, and there are some.
func (h *Code) Cooperative(fn *cuda.FuncDecl) bool {
	name, _, _ := strings.Cut(fn.Name, "<")
	launches := h.Launches(name)
	return len(launches) > 0 && !slices.ContainsFunc(launches, func(l *Launch) bool { return !l.Cooperative })
}

// Launches are the places that start kernels called name, in the order of the
// file.
func (h *Code) Launches(name string) []*Launch {
	if h.Code == nil {
		return nil
	}
	return h.launches(name)
}

// launches finds launches by all their forms: with <<< after the name, through a pointer variable, and by
// calls of the runtime.
func (h *Code) launches(kernel string) []*Launch {
	var out []*Launch
	for _, i := range h.indexed(kernel) {
		if len(out) > maxLaunches || h.late() {
			break
		}
		if next := h.Text(i + 1); next == "<" || next == "<<<" || next == ")" {
			out = append(out, h.chevrons(i)...)
		}
	}
	for _, i := range h.indirect() {
		for _, u := range h.pointedTo(i) {
			if len(out) <= maxLaunches && !h.late() && u.Name == kernel {
				out = append(out, h.started(i, u)...)
			}
		}
	}
	for name, read := range launchCalls {
		for _, i := range h.indexed(name) {
			if len(out) > maxLaunches || h.late() {
				break
			}
			switch l := h.launchCall(i, read); {
			case l == nil:
			case l.Use.Name == kernel:
				out = append(out, l)
			case !h.kernels[l.Use.Name]:
				out = append(out, startedByCall(h, i, l, kernel)...)
			}
		}
	}
	return out
}

// chevrons reads k<T><<<grid, block>>>(args) at token i; there is more than one
// launch if a host template stands for several functions.
func (h *Code) chevrons(i int) []*Launch {
	u, _ := h.templateUse(i)
	if u.Fault != "" || u.open == 0 {
		return nil
	}
	return h.configured(i, u)
}

// indirect finds launches through a variable, which points to a kernel.
func (h *Code) indirect() []int {
	if h.pointers == nil {
		h.pointers = []int{}
		for i := 1; i < h.Len(); i++ {
			if h.Text(i) == "<<<" && h.Token(i-1).Kind == source.Ident && !h.kernels[h.Text(i-1)] {
				h.pointers = append(h.pointers, i-1)
			}
		}
	}
	return h.pointers
}

// argumentsOf prepares for questions about kernels that are template arguments.
func argumentsOf(h *Code) *named.Host {
	return &named.Host{Code: h.Code, Flow: h.flow, Functions: h.functions, Kernels: h.kernels, Indexed: h.indexed, Asked: func(i int) bool { return onlyAsked(h, i) }}
}

// pointedTo are the functions to which pointer variable toks[i] may point there.
func (h *Code) pointedTo(i int) []*cuda.TemplateUse {
	var out []*cuda.TemplateUse
	if h.flow != nil {
		if fn, _ := h.flow.Around(i); named.Parameter(fn, h.Text(i)) > 0 {
			return argumentsOf(h).Of(fn, named.Parameter(fn, h.Text(i)), 0)
		}
	}
	v := &history{code: h, name: h.Text(i)}
	v.back(i)
	for _, e := range v.events {
		value := e.Value.Expr
		if value == nil && e.Declared != nil {
			value = e.Declared.Init
		}
		if u := named.Kernel(value); u != nil {
			out = append(out, u)
		}
	}
	return out
}

// started is the launch, at token i, of the kernel that u names.
func (h *Code) started(i int, u *cuda.TemplateUse) []*Launch {
	at, _ := h.templateUse(i)
	if at.Fault != "" || at.open == 0 {
		return nil
	}
	u.Pos = at.Pos
	out := h.configured(i, &use{TemplateUse: u, open: at.open})
	for _, l := range out {
		l.Through = h.Text(i)
	}
	return out
}

// configured reads the grid and block of u's launch.
func (h *Code) configured(i int, u *use) []*Launch {
	l := Launch{Args: h.countArgs(u.open)}
	if end := h.afterChevrons(u.open); end > 0 {
		r := h.Read(u.open+1, end-3)
		l.Grid = h.exprAt(i, r.Assign())
		r.Want(",")
		l.Block = h.exprAt(i, r.Assign())
		if r.Failed() || !r.Is(",") && !r.AtEnd() {
			l.Block.Expr = nil
		}
		l.Shared = h.sharedBytes(i, r)
	} else {
		l.Grid, l.Block, l.Shared = h.exprAt(i, nil), h.exprAt(i, nil), h.exprAt(i, nil)
	}
	l.Actual, l.Rest = h.actual(u.open, l.Args)
	var out []*Launch
	for _, u := range h.expanded(u, i) {
		c := l
		c.Use = u.TemplateUse
		c.Grid.bound, c.Block.bound, c.Shared.bound = u.bound, u.bound, u.bound
		out = append(out, &c)
	}
	return out
}

// sharedBytes reads the size of shared memory after the block of a launch.
func (h *Code) sharedBytes(i int, r *cuda.Reader) Expr {
	if !r.Failed() && r.AtEnd() {
		return h.exprAt(i, noBytes(h.Token(i).Pos))
	}
	r.Want(",")
	x := h.exprAt(i, r.Assign())
	if r.Failed() || !r.Is(",") && !r.AtEnd() {
		x.Expr = nil
	}
	return x
}

func noBytes(pos diag.Pos) cuda.Expr { return &cuda.IntLit{Pos: pos} }

// countArgs counts the arguments of the launch whose <<< is token open, -1 if
// they cannot be told apart.
func (h *Code) countArgs(open int) int {
	i := h.afterChevrons(open)
	if h.Text(i) != "(" || h.Match(i) < i {
		return -1
	}
	n := 0
	for j := i + 1; j < h.Match(i); j++ {
		switch {
		case n == 0:
			n = 1
		case h.Text(j) == ",":
			n++
		case h.Text(j) == "<":
			return -1 // a comma may follow that separates no arguments
		case h.Text(j) == "...":
			return -1 // of a pack nobody knows how many arguments it is
		}
		if m := h.Match(j); m > j {
			j = m
		}
	}
	return n
}

// actual are the arguments of the launch whose <<< is token open, nil if they cannot be
// read or are not that many, and what is expanded behind them.
func (h *Code) actual(open, count int) (before []cuda.Expr, rest cuda.Expr) {
	i := h.afterChevrons(open)
	if h.Text(i) != "(" || h.Match(i) < i {
		return nil, nil
	}
	r := h.Read(i, h.Match(i)+1)
	args := r.Arguments()
	if r.Failed() || !r.AtEnd() || count >= 0 && count != len(args) {
		return nil, nil
	}
	before = beforePack(args)
	return before, packAt(args, len(before))
}

// beforePack are the arguments in front of the first expansion of a pack, behind which nobody knows which parameter takes
// which argument; never nil.
func beforePack(args []cuda.Expr) []cuda.Expr {
	for i, a := range args {
		if _, pack := a.(*cuda.PackExpr); pack {
			args = args[:i]
			break
		}
	}
	return append([]cuda.Expr{}, args...)
}

// packAt is the expansion of a pack that is the n-th argument and the last one, nil if there is none.
func packAt(args []cuda.Expr, n int) cuda.Expr {
	if n != len(args)-1 {
		return nil
	}
	return args[n]
}

// afterChevrons is the token after the >>> that closes the <<< at token open.
func (h *Code) afterChevrons(open int) int {
	for i := open + 1; i < h.Len(); i++ {
		if m := h.Match(i); m > i {
			i = m
			continue
		}
		switch {
		case h.Text(i) == ";":
			return -1
		case h.Text(i) == ">" && h.Text(i+1) == ">" && h.Text(i+2) == ">":
			return i + 3
		}
	}
	return -1
}

// launchCalls are the runtime functions that start a kernel, with readers of
// their arguments.
var launchCalls = map[string]func(h *Code, i int, args []cuda.Expr) *Launch{
	"cudaLaunchKernel":                       launchByArguments,
	"cudaLaunchCooperativeKernel":            launchByArguments,
	"cudaLaunchKernelEx":                     launchByConfig,
	"cudaLaunchKernelExC":                    launchByConfig,
	"cudaLaunchCooperativeKernelMultiDevice": nil,
}

func (h *Code) launchCall(i int, read func(h *Code, i int, args []cuda.Expr) *Launch) *Launch {
	if h.Text(i+1) != "(" || h.Match(i+1) < 0 || read == nil {
		return nil
	}
	r := h.Read(i+1, h.Match(i+1)+1)
	args := r.Arguments()
	if r.Failed() {
		return nil
	}
	l := read(h, i, args)
	if l != nil {
		l.Use.Pos, l.Args = h.Token(i).Pos, -1
		l.Cooperative = h.Text(i) == "cudaLaunchCooperativeKernel"
	}
	return l
}

// launchByArguments is f(kernel, grid, block, ...).
func launchByArguments(h *Code, i int, args []cuda.Expr) *Launch {
	if len(args) < 3 {
		return nil
	}
	u := named.Kernel(args[0])
	if u == nil {
		return nil
	}
	shared := noBytes(h.Token(i).Pos)
	if len(args) > 4 {
		shared = args[4]
	}
	l := &Launch{Use: u, Grid: h.exprAt(i, args[1]), Block: h.exprAt(i, args[2]), Shared: h.exprAt(i, shared)}
	if len(args) > 3 {
		l.Packed = arrayName(args[3])
	}
	return l
}

// arrayName is the variable that args and (void **)args name, empty for others.
func arrayName(e cuda.Expr) string {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return arrayName(e.X)
	case *cuda.Ident:
		if len(e.Path) == 0 && !e.HasArgs {
			return e.Name
		}
	}
	return ""
}

// launchByConfig is f(&config, kernel, ...).
func launchByConfig(h *Code, i int, args []cuda.Expr) *Launch {
	if len(args) < 2 {
		return nil
	}
	u := named.Kernel(args[1])
	config, isRef := args[0].(*cuda.UnaryExpr)
	if u == nil || !isRef || config.Op != "&" {
		return nil
	}
	set := configuredBy(h, i, config.X)
	member := func(name string) Expr {
		if set != nil {
			return h.exprAt(i, set[name])
		}
		return h.exprAt(i, &cuda.MemberExpr{Pos: config.Pos, X: config.X, Name: name})
	}
	l := &Launch{Use: u, Grid: member("gridDim"), Block: member("blockDim"), Shared: member("dynamicSmemBytes")}
	if h.Text(i) == "cudaLaunchKernelEx" {
		l.Actual = beforePack(args[2:])
		l.Rest = packAt(args[2:], len(l.Actual))
	} else if len(args) > 2 {
		l.Packed = arrayName(args[2])
	}
	return l
}

// Pos is where the launch stands.
func (l *Launch) Pos() diag.Pos { return l.Use.Pos }

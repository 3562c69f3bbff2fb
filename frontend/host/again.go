package host

import (
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Variables of the device keep their values from one launch to the next:
//
//	__device__ unsigned count = 0;
//	k<<<64, 128>>>(p);    k<<<64, 128>>>(q);
//
// What the declaration says holds at the first launch only, unless the kernel or the host restores it.

// Again is a sentence that names two launches of kernels that change variable name of the device, where fn starts with what the one before has
// left, as far as the file shows: the host does not set it in between. It is empty if the file shows no such launches.
func Again(h *Code, fn *cuda.FuncDecl, name string) string {
	if h.Code == nil || name == "" {
		return ""
	}
	starts, sets := launchTokens(h, fn.Name), setsOf(h, name)
	own := len(starts)
	for _, o := range h.decls {
		k, ok := o.(*cuda.FuncDecl)
		if !ok || !k.Global || k.Name == fn.Name {
			continue
		}
		switch open, has := h.Body(k); {
		case !has:
		case assigns(h, name, open):
			sets = append(sets, launchTokens(h, k.Name)...)
		case changes(h, name, open):
			starts = append(starts, launchTokens(h, k.Name)...)
		}
	}
	for n, i := range starts[:own] {
		if setBefore(h, i, starts, sets) {
			continue
		}
		pos := h.Token(i).Pos
		for m, j := range starts {
			if m != n && (j < i || functionAround(h, j) != functionAround(h, i)) && !exclusive(h, j, i) {
				return fmt.Sprintf("the launch at %s starts with what the one at %s has left", pos, h.Token(j).Pos)
			}
		}
		if at := repeated(h, i, 0); at >= 0 {
			return fmt.Sprintf("the launch at %s starts again with what it has left: it is repeated at %s", pos, h.Token(at).Pos)
		}
	}
	return ""
}

// OthersChange reports whether kernels of the file other than fn change variable name of the device.
func OthersChange(h *Code, fn *cuda.FuncDecl, name string) bool {
	for _, o := range h.decls {
		if k, ok := o.(*cuda.FuncDecl); ok && k.Global && k.Name != fn.Name {
			if open, has := h.Body(k); has && (assigns(h, name, open) || changes(h, name, open)) {
				return true
			}
		}
	}
	return false
}

// SetsFirst is a sentence that names a place where the host gives variable name of the device a value that may be another one than first, which its
// declaration says. It is empty if the file shows none.
func SetsFirst(h *Code, names Names, name string, first int64) string {
	if h.Code == nil || name == "" {
		return ""
	}
	h.flowOf(names)
	for _, i := range h.indexed(name) {
		fn, within := h.flow.Around(i)
		call := h.callBefore(i)
		switch {
		case !within || fn.Global || fn.Device && !fn.Host || hidden(h, fn, i, name):
			continue
		case call < 0:
			if !changesAt(h, i) || h.Text(i+1) == "=" && isLiteral(h, i+2, first) {
				continue
			}
		default:
			switch h.Text(call) {
			case "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync", "printf", "sizeof", "cudaGetSymbolSize":
				continue
			case "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync":
				if args, ok := h.argumentsAt(call); ok && len(args) > 1 && holdsLiteral(h, call, args[1], first) {
					continue
				}
			case "cudaGetSymbolAddress":
				if args, ok := h.argumentsAt(call); ok && len(args) > 0 && onlyCleared(h, args[0], first) {
					continue
				}
			}
		}
		return fmt.Sprintf("%s may be set to another value than the %d of its declaration at %s", name, first, h.Token(i).Pos)
	}
	return ""
}

// hidden reports whether fn has a variable of its own that the name means at token i.
func hidden(h *Code, fn *cuda.FuncDecl, i int, name string) bool {
	v, at := h.localVariableAt(i, name)
	open, has := h.Body(fn)
	return v != nil && has && at >= open
}

// isLiteral reports whether token i is the number, and the end of an expression.
func isLiteral(h *Code, i int, n int64) bool {
	r := h.Read(i, i+1)
	lit, is := r.Assign().(*cuda.IntLit)
	return !r.Failed() && is && int64(lit.Value) == n && (h.Text(i+1) == ";" || h.Text(i+1) == ",")
}

// holdsLiteral reports whether e is the address of a variable that is declared as the number, in the function around token i, and never changes.
func holdsLiteral(h *Code, i int, e cuda.Expr, n int64) bool {
	u, is := e.(*cuda.UnaryExpr)
	if !is || u.Op != "&" {
		return false
	}
	id, is := u.X.(*cuda.Ident)
	if !is {
		return false
	}
	v, at := h.localVariableAt(i, id.Name)
	fn, within := h.flow.Around(i)
	if v == nil || !within {
		return false
	}
	open, _ := h.Body(fn)
	for _, j := range between(h, id.Name, at, h.Match(open)) {
		if call := h.callBefore(j); changesAt(h, j) && (call < 0 || h.Text(call) != "cudaMemcpyToSymbol" && h.Text(call) != "cudaMemcpyToSymbolAsync") {
			return false
		}
	}
	init := v.Init
	if list, braces := init.(*cuda.InitList); braces && len(list.Items) == 1 {
		init = list.Items[0]
	}
	lit, is := init.(*cuda.IntLit)
	return is && int64(lit.Value) == n
}

// onlyCleared reports whether the pointer, of which e is the address, is used only to set all bytes of what it leads to to 0, which first is.
func onlyCleared(h *Code, e cuda.Expr, first int64) bool {
	for {
		c, is := e.(*cuda.CastExpr)
		if !is {
			break
		}
		e = c.X
	}
	u, is := e.(*cuda.UnaryExpr)
	if !is || u.Op != "&" || first != 0 {
		return false
	}
	id, is := u.X.(*cuda.Ident)
	if !is {
		return false
	}
	for _, j := range h.indexed(id.Name) {
		call := h.callBefore(j)
		if call < 0 {
			if changesAt(h, j) {
				return false
			}
			continue
		}
		switch h.Text(call) {
		case "cudaGetSymbolAddress", "cudaFree":
		case "cudaMemset", "cudaMemsetAsync":
			if args, ok := h.argumentsAt(call); !ok || len(args) < 2 || !isZero(args[1]) {
				return false
			}
		case "cudaMemcpy", "cudaMemcpyAsync":
			if h.Text(j-1) == "(" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isZero(e cuda.Expr) bool {
	lit, is := e.(*cuda.IntLit)
	return is && lit.Value == 0
}

// launchTokens are the places that launch kernels called name, in order.
func launchTokens(h *Code, name string) []int {
	name, _, _ = strings.Cut(name, "<")
	var out []int
	for _, l := range h.Launches(name) {
		if !slices.Contains(out, l.Grid.at) {
			out = append(out, l.Grid.at)
		}
	}
	slices.Sort(out)
	return out
}

// assigns reports whether the body of a kernel only assigns to a variable, as one does that the host launches to set it.
func assigns(h *Code, name string, open int) bool {
	all := between(h, name, open, h.Match(open))
	return len(all) > 0 && !slices.ContainsFunc(all, func(i int) bool { return h.Text(i+1) != "=" || conditional(h, i) })
}

// changes reports whether the body may change the variable.
func changes(h *Code, name string, open int) bool {
	return slices.ContainsFunc(between(h, name, open, h.Match(open)), func(i int) bool {
		return changesAt(h, i) || h.Text(i+1) == "[" && h.Match(i+1) > i && changesAt(h, h.Match(i+1)) || h.callBefore(i) >= 0
	})
}

// setsOf are the calls by which the host sets a variable of the device.
func setsOf(h *Code, name string) []int {
	var out []int
	for _, i := range h.indexed(name) {
		call := h.callBefore(i)
		if call < 0 {
			continue
		}
		switch h.Text(call) {
		case "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync":
			out = append(out, call)
		case "cudaGetSymbolAddress":
			for j := call; j < i; j++ {
				if h.Text(j) == "&" {
					out = append(out, setsThrough(h, h.Text(j+1))...)
				}
			}
		}
	}
	return out
}

// setsThrough are the calls by which the host sets what a pointer leads to.
func setsThrough(h *Code, pointer string) []int {
	var out []int
	for _, i := range h.indexed(pointer) {
		call := h.callBefore(i)
		if call < 0 || h.Text(i-1) != "(" {
			continue
		}
		switch h.Text(call) {
		case "cudaMemset", "cudaMemsetAsync", "cudaMemcpy", "cudaMemcpyAsync":
			out = append(out, call)
		}
	}
	return out
}

// setBefore reports whether the host sets the variable on every way to the launch at token i, behind other launches.
func setBefore(h *Code, i int, starts, sets []int) bool {
	return slices.ContainsFunc(sets, func(s int) bool {
		if s > i || functionAround(h, s) != functionAround(h, i) || conditional(h, s) || slices.ContainsFunc(starts, func(j int) bool { return s < j && j < i && !exclusive(h, j, i) }) {
			return false
		}
		block := h.blockOf(s)
		for block >= 0 && h.Match(block) < i && onceBlock(h, block) {
			block = h.blockOf(block)
		}
		if block >= 0 && h.Match(block) < i {
			return false
		}
		loop := loopAround(h, i)
		return loop < 0 || s > loop
	})
}

// onceBlock reports whether the block that opens at token i is executed once: { }, and do { } while (0).
func onceBlock(h *Code, i int) bool {
	switch h.Text(i - 1) {
	case ";", "{", "}":
		return true
	case "do":
		return doOnce(h, i)
	}
	return false
}

func doOnce(h *Code, i int) bool {
	end := h.Match(i)
	x := h.Text(end + 3)
	return end > i && h.Text(end+1) == "while" && (x == "0" || x == "false") && h.Text(end+4) == ")"
}

// beginning calls f for each token in front of token i in its statement, from the back, without what is in brackets; f ends it by true.
func beginning(h *Code, i int, f func(j int) bool) {
	for j := i - 1; j >= 0; j-- {
		if m := h.Match(j); m >= 0 && m < j && h.Text(j) == ")" {
			j = m
			continue
		}
		switch h.Text(j) {
		case ";", "{", "}":
			return
		}
		if f(j) {
			return
		}
	}
}

// conditional reports whether token i stands behind the head of a condition or loop in its own statement.
func conditional(h *Code, i int) bool {
	found := false
	beginning(h, i, func(j int) bool {
		switch h.Text(j) {
		case "if", "for", "while", "switch":
			found = found || h.Match(j+1) < i
		case "else", "?", "&&", "||":
			found = true
		}
		return found
	})
	return found
}

// loopAround is the head of the innermost loop around token i in its function, -1 for none.
func loopAround(h *Code, i int) int {
	for at := i; at >= 0; at = h.blockOf(at) {
		loop := -1
		if h.Text(at) != "{" || h.blockOf(at) >= 0 || h.inFunction(at) {
			beginning(h, at, func(j int) bool {
				switch h.Text(j) {
				case "for", "while":
					if h.Match(j+1) < at {
						loop = j
					}
				case "do":
					if h.Text(j+1) != "{" || !doOnce(h, j+1) {
						loop = j
					}
				}
				return loop >= 0
			})
		}
		if loop >= 0 {
			return loop
		}
	}
	return -1
}

// functionAround is the { of the function around token i, -1 for none.
func functionAround(h *Code, i int) int {
	out := -1
	for b := h.blockOf(i); b >= 0; b = h.blockOf(b) {
		if h.paramsBefore(b) >= 0 {
			out = b
		}
	}
	return out
}

// lambdaAround is the opening brace of the body of the innermost lambda around token i, -1 if there is none.
func lambdaAround(h *Code, i int) int {
	for b := h.blockOf(i); b >= 0; b = h.blockOf(b) {
		if h.Text(b-1) == "]" {
			return b
		}
		if list := h.paramsBefore(b); list > 0 && h.Text(list-1) == "]" {
			return b
		}
	}
	return -1
}

// calledAgain is a token that calls a lambda around token i once more, -1 if there is none.
func calledAgain(h *Code, i int) int {
	for open := lambdaAround(h, i); open >= 0; open = lambdaAround(h, open) {
		if at := namedAgain(h, open); at >= 0 {
			return at
		}
	}
	return -1
}

// namedAgain is a token that may call the lambda whose body opens at token open once more, -1 if there is none: a lambda with a
// name may be called wherever the name stands. One that a function or macro gets without a name counts as called once.
func namedAgain(h *Code, open int) int {
	head := open - 1
	if list := h.paramsBefore(open); list > 0 {
		head = list - 1
	}
	head = h.Match(head) // the captures
	if head < 2 || h.Text(head-1) != "=" || h.Token(head-2).Kind != source.Ident {
		return -1
	}
	first := -1
	for _, j := range h.indexed(h.Text(head - 2)) {
		switch {
		case j == head-2 || functionAround(h, j) != functionAround(h, open):
		case first >= 0 && !exclusive(h, first, j):
			return j
		case loopAround(h, j) >= 0:
			return loopAround(h, j)
		default:
			first = j
		}
	}
	return -1
}

// repeated is a place that shows that the launch at token i is executed more than once: a loop around it, or the second call of the function
// around it; -1 if the file shows none.
func repeated(h *Code, i, depth int) int {
	if loop := loopAround(h, i); loop >= 0 {
		return loop
	}
	open := functionAround(h, i)
	if open < 0 || depth > maxCallDepth {
		return -1
	}
	if at := calledAgain(h, i); at >= 0 {
		return at
	}
	list := h.paramsBefore(open)
	name := h.Text(list - 1)
	var calls []int
	for _, j := range h.indexed(name) {
		if h.Text(j+1) == "(" && j != list-1 && h.inFunction(j) && !declares(h, name, j) && functionAround(h, j) != open {
			calls = append(calls, j)
		}
	}
	for n, j := range calls {
		if n > 0 && !exclusive(h, calls[n-1], j) {
			return j
		}
		if at := repeated(h, j, depth+1); at >= 0 {
			return at
		}
	}
	return -1
}

// exclusive reports whether only one of the statements at tokens i and j, i in front of j in the same function, is executed at a time: they are branches
// of one condition or cases of one switch.
func exclusive(h *Code, i, j int) bool {
	if i > j {
		i, j = j, i
	}
	if functionAround(h, i) != functionAround(h, j) || loopAround(h, i) >= 0 {
		return false
	}
	for at := i; at < j; at++ {
		m := h.Match(at)
		if m > at && m < j {
			at = m
			continue
		}
		switch h.Text(at) {
		case "else":
			if reaches(h, at+1, j) {
				return true
			}
		case "return", "break":
			if !conditional(h, at) && lambdaAround(h, at) == lambdaAround(h, j) {
				return true
			}
		}
	}
	return false
}

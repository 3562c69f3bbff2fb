package host

import (
	"slices"

	"gv2/frontend/cuda"
	"gv2/frontend/host/typed"
	"gv2/frontend/source"
)

// Calls of lambdas with auto parameters:
//
//	auto run = [&](auto n) { k<n.value><<<1, 32>>>(p); };  run(std::integral_constant<int, 4>{});
//	dispatch(m, [&](auto n) { ... });     where dispatch calls its parameter
//	std::visit([&](auto n) { ... }, v);   where v is a std::variant

// maxPassed bounds the functions that pass a lambda on to each other.
const maxPassed = 4

// lambdaCalls finds the calls of the lambda of b. Whatever else is done with it may call it, too.
func (h *Code) lambdaCalls(b *binder, add func(*use, int)) {
	end := h.Match(b.open)
	switch before := h.Text(b.lambda - 1); {
	case h.Text(end+1) == "(":
		h.lambdaCall(b, end+1, add)
	case before == "=" && h.Token(b.lambda-2).Kind == source.Ident:
		block := h.blockOf(b.lambda)
		last := h.Len()
		if block >= 0 {
			last = h.Match(block)
		}
		h.callsOf(b, h.Text(b.lambda-2), end, last, 0, add)
	case before == "(" || before == ",":
		open, n := h.argumentAt(b.lambda)
		if open > 0 {
			h.passedTo(b, open, n, 0, add)
		} else {
			b.others = true
		}
	default:
		b.others = true
	}
}

// argumentAt is the ( of the call of which token i begins an argument, and the number of
// the argument.
func (h *Code) argumentAt(i int) (open, n int) {
	for i--; i > 0; i-- {
		m := h.Match(i)
		switch {
		case m >= 0 && m < i:
			i = m
		case h.Text(i) == ",":
			n++
		case h.Text(i) == "(":
			return i, n
		case m >= 0, h.Text(i) == ";":
			return -1, 0
		}
	}
	return -1, 0
}

// passedTo finds the calls of a lambda that is argument n of the call whose ( is token
// open.
func (h *Code) passedTo(b *binder, open, n, depth int, add func(*use, int)) {
	name := h.calledBefore(open)
	if name < 0 || depth > maxPassed {
		b.others = true
		return
	}
	if h.Text(name) == "visit" && n == 0 {
		h.visited(b, open, add)
		return
	}
	if n == 0 && depth == 0 {
		listed(h, b, name, open, add)
	}
	fns := h.functions[h.Text(name)]
	b.others = b.others || len(fns) == 0 || h.Text(name-1) == "." || h.Text(name-1) == "->"
	for _, fn := range fns {
		switch body, defined := h.Body(fn); {
		case !defined || n >= len(fn.Params) || fn.Params[n].Pack:
			b.others = true
		case fn.Params[n].Name != "":
			h.callsOf(b, fn.Params[n].Name, body, h.Match(body), depth+1, add)
		}
	}
}

// calledBefore is the name in f( or f<int>( whose ( is token open, -1 if there is none.
func (h *Code) calledBefore(open int) int {
	i := open - 1
	if h.Text(i) == ">" {
		for depth := 0; i > 0; i-- {
			switch h.Text(i) {
			case ">":
				depth++
			case "<":
				depth--
			case ";", "{", "}":
				return -1
			}
			if depth == 0 {
				i--
				break
			}
		}
	}
	if i > 0 && h.Token(i).Kind == source.Ident {
		return i
	}
	return -1
}

// callsOf finds the calls of a lambda that tokens lo to hi know as name.
func (h *Code) callsOf(b *binder, name string, lo, hi, depth int, add func(*use, int)) {
	all := h.indexed(name)
	at, _ := slices.BinarySearch(all, lo)
	for ; at < len(all) && all[at] < hi; at++ {
		j := all[at]
		switch after := h.Text(j + 1); {
		case h.Text(j-1) == "." || h.Text(j-1) == "->" || h.Text(j-1) == "::":
		case after == "(":
			h.lambdaCall(b, j+1, add)
		case after == ")" && h.Text(j-1) == "(" && h.Text(j+2) == "(": // std::forward<F>(f)(x)
			h.lambdaCall(b, j+2, add)
		case after == "," || after == ")":
			if after == ")" && h.Text(j-1) == "(" && isForward(h, h.calledBefore(j-1)) {
				j = h.startOf(h.calledBefore(j - 1))
			}
			if open, n := h.argumentAt(j); open > 0 {
				h.passedTo(b, open, n, depth, add)
			} else if !captured(h, j) {
				b.others = true
			}
		default:
			b.others = b.others || !captured(h, j)
		}
	}
}

// captured reports whether token j is in the list of what a lambda captures under its own name: what the lambda does
// with it is seen by that name.
func captured(h *Code, j int) bool {
	before, after := h.Text(j-1), h.Text(j+1)
	if before != "[" && before != "," && before != "&" || after != "]" && after != "," {
		return false
	}
	for i := j; i > 0 && h.Text(i) != ";"; i-- {
		if h.Text(i) == "[" && h.Match(i) > j {
			end := h.Text(h.Match(i) + 1)
			return end == "(" || end == "{"
		}
	}
	return false
}

func isForward(h *Code, name int) bool {
	return name >= 0 && (h.Text(name) == "forward" || h.Text(name) == "move" || h.Text(name) == "ref")
}

// startOf is the first token of the qualified name that ends with token i.
func (h *Code) startOf(i int) int {
	for i >= 2 && h.Text(i-1) == "::" && h.Token(i-2).Kind == source.Ident {
		i -= 2
	}
	return i
}

// lambdaCall adds the call of b's lambda with the arguments whose ( is token open.
func (h *Code) lambdaCall(b *binder, open int, add func(*use, int)) {
	args, ok := h.arguments(open)
	if !ok || len(args) <= slices.Max(b.params) {
		b.others = true
		return
	}
	w := &use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(open).Pos, Name: "lambda"}}
	for _, n := range b.params {
		t := h.meantType(open, h.typeOf(open, args[n]))
		if t == nil {
			b.others = true
			return
		}
		w.Args = append(w.Args, cuda.TemplateArg{Type: typed.Referred(t)})
	}
	add(w, open)
}

// visited adds a call for each alternative of the variants that std::visit looks into.
func (h *Code) visited(b *binder, open int, add func(*use, int)) {
	args, ok := h.arguments(open)
	if !ok || len(args) <= slices.Max(b.params)+1 {
		b.others = true
		return
	}
	all := [][]cuda.TemplateArg{nil}
	for _, n := range b.params {
		t := typed.Referred(h.meantType(open, h.typeOf(open, args[n+1])))
		if t == nil || t.Form != cuda.NamedType || t.Name != "variant" {
			b.others = true
			return
		}
		var more [][]cuda.TemplateArg
		for _, some := range all {
			for _, a := range t.Args {
				if a.Type != nil && len(more) < maxTemplateUses {
					more = append(more, append(slices.Clone(some), cuda.TemplateArg{Type: a.Type}))
				} else {
					b.others = true
				}
			}
		}
		all = more
	}
	for _, list := range all {
		add(&use{TemplateUse: &cuda.TemplateUse{Pos: h.Token(open).Pos, Name: "lambda", Args: list}}, open)
	}
}

// arguments reads the arguments of the call whose ( is token open; a lambda, which may launch
// kernels, is nil.
func (h *Code) arguments(open int) (args []cuda.Expr, ok bool) {
	end := h.Match(open)
	if end < open {
		return nil, false
	}
	for i := open + 1; i < end; i++ {
		if body := h.lambdaBody(i, end); body > 0 {
			args, i = append(args, nil), h.Match(body)+1
		} else {
			r := h.Read(i, end)
			e := r.Assign()
			if r.Failed() || !r.Is(",") && !r.AtEnd() {
				return nil, false
			}
			args, i = append(args, e), r.Pos()
		}
		if i < end && h.Text(i) != "," {
			return nil, false
		}
	}
	return args, true
}

// lambdaBody is the { of the body of the lambda that begins at token i, 0 if none does.
func (h *Code) lambdaBody(i, hi int) int {
	if h.Text(i) != "[" || h.Match(i) < i {
		return 0
	}
	for j := h.Match(i) + 1; j < hi; j++ {
		switch h.Text(j) {
		case "{":
			return j
		case "(":
			if j = h.Match(j); j < 0 {
				return 0
			}
		case ",", ";", ")":
			return 0
		}
	}
	return 0
}

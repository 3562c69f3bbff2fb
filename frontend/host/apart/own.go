package apart

import (
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// Most pointers that launches pass are variables that never have another value than memory of their own:
//
//	float *a, *b = allocate(n); cudaMalloc(&a, n); fill(b, n); k<<<1, n>>>(a, b);
//
// Two such variables are apart, whatever else the function does and in which order. That is seen by the words around their
// names alone, in one pass over the function for each variable: however long it is, it is not executed.
//
// What is done with the value of such a variable does not matter, as copies of it are other variables; what counts is that
// nothing can give the variable itself another value than one from an allocation. So each mention has to be of a known form,
// in which the variable is read.

// allocation is the token at which a variable is declared that has no other values than memory of its own, for an argument of
// the launch or call at token i; 0 for others.
func (p *Program) allocation(i int, e cuda.Expr) int {
	id := variableIn(e)
	if id == nil || len(id.Path) > 0 {
		return 0
	}
	fn, inside := p.flow.Around(i)
	if !inside {
		return 0
	}
	open, ok := p.code.Body(fn)
	if !ok {
		return 0
	}
	return p.owner(fn, open, id.Name)
}

// variableIn is the variable to whose array an argument leads: p, (T *)p, p + i, &p[i].
func variableIn(e cuda.Expr) *cuda.Ident {
	switch e := e.(type) {
	case *cuda.CastExpr:
		if isPointer(e.Type) && e.Type.Form == cuda.PointerType {
			return variableIn(e.X)
		}
	case *cuda.Ident:
		return e
	case *cuda.BinaryExpr:
		if e.Op == "+" || e.Op == "-" {
			return variableIn(e.X)
		}
	case *cuda.UnaryExpr:
		if x, is := e.X.(*cuda.IndexExpr); is && e.Op == "&" {
			return variableIn(x.X)
		}
	default:
	}
	return nil
}

// owner is onlyAllocation with what is known already.
func (p *Program) owner(fn *cuda.FuncDecl, open int, name string) int {
	key := fn.Pos.String() + " " + name
	at, known := p.own[key]
	if !known {
		p.own[key] = 0 // while it is looked at
		at = p.onlyAllocation(open, name)
		p.own[key] = at
	}
	return at
}

// onlyAllocation is the token at which a variable with memory of its own is declared in the function whose body opens at a
// token, 0 for others.
func (p *Program) onlyAllocation(open int, name string) int {
	c := p.code
	declared, allocated, depth := 0, false, 0
	for j := open + 1; j < c.Match(open); j++ {
		switch {
		case declared > 0 && c.Text(j) == "{":
			depth++
		case declared > 0 && c.Text(j) == "}":
			depth--
		}
		if c.Token(j).Kind != source.Ident || c.Text(j) != name {
			continue
		}
		if before := c.Text(j - 1); before == "." || before == "->" {
			continue
		}
		switch fresh, is := p.declaresPointer(open, j); {
		case is && declared == 0:
			declared, allocated = j, fresh
			continue
		case is, declared == 0, depth < 0: // another variable
			return 0
		}
		switch {
		case p.allocates(j, open), c.Text(j+1) == "=" && statement(c, j-1) && p.fresh(j+2):
			allocated = true
		case c.Text(j+1) == "=" && statement(c, j-1) && isNull(c.Text(j+2)) && c.Text(j+3) == ";":
		case p.reads(j, open):
		default:
			return 0
		}
	}
	if !allocated {
		return 0
	}
	return declared
}

// statement reports whether a statement may begin behind a token.
func statement(c *cuda.Code, i int) bool {
	return c.Text(i) == ";" || c.Text(i) == "{" || c.Text(i) == "}"
}

func isNull(text string) bool { return text == "nullptr" || text == "NULL" || text == "0" }

// declaresPointer reports whether a name is declared at token j, as a pointer that has no value at first, or that of an
// allocation (fresh).
func (p *Program) declaresPointer(open, j int) (fresh, is bool) {
	c := p.code
	before := j - 1
	if c.Text(before) == "__restrict__" || c.Text(before) == "__restrict" || c.Text(before) == "const" {
		before--
	}
	switch {
	case c.Text(before) == "auto" && statement(c, before-1): // auto p = new float[n];
	case c.Text(before) == "*" && (c.Text(before-1) == "," || c.Token(before-1).Kind == source.Ident && !operatorWords[c.Text(before-1)]):
		first := before
		for first > open && !statement(c, first-1) {
			if c.Text(first) == "(" || lasting[c.Text(first)] {
				return false, false
			} else if m := c.Match(first); m >= 0 && m < first {
				first = m
			}
			first--
		}
		if first <= open || c.Token(first).Kind != source.Ident || c.Token(first+1).Kind != source.Ident && c.Text(first+1) != "*" && c.Text(first+1) != "::" && c.Text(first+1) != "<" {
			return false, false
		}
		if operatorWords[c.Text(first)] || lasting[c.Text(first)] {
			return false, false
		}
	default:
		return false, false
	}
	switch next := c.Text(j + 1); {
	case next == ";" || next == ",":
		return false, c.Text(before) == "*"
	case next == "=" && isNull(c.Text(j+2)) && (c.Text(j+3) == ";" || c.Text(j+3) == ","):
		return false, c.Text(before) == "*"
	case next == "=" && p.fresh(j+2):
		return true, true
	}
	return false, false
}

// lasting are words for variables that outlive a call, or are not those of the function.
var lasting = map[string]bool{"static": true, "extern": true, "thread_local": true, "typedef": true}

// operatorWords are words that no type ends with.
var operatorWords = map[string]bool{"return": true, "sizeof": true, "case": true, "throw": true, "delete": true, "co_return": true, "goto": true, "else": true, "new": true, "using": true}

// allocators give the variable to which their first argument leads memory of its own, makers return such memory.
var (
	allocators = map[string]bool{"cudaMalloc": true, "cudaMallocManaged": true, "cudaMallocHost": true, "cudaHostAlloc": true, "cudaMallocAsync": true, "cudaMallocPitch": true}
	makers     = map[string]bool{"malloc": true, "calloc": true, "aligned_alloc": true}
)

// allocates reports whether token j is the variable that a call of an allocator sets.
func (p *Program) allocates(j, open int) bool {
	c := p.code
	callee, at := p.callee(j, open)
	return c.Text(j-1) == "&" && c.Text(j+1) == "," && allocators[callee] && p.argumentOf(at, j) == 0 && len(p.flow.Functions(callee)) == 0 &&
		(c.Text(j-2) == "(" || c.Text(j-2) == ")" && c.Text(j-3) == "*")
}

// fresh reports whether the expression at token i is memory of its own, new each time:
//
//	new float[n];    (float *)malloc(n);    allocate<float>(n);
func (p *Program) fresh(i int) bool {
	c := p.code
	for { // casts
		switch m := c.Match(i); {
		case c.Text(i) == "(" && m > i && c.Text(m-1) == "*":
			i = m + 1
			continue
		case strings.HasSuffix(c.Text(i), "_cast") && c.Text(i+1) == "<":
			end := behindAngles(c, i+1)
			if end < 0 || c.Text(end-2) != "*" || c.Text(end) != "(" || !endsExpression(c.Text(c.Match(end)+1)) {
				return false
			}
			i = end + 1
			continue
		}
		break
	}
	if c.Text(i) == "std" && c.Text(i+1) == "::" {
		i += 2
	}
	name := c.Text(i)
	if name == "new" {
		return c.Token(i+1).Kind == source.Ident && !p.ownsNew()
	}
	open := i + 1
	if c.Text(open) == "<" {
		if open = behindAngles(c, open); open < 0 {
			return false
		}
	}
	if c.Token(i).Kind != source.Ident || c.Text(open) != "(" || c.Match(open) < open || !endsExpression(c.Text(c.Match(open)+1)) {
		return false
	}
	if p.isValue(name) {
		return false
	}
	if makers[name] {
		return len(p.flow.Functions(name)) == 0
	}
	return p.makes(name)
}

func endsExpression(next string) bool { return next == ";" || next == "," || next == ")" }

// behindAngles is the token behind the > that closes the < at token i, -1 where what is between is no plain list of types.
func behindAngles(c *cuda.Code, i int) int {
	for j := i + 1; j < min(i+24, c.Len()); j++ {
		switch t := c.Text(j); {
		case t == ">":
			return j + 1
		case c.Token(j).Kind != source.Ident && c.Token(j).Kind != source.Number && t != "::" && t != "*" && t != ",":
			return -1
		}
	}
	return -1
}

// ownsNew reports whether something in the file defines operator new.
func (p *Program) ownsNew() bool {
	if p.news == 0 {
		p.news = -1
		for i := 1; i < p.code.Len(); i++ {
			if p.code.Text(i) == "new" && p.code.Text(i-1) == "operator" {
				p.news = 1
			}
		}
	}
	return p.news > 0
}

// makes reports whether all functions of a name give memory of its own, new each time: a variable that has nothing else.
func (p *Program) makes(name string) bool {
	key := "makes " + name
	if known, asked := p.own[key]; asked {
		return known != 0
	}
	p.own[key] = 0 // while it is looked at
	fns := p.flow.Functions(name)
	for _, fn := range fns {
		open, ok := p.code.Body(fn)
		if !ok || fn.Result == nil || fn.Result.Form != cuda.PointerType || !p.returnsFresh(fn, open) {
			return false
		}
	}
	if len(fns) == 0 {
		return false
	}
	p.own[key] = 1
	return true
}

func (p *Program) returnsFresh(fn *cuda.FuncDecl, open int) bool {
	c := p.code
	some := false
	for j := open + 1; j < c.Match(open); j++ {
		if c.Text(j) != "return" {
			continue
		}
		i := j + 1
		for c.Text(i) == "(" && c.Match(i) > i && c.Text(c.Match(i)-1) == "*" { // a cast
			i = c.Match(i) + 1
		}
		switch {
		case isNull(c.Text(i)) && c.Text(i+1) == ";":
		case c.Text(i+1) == ";" && c.Token(i).Kind == source.Ident && p.owner(fn, open, c.Text(i)) != 0, p.fresh(j + 1):
			some = true
		default:
			return false
		}
	}
	return some
}

// callee is what is called with the arguments among which token j is, and the token of the bracket that opens them: a name, or <<<
// for a launch; empty outside of a call.
func (p *Program) callee(j, open int) (name string, at int) {
	c := p.code
	for j--; j > open; j-- {
		switch t := c.Text(j); {
		case (t == ")" || t == "]" || t == "}") && c.Match(j) >= 0 && c.Match(j) < j:
			j = c.Match(j)
		case t == ";" || t == "{" || t == "}" || t == "=" || t == "[":
			return "", 0
		case t == "(":
			if c.Text(j-1) == ">" && c.Text(j-2) == ">" && c.Text(j-3) == ">" || c.Text(j-1) == ">>>" {
				return "<<<", j
			}
			name := j - 1
			if c.Text(name) == ">" {
				for name--; name > open && c.Text(name) != "<"; name-- {
					if c.Token(name).Kind != source.Ident && c.Token(name).Kind != source.Number && c.Text(name) != "*" && c.Text(name) != "," && c.Text(name) != "::" {
						return "", 0
					}
				}
				name--
			}
			if c.Token(name).Kind == source.Ident {
				return c.Text(name), j
			}
		}
	}
	return "", 0
}

// isValue reports whether a name of a function may be that of something else somewhere in the file: it stands where nothing is
// called.
func (p *Program) isValue(name string) bool {
	key := "value " + name
	is, known := p.own[key]
	if !known {
		for i := 1; i+1 < p.code.Len() && is == 0; i++ {
			if t := p.code.Text(i + 1); p.code.Text(i) == name && p.code.Token(i).Kind == source.Ident && t != "(" && t != "<" && name != "if" && name != "while" && name != "sizeof" {
				is = 1
			}
		}
		p.own[key] = is
	}
	return is != 0
}

// argumentOf is the number of the argument, of the call whose bracket opens at a token, that token j is in.
func (p *Program) argumentOf(at, j int) int {
	n := 0
	for i := at + 1; i < j; i++ {
		if m := p.code.Match(i); m > i && m < j {
			i = m
		}
		if p.code.Text(i) == "," {
			n++
		}
	}
	return n
}

// keepers are functions of libraries that take pointers by value.
var keepers = []string{"<<<", "if", "while", "free", "printf", "fprintf", "memset", "memcpy", "memcmp", "fread", "fwrite", "assert", "static_cast", "reinterpret_cast", "sizeof", "push_back", "emplace_back"}

// comparing are operators of which the pointers beside them are only read.
var comparing = map[string]bool{"==": true, "!=": true, "||": true, "+": true}

// reads reports whether the mention of a pointer variable at token j certainly only reads it.
func (p *Program) reads(j, open int) bool {
	c := p.code
	before, next := c.Text(j-1), c.Text(j+1)
	switch {
	case next == "[" && c.Match(j+1) > j && !p.declarator(j, open), next == "->": // of what it leads to
		return true
	case c.Token(j-1).Kind == source.Ident && before != "return" && before != "delete":
		return false
	case before == "return" && next == ";": // but for [&]() -> T *& { return p; }
		return !inLambda(c, j, open)
	case (before == "delete" || before == "]" && c.Text(j-2) == "[" && c.Text(j-3) == "delete") && (next == ";" || next == ","):
		return true
	case next == "++" || next == "--" || before == "++" || before == "--" || before == "&" || before == "?" || before == ":":
		return false
	case next != "=" && strings.HasSuffix(next, "=") && !comparing[next]:
		return false
	case before == "!" && next != "=", comparing[before] && next != "=", (comparing[next] || next == "&&") && before != "*" && before != "&&":
		return true
	case before == "*" && (c.Text(j-2) == "=" || statement(c, j-2)): // *p = 0;
		return true
	case before == "=" && (next == ";" || next == ","): // q = p;
		return p.givesCopy(j)
	case next == "," || next == ")":
		return p.readByCall(j, open)
	}
	return false
}

// declarator reports whether what stands before the name at token j, and behind which is [, may be the type of an array of that name.
func (p *Program) declarator(j, open int) bool {
	c := p.code
	switch before := c.Token(j - 1); {
	case before.Kind == source.Ident:
		return before.Text != "return"
	case before.Text == ">" || before.Text == "&&":
		return true
	case before.Text == ",":
		name, _ := p.callee(j, open)
		return name == ""
	case before.Text == "*" || before.Text == "&":
		t, first := c.Token(j-2), c.Token(j-3)
		if t.Kind != source.Ident {
			return t.Text == ">" || t.Text == "*" || t.Text == "&"
		}
		return first.Kind == source.Ident && first.Text != "return" || first.Text == "(" || first.Text == "," || first.Text == ">" || first.Text == "::" || statement(c, j-3)
	}
	return false
}

// inLambda reports whether token j lies in a lambda within the function whose body opens at a token.
func inLambda(c *cuda.Code, j, open int) bool {
	for j--; j > open; j-- {
		if m := c.Match(j); c.Text(j) == "}" && m >= 0 && m < j {
			j = m
			continue
		}
		if c.Text(j) != "{" {
			continue
		}
		for k := j - 1; k > max(open, j-24) && !statement(c, k); k-- {
			if m := c.Match(k); c.Text(k) == ")" && m > 0 && m < k {
				k = m
			}
			if c.Text(k) == "]" {
				return true
			}
		}
	}
	return false
}

// givesCopy reports whether the variable at token j, which is all that stands behind =, gives another variable its value, and not
// a reference its name.
func (p *Program) givesCopy(j int) bool {
	c := p.code
	to := j - 2
	if c.Text(to) == "]" {
		return true // an element
	}
	if c.Token(to).Kind != source.Ident {
		return false
	}
	switch before := c.Text(to - 1); before {
	case "*", ";", "{", "}", ".", "->", "auto":
		return before != "*" || c.Text(to-2) != "(" // no reference to an array
	}
	return false
}

// readByCall reports whether the variable at token j is an argument of a call that takes it by value, as it is or behind a cast.
func (p *Program) readByCall(j, open int) bool {
	c := p.code
	before := j - 1
	if c.Text(before) == ")" { // (void *)p
		if c.Text(before-1) != "*" || c.Match(before) < 0 {
			return false
		}
		before = c.Match(before) - 1
	}
	name, at := p.callee(j, open)
	switch {
	case at == 0 || c.Text(before) != "(" && c.Text(before) != ",", c.Text(before) == "(" && before != at:
		return false
	case name == "static_cast" || name == "reinterpret_cast": // to a pointer, not to a reference
		return c.Text(at-1) == ">" && c.Text(at-2) == "*"
	}
	fns := p.flow.Functions(name)
	if len(fns) > 0 {
		if t := c.Text(at - 2); t == "." || t == "->" || t == "::" {
			return false
		}
		return p.flow.ByValue(name, p.argumentOf(at, j))
	}
	if t := c.Text(at - 2); (t == "." || t == "->") && len(p.flow.Candidates(name, p.argumentOf(at, j)+1, true)) > 0 || p.isValue(name) {
		return false
	}
	return slices.Contains(keepers, name) || strings.HasPrefix(name, "cudaFree") || strings.HasPrefix(name, "cudaMem") || strings.HasPrefix(name, "cublas") && c.Text(before) != "&"
}

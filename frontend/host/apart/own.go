package apart

import (
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/source"
)

// allocation is the token of the allocation that gives a variable, as an argument of the launch at token i, the only value that
// it ever has; 0 for others. It sees this by the names alone, whatever else there is in the function:
//
//	float *a; cudaMalloc(&a, n); k<<<1, n>>>(a);
func (p *Program) allocation(i int, e cuda.Expr) int {
	for {
		c, is := e.(*cuda.CastExpr)
		if !is {
			break
		}
		e = c.X
	}
	id, is := e.(*cuda.Ident)
	if !is || len(id.Path) > 0 {
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
	key := fn.Pos.String() + id.Name
	at, known := p.own[key]
	if !known {
		at = p.onlyAllocation(open, id.Name)
		p.own[key] = at
	}
	return at
}

// onlyAllocation is the token of the allocation of a variable of the function whose body opens at a token.
func (p *Program) onlyAllocation(open int, name string) int {
	c := p.code
	declared, allocated, depth := 0, 0, 0
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
		before, next := c.Text(j-1), c.Text(j+1)
		if before == "." || before == "->" {
			continue
		}
		callee := p.callee(j, open)
		switch {
		case depth < 0: // of another variable
			return 0
		case callee == "" && (before == "*" || before == "__restrict__") && (c.Text(j-2) == "," || c.Token(j-2).Kind == source.Ident && c.Text(j-2) != "return") &&
			(next == ";" || next == "," || next == "=" && (c.Text(j+2) == "nullptr" || c.Text(j+2) == "NULL" || c.Text(j+2) == "0") && (c.Text(j+3) == ";" || c.Text(j+3) == ",")):
			if declared++; declared > 1 || allocated > 0 {
				return 0
			}
		case allocators[callee] && before == "&" && next == ",":
			if allocated > 0 || declared == 0 {
				return 0
			}
			allocated = j
		case before == "&" || next != "," && next != ")" && next != "[" && next != "+":
			return 0
		case callee == "<<<" || callee == "cudaFree" || strings.HasPrefix(callee, "cudaMem"):
		default:
			return 0
		}
	}
	return allocated
}

// allocators give the variable to which their first argument leads memory of its own.
var allocators = map[string]bool{"cudaMalloc": true, "cudaMallocManaged": true, "cudaMallocHost": true, "cudaHostAlloc": true}

// callee is what is called with the arguments among which token j is: a name, or <<< for a launch; empty outside of a call.
func (p *Program) callee(j, open int) string {
	c := p.code
	inner := 0
	for j--; j > open; j-- {
		switch t := c.Text(j); {
		case t == ")" || t == "]":
			inner++
		case inner > 0 && (t == "(" || t == "["):
			inner--
		case t == ";" || t == "{" || t == "}" || inner == 0 && (t == "=" || t == "["):
			return ""
		case inner == 0 && t == "(":
			switch {
			case c.Text(j-1) == ">" && c.Text(j-2) == ">" && c.Text(j-3) == ">":
				return "<<<"
			case c.Token(j-1).Kind == source.Ident:
				return c.Text(j - 1)
			}
		}
	}
	return ""
}

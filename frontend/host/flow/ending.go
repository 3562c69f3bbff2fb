package flow

import (
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
)

// Calls that do not return, and those that return only where a condition holds:
//
//	if (n % 64) { printf("n?"); exit(1); }    assert(n > 0);    TORCH_CHECK(n > 0, "n?");

// endings are functions of libraries that never return.
var endings = wordSet("exit _exit _Exit abort quick_exit terminate __assert_fail")

// checks are macros of headers that gv2 has not read, which end the program or throw unless their
// first argument is true. assert is one where NDEBUG is not defined: with it nothing is left of it.
var checks = wordSet("assert TORCH_CHECK TORCH_INTERNAL_ASSERT AT_ASSERT AT_ASSERTM")

// after are the states behind a call, of those behind its effects.
func (fr *frame) after(p *part, e *cuda.CallExpr, states []*State) []*State {
	id, ok := e.Fun.(*cuda.Ident)
	if !ok || id.HasArgs || len(id.Path) > 1 || len(id.Path) == 1 && id.Path[0] != "std" || fr.fn.own[id.Name] {
		return states
	}
	switch {
	case fr.prog.neverReturns(id.Name, 0):
		return fr.ended(states)
	case checks(id.Name) && len(e.Args) > 0 && len(fr.prog.functions[id.Name]) == 0 && len(fr.changes(p)) == 0 && !fr.free:
		var out []*State
		for _, s := range states {
			if x := fr.eval(s, e.Args[0]).X; x == nil || s.assume(cexpr.Truth(x)) {
				out = append(out, s)
			}
		}
		return out
	}
	return states
}

// neverReturns reports whether no call of the functions of that name returns: they are declared so, or
// have one definition that ends with such a call and leaves in no other way.
func (p *Program) neverReturns(name string, depth int) bool {
	fns := p.functions[name]
	if len(fns) == 0 {
		return endings(name) || p.declaredEnding(name)
	}
	if depth > maxInline {
		return false
	}
	defined := 0
	for _, fn := range fns {
		b, ok := p.bodyOf(fn)
		if !ok {
			continue
		}
		defined++
		f := p.functionOf(b)
		if !f.ready || fn.Global || b.record != nil || f.jumps || f.confused || len(f.body) == 0 || !f.endsWithCall(depth) {
			return false
		}
	}
	return defined == 1 || defined == 0 && p.declaredEnding(name)
}

// endsWithCall reports whether the last statement of the function is a call that never returns, and no
// other one leaves it.
func (f *function) endsWithCall(depth int) bool {
	last := f.body[len(f.body)-1]
	leaves := false
	f.stmts(f.body, func(s *stmt) {
		leaves = leaves || s.kind == returnStmt || s.kind == tryStmt
	})
	if leaves || last.kind != plainStmt {
		return false
	}
	call, ok := last.head.expr.(*cuda.CallExpr)
	if !ok {
		return false
	}
	id, ok := call.Fun.(*cuda.Ident)
	return ok && !id.HasArgs && (len(id.Path) == 0 || len(id.Path) == 1 && id.Path[0] == "std") && !f.own[id.Name] && f.prog.neverReturns(id.Name, depth+1)
}

// declaredEnding reports whether every declaration of the name as a function says that it does not
// return.
func (p *Program) declaredEnding(name string) bool {
	found, known := p.endings[name]
	if !known {
		found = p.everyEnding(name)
		p.endings[name] = found
	}
	return found
}

func (p *Program) everyEnding(name string) bool {
	found := false
	for _, i := range p.index(name) {
		end := p.code.Match(i + 1)
		if p.code.Text(i+1) != "(" || end < i || p.code.Text(end+1) != ";" && p.code.Text(end+1) != "{" && !strings.HasPrefix(p.code.Text(end+1), "__attribute") {
			continue
		}
		if _, within := p.around(i); within {
			continue
		}
		says := false
		for j := i - 1; j > i-24 && j > 0; j-- {
			t := p.code.Text(j)
			if t == ";" || t == "}" {
				break
			}
			says = says || strings.Contains(t, "noreturn")
		}
		if !says {
			return false
		}
		found = true
	}
	return found
}

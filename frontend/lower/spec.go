package lower

import (
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
)

// spec is the annotation whose argument is being lowered.
type spec struct {
	global bool // it holds for threads that do not reach it as well
	ghost  bool // what it reads is no access of the program
	others int  // how many __other_ enclose the expression at hand
	result *place
	olds   map[*cuda.CallExpr]value
}

// stated lowers the condition of an annotation.
func (l *lowerer) stated(e cuda.Expr, s *spec) kernel.Expr {
	outer := l.spec
	l.spec = s
	cond := l.truthOf(e)
	l.spec = outer
	return cond
}

// specFunction lowers a value function of annotations; args are those of e.
type specFunction func(l *lowerer, e *cuda.CallExpr, name string) *place

// specFunctions are GPUVerify's, by name; families whose names carry types are
// in specFamily.
var specFunctions map[string]specFunction

func init() {
	specFunctions = map[string]specFunction{
		"__implies":           specImplies,
		"__enabled":           specEnabled,
		"__dominator_enabled": specRefused("whether a thread is enabled elsewhere; use __enabled"),
		"__is_pow2":           specIsPow2,
		"__mod_pow2":          specModPow2,

		"__other_int": specOther, "__other_bool": specOther, "__other_ptr_base": specOther,
		"__uniform_int": specUniform, "__uniform_bool": specUniform, "__uniform_ptr_base": specUniform,
		"__distinct_int": specDistinct, "__distinct_bool": specDistinct, "__distinct_ptr_base": specDistinct,
		"__all": specAll, "__exclusive": specExclusive, "__at_most_one": specExclusive,

		"__read": specAccessed, "__write": specAccessed, "__no_read": specAccessed, "__no_write": specAccessed,
		"__read_implies": specAccessImplies, "__write_implies": specAccessImplies,
		"__read_offset_bytes": specAccessOffset, "__write_offset_bytes": specAccessOffset,
		"__ptr_base": specPointerBase, "__ptr_offset_bytes": specPointerOffset,

		"__return_val_int": specResult, "__return_val_bool": specResult, "__return_val_ptr": specResult,
		"__return_val_funptr": specResult, "__return_val_int4": specResult, "__return_val": specResult,

		"__atomic_has_taken_value": specRefused("the values that an atomic has taken; state it over variables"),
	}
}

// isSpecName recognises names that only mean something in an annotation.
func isSpecName(name string) bool {
	return name != "__all" && (specFunctions[name] != nil || specFamily(name) != nil)
}

// specCall lowers a call inside an annotation if its function is one of those;
// nil if not.
func (l *lowerer) specCall(e *cuda.CallExpr, fun *cuda.Ident) *place {
	if len(fun.Path) > 0 {
		return nil
	}
	f := specFunctions[fun.Name]
	if f == nil {
		f = specFamily(fun.Name)
	}
	if f == nil {
		return nil
	}
	if n := specArguments(fun.Name); len(e.Args) != n && n >= 0 {
		l.Errorf(e.Pos, "%s takes %d arguments, not %d", fun.Name, n, len(e.Args))
		return &badPlace
	}
	return f(l, e, fun.Name)
}

// specArguments is the number of arguments, -1 for any.
func specArguments(name string) int {
	switch name {
	case "__enabled", "__dominator_enabled":
		return 0
	case "__implies", "__mod_pow2", "__read_implies", "__write_implies":
		return 2
	case "__atomic_has_taken_value":
		return 3
	}
	if strings.HasPrefix(name, "__add") || strings.HasPrefix(name, "__ite") || strings.HasPrefix(name, "__return_val") {
		return -1
	}
	return 1
}

func truthPlace(e *cuda.CallExpr, x kernel.Expr) *place { return valuePlace(e, computedValue(x)) }

func specRefused(what string) specFunction {
	return func(l *lowerer, e *cuda.CallExpr, name string) *place {
		l.Unsupported(e.Pos, "%s: %s", name, what)
		return &badPlace
	}
}

func specImplies(l *lowerer, e *cuda.CallExpr, _ string) *place {
	x, y := l.truthOf(e.Args[0]), l.truthOf(e.Args[1])
	return truthPlace(e, cexpr.Binary(kernel.Implies, x, y))
}

// specEnabled is true where only enabled threads are looked at.
func specEnabled(l *lowerer, e *cuda.CallExpr, _ string) *place {
	if l.spec.others == 0 && !l.spec.global {
		return truthPlace(e, kernel.BoolConst(true))
	}
	return truthPlace(e, &kernel.Enabled{})
}

// specIsPow2 is x & (x - 1) == 0.
func specIsPow2(l *lowerer, e *cuda.CallExpr, _ string) *place {
	x, ok := l.scalar(e.Args[0])
	if !ok {
		return &badPlace
	}
	one := kernel.NewConst(kernel.I32, 1)
	return truthPlace(e, cexpr.Binary(kernel.Eq, cexpr.Binary(kernel.And, x, cexpr.Binary(kernel.Sub, x, one)), kernel.NewConst(kernel.I32, 0)))
}

// specModPow2 is x modulo y for a power of two y: (y - 1) & x.
func specModPow2(l *lowerer, e *cuda.CallExpr, _ string) *place {
	x, okX := l.scalar(e.Args[0])
	y, okY := l.scalar(e.Args[1])
	if !okX || !okY {
		return &badPlace
	}
	return truthPlace(e, cexpr.Binary(kernel.And, cexpr.Binary(kernel.Sub, y, kernel.NewConst(kernel.I32, 1)), x))
}

// other evaluates the argument for the other thread; own is it for the thread
// itself. What is the same for all threads stays what it is.
func (l *lowerer) other(e *cuda.CallExpr, name string) (own, other kernel.Expr, ok bool) {
	arg := func() (kernel.Expr, bool) {
		switch {
		case strings.HasSuffix(name, "ptr_base"):
			return l.pointerBase(e.Args[0])
		case strings.HasSuffix(name, "int"):
			return l.scalar(e.Args[0])
		}
		return l.truthOf(e.Args[0]), true
	}
	if own, ok = arg(); !ok {
		return nil, nil, false
	}
	l.spec.others++
	x, ok := arg()
	l.spec.others--
	if !ok {
		return nil, nil, false
	}
	if onlyParams(x) {
		return own, x, true
	}
	return own, &kernel.Other{X: x}, true
}

func specOther(l *lowerer, e *cuda.CallExpr, name string) *place {
	_, other, ok := l.other(e, name)
	if !ok {
		return &badPlace
	}
	return truthPlace(e, other)
}

// specRelation compares an expression of the two threads.
func specRelation(l *lowerer, e *cuda.CallExpr, name string, op kernel.BinaryOp) *place {
	own, other, ok := l.other(e, name)
	if !ok {
		return &badPlace
	}
	return truthPlace(e, cexpr.Binary(op, own, other))
}

func specUniform(l *lowerer, e *cuda.CallExpr, name string) *place {
	return specRelation(l, e, name, kernel.Eq)
}

func specDistinct(l *lowerer, e *cuda.CallExpr, name string) *place {
	return specRelation(l, e, name, kernel.Ne)
}

func specAll(l *lowerer, e *cuda.CallExpr, name string) *place {
	return specRelation(l, e, name, kernel.LAnd)
}

func specExclusive(l *lowerer, e *cuda.CallExpr, name string) *place {
	own, other, ok := l.other(e, name)
	if !ok {
		return &badPlace
	}
	return truthPlace(e, not(cexpr.Binary(kernel.LAnd, own, other)))
}

// pointerBase tells the arrays apart that a pointer may lead to, by number.
func (l *lowerer) pointerBase(e cuda.Expr) (kernel.Expr, bool) {
	v := l.eval(e)
	switch {
	case v.bad():
		return nil, false
	case v.p != nil:
		return v.p.tagOf(), true
	case v.e != nil && v.e.Type().IsInt(): // __ptr_base gives numbers
		return v.e, true
	}
	l.Errorf(e.ExprPos(), "this has type %s, not a pointer", v.t)
	return nil, false
}

func specPointerBase(l *lowerer, e *cuda.CallExpr, _ string) *place {
	x, ok := l.pointerBase(e.Args[0])
	if !ok {
		return &badPlace
	}
	return truthPlace(e, x)
}

func specPointerOffset(l *lowerer, e *cuda.CallExpr, _ string) *place {
	v := l.eval(e.Args[0])
	if v.bad() || v.p == nil {
		l.needPointer(e, v)
		return &badPlace
	}
	bytes := cexpr.Binary(kernel.Mul, v.p.off, offset(v.p.unit()))
	return truthPlace(e, cexpr.Convert(bytes, kernel.U64))
}

func (l *lowerer) needPointer(e *cuda.CallExpr, v value) {
	if !v.bad() {
		l.Errorf(e.Pos, "this takes a pointer, not a %s", v.t)
	}
}

// accessed joins f over the arrays that the pointer may lead to; none is what
// holds where it leads nowhere.
func (l *lowerer) accessed(e *cuda.CallExpr, none kernel.Expr, f func(a *kernel.Array) kernel.Expr) (kernel.Expr, bool) {
	v := l.eval(e.Args[0])
	if v.bad() || v.p == nil {
		l.needPointer(e, v)
		return nil, false
	}
	if v.p.hasLocal() {
		l.settleLocal(v.p)
		return none, true
	}
	out := none
	for _, t := range v.p.targets {
		if t.mem == nil {
			continue
		}
		x := f(l.array(t.mem))
		if len(v.p.targets) > 1 {
			is := cexpr.Binary(kernel.Eq, v.p.tagOf(), kernel.NewConst(kernel.I32, t.id))
			x = kernel.FoldNode(&kernel.Cond{C: is, X: x, Y: out})
		}
		out = x
	}
	return out, true
}

func accessKind(name string) kernel.AccessKind {
	if strings.Contains(name, "write") {
		return kernel.WriteAccess
	}
	return kernel.ReadAccess
}

// wasAccessed is __read(p) or __write(p).
func (l *lowerer) wasAccessed(e *cuda.CallExpr, kind kernel.AccessKind) (kernel.Expr, bool) {
	return l.accessed(e, kernel.BoolConst(false), func(a *kernel.Array) kernel.Expr {
		return &kernel.Accessed{Kind: kind, Array: a}
	})
}

func specAccessed(l *lowerer, e *cuda.CallExpr, name string) *place {
	x, ok := l.wasAccessed(e, accessKind(name))
	if !ok {
		return &badPlace
	}
	if strings.HasPrefix(name, "__no_") {
		x = not(x)
	}
	return truthPlace(e, x)
}

func specAccessImplies(l *lowerer, e *cuda.CallExpr, name string) *place {
	x, ok := l.wasAccessed(e, accessKind(name))
	if !ok {
		return &badPlace
	}
	return truthPlace(e, cexpr.Binary(kernel.Implies, x, l.truthOf(e.Args[1])))
}

// specAccessOffset is the index of the access in bytes, a size_t.
func specAccessOffset(l *lowerer, e *cuda.CallExpr, name string) *place {
	kind := accessKind(name)
	x, ok := l.accessed(e, kernel.NewConst(kernel.U64, 0), func(a *kernel.Array) kernel.Expr {
		index := &kernel.Convert{T: kernel.U64, X: &kernel.AccessIndex{Kind: kind, Array: a}}
		return cexpr.Binary(kernel.Mul, index, kernel.NewConst(kernel.U64, int64(a.Elem.Bytes())))
	})
	if !ok {
		return &badPlace
	}
	return truthPlace(e, x)
}

// quotient is index * size / by where that is index * (size / by): an array is
// smaller than all of memory, so that the product did not wrap. Nil if it is
// something else.
func quotient(x, y kernel.Expr) kernel.Expr {
	by, ok := y.(*kernel.Const)
	if !ok || by.Val <= 0 {
		return nil
	}
	if c, ok := x.(*kernel.Convert); ok && c.T == kernel.U64 && by.Val == 1 {
		return x
	}
	m, ok := x.(*kernel.Binary)
	if !ok || m.Op != kernel.Mul {
		return nil
	}
	index, ok := m.X.(*kernel.Convert)
	size, okSize := m.Y.(*kernel.Const)
	if !ok || !okSize || size.Val%by.Val != 0 {
		return nil
	}
	if _, ok := index.X.(*kernel.AccessIndex); !ok {
		return nil
	}
	return cexpr.Binary(kernel.Mul, index, kernel.NewConst(kernel.U64, size.Val/by.Val))
}

// specResult is what the function returned.
func specResult(l *lowerer, e *cuda.CallExpr, name string) *place {
	pl := l.spec.result
	if pl == nil {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &badPlace
	}
	if pl.t.Bad() {
		return &badPlace
	}
	want, _ := strings.CutPrefix(name, "__return_val_")
	if !resultFits(want, pl.t) {
		l.Unsupported(e.Pos, "%s of a function that returns a %s", name, pl.t)
		return &badPlace
	}
	return pl
}

func resultFits(want string, t *ctype.Type) bool {
	switch want {
	case "int":
		return t.IsScalar() && t.Scalar.IsInt() && t.Scalar.Bits == 32
	case "bool":
		return t.IsScalar() && t.Scalar == kernel.BoolType
	case "ptr", "funptr":
		return t.IsPointer()
	case "int4":
		return t.IsRecord() && t.Rec.Name == "int4"
	}
	return want == "__return_val"
}

// specTypes are the types in names such as __add_noovfl_unsigned_int.
var specTypes = map[string]kernel.Type{
	"char": kernel.I8, "short": kernel.I16, "int": kernel.I32, "long": kernel.I64,
	"unsigned_char": kernel.U8, "unsigned_short": kernel.U16, "unsigned_int": kernel.U32, "unsigned_long": kernel.U64,
}

// specFamily recognises the functions whose names carry a type: __old_int,
// __add_noovfl_int, __add_noovfl_unsigned_int_3, __add_int, __ite_int.
func specFamily(name string) specFunction {
	if t, ok := strings.CutPrefix(name, "__old_"); ok && (t == "int" || t == "bool") {
		return specOld
	}
	if name == "__add" {
		return specSum(nil)
	}
	if name == "__ite" {
		return specIte(nil)
	}
	for _, family := range []struct {
		prefix string
		make   func(t *kernel.Type) specFunction
	}{{"__add_noovfl_", specSum}, {"__add_", specSum}, {"__ite_", specIte}} {
		rest, ok := strings.CutPrefix(name, family.prefix)
		if !ok {
			continue
		}
		if t, ok := specTypes[rest]; ok {
			return family.make(&t)
		}
		if i := strings.LastIndexByte(rest, '_'); i > 0 && family.prefix == "__add_noovfl_" {
			if t, ok := specTypes[rest[:i]]; ok && isNumber(rest[i+1:]) {
				return specNoOverflow(t)
			}
		}
	}
	return nil
}

func isNumber(text string) bool {
	_, err := strconv.Atoi(text)
	return err == nil
}

// specOld is what the argument was when the function began.
func specOld(l *lowerer, e *cuda.CallExpr, name string) *place {
	v, ok := l.spec.olds[e]
	if !ok {
		l.Errorf(e.Pos, "%s outside an __ensures", name)
		return &badPlace
	}
	return valuePlace(e, v)
}

// numbers evaluates all arguments as numbers of type t, or of their own.
func (l *lowerer) numbers(e *cuda.CallExpr, t *kernel.Type) ([]kernel.Expr, bool) {
	var out []kernel.Expr
	for _, a := range e.Args {
		x, ok := l.scalar(a)
		if !ok {
			return nil, false
		}
		if t != nil {
			x = cexpr.Convert(x, *t)
		}
		out = append(out, x)
	}
	return out, true
}

// specSum is the sum of its arguments.
func specSum(t *kernel.Type) specFunction {
	return func(l *lowerer, e *cuda.CallExpr, _ string) *place {
		xs, ok := l.numbers(e, t)
		if !ok {
			return &badPlace
		}
		sum := kernel.Expr(kernel.NewConst(kernel.I32, 0))
		for i, x := range xs {
			if i == 0 {
				sum = x
				continue
			}
			sum = cexpr.Binary(kernel.Add, sum, x)
		}
		if t != nil {
			sum = cexpr.Convert(sum, *t)
		}
		return truthPlace(e, sum)
	}
}

// specNoOverflow is whether the sum of the arguments is a value of type t.
func specNoOverflow(t kernel.Type) specFunction {
	return func(l *lowerer, e *cuda.CallExpr, name string) *place {
		xs, ok := l.numbers(e, &t)
		if !ok {
			return &badPlace
		}
		if t.Bits > 32 {
			l.Unsupported(e.Pos, "%s: overflow of 64 bits", name)
			return &badPlace
		}
		sum := kernel.Expr(offset(0))
		for _, x := range xs {
			sum = cexpr.Binary(kernel.Add, sum, cexpr.Convert(x, kernel.I64))
		}
		narrow := cexpr.Convert(cexpr.Convert(sum, t), kernel.I64)
		return truthPlace(e, cexpr.Binary(kernel.Eq, sum, narrow))
	}
}

// specIte is c ? x : y.
func specIte(t *kernel.Type) specFunction {
	return func(l *lowerer, e *cuda.CallExpr, name string) *place {
		if len(e.Args) != 3 {
			l.Errorf(e.Pos, "%s takes 3 arguments, not %d", name, len(e.Args))
			return &badPlace
		}
		c := l.truthOf(e.Args[0])
		x, okX := l.scalar(e.Args[1])
		y, okY := l.scalar(e.Args[2])
		if !okX || !okY {
			return &badPlace
		}
		if t != nil {
			x, y = cexpr.Convert(x, *t), cexpr.Convert(y, *t)
		} else {
			x, y = cexpr.Usual(x, y)
		}
		return truthPlace(e, kernel.FoldNode(&kernel.Cond{C: c, X: x, Y: y}))
	}
}

// specValue is a name that means something in annotations alone; nil if id is
// none.
func (l *lowerer) specValue(id *cuda.Ident) *place {
	if l.spec == nil || id.Name != "__same_group" {
		return nil
	}
	same := kernel.Expr(kernel.BoolConst(true))
	for dim := range 3 {
		own := l.builtinDim(kernel.BlockIdx, dim)
		if !onlyParams(own) {
			same = cexpr.Binary(kernel.LAnd, same, cexpr.Binary(kernel.Eq, own, &kernel.Other{X: own}))
		}
	}
	return valuePlace(id, computedValue(same))
}

// settleAccesses replaces what asks for accesses that the kernel never makes:
// there are none.
func (l *lowerer) settleAccesses() {
	made := map[kernel.Accessed]bool{}
	asked := false
	kernel.Walk(l.out.Body, func(s kernel.Stmt) bool {
		switch s := s.(type) {
		case *kernel.Load:
			made[kernel.Accessed{Kind: kernel.ReadAccess, Array: s.Acc.Array}] = made[kernel.Accessed{Kind: kernel.ReadAccess, Array: s.Acc.Array}] || !s.Ghost
		case *kernel.Store:
			made[kernel.Accessed{Kind: kernel.WriteAccess, Array: s.Acc.Array}] = true
		}
		kernel.Exprs(s, func(e kernel.Expr) { asked = asked || kernel.OfPairs(e) })
		return true
	})
	if !asked {
		return
	}
	l.out.Body = mapExprs(l.out.Body, func(e kernel.Expr) kernel.Expr {
		if !kernel.OfPairs(e) {
			return e
		}
		return kernel.MapExpr(e, func(e kernel.Expr) kernel.Expr {
			switch e := e.(type) {
			case *kernel.Accessed:
				if !made[*e] {
					return kernel.BoolConst(false)
				}
			case *kernel.AccessIndex:
				if !made[kernel.Accessed{Kind: e.Kind, Array: e.Array}] {
					return offset(0)
				}
			}
			return kernel.FoldNode(e)
		})
	})
}

// mapExprs applies f to the expressions of all statements, inner ones included.
func mapExprs(stmts []kernel.Stmt, f func(kernel.Expr) kernel.Expr) []kernel.Stmt {
	out := make([]kernel.Stmt, len(stmts))
	for i, s := range stmts {
		switch n := kernel.MapExprs(s, f).(type) {
		case *kernel.If:
			c := *n
			c.Then, c.Else = mapExprs(n.Then, f), mapExprs(n.Else, f)
			out[i] = &c
		case *kernel.Region:
			c := *n
			c.Body = mapExprs(n.Body, f)
			out[i] = &c
		case *kernel.Loop:
			c := *n
			c.Head, c.Body, c.Post = mapExprs(n.Head, f), mapExprs(n.Body, f), mapExprs(n.Post, f)
			c.Invariants = append([]kernel.Invariant(nil), n.Invariants...)
			for j := range c.Invariants {
				c.Invariants[j].Head = mapExprs(c.Invariants[j].Head, f)
			}
			out[i] = &c
		default:
			out[i] = n
		}
	}
	return out
}

// outsideAnnotation reports a function of annotations elsewhere.
func (l *lowerer) outsideAnnotation(pos diag.Pos, name string) {
	l.Errorf(pos, "%s outside an annotation", name)
}

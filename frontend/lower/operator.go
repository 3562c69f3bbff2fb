package lower

import (
	"slices"

	"gv2/frontend/cexpr"
	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/overload"
	"gv2/frontend/lower/syntax"
)

// operator is an operator on operands of which one is a struct: the user's, that
// of pairs, or the built-in one on what conversion functions make of them. What
// the user's returns by reference is that object.
func (l *lowerer) operator(pos diag.Pos, op string, args ...callArg) *object.Place {
	for _, a := range args {
		if a.t() == nil || a.t().Bad() {
			return &object.BadPlace
		}
	}
	if pl, ok := l.findOperator(pos, op, args); ok {
		return pl
	}
	if objects := withObjects(args); objects != nil {
		if pl, ok := l.findOperator(pos, op, objects); ok {
			return pl
		}
	}
	if v, ok := l.pairOperator(op, args); ok {
		return &object.Place{Pos: pos, T: v.T, Val: &v}
	}
	if v, ok := l.builtinOperator(pos, op, args); ok {
		return &object.Place{Pos: pos, T: v.T, Val: &v}
	}
	l.Errorf(pos, "no operator%s for a %s", op, args[0].t().Plain())
	return &object.BadPlace
}

// mayOverload reports whether an operator on a t may be a function of the user's:
// [over.oper].
func mayOverload(t *ctype.Type) bool { return t.IsRecord() || t.Enum != nil }

// overloaded is an operator that the language defines for these operands too, as the
// user's function for it; ok is false if there is none that applies.
func overloaded(l *lowerer, pos diag.Pos, op string, args ...callArg) (*object.Place, bool) {
	if !l.prog.names.HasOperator(op) {
		return nil, false
	}
	may := false
	for _, a := range args {
		if a.t() == nil || a.t().Bad() {
			return &object.BadPlace, true
		}
		may = may || mayOverload(a.t())
	}
	if !may {
		return nil, false
	}
	if pl, ok := l.findOperator(pos, op, args); ok {
		return pl, true
	}
	if objects := withObjects(args); objects != nil {
		return l.findOperator(pos, op, objects)
	}
	return nil, false
}

// withObjects are args as the objects that they were read from, nil if none was.
func withObjects(args []callArg) []callArg {
	var out []callArg
	for i, a := range args {
		if a.of == nil {
			continue
		}
		if out == nil {
			out = append(out, args...)
		}
		out[i] = callArg{pos: a.pos, pl: a.of}
	}
	return out
}

// builtinOperator is x op y, -x, ~x and !x on numbers that conversion functions give:
// [over.built]. A struct with several of them is not looked at.
func (l *lowerer) builtinOperator(pos diag.Pos, op string, args []callArg) (object.Value, bool) {
	if op == "!" && len(args) == 1 && l.userConverts(args[0], ctype.Bool) {
		return computedValue(cexpr.Not(convertArg(l, args[0], ctype.Bool).Expr)), true
	}
	if sign, ok := map[string]kernel.UnaryOp{"-": kernel.Neg, "~": kernel.BitNot}[op]; ok && len(args) == 1 {
		v, ok := argNumber(l, args[0], pos)
		if !ok || v.Expr == nil || sign == kernel.BitNot && !v.Expr.Type().IsInt() {
			return object.Bad, false
		}
		return computedValue(cexpr.Unary(sign, v.Expr)), true
	}
	if _, known := binaryOps[op]; !known || len(args) != 2 {
		return object.Bad, false
	}
	var vs [2]object.Value
	for i, a := range args {
		known := false
		vs[i] = whereItStood(l, a, func(a callArg) object.Value {
			var v object.Value
			v, known = argNumber(l, a, pos)
			return v
		})
		if !known {
			return object.Bad, false
		}
	}
	return l.apply(pos, op, vs[0], vs[1]), true
}

// argNumber is a, by the conversion function of its class where it is a struct: its only one, or those
// to T & and const T &, which are for different objects.
func argNumber(l *lowerer, a callArg, pos diag.Pos) (object.Value, bool) {
	of := a.t()
	if of == nil || of.Bad() {
		return object.Bad, false
	}
	if !of.IsRecord() {
		return l.argValue(a), true
	}
	if syntax.HasConversionTemplate(of.Rec) {
		l.Unsupported(pos, "an operator on what a conversion function template of %s makes; convert it by a cast", of.Plain())
		return object.Bad, true
	}
	cs := l.conversions(of.Rec, nil)
	if len(cs) == 0 {
		return object.Bad, false
	}
	t := l.conversionType(cs[0])
	others := func(c *candidate) bool { return c.fn.Explicit || l.conversionType(c).Identity() != t.Identity() }
	if !t.IsScalar() && !t.IsPointer() || len(cs) > 1 && slices.ContainsFunc(cs, others) {
		return object.Bad, false
	}
	a.pos = pos
	return convertedAt(l, a.place(), t, pos)
}

// findOperator calls the operator function that fits best, members and others
// alike: [over.match.oper]; ok is false if there is none.
func (l *lowerer) findOperator(pos diag.Pos, op string, args []callArg) (*object.Place, bool) {
	name := "operator" + op
	if d := l.prog.names.Unread(name, false); d != nil {
		l.Unsupported(pos, "%s (declared at %s): %s", d.Name, d.Pos, d.Reason)
		return &object.BadPlace, true
	}
	viable := l.memberOperators(name, args)
	if op != "=" && op != "[]" && op != "->" {
		var fns []*cuda.FuncDecl
		for _, d := range l.prog.names.Overloads(l.frame.path, nil, name, before(l)) {
			if fn, ok := d.(*cuda.FuncDecl); ok {
				fns = append(fns, fn)
			}
		}
		id := &cuda.Ident{Name: name}
		found, _ := l.associated(fns, id, args)
		viable = append(append(viable, l.viableOf(fns, id, args)...), found...)
	}
	before := l.diags.Len()
	c := l.best(pos, name, declaredBefore(l, viable, name, args), false)
	switch {
	case c == nil && l.diags.Len() > before:
		return &object.BadPlace, true
	case c == nil:
		return nil, false
	case c.in != nil:
		return l.inline(pos, site{pos, op}, c, args[1:], l.settledObject(args[0].place(), c.in)), true
	}
	return l.inline(pos, site{pos, op}, c, args, nil), true
}

// memberOperators are the operator functions of the first operand's class, ranked
// with the object as their first argument.
func (l *lowerer) memberOperators(name string, args []callArg) []*candidate {
	t := args[0].t()
	if !t.IsRecord() || t.Rec.Decl == nil {
		return nil
	}
	var out []*candidate
	ms := l.methods(t.Rec, name)
	for _, m := range ms.fns {
		if t.Const && !m.ConstThis && !m.Static {
			continue
		}
		c := l.viableMethod(m, ms.in, nil, args[1:])
		if c == nil {
			continue
		}
		self := ms.in.Type().Qualified(m.ConstThis, false)
		self.Ref = true
		rank := overload.ExactMatch
		if t.Rec != ms.in {
			rank = overload.NumericConversion
		}
		c.params = append([]*ctype.Type{self}, c.params...)
		c.ranks = append([]int{rank}, c.ranks...)
		out = append(out, c)
	}
	return out
}

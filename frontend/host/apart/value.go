package apart

import (
	"slices"
	"strconv"

	"gv2/frontend/cuda"
)

// What expressions of host code do to pointers, and which they are.

// value are the pointers that an expression may be, none for numbers; from is where the value is copied from, nil for what
// is no object.
func (f *frame) value(s *state, e cuda.Expr) (all []*pointer, from *place) {
	switch e := e.(type) {
	case nil:
		return nil, nil
	case *cuda.CastExpr:
		if isNumber(e.Type) && f.typeOf(e.X) != nil && isNumber(f.typeOf(e.X)) {
			f.count(s, e.X)
			return nil, nil
		}
		all, from = f.value(s, e.X)
		if len(all) == 0 && f.typeOf(e.X) != nil && isNumber(f.typeOf(e.X)) && isPointer(f.resolved(e.Type)) {
			return unknownNumber(f, s, e, from), from
		}
		return all, from
	case *cuda.AssignExpr:
		return f.assign(s, e)
	case *cuda.UnaryExpr:
		return f.unary(s, e)
	case *cuda.BinaryExpr:
		return f.binary(s, e)
	case *cuda.CondExpr:
		return f.either(s, e)
	case *cuda.CallExpr:
		all, places := f.call(s, e)
		if len(places) == 1 {
			return all, places[0]
		}
		return all, nil
	case *cuda.ConstructExpr, *cuda.InitList, *cuda.NewExpr:
		return f.created(s, e)
	case *cuda.ThisExpr:
		for _, l := range f.self {
			all = append(all, addressOf(l))
		}
		return all, nil
	case *cuda.LambdaExpr:
		return f.lambdaOf(s, e), nil
	case *cuda.NullLit:
		return []*pointer{nothing}, nil
	case *cuda.IntLit:
		if e.Value == 0 {
			return []*pointer{nothing}, nil
		}
		return nil, nil
	case *cuda.FloatLit, *cuda.BoolLit, *cuda.SizeofExpr:
		return nil, nil
	case *cuda.StringLit:
		return []*pointer{freshAt("text " + e.Pos.String())}, nil
	case *cuda.PackExpr, *cuda.FoldExpr:
		return f.mixing(s, notRead(e), e), nil
	case *cuda.Ident:
		if e.Name == "NULL" && f.variableOf(e.Name) == "" {
			return []*pointer{nothing}, nil
		}
		if fns := functionsNamed(f, e); len(fns) > 0 {
			for _, fn := range fns {
				all = append(all, &pointer{fn: fn, key: "f " + fn.Name + fn.Pos.String()})
			}
			return all, nil
		}
	default:
		// Members and elements are places.
	}
	return f.held(s, e)
}

// held is what the place holds that an expression names.
func (f *frame) held(s *state, e cuda.Expr) (all []*pointer, from *place) {
	t := f.typeOf(e)
	places := f.place(s, e)
	if isNumber(t) {
		if len(places) == 1 {
			from = places[0]
		}
		return f.madeOfNumbers(s, e), from
	}
	if len(places) == 0 {
		return f.mixed(s, e), nil
	}
	if t != nil && t.Form == cuda.ArrayType {
		for _, l := range places {
			all = append(all, addressOf(l.part("[0]")))
		}
		if len(places) == 1 {
			from = places[0]
		}
		return all, from
	}
	if len(places) == 1 {
		from = places[0]
	}
	return f.readAll(s, places), from
}

// functionsNamed are the functions that a name means as a value.
func functionsNamed(f *frame, e *cuda.Ident) []*cuda.FuncDecl {
	if f.variableOf(e.Name) != "" || f.ownMember(e.Name) || f.file.flow.Global(e.Name) != nil {
		return nil
	}
	return f.file.flow.Functions(e.Name)
}

func (f *frame) unary(s *state, e *cuda.UnaryExpr) (all []*pointer, from *place) {
	if out, places, is := f.overloaded(s, e.Op, e, e.X); is {
		if len(places) == 1 {
			from = places[0]
		}
		return out, from
	}
	switch e.Op {
	case "&":
		if id, is := e.X.(*cuda.Ident); is && len(functionsNamed(f, id)) > 0 {
			return f.value(s, id)
		}
		places := f.place(s, e.X)
		for _, l := range places {
			s.shared[l.name] = true
			all = append(all, addressOf(l))
		}
		if len(places) == 0 {
			return f.mixed(s, e), nil
		}
		return all, nil
	case "++", "--":
		return f.step(s, e), nil
	case "*":
		return f.held(s, e)
	case "delete", "delete[]":
		f.value(s, e.X)
		return nil, nil
	default:
		f.count(s, e.X)
		return nil, nil
	}
}

// step executes ++ and --.
func (f *frame) step(s *state, e *cuda.UnaryExpr) []*pointer {
	places := f.place(s, e.X)
	one := f.file.nums.literal(1)
	if e.Op == "--" {
		one = f.file.nums.literal(-1)
	}
	before := f.readAll(s, places)
	f.move(s, places, f.typeOf(e.X), one)
	if e.Postfix {
		return before
	}
	return f.readAll(s, places)
}

// move moves pointers and numbers on.
func (f *frame) move(s *state, places []*place, t *cuda.TypeExpr, by *number) {
	for _, l := range places {
		old := s.number(l)
		all := s.read(l)
		s.unknown(l)
		if len(places) == 1 {
			s.set(l, f.file.nums.sum(old, by, 1))
		}
		if isNumber(t) {
			continue
		}
		if followsShifts(f, t) {
			next := []*pointer(nil)
			for _, p := range all {
				next = append(next, f.shifted(s, p, by))
			}
			if len(places) > 1 {
				next = union(all, next)
			}
			s.write([]*place{l}, next)
		} else if s.held[l.key] == nil {
			s.write([]*place{l}, all)
		}
	}
}

// shifted is p some elements further on.
func (f *frame) shifted(s *state, p *pointer, by *number) *pointer {
	if p.to != nil && f.file.nums.at(p, by) == nil {
		return s.vague(notFollowed("a pointer behind "+named(p.to), 0), []*pointer{p})
	}
	return f.file.nums.moved(p, by)
}

// followsShifts reports whether it counts how far a pointer of a type is moved: what it leads to may have pointers in it.
func followsShifts(f *frame, t *cuda.TypeExpr) bool {
	t = bare(t)
	if t == nil || t.Form == cuda.AutoType {
		return true
	}
	if t.Form != cuda.PointerType && t.Form != cuda.ArrayType || t.Elem == nil {
		return t.Form == cuda.NamedType && t.Name == "iterator"
	}
	switch t.Elem.Form {
	case cuda.PointerType, cuda.ArrayType:
		return true
	case cuda.NamedType:
		return f.classOf(t.Elem) != nil
	default:
		return false
	}
}

func (f *frame) binary(s *state, e *cuda.BinaryExpr) (all []*pointer, from *place) {
	if out, places, is := f.overloaded(s, e.Op, e, e.X, e.Y); is {
		if len(places) == 1 {
			from = places[0]
		}
		return out, from
	}
	if e.Op != "," && e.Op != "<<" && e.Op != ">>" && e.Op != "&&" && e.Op != "||" && len(interfering(f, s, []cuda.Expr{e.X, e.Y})) > 0 {
		inOrders(f, s, []cuda.Expr{e.X, e.Y}, func(s *state, n int) {
			some, _ := f.value(s, []cuda.Expr{e.X, e.Y}[n])
			all = union(all, some)
		})
		return union(all, []*pointer{s.vague(notRead(e), all)}), nil
	}
	switch e.Op {
	case ",":
		f.value(s, e.X)
		return f.value(s, e.Y)
	case ">>":
		f.count(s, e)
		switch t := f.typeOf(e.Y); {
		case isPointer(t): // in >> p
			s.write(f.place(s, e.Y), []*pointer{anything(f, s, notRead(e))})
		case isNumber(t) && !isNumber(f.typeOf(e.X)):
			s.forget(f.place(s, e.Y))
		}
		return f.madeOfNumbers(s, e), nil
	case "+", "-", "&", "|":
	case "*", "/", "%", "^", "<<":
		f.count(s, e)
		return f.madeOfNumbers(s, e), nil
	default:
		f.count(s, e)
		return nil, nil
	}
	if isNumber(f.typeOf(e.X)) && isNumber(f.typeOf(e.Y)) {
		f.count(s, e)
		return f.madeOfNumbers(s, e), nil
	}
	x, _ := f.value(s, e.X)
	y, _ := f.value(s, e.Y)
	switch {
	case e.Op == "-" && f.certain(e.Y):
		return nil, nil
	case len(y) == 0 || f.certain(e.X) || isNumber(f.typeOf(e.Y)):
		return f.shiftedBy(s, e.Op, x, f.typeOf(e.X), e.Y), nil
	case len(x) == 0 || f.certain(e.Y) || isNumber(f.typeOf(e.X)):
		return f.shiftedBy(s, e.Op, y, f.typeOf(e.Y), e.X), nil
	}
	return union(x, y), nil
}

// shiftedBy are pointers moved by an expression.
func (f *frame) shiftedBy(s *state, op string, all []*pointer, t *cuda.TypeExpr, by cuda.Expr) []*pointer {
	if !followsShifts(f, t) {
		return all
	}
	n := f.count(s, by)
	if op == "-" {
		n = f.file.nums.sum(f.file.nums.literal(0), n, -1)
	}
	if op == "&" || op == "|" {
		return all
	}
	var out []*pointer
	for _, p := range all {
		out = append(out, f.shifted(s, p, n))
	}
	return out
}

func pointee(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t != nil && t.Form == cuda.PointerType {
		return t.Elem
	}
	return nil
}

func elementOf(t *cuda.TypeExpr) *cuda.TypeExpr {
	if t = bare(t); t != nil && t.Form == cuda.ArrayType {
		return t.Elem
	}
	if isContainer(t) && len(t.Args) > 0 {
		return t.Args[0].Type
	}
	return nil
}

// isPlace reports whether an expression is a name, or a member of one, which can be looked at again.
func isPlace(e cuda.Expr) bool {
	if m, is := e.(*cuda.MemberExpr); is {
		return isPlace(m.X)
	}
	_, is := e.(*cuda.Ident)
	return is
}

// decidedBy is the one of the two ways of e that its condition c chooses in a state, nil if that is not known.
func decidedBy(s *state, c *number, e *cuda.CondExpr) cuda.Expr {
	if c == nil {
		return nil
	}
	is, decided := s.decided[c.text]
	if c.constant() {
		is, decided = c.c != 0, true
	}
	switch {
	case !decided:
		return nil
	case is:
		return e.X
	}
	return e.Y
}

func (f *frame) either(s *state, e *cuda.CondExpr) (all []*pointer, from *place) {
	f.count(s, e.C)
	ways(f, s, e, func(s *state, x cuda.Expr, only bool) {
		some, of := f.value(s, x)
		all = union(all, some)
		if only {
			from = of
		}
	})
	return all, from
}

// ways executes the operands of c ? x : y behind the condition: the one that is chosen, if that is known, else each of them where
// the other one is not executed.
func ways(f *frame, s *state, e *cuda.CondExpr, execute func(s *state, x cuda.Expr, only bool)) {
	if one := decidedBy(s, f.condition(s, e.C), e); one != nil {
		execute(s, one, true)
		return
	}
	perhaps(f, s, e.X, e.Y, func(s *state, x cuda.Expr) { execute(s, x, false) })
}

// perhaps executes one of two expressions, of which the second may be nil.
func perhaps(f *frame, s *state, x, y cuda.Expr, execute func(s *state, x cuda.Expr)) {
	if !hasEffects(x) && !hasEffects(y) {
		execute(s, x)
		if y != nil {
			execute(s, y)
		}
		return
	}
	other := s.clone()
	execute(s, x)
	if y != nil {
		execute(other, y)
	}
	*s = *joined([]*state{s.clone(), other})
}

// created is a new object.
func (f *frame) created(s *state, e cuda.Expr) (all []*pointer, from *place) {
	l := variable("made" + f.tag + "@" + e.ExprPos().String())
	switch e := e.(type) {
	case *cuda.NewExpr:
		f.count(s, e.Len)
		if f.file.ownsNew() {
			f.construct(s, l, e.Type, e.Args, e.Pos.String(), false)
			return []*pointer{s.vague(notFollowed("`operator new`", e.Pos.Line), append(slices.Clone(f.params), freshAt("operator new")))}, nil
		}
		if e.Len != nil {
			return []*pointer{f.fresh(s, e.Pos.String())}, nil
		}
		f.construct(s, l, e.Type, e.Args, e.Pos.String(), false)
		return []*pointer{addressOf(l)}, nil
	case *cuda.ConstructExpr:
		if holdsReferences(f, e.Type) {
			f.file.steps = mostPieces + 1
		}
		if e.At != nil {
			all, _ := f.value(s, e.At)
			for _, p := range all {
				if of := f.file.nums.at(p, f.file.nums.literal(0)); of != nil {
					f.construct(s, of, e.Type, e.Args, e.Pos.String(), e.Brace)
				}
			}
			return all, nil
		}
		if isNumber(e.Type) && e.Type.Name != "dim3" {
			for _, a := range e.Args {
				all, _ := f.value(s, a)
				if f.certain(a) {
					return all, nil
				}
			}
			return nil, nil
		}
		f.file.types[l.key] = e.Type
		f.construct(s, l, e.Type, e.Args, e.Pos.String(), e.Brace)
	case *cuda.InitList:
		f.list(s, l, nil, e)
	}
	return s.read(l), l
}

// count is the number that an expression is, a symbol where it is none.
func (f *frame) count(s *state, e cuda.Expr) *number {
	switch e := e.(type) {
	case nil:
		return f.file.nums.literal(0)
	case *cuda.IntLit:
		return f.file.nums.literal(int64(e.Value))
	case *cuda.BoolLit:
		if e.Value {
			return f.file.nums.literal(1)
		}
		return f.file.nums.literal(0)
	case *cuda.NullLit:
		return f.file.nums.literal(0)
	case *cuda.StringLit:
		return f.file.nums.symbol("'" + strconv.Quote(e.Value) + "'")
	case *cuda.SizeofExpr:
		return f.file.nums.symbol(cuda.TemplateArg{Expr: e}.Text())
	case *cuda.CastExpr:
		return f.file.nums.as(e.Type, f.count(s, e.X))
	case *cuda.AssignExpr:
		f.assign(s, e)
		return f.numberAt(s, e.X)
	case *cuda.UnaryExpr:
		return countUnary(f, s, e)
	case *cuda.BinaryExpr:
		if e.Op == "," {
			f.value(s, e.X)
			return f.count(s, e.Y)
		}
		if f.isObject(e.X) || f.isObject(e.Y) {
			f.binary(s, e)
			return f.file.nums.unique()
		}
		if e.Op != "&&" && e.Op != "||" && len(interfering(f, s, []cuda.Expr{e.X, e.Y})) > 0 {
			f.binary(s, e)
			return f.file.nums.unique()
		}
		x := f.count(s, e.X)
		if (e.Op == "&&" || e.Op == "||") && hasEffects(e.Y) {
			perhaps(f, s, e.Y, nil, func(s *state, y cuda.Expr) { f.count(s, y) })
			return f.file.nums.unique()
		}
		return f.file.nums.operation(e.Op, x, f.count(s, e.Y))
	case *cuda.CondExpr:
		c := f.condition(s, e.C)
		if one := decidedBy(s, c, e); one != nil {
			return f.count(s, one)
		}
		if c == nil {
			f.count(s, e.C)
			c = f.file.nums.unique()
		}
		text := "(" + c.text
		perhaps(f, s, e.X, e.Y, func(s *state, x cuda.Expr) { text += "?" + f.count(s, x).text })
		if text += ")"; len(text) < longest {
			return f.file.nums.symbol(text)
		}
		return f.file.nums.unique()
	case *cuda.Ident:
		if f.variableOf(e.Name) == "" && !f.ownMember(e.Name) {
			if n, known := f.file.flow.Constant(f.fn, e); known {
				return f.file.nums.literal(n)
			}
		}
		return f.numberAt(s, e)
	case *cuda.MemberExpr, *cuda.IndexExpr:
		return f.numberAt(s, e)
	default:
		if _, from := f.value(s, e); from != nil && s.values[from.key] != nil {
			return s.values[from.key]
		}
		return f.file.nums.unique()
	}
}

func hasEffects(e cuda.Expr) bool {
	found := false
	cuda.WalkExpr(e, func(x cuda.Expr) bool {
		switch x := x.(type) {
		case *cuda.AssignExpr, *cuda.CallExpr:
			found = true
		case *cuda.UnaryExpr:
			found = found || x.Op == "++" || x.Op == "--"
		default:
		}
		return !found
	})
	return found
}

func countUnary(f *frame, s *state, e *cuda.UnaryExpr) *number {
	if f.isObject(e.X) {
		f.unary(s, e)
		return f.file.nums.unique()
	}
	switch e.Op {
	case "-":
		return f.file.nums.sum(f.file.nums.literal(0), f.count(s, e.X), -1)
	case "+":
		return f.count(s, e.X)
	case "!":
		return f.file.nums.operation("==", f.count(s, e.X), f.file.nums.literal(0))
	case "~":
		return f.file.nums.sum(f.file.nums.literal(-1), f.count(s, e.X), -1)
	case "++", "--":
		before := f.numberAt(s, e.X)
		f.step(s, e)
		if e.Postfix {
			return before
		}
		return f.numberAt(s, e.X)
	case "*":
		return f.numberAt(s, e)
	default:
		f.value(s, e)
		return f.file.nums.unique()
	}
}

// numberAt is the number that the place holds which an expression names, or the one that a pointer is for conditions.
func (f *frame) numberAt(s *state, e cuda.Expr) *number {
	places := f.place(s, e)
	if len(places) != 1 {
		return f.file.nums.unique()
	}
	l := places[0]
	if t := f.typeOf(e); !isNumber(t) {
		if s.values[l.key] != nil {
			return s.values[l.key]
		}
		if isPointer(t) {
			all := s.read(l)
			if len(all) != 1 || all[0].vague != "" {
				return f.file.nums.unique()
			}
			if all[0] == nothing {
				return f.file.nums.literal(0)
			}
			return f.file.nums.symbol("@" + all[0].key)
		}
	}
	return s.number(l)
}

// typeOf is the type that a variable or a member is declared with, nil if that is not known.
func (f *frame) typeOf(e cuda.Expr) *cuda.TypeExpr {
	switch e := e.(type) {
	case *cuda.Ident:
		if key := f.variableOf(e.Name); key != "" && len(e.Path) == 0 {
			return f.file.types[key]
		}
		if f.ownMember(e.Name) {
			if t := f.memberOf(f.ownClass(), e.Name); t != nil {
				return t
			}
			return only(f.file.flow.FieldTypes(e.Name))
		}
		if d := f.file.flow.Global(e.Name); d != nil {
			return d.Type
		}
		if _, known := f.file.flow.Constant(f.fn, e); known {
			return plainInt
		}
	case *cuda.MemberExpr:
		t := bare(f.typeOf(e.X))
		if e.Arrow && t != nil {
			t = t.Elem
		}
		if r := f.classOf(t); r != nil {
			if m := f.memberOf(r, e.Name); m != nil {
				return m
			}
		}
		return only(f.file.flow.FieldTypes(e.Name))
	case *cuda.IndexExpr:
		t := bare(f.typeOf(e.X))
		if t != nil && (t.Form == cuda.ArrayType || t.Form == cuda.PointerType) {
			return t.Elem
		}
		if isContainer(t) && len(t.Args) > 0 {
			return t.Args[len(t.Args)-1-boolInt(t.Name == "array")].Type
		}
		if isNumber(t) {
			if t := bare(f.typeOf(e.I)); t != nil && (t.Form == cuda.ArrayType || t.Form == cuda.PointerType) {
				return t.Elem
			}
		}
	case *cuda.ConstructExpr:
		return e.Type
	case *cuda.ThisExpr:
		if r := f.ownClass(); r != nil {
			return &cuda.TypeExpr{Form: cuda.PointerType, Elem: &cuda.TypeExpr{Form: cuda.NamedType, Name: r.Name}}
		}
	case *cuda.UnaryExpr:
		t := f.typeOf(e.X)
		switch e.Op {
		case "&":
			if t != nil {
				return &cuda.TypeExpr{Form: cuda.PointerType, Elem: bare(t)}
			}
		case "*":
			if t = bare(t); t != nil && (t.Form == cuda.PointerType || t.Form == cuda.ArrayType) {
				return t.Elem
			}
		case "!":
			return plainInt
		default:
			return t
		}
	case *cuda.BinaryExpr:
		return f.typeOfBinary(e)
	case *cuda.AssignExpr:
		return f.typeOf(e.X)
	case *cuda.CondExpr:
		if t := f.typeOf(e.X); t != nil {
			return t
		}
		return f.typeOf(e.Y)
	case *cuda.CallExpr:
		if id, is := e.Fun.(*cuda.Ident); is {
			if f.file.flow.Class(id.Name) != nil {
				return &cuda.TypeExpr{Form: cuda.NamedType, Name: id.Name}
			}
			if list := f.file.flow.Candidates(id.Name, len(e.Args), false); len(list) == 1 && list[0].Template == nil {
				return list[0].Result
			}
		}
		if m, is := e.Fun.(*cuda.MemberExpr); is {
			if list := f.file.flow.Candidates(m.Name, len(e.Args), true); len(list) == 1 && list[0].Template == nil {
				return list[0].Result
			}
		}
	default:
		return evident(e)
	}
	return nil
}

// evident is the type that an expression has by itself, a literal, a cast or new; nil for others.
func evident(e cuda.Expr) *cuda.TypeExpr {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return e.Type
	case *cuda.NewExpr:
		return &cuda.TypeExpr{Pos: e.Pos, Form: cuda.PointerType, Elem: e.Type}
	case *cuda.IntLit, *cuda.BoolLit, *cuda.SizeofExpr, *cuda.FloatLit:
		return plainInt
	default:
		return nil
	}
}

var plainInt = &cuda.TypeExpr{Form: cuda.NamedType, Name: "int"}

// unseenType stands for a type that is not seen, where pointers lead to it.
var unseenType = &cuda.TypeExpr{Form: cuda.NamedType, Name: "int"}

func boolInt(is bool) int {
	if is {
		return 1
	}
	return 0
}

func (f *frame) typeOfBinary(e *cuda.BinaryExpr) *cuda.TypeExpr {
	x, y := f.typeOf(e.X), f.typeOf(e.Y)
	switch e.Op {
	case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
		return plainInt
	case ",":
		return y
	}
	for _, t := range []*cuda.TypeExpr{x, y} {
		if isPointer(t) {
			if e.Op == "-" && isPointer(x) && isPointer(y) {
				return plainInt
			}
			if t = bare(t); t.Form == cuda.ArrayType {
				return &cuda.TypeExpr{Form: cuda.PointerType, Elem: t.Elem}
			}
			return t
		}
	}
	if isNumber(x) && isNumber(y) {
		return x
	}
	return nil
}

// classOf is the class of the file that a type is, nil for others.
func (f *frame) classOf(t *cuda.TypeExpr) *cuda.RecordDecl {
	if t = bare(t); t == nil || t.Form != cuda.NamedType || arithmetic[t.Name] {
		return nil
	}
	return f.file.flow.Class(t.Name)
}

// memberOf is the type of a member of a class or its bases, nil if it has none of that name.
func (f *frame) memberOf(r *cuda.RecordDecl, name string) *cuda.TypeExpr {
	if r == nil {
		return nil
	}
	for _, d := range r.Fields {
		if d.Name == name {
			return f.resolved(d.Type)
		}
	}
	for _, b := range r.Bases {
		if base := f.file.flow.Class(b.Name); base != nil && base != r {
			if t := f.memberOf(base, name); t != nil {
				return t
			}
		}
	}
	return nil
}

// isObject reports whether an expression is an object of a class that the file defines.
func (f *frame) isObject(e cuda.Expr) bool { return f.classOf(f.typeOf(e)) != nil }

// only is the one type of which all are, nil if they differ in form.
func only(list []*cuda.TypeExpr) *cuda.TypeExpr {
	for _, t := range list {
		if t == nil || t.Form != list[0].Form || isNumber(t) != isNumber(list[0]) {
			return nil
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// narrow are types that do not hold all numbers of an int.
var narrow = map[string]bool{"short": true, "unsigned short": true, "char": true, "signed char": true, "unsigned char": true, "bool": true, "float": true,
	"int8_t": true, "int16_t": true, "uint8_t": true, "uint16_t": true}

// as is a number as one of a type: another one where that may not hold it.
func (n *numbers) as(t *cuda.TypeExpr, x *number) *number {
	if t = bare(t); t == nil || t.Form != cuda.NamedType || !narrow[t.Name] || x.constant() && (x.c == 0 || x.c == 1 || x.c > 0 && x.c < 128 && t.Name != "bool") {
		return x
	}
	if len(x.text) > longest-24 {
		return n.unique()
	}
	return n.symbol("(" + t.Name + ")" + x.text)
}

var arithmetic = map[string]bool{"int": true, "unsigned": true, "unsigned int": true, "long": true, "unsigned long": true, "long long": true, "unsigned long long": true,
	"short": true, "unsigned short": true, "char": true, "signed char": true, "unsigned char": true, "bool": true, "float": true, "double": true, "size_t": true,
	"ssize_t": true, "ptrdiff_t": true, "int8_t": true, "int16_t": true, "int32_t": true, "int64_t": true, "uint8_t": true, "uint16_t": true, "uint32_t": true,
	"uint64_t": true, "uint": true, "dim3": true, "cudaError_t": true, "cudaStream_t": true}

func isNumber(t *cuda.TypeExpr) bool {
	t = bare(t)
	return t != nil && t.Form == cuda.NamedType && arithmetic[t.Name]
}

func isPointer(t *cuda.TypeExpr) bool {
	t = bare(t)
	return t != nil && (t.Form == cuda.PointerType || t.Form == cuda.ArrayType)
}

// certain reports whether an expression is certainly a pointer, and no number.
func (f *frame) certain(e cuda.Expr) bool {
	switch x := e.(type) {
	case *cuda.UnaryExpr:
		return x.Op == "&" || isPointer(f.typeOf(e))
	case *cuda.BinaryExpr:
		return f.certain(x.X) || f.certain(x.Y)
	default:
		return isPointer(f.typeOf(e))
	}
}

func (f *frame) ownClass() *cuda.RecordDecl {
	if f.own != nil {
		return f.own
	}
	if f.self == nil || f.fn == nil {
		return nil
	}
	return f.file.flow.OwnClass(f.fn)
}

func (f *frame) ownMember(name string) bool {
	if f.self == nil || f.variableOf(name) != "" {
		return false
	}
	r := f.ownClass()
	if r == nil {
		return f.file.flow.Global(name) == nil && len(f.file.flow.FieldTypes(name)) > 0
	}
	return f.memberOf(r, name) != nil || len(r.Bases) > 0 && f.file.flow.Global(name) == nil && len(f.file.flow.FieldTypes(name)) > 0
}

// named are the places that a variable names.
func (f *frame) named(s *state, key string) []*place {
	if places := s.names[key]; len(places) > 0 {
		return places
	}
	return []*place{variable(key)}
}

// place are the places that an expression may name; none if it is not understood or names none.
func (f *frame) place(s *state, e cuda.Expr) []*place {
	switch e := e.(type) {
	case *cuda.CastExpr:
		return f.place(s, e.X)
	case *cuda.Ident:
		key := f.variableOf(e.Name)
		switch {
		case e.Name == "NULL":
		case key != "" && len(e.Path) == 0:
			return f.named(s, key)
		case len(e.Path) == 0 && f.ownMember(e.Name):
			return f.membersOf(s, f.self, nil, e.Name)
		default:
			return []*place{variable("::" + e.Name)}
		}
	case *cuda.MemberExpr:
		if e.Arrow {
			if _, places, is := f.overloaded(s, "->", e, e.X); is {
				return f.membersOf(s, f.behindAll(s, f.readAll(s, places), f.file.nums.literal(0)), nil, e.Name)
			}
			if t := bare(f.typeOf(e.X)); t != nil && t.Name == "optional" {
				return f.membersOf(s, f.place(s, e.X), nil, e.Name)
			}
			return f.membersOf(s, f.leads(s, e.X, f.file.nums.literal(0)), f.typeOf(&cuda.UnaryExpr{Op: "*", X: e.X}), e.Name)
		}
		return f.membersOf(s, f.place(s, e.X), f.typeOf(e.X), e.Name)
	case *cuda.IndexExpr:
		return f.elementOf(s, e)
	case *cuda.UnaryExpr:
		switch e.Op {
		case "*":
			if _, places, is := f.overloaded(s, "*", e, e.X); is {
				return places
			}
			if t := bare(f.typeOf(e.X)); t != nil && t.Form == cuda.NamedType && t.Name == "optional" {
				return f.place(s, e.X)
			}
			return f.leads(s, e.X, f.file.nums.literal(0))
		case "++", "--":
			f.step(s, e)
			return f.place(s, e.X)
		}
	case *cuda.BinaryExpr:
		if e.Op == "," {
			f.value(s, e.X)
			return f.place(s, e.Y)
		}
		if _, places, is := f.overloaded(s, e.Op, e, e.X, e.Y); is {
			return places
		}
	case *cuda.AssignExpr:
		f.assign(s, e)
		return f.place(s, e.X)
	case *cuda.CondExpr:
		f.count(s, e.C)
		var out []*place
		ways(f, s, e, func(s *state, x cuda.Expr, _ bool) { out = append(out, f.place(s, x)...) })
		return out
	case *cuda.CallExpr:
		_, places := f.call(s, e)
		return places
	case *cuda.ConstructExpr, *cuda.InitList:
		if _, from := f.value(s, e); from != nil {
			return []*place{from}
		}
	default:
		// Others are no places.
	}
	return nil
}

// membersOf are the members of that name of objects; all members of a union are one, and references are what they name.
func (f *frame) membersOf(s *state, of []*place, t *cuda.TypeExpr, name string) []*place {
	if r := f.classOf(t); r != nil && (r.Kind == "union" || inUnion(r, name)) || r == nil && f.file.flow.InUnion(name) {
		name = "union"
	}
	var out []*place
	for _, l := range of {
		if l.through != nil && l.through.vague != "" {
			out = append(out, l)
			continue
		}
		m := l.part("." + name)
		if places := s.names[m.key]; len(places) > 0 {
			out = append(out, places...)
			continue
		}
		out = append(out, m)
	}
	return out
}

// inUnion reports whether a name is that of a member of an unnamed union in a class.
func inUnion(r *cuda.RecordDecl, name string) bool {
	return slices.ContainsFunc(r.Fields, func(d *cuda.VarDecl) bool {
		in := (*cuda.RecordDecl)(nil)
		if d.Name == "" && d.Type != nil {
			in = d.Type.Record
		}
		return in != nil && (in.Kind == "union" && slices.ContainsFunc(in.Fields, func(d *cuda.VarDecl) bool { return d.Name == name }) || inUnion(in, name))
	})
}

// elementOf are the places that x[i] may name.
func (f *frame) elementOf(s *state, e *cuda.IndexExpr) []*place {
	if _, places, is := f.overloaded(s, "[]", e, e.X, e.I); is {
		return places
	}
	t := bare(f.typeOf(e.X))
	if isNumber(t) {
		return f.leads(s, e.I, f.count(s, e.X))
	}
	if t != nil && t.Form == cuda.NamedType && !(f.classOf(t) != nil) || t == nil && heldWhole(f, s, e.X) {
		var out []*place
		of := f.place(s, e.X)
		index := f.count(s, e.I)
		for _, l := range parts(of, "["+index.text+"]") {
			if places := s.names[l.key]; len(places) > 0 { // an element of a pack of references
				out = append(out, places...)
			} else {
				out = append(out, l)
			}
		}
		if !isContainer(t) && e.I.ExprPos() != e.X.ExprPos() { // no element of a pack; its type may be another name of one of pointers
			if all := f.readAll(s, of); slices.ContainsFunc(all, func(p *pointer) bool { return p.vague == "" && p != nothing && p.fresh == "" }) {
				out = append(out, f.behindAll(s, all, index)...)
			}
		}
		return out
	}
	all, _ := f.value(s, e.X)
	return f.behindAll(s, all, f.count(s, e.I))
}

// heldWhole reports whether an expression of unknown type names something with elements of its own.
func heldWhole(f *frame, s *state, e cuda.Expr) bool {
	for _, l := range f.place(s, e) {
		for k := range s.held {
			if len(k) > len(l.key) && within(k, l.key) && k[len(l.key)] == '[' {
				return true
			}
		}
	}
	return false
}

func parts(places []*place, path string) []*place {
	var out []*place
	for _, l := range places {
		if l.through != nil && l.through.vague != "" {
			out = append(out, l)
			continue
		}
		out = append(out, l.part(path))
	}
	return out
}

// leads are the places to which a pointer leads, some elements behind.
func (f *frame) leads(s *state, e cuda.Expr, index *number) []*place {
	all, _ := f.value(s, e)
	return f.behindAll(s, all, index)
}

func (f *frame) behindAll(s *state, all []*pointer, index *number) []*place {
	var out []*place
	for _, p := range all {
		switch {
		case p == nothing || p.code != nil || p.fn != nil:
			continue
		case p.of != nil && slices.ContainsFunc(p.among, func(q *pointer) bool { return q.to != nil }): // &x or &y
			out = append(out, f.behindAll(s, p.among, index)...)
		case p.vague != "":
			out = append(out, behind(p))
		case p.depth() >= deepest:
			out = append(out, behind(s.vague("gv2 does not follow a chain of pointers that long", []*pointer{p})))
		default:
			if l := f.file.nums.at(p, index); l != nil {
				out = append(out, l)
			} else {
				out = append(out, behind(s.vague("gv2 does not follow elements behind "+named(p.to), []*pointer{p})))
			}
		}
	}
	return out
}

// assign executes x = y and x += y.
func (f *frame) assign(s *state, e *cuda.AssignExpr) (all []*pointer, from *place) {
	t := f.typeOf(e.X)
	if out, places, is := f.overloaded(s, e.Op, e, e.X, e.Y); is && f.classOf(t) != nil {
		if len(places) == 1 {
			from = places[0]
		}
		return out, from
	}
	if e.Op != "=" {
		by := f.count(s, e.Y)
		places := f.place(s, e.X)
		if made := f.madeOfNumbers(s, e.Y); len(made) > 0 && isNumber(t) { // u ^= (uintptr_t)p;
			for _, l := range places {
				s.held[l.key] = &content{at: l, all: union(s.read(l), made)}
			}
		}
		switch e.Op {
		case "+=":
			f.move(s, places, t, by)
		case "-=":
			f.move(s, places, t, f.file.nums.sum(f.file.nums.literal(0), by, -1))
		default:
			for _, l := range places {
				old := s.number(l)
				s.unknown(l)
				if len(places) == 1 {
					s.set(l, f.file.nums.operation(e.Op[:len(e.Op)-1], old, by))
				}
			}
		}
		return f.readAll(s, places), nil
	}
	if call, is := e.X.(*cuda.CallExpr); is && lastName(call.Fun) != "" { // std::tie(p, n) = f();
		if id, is := call.Fun.(*cuda.Ident); is && id.Name == "tie" {
			f.tied(s, e, call)
			return nil, nil
		}
	}
	if isNumber(t) {
		n := f.count(s, e.Y)
		converted := f.madeOfNumbers(s, e.Y)
		places := f.place(s, e.X)
		for _, l := range places {
			s.unknown(l)
			if len(places) == 1 {
				s.set(l, f.file.nums.as(t, n))
			}
			if delete(s.held, l.key); len(converted) > 0 {
				s.write([]*place{l}, converted)
			}
		}
		return converted, nil
	}
	if list, is := e.Y.(*cuda.InitList); is {
		places := f.place(s, e.X)
		if len(places) == 1 {
			f.initialise(s, places[0], t, list)
			return s.read(places[0]), places[0]
		}
	}
	all, from = f.value(s, e.Y)
	var n *number
	if t == nil && len(all) == 0 {
		n = f.count(s, e.Y)
	}
	places := f.place(s, e.X)
	switch len(places) {
	case 0:
		return f.mixing(s, notRead(e), e.X, e.Y), nil
	case 1:
		f.store(s, places[0], all, from)
		if n != nil {
			s.values[places[0].key] = n
		}
		return all, places[0]
	}
	for _, l := range places {
		s.unknown(l)
		if from != nil && len(s.partsOf(from)) > 0 {
			f.spoil(s, []*place{l}, notRead(e), s.contents(from))
		}
	}
	s.write(places, all)
	return all, nil
}

// tied executes std::tie(p, n) = f().
func (f *frame) tied(s *state, e *cuda.AssignExpr, call *cuda.CallExpr) {
	from, of := f.value(s, e.Y)
	if of != nil {
		from = union(from, s.contents(of))
	}
	for _, p := range from {
		from = union(from, p.from)
	}
	for _, a := range call.Args {
		if t := f.typeOf(a); isNumber(t) {
			for _, l := range f.place(s, a) {
				s.unknown(l)
			}
			continue
		}
		s.write(f.place(s, a), []*pointer{s.vague(notRead(e), from)})
	}
}

// store puts a value into a place, with its parts where it is an object.
func (f *frame) store(s *state, l *place, all []*pointer, from *place) {
	s.unknownOnly(l)
	if from == nil {
		s.write([]*place{l}, all)
		return
	}
	of := s.partsOf(from)
	values := map[string]*number{}
	for k, n := range s.values {
		if k == from.key || within(k, from.key) {
			values[l.key+k[len(from.key):]] = n
		}
	}
	names := map[string][]*place{}
	for k, n := range s.names {
		if within(k, from.key) {
			names[l.key+k[len(from.key):]] = n
		}
	}
	if isNumber(f.file.types[from.key]) && values[l.key] == nil {
		values[l.key] = s.number(from)
	}
	s.unknown(l)
	s.write([]*place{l}, all)
	if exact(l.path) {
		s.putParts(l, of)
	} else {
		for rest, c := range of {
			s.write([]*place{l.part(rest)}, c.all)
		}
	}
	for k, n := range values {
		if exact(l.path) {
			s.values[k] = n
		}
	}
	for k, n := range names {
		s.names[k] = n
	}
}

// unknownOnly is unknown for a place that gets a value next.
func (s *state) unknownOnly(l *place) {
	if s.values[l.key] != nil {
		s.unknown(l)
	}
}

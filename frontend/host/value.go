package host

import (
	"fmt"
	"strings"

	"gv2/frontend/cuda"
)

// hostValue is a value of host code: an integer in n[0] with n[1] and n[2] 1, or
// a dim3. Unknown parts have a reason.
type hostValue struct {
	n     [3]int64
	known [3]bool
	why   string
}

func integer(n int64) hostValue {
	return hostValue{n: [3]int64{n, 1, 1}, known: [3]bool{true, true, true}}
}

// unknownValue may be an integer or a dim3.
func unknownValue(format string, args ...any) hostValue {
	return hostValue{why: fmt.Sprintf(format, args...)}
}

// unknownInt is an unknown integer.
func unknownInt(why string) hostValue {
	return hostValue{n: [3]int64{0, 1, 1}, known: [3]bool{false, true, true}, why: why}
}

func (v hostValue) reason() string {
	if v.why == "" {
		return "it is known only when the program runs"
	}
	return v.why
}

// part is one component as an integer.
func (v hostValue) part(d int) hostValue {
	if !v.known[d] {
		return unknownInt(v.reason())
	}
	return integer(v.n[d])
}

// Bounds of an evaluation: the possible values of an expression, the nesting of
// variables that depend on variables, and the steps in all.
const (
	maxValues = 8
	maxChain  = 24
	maxSteps  = 4_000
)

// sizer evaluates expressions of host code.
type sizer struct {
	names Names
	// fixed evaluates constant expressions.
	fixed        func(cuda.Expr) (int64, bool)
	facts        []Fact
	params       []map[string][]hostValue // of the host functions being evaluated
	depth, steps int
}

// value lists the possible values of x; unknown counts as one.
func (s *sizer) value(x Expr) []hostValue {
	s.depth++
	s.steps++
	defer func() { s.depth-- }()
	if s.depth > 8*maxChain || s.steps > maxSteps {
		return []hostValue{unknownValue("it takes too many steps to compute")}
	}
	return distinct(s.expr(x))
}

// distinct drops duplicate values and bounds their number.
func distinct(values []hostValue) []hostValue {
	var out []hostValue
	seen := map[hostValue]bool{}
	for _, v := range values {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	if len(out) > maxValues {
		out = append(out[:maxValues], unknownValue("it has too many values"))
	}
	return out
}

func onlyValue(v hostValue) []hostValue { return []hostValue{v} }

func (s *sizer) expr(x Expr) []hostValue {
	switch e := x.Expr.(type) {
	case nil:
		return onlyValue(unknownValue("it cannot be read"))
	case *cuda.IntLit:
		return onlyValue(integer(int64(e.Value)))
	case *cuda.BoolLit:
		return onlyValue(integer(asInt(e.Value)))
	case *cuda.Ident:
		return s.name(x, e)
	case *cuda.MemberExpr:
		return s.member(x, e)
	case *cuda.UnaryExpr:
		return s.unary(x, e)
	case *cuda.BinaryExpr:
		return s.binary(x, e)
	case *cuda.CondExpr:
		return s.conditional(x, e)
	case *cuda.CastExpr:
		return s.cast(x, e.Type, []cuda.Expr{e.X})
	case *cuda.ConstructExpr:
		return s.cast(x, e.Type, e.Args)
	case *cuda.InitList:
		return s.dims(x, e.Items)
	case *cuda.CallExpr:
		return s.call(x, e)
	case *cuda.SizeofExpr:
		return s.constant(e, "sizeof")
	}
	return onlyValue(unknownValue("it is not a constant"))
}

func asInt(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// constant evaluates a constant expression.
func (s *sizer) constant(e cuda.Expr, name string) []hostValue {
	n, ok := s.fixed(e)
	if !ok {
		return onlyValue(unknownValue("%s is known only when the program runs", name))
	}
	return onlyValue(integer(n))
}

// name is a variable, a constant, or a template parameter.
func (s *sizer) name(x Expr, id *cuda.Ident) []hostValue {
	if len(id.Path) > 0 || id.HasArgs {
		return s.constant(id, id.Name)
	}
	if n := len(s.params); n > 0 {
		if v, ok := s.params[n-1][id.Name]; ok {
			return v
		}
		return s.constant(id, id.Name)
	}
	for _, f := range s.facts {
		if f.About(x, id.Name) {
			return s.value(f.Value)
		}
	}
	if events := x.History(id.Name); events != nil {
		return s.variable(id.Name, events)
	}
	if c, ok := x.ClassConstant(id.Name); ok {
		return s.value(c)
	}
	if a, ok := x.Bound(id.Name); ok && a.Expr != nil {
		return s.constant(a.Expr, id.Name)
	}
	if d, ok := s.fileVariable(id.Name); ok {
		return s.variable(id.Name, x.FileHistory(d))
	}
	return s.constant(id, id.Name)
}

// fileVariable finds a variable at file level that is no constant.
func (s *sizer) fileVariable(name string) (*cuda.VarDecl, bool) {
	decls := s.names.Decls(name)
	if len(decls) != 1 {
		return nil, false
	}
	d, ok := decls[0].(*cuda.VarDecl)
	return d, ok && d.Space == cuda.NoSpace && !d.Extern && (isDim3(d.Type) || !d.Type.Const && !d.Constexpr)
}

// variable joins the values that the events leave in a variable: separately for
// each component if some event assigns a component.
func (s *sizer) variable(name string, events []Event) []hostValue {
	if d := events[len(events)-1].Declared; d != nil && isFloating(d.Type) {
		return onlyValue(unknownInt("it is computed in floating point"))
	}
	whole := true
	for i := range events {
		whole = whole && events[i].Member == ""
	}
	if whole {
		return s.component(name, events, "")
	}
	out := []hostValue{{}}
	for d, part := range [3]string{"x", "y", "z"} {
		out = combined(out, s.component(name, events, part), func(a, b hostValue) hostValue {
			a.n[d], a.known[d] = b.n[0], b.known[0]
			if a.why == "" && !b.known[0] {
				a.why = b.why
			}
			return a
		})
	}
	return out
}

// combined applies f to all pairs of values.
func combined(a, b []hostValue, f func(a, b hostValue) hostValue) []hostValue {
	var out []hostValue
	for _, x := range a {
		for _, y := range b {
			out = append(out, f(x, y))
		}
	}
	return distinct(out)
}

// component joins the values that the events leave in member part of a
// variable, or in all of it.
func (s *sizer) component(name string, events []Event, part string) []hostValue {
	var out []hostValue
	for i := range events {
		e := &events[i]
		if e.Member != "" && e.Member != part {
			continue
		}
		values := s.event(name, e)
		if d := strings.Index("xyz", part); part != "" && e.Member == "" {
			for j, v := range values {
				if d < 0 || len(part) != 1 {
					values[j] = unknownValue("%s.%s is known only when the program runs", name, part)
				} else {
					values[j] = v.part(d)
				}
			}
		}
		out = append(out, values...)
		if !e.Maybe {
			break
		}
	}
	if len(out) == 0 {
		return onlyValue(unknownValue("%s is known only when the program runs", name))
	}
	return distinct(out)
}

// event is the value that one event gives.
func (s *sizer) event(name string, e *Event) []hostValue {
	switch d := e.Declared; {
	case e.Why != "":
		return onlyValue(unknownValue("%s is known only when the program runs (%s)", name, e.Why))
	case d == nil:
		return named(name, s.value(e.Value))
	case isDim3(d.Type):
		return s.dim3(name, e)
	case d.Init != nil:
		return named(name, s.value(e.Value.With(d.Init)))
	case len(d.Ctor) == 1:
		return named(name, s.value(e.Value.With(d.Ctor[0])))
	default:
		return nil // no program reads it before it is set
	}
}

// named adds to the reasons of unknown values the variable that they make
// unknown.
func named(name string, values []hostValue) []hostValue {
	for i := range values {
		if v := &values[i]; v.why != "" && !strings.HasPrefix(v.why, name+" ") && !strings.Contains(v.why, "known only") {
			v.why = name + " is known only when the program runs"
		}
	}
	return values
}

// dim3 is the value of a declared dim3.
func (s *sizer) dim3(name string, e *Event) []hostValue {
	switch d := e.Declared; {
	case d.Init != nil:
		return named(name, s.value(e.Value.With(d.Init)))
	default:
		return s.dims(e.Value, d.Ctor)
	}
}

func isDim3(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && (t.Name == "dim3" || t.Name == "uint3" || t.Name == "int3")
}

// dims is dim3(x, y, z).
func (s *sizer) dims(x Expr, parts []cuda.Expr) []hostValue {
	out := onlyValue(hostValue{n: [3]int64{1, 1, 1}, known: [3]bool{true, true, true}})
	if len(parts) > 3 {
		return onlyValue(unknownValue("it cannot be read"))
	}
	if len(parts) == 1 {
		return s.value(x.With(parts[0])) // dim3(d) may copy a dim3
	}
	for d, e := range parts {
		out = combined(out, s.value(x.With(e)), func(a, b hostValue) hostValue {
			a.n[d], a.known[d] = b.n[0], b.known[0]
			if !b.known[0] {
				a.why = b.reason()
			}
			return a
		})
	}
	return out
}

// member is v.x.
func (s *sizer) member(x Expr, e *cuda.MemberExpr) []hostValue {
	if e.Arrow {
		return onlyValue(unknownValue("%s is known only when the program runs", e.Name))
	}
	if id, ok := e.X.(*cuda.Ident); ok && len(id.Path) == 0 && len(s.params) == 0 {
		if events := x.History(id.Name); events != nil {
			return s.component(id.Name, events, e.Name)
		}
	}
	d := strings.Index("xyz", e.Name)
	if d < 0 || len(e.Name) != 1 {
		return onlyValue(unknownValue("%s is known only when the program runs", e.Name))
	}
	values := s.value(x.With(e.X))
	for i, v := range values {
		values[i] = v.part(d)
	}
	return values
}

func isFloating(t *cuda.TypeExpr) bool {
	return t != nil && t.Form == cuda.NamedType && (t.Name == "float" || t.Name == "double")
}

// cast is T(x) or (T)x.
func (s *sizer) cast(x Expr, t *cuda.TypeExpr, args []cuda.Expr) []hostValue {
	switch {
	case isDim3(t):
		return s.dims(x, args)
	case t == nil || t.Form != cuda.NamedType || len(args) != 1:
	case isFloating(t):
		return onlyValue(unknownInt("it is computed in floating point"))
	default:
		return s.value(x.With(args[0]))
	}
	return onlyValue(unknownValue("it is not a constant"))
}

// conditional is c ? x : y; both values count if c is unknown.
func (s *sizer) conditional(x Expr, e *cuda.CondExpr) []hostValue {
	var yes, no bool
	for _, c := range s.value(x.With(e.C)) {
		yes = yes || !c.known[0] || c.n[0] != 0
		no = no || !c.known[0] || c.n[0] == 0
	}
	var out []hostValue
	if yes {
		out = append(out, s.value(x.With(e.X))...)
	}
	if no {
		out = append(out, s.value(x.With(e.Y))...)
	}
	return out
}

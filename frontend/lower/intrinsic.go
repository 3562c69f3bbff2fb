package lower

import (
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
)

// intrinsic is a function that the CUDA compiler knows without a declaration in
// the program.
type intrinsic struct {
	name string
	// min and max bound the number of arguments.
	min, max int
	expand   expansion
}

// expansion emits the statements of one call and returns its value, nil for
// void. A fault is reported through the call, and then the value is ignored.
type expansion func(c *call) kernel.Expr

// intrinsics is filled by the intrinsic_*.go files, one for each family.
var intrinsics = map[string]*intrinsic{}

// define adds the names to the table, all with the same expansion.
func define(min, max int, f expansion, names ...string) {
	for _, name := range names {
		if _, twice := intrinsics[name]; twice {
			panic("lower: intrinsic defined twice: " + name)
		}
		intrinsics[name] = &intrinsic{name, min, max, f}
	}
}

// lookupIntrinsic returns the intrinsic of that name. Functions that the
// program itself defines come before; the caller sees to that.
func lookupIntrinsic(name string) (*intrinsic, bool) {
	if in, ok := intrinsics[name]; ok {
		return in, true
	}
	if in := patternIntrinsic(name); in != nil {
		return in, true
	}
	return nil, false
}

// lower expands a call at pos. The expression is nil for void; ok is false if
// a diagnostic was given.
func (in *intrinsic) lower(b builder, pos diag.Pos, args []argument) (e kernel.Expr, ok bool) {
	if len(args) < in.min || len(args) > in.max {
		b.errorf(pos, "%s is called with %d arguments; it takes %s", in.name, len(args), span(in.min, in.max))
		return nil, false
	}
	c := &call{b: b, pos: pos, name: in.name, args: args}
	e = in.expand(c)
	if c.failed {
		return nil, false
	}
	return e, true
}

func span(min, max int) string {
	digits := func(n int) string { return string(rune('0' + n)) }
	if min == max {
		return digits(min)
	}
	return digits(min) + " to " + digits(max)
}

// call is one call of an intrinsic while it is expanded.
type call struct {
	b      builder
	pos    diag.Pos
	name   string
	args   []argument
	failed bool
}

// unsupported reports what gv2 does not model about this call.
func (c *call) unsupported(pos diag.Pos, format string, args ...any) {
	c.failed = true
	c.b.unsupported(pos, format, args...)
}

// value returns argument i, a number. After a fault it is a constant.
func (c *call) value(i int) kernel.Expr {
	if v := c.args[i].value; v != nil {
		return v
	}
	if !c.failed {
		c.unsupported(c.args[i].pos, "%s with an argument that is not a number; pass the members one by one", c.name)
	}
	return kernel.NewConst(kernel.I32, 0)
}

// as returns argument i converted to t.
func (c *call) as(i int, t kernel.Type) kernel.Expr { return convert(c.value(i), t) }

// pointer returns argument i if it points to numbers of a known type.
func (c *call) pointer(i int) (*argument, bool) {
	a := &c.args[i]
	if a.isPtr && a.deref != nil && a.elem.Bits > 0 {
		return a, true
	}
	if !c.failed {
		c.unsupported(a.pos, "%s needs a pointer to a number here; access the members one by one", c.name)
	}
	return nil, false
}

// arbitrary returns a fresh variable about which only its type is known.
func (c *call) arbitrary(t kernel.Type, why string) kernel.Expr {
	return arbitrary(c.b, t, why)
}

package host

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/host/flow"
	"gv2/frontend/host/solve"
	"gv2/frontend/kernel"
)

// Relation is a condition over the sizes of grid and block (kernel.Builtin) and the
// parameters of the kernel (variables of their names), which holds at every launch of
// which gv2 knows.
//
//	gridDim.x == (n + 255) / 256
type Relation struct {
	Cond kernel.Expr
	// Text shows it without the conversions that C makes by itself.
	Text string
	Pos  diag.Pos
	// Held are values of the host that are taken to be held by the narrower parameters that they are passed
	// to, Unseen those whose types are not seen, which are taken for integers. Text says so.
	Held, Unseen []string
	// Fits is set where the size of a grid or block that has 64 bits is taken to fit into 32.
	Fits bool
	// Allocated is the function that gives memory whose calls are taken to succeed, empty for none.
	Allocated string
	// Of is the pointer parameter that leads to so many Bytes; Cond is only good for comparing
	// such relations then.
	Of    string
	Bytes kernel.Expr
}

// conditional is the relation with what its text says of Held, Unseen, Fits and Allocated.
func (r Relation) conditional() Relation {
	var list []string
	if r.Fits {
		list = append(list, "that fits")
	}
	if r.Allocated != "" {
		list = append(list, r.Allocated+" succeeds")
	}
	if len(r.Held) > 0 {
		list = append(list, "the parameter holds "+kernel.Listed(r.Held))
	}
	switch n := len(r.Unseen); {
	case n == 1:
		list = append(list, r.Unseen[0]+" is an integer that the parameter holds and nothing computed from it wraps around")
	case n > 1:
		list = append(list, kernel.Listed(r.Unseen)+" are integers that the parameters hold and nothing computed from them wraps around")
	}
	if len(list) > 0 {
		r.Text += ", if " + kernel.Listed(list)
	}
	return r
}

// Constant is an argument that is the same number in every launch.
type Constant struct {
	// Written is the parameter as the user would write it, Name what the kernel calls it.
	Name, Written string
	// Value is a C literal.
	Value string
	Pos   diag.Pos
	cond  kernel.Expr
}

func (k Constant) relation() Relation {
	return Relation{Cond: k.cond, Text: k.Written + " == " + k.Value, Pos: k.Pos}
}

// argument is what a launch passes as the n-th parameter, converted to its type; nil if
// that is unknown.
func (c *launchSizes) argument(in *instance, n int) kernel.Expr {
	if n >= len(c.params) || n >= len(in.args) || in.args[n] == nil || c.params[n] == nil || !c.told(in, n) {
		return nil
	}
	return cexpr.Convert(in.args[n], c.params[n].T)
}

// relations are those that hold at all of the launches, with the block that they have;
// a dimension of it is 0 where it differs. The kept position is that of a launch of which
// nothing is understood, so that nothing is known of all.
func (c *launchSizes) relations(list []*instance, block [3]int) (constants []Constant, out []Relation, unclear diag.Pos) {
	held, unseen := map[string][]string{}, map[string][]string{}
	allocated := map[string]string{}
	var candidates []Relation
	known := make([]map[string]bool, len(list)) // the relations of each launch
	some := false
	for n, in := range list {
		known[n] = map[string]bool{}
		all := c.relationsOf(in, block)
		some = some || len(all) > 0
		if len(all) == 0 && !unclear.Valid() {
			unclear = in.pos
		}
		for _, r := range all {
			key := kernel.ExprString(r.Cond)
			if known[n][key] {
				continue
			}
			known[n][key] = true
			held[key], unseen[key] = solve.Joined(held[key], r.Held), solve.Joined(unseen[key], r.Unseen)
			allocated[key] = cmp.Or(allocated[key], r.Allocated)
			if !slices.ContainsFunc(candidates, func(o Relation) bool { return kernel.ExprString(o.Cond) == key }) {
				candidates = append(candidates, r)
			}
		}
	}
	for _, r := range candidates {
		key := kernel.ExprString(r.Cond)
		everywhere := true
		for n, in := range list {
			everywhere = everywhere && (known[n][key] || len(known[n]) > 0 && c.follows(in, r.Cond, block))
		}
		if !everywhere {
			continue
		}
		if k, ok := c.constant(r); ok {
			constants = append(constants, k)
		} else {
			r.Held, r.Unseen, r.Allocated = held[key], unseen[key], allocated[key]
			r = r.conditional()
			out = append(out, r)
		}
	}
	if !some {
		unclear = diag.Pos{}
	}
	return constants, out, unclear
}

// follows reports whether a condition holds at a launch because of the arguments and sizes that are constant
// there.
func (c *launchSizes) follows(in *instance, cond kernel.Expr, block [3]int) bool {
	e := kernel.Fold(kernel.MapExpr(cond, func(e kernel.Expr) kernel.Expr {
		switch e := e.(type) {
		case *kernel.VarRef:
			for n, v := range c.params {
				if v == nil || v.Name != e.Var.Name || v.Pos != e.Var.Pos {
					continue
				}
				if k, ok := c.argument(in, n).(*kernel.Const); ok {
					return k
				}
			}
		case *kernel.Builtin:
			x := in.grid[e.Dim]
			if e.Kind == kernel.BlockDim {
				x = in.block[e.Dim]
			}
			if k, ok := x.(*kernel.Const); ok {
				return kernel.Unsigned(k.Val)
			}
		default:
			// Operators are computed.
		}
		return e
	}))
	k, ok := e.(*kernel.Const)
	return ok && k.Val != 0
}

// constant recognises parameter == number.
func (c *launchSizes) constant(r Relation) (Constant, bool) {
	name, _, ok := strings.Cut(r.Text, " == ")
	b, isEq := r.Cond.(*kernel.Binary)
	if !ok || !isEq || b.Op != kernel.Eq {
		return Constant{}, false
	}
	v, isVar := b.X.(*kernel.VarRef)
	k, isConst := b.Y.(*kernel.Const)
	if !isVar || !isConst || v.Var.Written() != name || c.isDistance(v.Var) {
		return Constant{}, false
	}
	var value string
	switch {
	case k.T.Kind == kernel.Bool:
		value = fmt.Sprint(k.Val != 0)
	case !k.T.Signed && k.T.Bits == 64:
		value = fmt.Sprint(uint64(k.Val))
	default:
		value = fmt.Sprint(k.Val)
	}
	return Constant{Name: v.Var.Name, Written: name, Value: value, Pos: r.Pos, cond: r.Cond}, true
}

// relationsOf are the relations of one launch: what is left of its equations when the
// values that only the host knows are expressed by the parameters, or by the sizes of
// grid and block.
func (c *launchSizes) relationsOf(in *instance, block [3]int) []Relation {
	var out []Relation
	seen := map[string]bool{}
	for ; in != nil; in = in.base {
		for _, r := range c.equations(in, block) {
			if key := kernel.ExprString(r.Cond); !seen[key] {
				seen[key] = true
				out = append(out, r)
			}
		}
	}
	return out
}

// equations are the relations of a launch as one function sees it.
func (c *launchSizes) equations(in *instance, block [3]int) []Relation {
	known := solve.Solution{All: map[*kernel.Var]kernel.Expr{}, Low: map[*kernel.Var]kernel.Expr{}, Passed: map[*kernel.Var]kernel.Expr{}, Own: map[*kernel.Var]string{},
		Unseen: in.unseen}
	alt := c.inParameters(in, known.Own)
	var args []kernel.Expr
	solving := map[int]bool{}
	for n := range c.params {
		x := c.argument(in, n)
		args = append(args, x)
		if x == nil {
			continue
		}
		before := known.Count()
		known.Solve(x, kernel.Ref(c.params[n]))
		known.Take(in.args[n], c.params[n])
		solving[n] = known.Count() > before
	}
	size := func(kind kernel.BuiltinKind, d int) kernel.Expr {
		if kind == kernel.BlockDim && block[d] > 0 {
			return kernel.Unsigned(int64(block[d]))
		}
		return &kernel.Builtin{Kind: kind, Dim: d}
	}
	for d := range in.grid {
		known.Solve(in.grid[d], size(kernel.GridDim, d))
	}
	for d := range in.block {
		known.Solve(in.block[d], size(kernel.BlockDim, d))
	}
	var out []Relation
	add := func(cond kernel.Expr, text string, of solve.Premises) {
		if k, ok := cond.(*kernel.Const); ok && k.Val != 0 {
			return
		}
		out = append(out, Relation{Cond: cond, Text: text, Pos: in.pos, Held: of.Held, Unseen: of.Unseen, Fits: of.Fits, Allocated: of.Allocated})
	}
	equate := func(x, y, other kernel.Expr) {
		known, of := known.Taking(y, other)
		if solve.Expressed(y, known) == nil && other != nil {
			y = other
		}
		if guard, value := solve.Guarded(y, known); guard != nil {
			if value = solve.Expressed(value, known); kernel.ExprString(x) != kernel.ExprString(value) {
				otherwise := solve.Opposite(solve.Expressed(guard, known))
				add(cexpr.Binary(kernel.LOr, otherwise, kernel.FoldNode(kernel.Op(kernel.Eq, x, value))),
					plain(otherwise, kernel.BoolType)+" || "+kernel.ExprString(x)+" == "+plain(value, x.Type()), of)
			}
			return
		}
		if y = solve.Expressed(y, known); y != nil && kernel.ExprString(x) != kernel.ExprString(y) {
			if c, ok := y.(*kernel.Convert); ok && c.T == kernel.U32 && c.X.Type().IsInt() && c.X.Type().Bits == 64 && isSize(x) {
				of.Fits = len(of.Unseen) == 0
				x, y = cexpr.Convert(x, c.X.Type()), c.X
			}
			add(kernel.FoldNode(kernel.Op(kernel.Eq, x, y)), spelled(x)+" == "+plain(y, x.Type()), of)
		}
	}
	for n, x := range args {
		if _, computed := x.(*kernel.Binary); x != nil && !(solving[n] && (computed || c.isDistance(c.params[n]))) {
			equate(kernel.Ref(c.params[n]), x, c.argument(alt, n))
		}
	}
	for d, x := range in.grid {
		if _, fixed := x.(*kernel.Const); !fixed {
			equate(&kernel.Builtin{Kind: kernel.GridDim, Dim: d}, x, alt.grid[d])
		}
	}
	for d, x := range in.block {
		if _, fixed := x.(*kernel.Const); !fixed && block[d] == 0 {
			equate(&kernel.Builtin{Kind: kernel.BlockDim, Dim: d}, x, alt.block[d])
		}
	}
	// What is unsigned and held by a signed parameter is not negative.
	for n, v := range c.params {
		if n >= len(args) || args[n] == nil || !v.T.Signed {
			continue
		}
		held, y := known.Own[v], in.args[n]
		if c, ok := y.(*kernel.Convert); ok && held != "" {
			y = c.X
		}
		if r, ok := y.(*kernel.VarRef); ok && held == "" && r.Var.T.IsInt() && !known.Unseen(r.Var) && known.All[r.Var] == nil {
			held = r.Var.Name
		}
		if held != "" && y.Type().IsInt() && !y.Type().Signed {
			add(cexpr.Binary(kernel.Ge, kernel.Ref(v), kernel.NewConst(v.T, 0)), v.Name+" >= 0", solve.Premises{Held: []string{held}})
		}
	}
	for n, x := range in.extents {
		known, of := known.Taking(x, alt.extents[n])
		y := solve.Expressed(x, known)
		if y == nil {
			y = solve.Expressed(alt.extents[n], known)
		}
		if y == nil || n >= len(c.fn.Params) {
			continue
		}
		of.Allocated = in.by[n]
		name := c.fn.Params[n].Name
		memory := kernel.Op(kernel.Eq, kernel.Ref(&kernel.Var{Name: "*" + name, T: kernel.U64, Param: true}), y)
		add(memory, name+" has "+bytesText(y)+" bytes", of)
		out[len(out)-1].Of, out[len(out)-1].Bytes = name, y
	}
	for i, x := range in.conditions {
		known, of := known.Taking(x, alt.conditions[i])
		if slices.ContainsFunc(flow.Roots(x), in.padded) {
			of.Allocated = "cudaMallocPitch"
		}
		if x = solve.Expressed(x, known); x == nil {
			x = solve.Expressed(alt.conditions[i], known)
		}
		if x != nil {
			add(x, plain(x, kernel.BoolType), of)
		}
	}
	return out
}

// bytesText is a number of bytes without the letters that C writes behind constants.
func bytesText(x kernel.Expr) string {
	if c, ok := x.(*kernel.Const); ok {
		return fmt.Sprint(uint64(c.Val))
	}
	return plain(x, kernel.U64)
}

// inParameters is the launch with parameters in place of what it computes for them: the host code may
// compute other values from the same.
//
//	n /= 4; k<<<n / b, b>>>(p, n)    has gridDim.x == n / b, although nothing tells the first n.
func (c *launchSizes) inParameters(in *instance, own map[*kernel.Var]string) *instance {
	type computed struct {
		n    int
		x    kernel.Expr
		by   kernel.Expr
		size int
		// held is the quotient that is narrowed for the parameter.
		held string
	}
	var list []computed
	params := c.params
	for n := range params {
		if c.argument(in, n) == nil {
			continue
		}
		x := in.args[n]
		y := x
		if c, ok := x.(*kernel.Convert); ok && c.T.IsInt() && solve.Narrower(c.T, params[n].T) {
			y = c.X
		}
		if q, ok := y.(*kernel.Binary); ok && q.Op == kernel.Div && !solve.Narrower(q.Type(), params[n].T) {
			list = append(list, computed{n, q, cexpr.Convert(kernel.Ref(params[n]), q.Type()), 0, spelled(q)})
		}
		_, fixed := x.(*kernel.Const)
		_, root := x.(*kernel.VarRef)
		if !fixed && !root && solve.Narrower(x.Type(), c.params[n].T) {
			size := 0
			kernel.WalkExpr(x, func(kernel.Expr) bool { size++; return true })
			list = append(list, computed{n, x, cexpr.Convert(kernel.Ref(params[n]), x.Type()), size, ""})
		}
	}
	if len(list) == 0 {
		return in
	}
	slices.SortStableFunc(list, func(a, b computed) int { return b.size - a.size })
	replaced := func(x kernel.Expr, arg, size int) kernel.Expr {
		for _, k := range list {
			if x == nil || k.n == arg || arg >= 0 && (k.size > size || k.size == size && k.n > arg) {
				continue
			}
			text := kernel.ExprString(k.x)
			x = kernel.MapExpr(x, func(e kernel.Expr) kernel.Expr {
				if e.Type() == k.x.Type() && kernel.ExprString(e) == text && cexpr.Same(e, k.x) {
					own[params[k.n]] = k.held
					return k.by
				}
				return e
			})
		}
		return x
	}
	out := *in
	out.args, out.conditions, out.extents = slices.Clone(in.args), slices.Clone(in.conditions), slices.Clone(in.extents)
	for d := range out.grid {
		out.grid[d], out.block[d] = replaced(in.grid[d], -1, 0), replaced(in.block[d], -1, 0)
	}
	for n, x := range in.args {
		if i := slices.IndexFunc(list, func(k computed) bool { return k.n == n }); i >= 0 {
			out.args[n] = replaced(x, n, list[i].size)
		}
	}
	for i, x := range in.conditions {
		out.conditions[i] = replaced(x, -1, 0)
	}
	for i, x := range in.extents {
		out.extents[i] = replaced(x, -1, 0)
	}
	return &out
}

// plain prints x as a value of type t, without a conversion that C would make by itself
// and that only reads the bits with another sign.
func plain(x kernel.Expr, t kernel.Type) string {
	if c, ok := x.(*kernel.Convert); ok && c.X.Type().IsInt() && c.T == t && c.X.Type().Bits <= t.Bits {
		x = c.X
	}
	if _, choice := x.(*kernel.Cond); choice {
		return "(" + spelled(x) + ")"
	}
	return spelled(x)
}

func spelled(x kernel.Expr) string {
	return inC.Replace(suffix().ReplaceAllStringFunc(kernel.ExprString(x), func(n string) string {
		return strings.NewReplacer("u32", "u", "i64", "l", "u64", "ul").Replace(n)
	}))
}

// inC spells the types of conversions as C does, suffix finds literals that show theirs.
var (
	inC    = strings.NewReplacer("(i32)", "(int)", "(u32)", "(unsigned)", "(i64)", "(long)", "(u64)", "(size_t)", "(i16)", "(short)", "(u8)", "(unsigned char)")
	suffix = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b\d+(u32|i64|u64)\b`) })
)

func isSize(x kernel.Expr) bool {
	_, ok := x.(*kernel.Builtin)
	return ok
}

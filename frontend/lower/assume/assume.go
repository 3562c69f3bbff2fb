// Package assume chooses template arguments for kernels whose arguments the file does not
// tell: a dispatch macro of a header that is missing binds them, or no code of the file
// launches the kernel. A verdict for ordinary arguments that it states is of more use than
// none.
//
// In: a kernel template, one use of it, and which names mean something. Out: uses with
// the unknown names replaced, the likeliest first. Types are float, or int where the name
// speaks of an index; truth values are both; numbers are not assumed, as shapes of arrays
// and launches depend on them.
package assume

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"gv2/frontend/cuda"
	"gv2/frontend/cuda/subst"
	"gv2/frontend/diag"
)

// Choice is a use of a kernel template with assumptions.
type Choice struct {
	Use *cuda.TemplateUse
	// Names are the names of the use that were replaced, with what stands for them.
	Names []Replaced
	// Otherwise are arguments for the template's parameters that neither the use nor its
	// launch tells.
	Otherwise map[string]cuda.TemplateArg
}

// Replaced is a name and its stand-in.
type Replaced struct {
	Name string
	By   cuda.TemplateArg
}

// Note says what was assumed for a name, for the kernel's assumptions.
func (r Replaced) Note(pos diag.Pos) string {
	by := ""
	switch e := r.By.Expr.(type) {
	case *cuda.BoolLit:
		by = fmt.Sprint(e.Value)
	default:
		by = r.By.Text()
	}
	return fmt.Sprintf("%s is %s, as the file does not tell it (line %d)", strings.TrimPrefix(r.Name, subst.Unreadable), by, pos.Line)
}

// most bounds the choices for one use.
const most = 8

var index = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|_)(idx|index|indices|id|ids|int|ind|key|offset|label|pos|count)(_?t(ype)?)?$|^I(d|dx|nt|ndex)[A-Z_]?|Index|IdType`)
})

// typesFor are the types to try for a name, the likeliest first.
func typesFor(name string) []string {
	switch lower := strings.ToLower(name); {
	case strings.Contains(lower, "half"):
		return []string{"__half", "float"}
	case strings.Contains(lower, "bfloat"), strings.Contains(lower, "bf16"):
		return []string{"__nv_bfloat16", "float"}
	case strings.Contains(lower, "double"):
		return []string{"double", "float"}
	case index().MatchString(name):
		return []string{"int", "unsigned int"}
	}
	return []string{"float", "int"}
}

// Choices are the ways to complete u, a use of fn; declared reports whether a name means
// something in the file. None if a name has no ordinary meaning.
func Choices(fn *cuda.FuncDecl, u *cuda.TemplateUse, declared func(name string) bool) []Choice {
	g := &guess{fn: fn, use: u, declared: declared, kinds: map[string]kind{}}
	g.read()
	if g.failed {
		return nil
	}
	for _, p := range fn.Template.Params {
		if k, ok := kindOf(p); ok {
			g.otherwise = append(g.otherwise, named{p.Name, k})
		}
	}
	var out []Choice
	for _, first := range []int{0, 1} {
		for _, c := range g.choices(first) {
			if len(out) < most {
				out = append(out, c)
			}
		}
	}
	return out
}

// Instances adds to out the instances of template fn with the first arguments that fit, for
// open, a use of which not all arguments are known. An instance that is there already
// stands for that use too. Where none fits open is added, with the reason why the likeliest
// does not. try makes an instance for a use and tells whether it can be lowered.
func Instances(out []*cuda.FuncDecl, open, fn *cuda.FuncDecl, declared func(string) bool,
	try func(*cuda.TemplateUse) (made *cuda.FuncDecl, fits bool, why string)) []*cuda.FuncDecl {
	if open.Use.Fault != "" {
		return append(out, open)
	}
	var fitting []*cuda.FuncDecl
	first := ""
	for _, c := range Choices(fn, open.Use, declared) {
		u := *c.Use
		u.Otherwise = c.Otherwise
		for _, r := range c.Names {
			u.Notes = append(u.Notes, r.Note(u.Pos))
		}
		if len(fitting) > 0 && !sameTypes(fitting[0].Use, &u) {
			continue
		}
		made, fits, why := try(&u)
		if fits {
			fitting = append(fitting, made)
		}
		if first == "" {
			first = why
		}
	}
	if len(fitting) == 0 {
		c, u := *open, *open.Use
		c.Use, u.Fault = &u, first
		return append(out, &c)
	}
	for _, made := range fitting {
		i := slices.IndexFunc(out, func(have *cuda.FuncDecl) bool { return have.Name == made.Name })
		if i < 0 {
			out = append(out, made)
			continue
		}
		u := *out[i].Use
		u.Notes = append(slices.Clone(u.Notes), made.Use.Notes...)
		out[i].Use = &u
	}
	return out
}

// kind is what a name may be.
type kind int

const (
	aType kind = iota
	aTruth
	anEnum
	other
)

type named struct {
	name string
	kind
}

type guess struct {
	fn        *cuda.FuncDecl
	use       *cuda.TemplateUse
	declared  func(string) bool
	free      []named
	kinds     map[string]kind
	otherwise []named
	failed    bool
}

// kindOf is what an argument for a parameter is; ok is false where nothing is assumed.
func kindOf(p cuda.TemplateParam) (k kind, ok bool) {
	switch {
	case p.Pack || p.Template || p.DefaultType != nil || p.DefaultExpr != nil:
		return other, false
	case p.Type == nil:
		return aType, true
	case p.Type.Form == cuda.NamedType && p.Type.Name == "bool" && len(p.Type.Path) == 0:
		return aTruth, true
	}
	return other, false
}

// read collects the names of the use that mean nothing in the file.
func (g *guess) read() {
	params := g.fn.Template.Params
	for i, a := range g.use.Args {
		as := other
		if i < len(params) {
			p := params[i]
			p.DefaultType, p.DefaultExpr = nil, nil
			if k, ok := kindOf(p); ok {
				as = k
			}
		}
		bare := a.Type != nil && a.Type.Form == cuda.NamedType && len(a.Type.Path) == 0 && !a.Type.HasArgs ||
			a.Type == nil && isBare(a.Expr)
		subst.Names(a, func(name string) {
			k := aType
			if bare {
				k = as
			}
			g.note(name, k)
		})
	}
	for _, t := range g.use.Call {
		if t != nil {
			subst.Names(cuda.TemplateArg{Type: t}, func(name string) { g.note(name, aType) })
		}
	}
}

func isBare(e cuda.Expr) bool {
	id, ok := e.(*cuda.Ident)
	return ok && len(id.Path) == 0 && !id.HasArgs
}

func (g *guess) note(name string, k kind) {
	if _, seen := g.kinds[name]; seen || name == "" || name == "auto" || g.declared(name) || library(name) {
		return
	}
	g.kinds[name] = k
	if k == other {
		g.failed = true
		return
	}
	g.free = append(g.free, named{name, k})
}

// library reports whether a name begins one of the known types.
func library(name string) bool { return name == "at" || name == "c10" }

// choices are those with the first or the second type for each name, and all truth
// values.
func (g *guess) choices(n int) []Choice {
	truths := []int{}
	all := append(append([]named{}, g.free...), g.otherwise...)
	for i, x := range all {
		if x.kind == aTruth {
			truths = append(truths, i)
		}
	}
	var out []Choice
	for bits := 0; bits < 1<<min(len(truths), 2); bits++ {
		c := Choice{Otherwise: map[string]cuda.TemplateArg{}}
		by := subst.Map{}
		truth := 0
		for i, x := range all {
			var a cuda.TemplateArg
			if x.kind == aTruth {
				a.Expr = &cuda.BoolLit{Pos: g.use.Pos, Value: bits>>truth&1 == 0}
				truth++
			} else {
				a.Type = &cuda.TypeExpr{Pos: g.use.Pos, Name: typesFor(x.name)[n]}
			}
			if i < len(g.free) {
				by[x.name] = a
				c.Names = append(c.Names, Replaced{x.name, a})
			} else {
				c.Otherwise[x.name] = a
			}
		}
		c.Use = replaced(g.use, by)
		c.Names = append(c.Names, fromLibraries(c.Use)...)
		out = append(out, c)
	}
	return out
}

// replaced is a copy of u with names replaced.
func replaced(u *cuda.TemplateUse, by subst.Map) *cuda.TemplateUse {
	c := *u
	c.Args, c.Call = nil, nil
	for _, a := range u.Args {
		c.Args = append(c.Args, by.Arg(a))
	}
	for _, t := range u.Call {
		c.Call = append(c.Call, by.Type(t))
	}
	return &c
}

// fromLibraries replaces the known types in u.
func fromLibraries(u *cuda.TemplateUse) []Replaced {
	var out []Replaced
	own := func(t *cuda.TypeExpr) *cuda.TypeExpr {
		for e := t; e != nil; e = e.Elem {
			if by := ownName(e); by != "" {
				c := *e
				c.Path, c.PathArgs, c.Name, c.Args, c.HasArgs = nil, nil, by, nil, false
				out = append(out, Replaced{cuda.TemplateArg{Type: e}.Text(), cuda.TemplateArg{Type: &c}})
				return rebuilt(t, e, &c)
			}
		}
		return t
	}
	for i := range u.Args {
		if t := u.Args[i].Type; t != nil {
			if n := own(t); n != t {
				u.Args[i] = cuda.TemplateArg{Type: n}
			}
		}
	}
	for i := range u.Call {
		u.Call[i] = own(u.Call[i])
	}
	return out
}

// ownName is CUDA's name for a type of ATen's, empty for others: of a half, and of the type
// in which sums of another are computed.
func ownName(t *cuda.TypeExpr) string {
	if t.Form != cuda.NamedType || len(t.Path) == 0 || !library(t.Path[0]) {
		return ""
	}
	switch t.Name {
	case "Half":
		return "__half"
	case "BFloat16":
		return "__nv_bfloat16"
	case "acc_type", "acc_type_device", "opmath_type":
		if len(t.Args) == 0 || t.Args[0].Type == nil || len(t.Args[0].Type.Path) > 0 {
			return ""
		}
		switch t.Args[0].Type.Name {
		case "double":
			return "double"
		case "float", "__half", "__nv_bfloat16":
			return "float"
		}
	}
	return ""
}

// rebuilt is t with by in the place of its part e.
func rebuilt(t, e, by *cuda.TypeExpr) *cuda.TypeExpr {
	if t == e {
		return by
	}
	c := *t
	c.Elem = rebuilt(t.Elem, e, by)
	return &c
}

// sameTypes reports whether two choices for one use differ at most in truth values.
func sameTypes(a, b *cuda.TemplateUse) bool {
	same := func(x, y cuda.TemplateArg) bool { return x.Type == nil || y.Type == nil || x.Text() == y.Text() }
	for i := range a.Args {
		if !same(a.Args[i], b.Args[i]) {
			return false
		}
	}
	for name, x := range a.Otherwise {
		if !same(x, b.Otherwise[name]) {
			return false
		}
	}
	return true
}

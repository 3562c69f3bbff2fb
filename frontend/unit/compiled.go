package unit

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/kernel"
)

// named is an Entry that knows the names of its parameters.
type named interface{ ParamNames() []string }

// ParamNames are the names of the kernel's parameters, in order.
func (e cudaEntry) ParamNames() (names []string) {
	for i := range e.fn.Params {
		names = append(names, e.fn.Params[i].Name)
	}
	return names
}

// Compiled are the kernels that a compiler made of kernel number i, whose PTX it is, with the same
// launch, sizes, values of parameters and conditions on them, which are matched by their positions.
// The units have one kernel each; there are several for a template of which u does not know the
// arguments, and none if the compiler made none.
func (u *Unit) Compiled(ctx context.Context, i int, file string, ptx []byte) (out []*Unit, err error) {
	k := u.Kernels[i]
	l, err := u.launch(k)
	if err != nil {
		return nil, err
	}
	set := u.setting(k, l)
	opts := u.opts
	opts.BlockDim, opts.GridDim, opts.SharedBytes, opts.Kernels = &l.BlockDim, &l.GridDim, set.SharedBytes, nil
	opts.Params = map[string]string{}
	var names []string
	if e, ok := k.Entry.(named); ok {
		names = e.ParamNames()
	}
	for i, name := range names {
		if value, given := set.Params[name]; given {
			opts.Params[strconv.Itoa(i)] = value
		}
	}
	all, err := Load(ctx, PTX, file, ptx, opts)
	if err != nil {
		return nil, err
	}
	all.assumed = append(u.statedParams(k, set), u.sizeAssumptions(k)...)
	all.holds, all.untaken = byPosition(set.Holds, names)
	for i := range all.Kernels {
		if sameKernel(k.Name(), all.Kernels[i].Name()) {
			one := *all
			one.Kernels = all.Kernels[i : i+1]
			out = append(out, &one)
		}
	}
	return out, nil
}

// byPosition names the parameters in conditions by their positions. Conditions on something else,
// such as a member of a parameter, are left out.
func byPosition(holds []kernel.Precondition, names []string) (out, untaken []kernel.Precondition) {
	for _, h := range holds {
		known := true
		cond := kernel.MapExpr(h.Cond, func(e kernel.Expr) kernel.Expr {
			r, ok := e.(*kernel.VarRef)
			if !ok {
				return e
			}
			i := slices.Index(names, r.Var.Name)
			if i < 0 || !r.Var.T.IsInt() {
				known = false
				return e
			}
			return kernel.Ref(&kernel.Var{Name: ptxParam(i), T: r.Var.T, Param: true})
		})
		if known {
			out = append(out, kernel.Precondition{Cond: cond, Text: h.Text})
		} else {
			untaken = append(untaken, h)
		}
	}
	return out, untaken
}

// Untaken are the conditions on launches of the source that a unit of Compiled does without, as text.
func (u *Unit) Untaken() []string {
	out := make([]string, len(u.untaken))
	for i, h := range u.untaken {
		out[i] = h.Text
	}
	return out
}

// sameKernel reports whether a kernel of PTX has the name of one of the source; the name of a
// template is that of all its instances.
func sameKernel(source, ptx string) bool {
	source, ptx = strings.ReplaceAll(source, " ", ""), strings.ReplaceAll(ptx, " ", "")
	name, _, _ := strings.Cut(ptx, "(")
	if name == source || ptx == source {
		return true
	}
	if strings.Contains(source, "<") {
		return false
	}
	name, _, instance := strings.Cut(name, "<")
	return instance && (name == source || strings.HasSuffix(name, "::"+source)) || strings.HasSuffix(name, "::"+source)
}

// Worded replaces what sentences name in CUDA C++ by the names of the unit's language.
func (u *Unit) Worded(text string) string {
	if len(u.terms.Words) == 0 {
		return text
	}
	return strings.NewReplacer(u.terms.Words...).Replace(text)
}

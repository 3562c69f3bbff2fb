package unit

import (
	"context"
	"strconv"
	"strings"
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
// launch, sizes and values of parameters. Conditions that hold between parameters at launches are
// not taken over. The units have one kernel each; there are several for a template of which u does
// not know the arguments, and none if the compiler made none.
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
	if e, ok := k.Entry.(named); ok {
		for i, name := range e.ParamNames() {
			if value, given := set.Params[name]; given {
				opts.Params[strconv.Itoa(i)] = value
			}
		}
	}
	all, err := Load(ctx, PTX, file, ptx, opts)
	if err != nil {
		return nil, err
	}
	all.assumed = append(u.statedParams(k, set), u.sizeAssumptions(k)...)
	for i := range all.Kernels {
		if sameKernel(k.Name(), all.Kernels[i].Name()) {
			one := *all
			one.Kernels = all.Kernels[i : i+1]
			out = append(out, &one)
		}
	}
	return out, nil
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

package unit

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"gv2/frontend/cexpr"
	"gv2/frontend/diag"
	"gv2/frontend/host"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/ptx/module"
	"gv2/frontend/ptx/translate"
)

// PTX is the assembly language that compilers make of kernels.
var PTX Language = ptxLanguage{}

type ptxLanguage struct{}

func (ptxLanguage) Name() string { return "ptx" }

func (ptxLanguage) Extensions() []string { return []string{".ptx"} }

func (ptxLanguage) Terms() Terms {
	return Terms{Kernel: ".entry function", Bounds: ".maxntid", Requires: "precondition", Words: []string{
		"the same __syncthreads() statement", "the same bar.sync 0",
		"__syncthreads()", "bar.sync 0", "__syncthreads", "bar.sync 0", "__syncwarp()", "bar.warp.sync", "__syncwarp", "bar.warp.sync",
		"__threadfence_block()", "membar.cta", "__threadfence()", "membar.gl",
		"; an __assume() about it may help", "", "an __assume() about the value, or --param, may help", "--param may help",
		"; an __assume() about the value may help", "",
		"; write one with __invariant, or fix parameters", "; fix parameters", "; write one with __invariant", "",
	}}
}

func (ptxLanguage) Read(_ context.Context, name string, text []byte, _ Macros) Text {
	return ptxText{name, string(text)}
}

type ptxText struct{ name, text string }

// Leading are the comment lines at the beginning.
func (t ptxText) Leading() (lines []string) {
	for rest := t.text; ; {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "//") {
			return lines
		}
		lines = append(lines, strings.TrimPrefix(line, "//"))
	}
}

func (t ptxText) Parse(context.Context) ([]Entry, diag.List) {
	m, diags := module.Parse(t.name, t.text)
	if diags.HasErrors() {
		return nil, diags
	}
	var entries []Entry
	shorts := map[string]int{}
	for _, f := range m.Functions {
		if f.Entry && f.HasBody {
			short, _ := translate.NameOf(f.Name)
			shorts[short]++
			entries = append(entries, ptxEntry{f, short})
		}
	}
	for i, e := range entries {
		// Overloads are told apart by their parameters.
		if e := e.(ptxEntry); shorts[e.name] > 1 {
			_, e.name = translate.NameOf(e.f.Name)
			entries[i] = e
		}
	}
	return entries, diags
}

// ptxEntry is an .entry function.
type ptxEntry struct {
	f    *module.Function
	name string
}

func (e ptxEntry) Name() string { return e.name }

func (e ptxEntry) Pos() diag.Pos { return e.f.Pos() }

func (e ptxEntry) Faults() diag.List {
	_, diags := e.f.Body()
	return diags
}

// Bounds is .maxntid, which is what __launch_bounds__ becomes.
func (e ptxEntry) Bounds() (threads int, ok bool) {
	n := e.f.Most[0] * e.f.Most[1] * e.f.Most[2]
	return n, n > 0
}

// clusterDims is .reqnctapercluster.
func (e ptxEntry) clusterDims() (dims [3]int, stated, ok bool) {
	d := e.f.Cluster
	ok = d[0] > 0 && d[1] > 0 && d[2] > 0 && d[0]*d[1]*d[2] <= kernel.MostRanks
	return d, d != [3]int{}, ok
}

// Launches is the block that .reqntid asks for.
func (e ptxEntry) Launches(context.Context) ([]host.Size, []host.Unknown) {
	if e.f.Required == [3]int{} {
		return nil, nil
	}
	return []host.Size{{Block: e.f.Required, SharedBytes: -1, Pos: e.f.Pos()}}, nil
}

func (e ptxEntry) Lower(ctx context.Context, s Setting) (*kernel.Kernel, diag.List) {
	k, diags := translate.Kernel(ctx, e.f, translate.Options{Name: e.name, Launch: s.Launch, Params: s.Params, SharedBytes: s.SharedBytes, UnknownConstants: s.UnknownConstants})
	if k != nil {
		launched(k, s)
	}
	return k, diags
}

// Narrow says how large the launch is in dimensions that no instruction asks for.
func (e ptxEntry) Narrow(k *kernel.Kernel, l kernel.Launch) { k.Launch = l }

// ptxPrefix begins the names of parameters in the IR; their numbers follow.
const ptxPrefix = "param_"

// ptxParam is the name of a parameter in the kernel's IR.
func ptxParam(i int) string { return ptxPrefix + strconv.Itoa(i) }

// launched enters into k what holds at its launches. Parameters have the names of ptxParam; one that
// the kernel does not read may still relate others.
func launched(k *kernel.Kernel, s Setting) {
	values, taken := map[annotation.Scalar]kernel.Expr{}, map[string]bool{}
	for _, v := range k.Vars {
		taken[v.Name] = true
	}
	for _, h := range s.Holds {
		kernel.WalkExpr(h.Cond, func(e kernel.Expr) bool {
			r, ok := e.(*kernel.VarRef)
			if !ok {
				return true
			}
			name := annotation.Scalar{Name: r.Var.Name, Pos: r.Var.Pos}
			if x := ptxScalar(k, s, r.Var); values[name] == nil && x != nil && !taken[r.Var.Name] {
				values[name] = x
			}
			return true
		})
	}
	own := k.Params
	rest, sentences := annotation.Launched(k, s.Holds, values)
	k.Params = withRead(own, rest, k.Requires)
	k.Assumptions = append(k.Assumptions, sentences...)
	var begin []kernel.Stmt
	for _, cond := range rest {
		begin = append(begin, &kernel.Assume{Src: kernel.Src{Pos: k.Pos}, Cond: cond, Listed: true})
	}
	k.Body = append(begin, k.Body...)
}

// ptxScalar is the parameter of a kernel that a condition reads as v: a number that the setting gives,
// the parameter that k reads, or one that it does not read; nil if k reads it in another width.
func ptxScalar(k *kernel.Kernel, s Setting, v *kernel.Var) kernel.Expr {
	if text, given := s.Params[strings.TrimPrefix(v.Name, ptxPrefix)]; given {
		return cexpr.Literal(text, v.T)
	}
	for _, p := range k.Params {
		if p.Name != v.Name {
			continue
		}
		if !p.T.IsInt() || !v.T.IsInt() || p.T.Bits != v.T.Bits {
			return nil
		}
		return cexpr.Convert(kernel.Ref(p), v.T)
	}
	return kernel.Ref(&kernel.Var{Name: v.Name, T: v.T, Param: true, Pos: k.Pos})
}

// withRead are the parameters of a kernel with those besides that conditions read.
func withRead(params []*kernel.Var, conds ...[]kernel.Expr) []*kernel.Var {
	for _, list := range conds {
		for _, cond := range list {
			kernel.WalkExpr(cond, func(e kernel.Expr) bool {
				if r, ok := e.(*kernel.VarRef); ok && r.Var.Param && !slices.Contains(params, r.Var) {
					params = append(params, r.Var)
				}
				return true
			})
		}
	}
	return params
}

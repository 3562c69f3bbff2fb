// Package lower turns the syntax tree of a CUDA file into the kernel IR: names
// and types are resolved, calls inlined, structs split into fields, and pointers
// turned into (array, offset) pairs.
//
// Lower is a pure function of the file, the kernel and the options. Whatever it
// cannot model becomes a diagnostic with its position; it never drops a side
// effect or a memory access. With a diagnostic worse than a warning there is no
// kernel.
//
// What a pointer may point to, and how wide the accesses to an array are, is
// only known after everything was looked at. Therefore a kernel is lowered
// repeatedly until nothing new is learnt; see object.Analysis.
//
// What a called name means is decided in callname.go. What CUDA defines stands in
// tables of other packages, which know nothing of scopes and syntax: functions of the
// compiler in intrinsic, libraries in lower/library, annotations in
// lower/annotation, PTX instructions in ptx. They emit through object.Output, the
// kernel being built. Types and their layout are lower/ctype; what values lie in and
// what pointers lead to is lower/object.
//
// The files of this package call each other in circles, as C++ does: an expression
// may define a type, whose size is a constant expression, which may call a function.
package lower

import (
	"context"
	"slices"
	"strings"

	"gv2/frontend/cuda"
	"gv2/frontend/diag"
	"gv2/frontend/emit"
	"gv2/frontend/kernel"
	"gv2/frontend/lower/annotation"
	"gv2/frontend/lower/bind"
	"gv2/frontend/lower/contract"
	"gv2/frontend/lower/ctype"
	"gv2/frontend/lower/object"
	"gv2/frontend/lower/spin"
	"gv2/frontend/lower/syntax"
	"gv2/frontend/lower/tidy"
)

// maxPasses bounds how often a kernel is lowered until nothing new is learnt.
const maxPasses = 64

// LaunchBounds returns the number of threads that fn's __launch_bounds__ allows
// per block; ok is false if it has none that is constant.
func (n *Names) LaunchBounds(fn *cuda.FuncDecl) (threads int, ok bool) {
	values, ok := n.attribute(fn, fn.Launch)
	if !ok || values[0] <= 0 || values[0] > kernel.MostThreads {
		return 0, false
	}
	return int(values[0]), true
}

// ClusterDims returns the blocks of a cluster that fn's __cluster_dims__ says; ok is false if it has none
// that is constant.
func (n *Names) ClusterDims(fn *cuda.FuncDecl) (dims [3]int, ok bool) {
	values, ok := n.attribute(fn, fn.Cluster)
	dims = [3]int{1, 1, 1}
	for d := range values {
		if ok = ok && d < 3 && values[d] > 0 && values[d] <= kernel.MostRanks; !ok {
			break
		}
		dims[d] = int(values[d])
	}
	return dims, ok
}

// attribute is the values of an attribute's arguments, as far as they are constant; ok is false if the first one is
// not, or there is none.
func (n *Names) attribute(fn *cuda.FuncDecl, args []cuda.Expr) (values []int64, ok bool) {
	if len(args) == 0 {
		return nil, false
	}
	l := newLowerer(context.Background(), n.program(), object.NewAnalysis(), fn, Options{SharedBytes: -1})
	l.frame = &frame{inst: l.an.Root, fn: fn, path: fn.Scope, scope: bind.New(nil)}
	if !l.instance() {
		return nil, false
	}
	for _, a := range args {
		c, constant := l.constant(a)
		if !constant {
			break
		}
		values = append(values, c.Val)
	}
	return values, len(values) > 0
}

// Lower translates kernel fn of f. The kernel is nil if a diagnostic is worse
// than a warning.
func Lower(f *cuda.File, fn *cuda.FuncDecl, opts Options) (*kernel.Kernel, diag.List) {
	return NamesOf(f).Lower(context.Background(), fn, opts)
}

// Lower translates kernel fn of the file as the function Lower does. When ctx is done it
// stops soon, and returns no kernel.
func (n *Names) Lower(ctx context.Context, fn *cuda.FuncDecl, opts Options) (*kernel.Kernel, diag.List) {
	return lowerIn(ctx, n.program(), fn, opts)
}

func lowerIn(ctx context.Context, prog *program, fn *cuda.FuncDecl, opts Options) (*kernel.Kernel, diag.List) {
	an := object.NewAnalysis()
	for range maxPasses {
		an.Begin()
		l := newLowerer(ctx, prog, an, fn, opts)
		l.kernel()
		if ctx.Err() != nil {
			return nil, diag.List{}
		}
		l.mem.ProveDemands()
		if an.Changed && !l.out.Stopped {
			continue
		}
		if l.diags.HasErrors() {
			return nil, l.diags
		}
		l.out.Kernel.Body = spin.Waits(l.out.Kernel.Body)
		l.mem.StateAddresses()
		tidy.DropUnused(l.out.Kernel)
		l.mem.AssumeNoAliases(unlikeOnes(l.opts.Overlaps))
		if missing := prog.names.Missing; len(missing) > 0 {
			l.out.Assume("what the kernel uses has no other meaning in " + diag.Names(missing) + ", which gv2 did not find")
		}
		return kernel.WithStated(kernel.WithClaims(l.out.Kernel)), l.diags
	}
	var diags diag.List
	diags.Unsupportedf(fn.Pos, "the pointers of kernel %s need more than %d passes to follow; simplify its pointer assignments", fn.Name, maxPasses)
	return nil, diags
}

func newLowerer(ctx context.Context, prog *program, an *object.Analysis, fn *cuda.FuncDecl, opts Options) *lowerer {
	l := &lowerer{prog: prog, an: an, opts: opts, fn: fn, paramSeen: map[string]bool{}, tables: map[*object.Memory][]kernel.Const{}, staticOf: map[*object.Memory]*ctype.Record{}, scalars: map[annotation.Scalar]kernel.Expr{}}
	k := &kernel.Kernel{Name: strings.TrimRight(emit.Identifier(fn.Name), "_"), Pos: fn.Pos, Launch: opts.Launch}
	l.out = object.NewOutput(ctx, k, &l.diags, func() []diag.Pos {
		if l.frame == nil {
			return nil
		}
		return l.frame.calls
	})
	l.mem = object.NewModel(an, l.out, object.Core{
		Inst:      func() *object.Instance { return l.frame.inst },
		Stating:   func() bool { return l.notes.Stating() },
		Ghost:     func() bool { return l.notes.Ghost() },
		Contents:  l.initialContents,
		Functions: l.initialFunctions,
	}, opts.SharedBytes, opts.UnknownConstants)
	l.notes = contract.New(contract.Core{
		Out: l.out, An: an, Model: l.mem, Launch: opts.Launch,
		Truth: l.truthOf, Number: l.scalar, Eval: l.eval, TypeOf: l.typeOf, Convert: l.convertTo,
		Printed: func(e *cuda.CallExpr) {
			for _, a := range l.callArgs(e.Args) {
				if !a.place().T.Bad() {
					l.argValue(a)
				}
			}
		},
		Here: func() contract.Function {
			return contract.Function{Decl: l.frame.fn, Scope: l.frame.scope, Kernel: l.frame.depth == 0, Terms: &l.frame.terms}
		},
		Within: func(sc *bind.Scope, f func()) {
			outer := l.frame.scope
			l.frame.scope = sc
			f()
			l.frame.scope = outer
		},
	})
	return l
}

// kernel lowers l.fn into l.out.Kernel.
func (l *lowerer) kernel() {
	fr := &frame{inst: l.an.Root, fn: l.fn, path: l.fn.Scope, scope: bind.New(nil)}
	l.frame = fr
	if !l.instance() {
		return
	}
	body, diags := l.fn.Body()
	l.diags.Merge(diags)
	if body == nil || diags.HasErrors() {
		return
	}
	l.parameters()
	rest, sentences := annotation.Launched(l.out.Kernel, l.opts.Holds, l.scalars)
	l.out.Kernel.Overlaps = annotation.Untold(l.out.Kernel)
	for _, text := range sentences {
		l.out.Assume(text)
	}
	for _, cond := range rest {
		l.out.Emit(&kernel.Assume{Src: l.out.At(l.fn.Pos), Cond: cond, Listed: true})
	}
	l.notes.Axioms(l.prog.names.Axioms, &l.diags)
	l.kernelBody(fr, body)
	l.out.Kernel.Body = tidy.TrimReturn(l.out.Cur)
	l.out.Kernel.Body = annotation.SettleAccesses(l.out.Kernel.Body)
	annotation.Extents(l.out.Kernel, l.opts.Holds, l.scalars)
	l.notes.Settle()
	l.unknownParams()
}

// kernelBody lowers the body; with a postcondition it becomes a region, which
// returns leave, so that it is stated wherever the kernel ends.
func (l *lowerer) kernelBody(fr *frame, body *cuda.Block) {
	noneTwice(l, l.fn, body)
	fr.terms = contract.TermsOf(body)
	if !annotation.Ensures(body) {
		l.blockIn(body, bind.New(fr.scope))
		return
	}
	fr.label = l.out.Unique("end_of_" + emit.Identifier(l.fn.Name))
	fr.rtype = ctype.Void
	stmts := l.out.Block(func() { l.blockIn(body, bind.New(fr.scope)) })
	stmts, trimmed := tidy.TrimLeaves(stmts, fr.label)
	if fr.leaves > trimmed {
		l.out.Cur = append(l.out.Cur, &kernel.Region{Src: l.out.At(l.fn.Pos), Label: fr.label, Body: stmts})
	} else {
		l.out.Cur = append(l.out.Cur, stmts...)
	}
	l.notes.Ensured(&voidPlace)
}

// unknownParams reports --param names that the kernel does not have; sizes of boxes of tensors have names of their own.
func (l *lowerer) unknownParams() {
	for _, b := range kernel.Boxes(l.out.Kernel.Body) {
		l.paramSeen[b.Name] = true
	}
	names, have := syntax.UnknownParams(l.fn, l.opts.Params, l.paramSeen, annotation.Names(l.scalars))
	for _, p := range l.out.Kernel.Params {
		if i := slices.Index(have, p.Name); i >= 0 {
			have[i] = p.Written()
		}
	}
	for _, name := range names {
		if typed := l.opts.Typed[name]; typed != "" {
			name = typed
		}
		l.Errorf(l.fn.Pos, "kernel %s has no scalar parameter %s; its parameters are %s", l.fn.Name, name, diag.Names(have))
	}
}

// Package unit goes from the text of a file to the kernels in it, each with the
// sentences that a proof of it rests on.
//
// In comes a text, its language, and what the command line says. The steps are:
//
//	read     macros and includes; the leading comment may define more of them
//	parse    the kernels of the file, of which Options chooses
//	sizes    one Kernel for each size of block that the file launches a kernel with,
//	         unless the command line or the comment says the size
//	lower    the kernel IR
//	narrow   an open grid or block is one thread wide where the kernel does not look
//	bounds   assertions that accesses stay within their arrays, where they are asked for
//	state    what the user and the steps before took for granted, as assumptions
//
// Out comes the IR that all later stages read. Faults of the file are in Diags or
// among the diagnostics of a kernel; an error is a fault of the command line, or an
// *InternalError. Everything that depends on the language is behind Language.
package unit

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"gv2/frontend/aligned"
	"gv2/frontend/cluster"
	"gv2/frontend/diag"
	"gv2/frontend/kernel"
	"gv2/frontend/tensor"
)

// Unit is one input file.
type Unit struct {
	// Name is the file's name in positions and messages.
	Name string
	Text []byte
	// Kernels are those to look at, in the order of the file, each as often as it has
	// sizes.
	Kernels []Kernel
	// Expected is the verdict in the file's first line, pass or xfail:CODE; empty if
	// there is none.
	Expected string
	// Diags are about the file as a whole. With one worse than a warning there are no
	// kernels.
	Diags diag.List

	terms   Terms
	opts    Options
	comment comment
	lines   []string // of Text, once asked for
	// included are the lines of the file and of those that it includes, by name, once asked for.
	included map[string][]string
	// assumed are sentences about sizes and parameters for kernels that a compiler made; nil
	// for others.
	assumed []string
	// holds is what holds at the launches of the source of such a kernel, untaken what cannot be
	// said of it.
	holds, untaken []kernel.Precondition
}

// InternalError says that gv2 broke a rule of its own.
type InternalError struct{ Err error }

func (e *InternalError) Error() string { return "internal error: " + e.Err.Error() }

func (e *InternalError) Unwrap() error { return e.Err }

// Load reads and parses a text and selects its kernels. When ctx is done it stops soon,
// and the error is that of ctx.
func Load(ctx context.Context, l Language, name string, text []byte, opts Options) (*Unit, error) {
	u := &Unit{Name: name, Text: text, terms: l.Terms(), opts: opts}
	all, err := u.parse(ctx, l)
	if err != nil {
		return nil, err
	}
	if u.Diags.HasErrors() {
		return u, nil
	}
	chosen, err := u.choose(all)
	if err != nil {
		return nil, err
	}
	u.Kernels = u.launched(u.sizes(ctx, chosen))
	if err := ctx.Err(); err != nil {
		return nil, err // launches may be missing
	}
	return u, nil
}

// parse runs the preprocessor and the parser. Macros that the leading comment
// defines are known only after a first look at it.
func (u *Unit) parse(ctx context.Context, l Language) ([]Entry, error) {
	text := l.Read(ctx, u.Name, u.Text, u.opts.macros(&comment{}))
	var err error
	if u.comment, err = readComment(text.Leading()); err != nil {
		return nil, fmt.Errorf("%s: %w", u.Name, err)
	}
	if len(u.comment.defines)+len(u.comment.include) > 0 {
		text = l.Read(ctx, u.Name, u.Text, u.opts.macros(&u.comment))
	}
	u.Expected = u.comment.expected
	first := diag.Pos{File: u.Name, Line: 1, Col: 1}
	for _, option := range u.comment.ignored {
		u.Diags.Warnf(first, "option %s in the leading comment is ignored", option)
	}
	if dims := u.comment.blockDim; dims != nil && Threads(*dims) > kernel.MostThreads {
		u.Diags.Warnf(first, "a block of %d threads is larger than any device supports", Threads(*dims))
	}
	all, diags := text.Parse(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err // declarations and faults may be missing
	}
	u.Diags.Merge(diags)
	return all, nil
}

// choose finds the kernels to look at.
func (u *Unit) choose(all []Entry) ([]Entry, error) {
	if len(all) == 0 {
		return nil, fmt.Errorf("no %s in %s", u.terms.Kernel, u.Name)
	}
	if len(u.opts.Kernels) == 0 {
		return all, nil
	}
	found := map[string]bool{}
	names := wholeNames(u.opts.Kernels)
	var chosen []Entry
	for _, e := range all {
		// The name of a template means all its instances.
		template, _, _ := strings.Cut(e.Name(), "<")
		for _, name := range []string{e.Name(), template} {
			if slices.Contains(names, name) {
				found[name] = true
				chosen = append(chosen, e)
				break
			}
		}
	}
	for _, name := range names {
		if !found[name] {
			return nil, fmt.Errorf("no kernel %s in %s; it has %s", name, u.Name, entryNames(all))
		}
	}
	return chosen, nil
}

// wholeNames joins what the commas of k<int, 4> have split.
func wholeNames(names []string) []string {
	var out []string
	for _, name := range names {
		n := len(out) - 1
		if n >= 0 && strings.Count(out[n], "<") > strings.Count(out[n], ">") {
			out[n] += ", " + strings.TrimSpace(name)
		} else {
			out = append(out, strings.TrimSpace(name))
		}
	}
	return out
}

func entryNames(all []Entry) string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.Name()
	}
	return strings.Join(names, ", ")
}

// Lower makes the IR of kernel number i. An error is about the command line or a
// bug of gv2, diagnostics are about the kernel, which is nil if one of them is worse
// than a warning. When ctx is done it stops soon, and the error is that of ctx.
func (u *Unit) Lower(ctx context.Context, i int) (*kernel.Kernel, diag.List, error) {
	launch, err := u.launch(u.Kernels[i])
	if err != nil && !u.Kernels[i].hasErrors() {
		return nil, diag.List{}, err
	}
	return u.lower(ctx, u.Kernels[i], launch)
}

// LowerFor makes the IR of a kernel for blocks of another size, which MayHave allows.
func (u *Unit) LowerFor(ctx context.Context, chosen Kernel, block [3]int) (*kernel.Kernel, diag.List, error) {
	return u.lower(ctx, chosen, kernel.Launch{BlockDim: block, GridDim: u.gridDim(chosen), Cluster: u.clustered(chosen)})
}

// clustered is clusterDim, where it is known.
func (u *Unit) clustered(k Kernel) [3]int {
	dims, _ := u.clusterDim(k)
	return dims
}

// joined is the kernel of whole clusters that k is, where it has clusters: nil after a diagnostic.
func (u *Unit) joined(chosen Kernel, k *kernel.Kernel, diags diag.List) (*kernel.Kernel, diag.List) {
	if _, known := u.clusterDim(chosen); !known && !u.launchedWithout(chosen) && cluster.Uses(k) {
		diags.Errorf(k.Pos, "how many blocks does a cluster have? give --cluster-dim, as in --cluster-dim 2")
		return nil, diags
	}
	out, fault := cluster.Join(k)
	if fault != nil {
		diags.Add(*fault)
		return nil, diags
	}
	return out, diags
}

func (k Kernel) hasErrors() bool {
	diags := k.Faults()
	return diags.HasErrors()
}

func (u *Unit) lower(ctx context.Context, chosen Kernel, launch kernel.Launch) (*kernel.Kernel, diag.List, error) {
	if diags := chosen.Faults(); diags.HasErrors() {
		return nil, diags, nil
	}
	set := u.setting(chosen, launch)
	instead := u.presume(chosen, &set)
	k, diags, err := u.lowerSatisfiable(ctx, chosen, set)
	if k == nil || err != nil {
		return nil, diags, err
	}
	k.Assumptions = append(k.Assumptions, instead...)
	k = u.withWritten(k)
	k.Passed = chosen.launches()
	if e, is := chosen.Entry.(interface{ cooperative(context.Context) bool }); is && u.opts.Launches != NothingOfLaunches {
		k.Cooperative = e.cooperative(ctx)
	}
	sized, fault := tensor.Sized(k, set.Params)
	if fault != nil {
		diags.Add(*fault)
		return nil, diags, nil
	}
	k = aligned.Settled(sized)
	if s, others := kernel.MixedReduction(k); s != nil {
		a := kernel.Touched(s).Array
		diags.Unsupportedf(s.Source().Pos, "asynchronous reductions of %s beside %s on it, which are not atomic for them; use one kind of them", cmp.Or(a.Label, a.Name), others)
		return nil, diags, nil
	}
	if k, diags = u.joined(chosen, k, diags); k == nil {
		return nil, diags, nil
	}
	if u.checksBounds() {
		k = boundsChecked(k)
	} else {
		k.Extents = nil // nothing asks for them
	}
	if u.opts.OnlyShared {
		k = kernel.OnlyShared(k)
	}
	k.Assumptions = slices.Concat(u.stated(chosen, k, set), u.sizeAssumptions(chosen), k.Assumptions)
	if u.opts.SelfCheck && !diags.HasErrors() {
		if err := kernel.Check(k); err != nil {
			return nil, diags, &InternalError{fmt.Errorf("the kernel IR of %s breaks a rule: %w", chosen.Name(), err)}
		}
	}
	return k, diags, nil
}

// lowerSatisfiable lowers a kernel; without what holds at its launches, if no values reach these.
func (u *Unit) lowerSatisfiable(ctx context.Context, e Entry, set Setting) (*kernel.Kernel, diag.List, error) {
	k, diags := lowerNarrowed(ctx, e, set)
	if err := ctx.Err(); err != nil {
		return nil, diag.List{}, err
	}
	if k == nil {
		return nil, diags, nil
	}
	k = withLimits(k)
	contradicts, err := u.contradicts(ctx, k)
	if !contradicts || err != nil || len(set.Holds) == 0 {
		return k, diags, err
	}
	never := "no values reach the launches that gv2 sees, and nothing is taken from them: " + textOf(set.Holds)
	set.Holds = nil
	if k, diags, err = u.lowerSatisfiable(ctx, e, set); k != nil {
		k.Assumptions = append(k.Assumptions, never)
	}
	return k, diags, err
}

func textOf(holds []kernel.Precondition) string {
	texts := make([]string, len(holds))
	for i, h := range holds {
		texts[i] = h.Text
	}
	return strings.Join(texts, ", ")
}

// Forget drops kernel number i, which nobody will lower again. With the last one the
// parsed file goes, which is much larger than the IR.
func (u *Unit) Forget(i int) { u.Kernels[i] = Kernel{} }

// lowerNarrowed lowers a kernel, and again where its open launch can be narrowed.
func lowerNarrowed(ctx context.Context, e Entry, set Setting) (*kernel.Kernel, diag.List) {
	k, diags := e.Lower(ctx, set)
	if k == nil || diags.HasErrors() {
		return k, diags
	}
	launch, sentences := closeUnused(k)
	if launch == k.Launch {
		return k, diags
	}
	set.Launch = launch
	if n, ok := narrowing(e); ok {
		n.Narrow(k, launch)
	} else {
		k, diags = e.Lower(ctx, set)
	}
	if k != nil {
		k.Assumptions = append(k.Assumptions, sentences...)
	}
	return k, diags
}

// narrower is an Entry whose kernel need not be lowered again for dimensions in which it never looks
// where it is: Narrow gives it the launch.
type narrower interface {
	Narrow(k *kernel.Kernel, l kernel.Launch)
}

func narrowing(e Entry) (narrower, bool) {
	if k, ok := e.(Kernel); ok {
		e = k.Entry
	}
	n, ok := e.(narrower)
	return n, ok
}

// checksBounds reports whether to check that accesses stay within their arrays. That is
// checked on request only.
func (u *Unit) checksBounds() bool {
	return u.opts.Bounds || u.comment.arrayBounds && !u.opts.FixedChecks
}

// boundsChecked is the kernel with its accesses checked, as far as the lengths of
// arrays are known.
func boundsChecked(k *kernel.Kernel) *kernel.Kernel {
	k = kernel.WithExtents(k)
	k.Assumptions = slices.Concat(k.Assumptions, k.UnknownLengths())
	return k
}

// Line returns a line of the file without the blanks around it, for the comments of
// a translation; lines of included files are not shown.
func (u *Unit) Line(p diag.Pos) string {
	if u.lines == nil {
		u.lines = strings.Split(string(u.Text), "\n")
	}
	if p.File != u.Name || p.Line < 1 || p.Line > len(u.lines) {
		return ""
	}
	return strings.TrimSpace(u.lines[p.Line-1])
}

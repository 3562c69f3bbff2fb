package verdict

import (
	"slices"

	"gv2/frontend/kernel"
	"gv2/predicate/fact"
	"gv2/runtime/claim"
	"gv2/runtime/weft"
)

// contradiction is the reason why a race of the translation does not count.
const contradiction = "the translation finds a race, but it treats what threads receive from others as arbitrary: " +
	"executed with the values it names, the kernel shows none"

// contradicted executes the kernel with the parameters and the grid that each race
// names. Those of which the execution shows that there are none are dropped from r:
// they rest on values that no thread ever computes. It reports whether none is left.
//
// Only kernels in which such values matter are looked at.
func (d *decision) contradicted(r *Result) bool {
	if d.opts.Engine == BoogieEngine || !fact.ReadsBack(d.k) && !fact.ExchangesMatter(d.k) {
		return false
	}
	left := 0
	r.Findings = slices.DeleteFunc(r.Findings, func(f claim.Finding) bool {
		if f.Property != kernel.DataRace || f.Severity != claim.ErrorSeverity {
			return false
		}
		if f.Seen != claim.Executed && d.replaysClean(&f) {
			return true
		}
		left++
		return false
	})
	return left == 0
}

// mostElsewhere is how often a race is sought for other values of parameters.
const mostElsewhere = 2

// elsewhere looks for other races where r has none but such that the execution
// contradicts, as n = 0 may be the first value that a race is found for and the
// only one without it: with other values of the parameters. What is found takes
// the place of r's races; a proof says nothing about r.
func (d *decision) elsewhere(r *Result, across bool, on bases) {
	k, other := *d.k, *r
	for range mostElsewhere {
		p := other.Property(kernel.DataRace)
		if p == nil || p.Status != claim.Refuted || other.Err != nil {
			return
		}
		values := raceValues(other.Findings)
		rest := other
		rest.Findings = slices.Clone(other.Findings)
		if !d.contradicted(&rest) {
			break
		}
		k.Requires = append(slices.Clone(k.Requires), otherThan(d.k, values)...)
		if len(k.Requires) == len(d.k.Requires) {
			return
		}
		st := d.opts.Trace.Begin(stepOtherValues)
		d.opts.Trace.Ask(BoogieEngine, "races for other values of parameters")
		other = d.askOf(&k, map[kernel.Property]bool{kernel.DataRace: true}, across, on)
		d.opts.Trace.End(st)
	}
	isRace := func(f claim.Finding) bool { return f.Property == kernel.DataRace }
	found := slices.DeleteFunc(slices.Clone(other.Findings), func(f claim.Finding) bool { return !isRace(f) })
	r.Findings = append(slices.DeleteFunc(slices.Clone(r.Findings), isRace), found...)
}

// raceValues are the values that the races among the findings name.
func raceValues(findings []claim.Finding) []map[string]int64 {
	var out []map[string]int64
	for _, f := range findings {
		if f.Property == kernel.DataRace && f.Severity == claim.ErrorSeverity {
			out = append(out, f.Values.Numbers())
		}
	}
	return out
}

// otherThan says that the parameters have none of those values.
func otherThan(k *kernel.Kernel, values []map[string]int64) []kernel.Expr {
	var out []kernel.Expr
	for _, of := range values {
		var differs kernel.Expr
		for _, p := range k.Params {
			v, given := of[p.Name]
			if !given || p.T.Kind != kernel.Int {
				continue
			}
			is := kernel.Expr(&kernel.Binary{Op: kernel.Ne, X: fact.ValueOf(p), Y: kernel.NewConst(p.T, v)})
			if differs != nil {
				is = &kernel.Binary{Op: kernel.LOr, X: differs, Y: is}
			}
			differs = is
		}
		if differs != nil {
			out = append(out, differs)
		}
	}
	return out
}

// replaysClean reports whether the exact engine proves that the kernel has no race
// with the values that a finding names.
func (d *decision) replaysClean(f *claim.Finding) bool {
	k, params, ok := d.concrete(f.Values)
	if !ok {
		return false
	}
	o := d.opts.ExactOptions()
	o.Params = params
	defer d.opts.Trace.End(d.opts.Trace.Begin(stepReplay))
	d.opts.Trace.Ask(WeftEngine, "the block executed with the values of a race that was found")
	report, err := d.again(k, o)
	clean := err == nil && report.Verdicts[kernel.DataRace].Status == claim.Proved
	if clean {
		d.opts.Trace.Note("it has no race: " + f.Brief() + " does not count")
	}
	return clean
}

// again runs the exact engine once more, in the time left.
func (d *decision) again(k *kernel.Kernel, o weft.Options) (*weft.Report, error) {
	ctx, cancel := Within(d.ctx, d.deadline(1))
	defer cancel()
	return d.engines.Check(ctx, k, o)
}

// concrete is the kernel with the launch and the parameters that a finding names;
// ok is false where they leave something open or the grid is too large to be run.
func (d *decision) concrete(values claim.Values) (*kernel.Kernel, map[string]int64, bool) {
	k := *d.k
	params := map[string]int64{}
	for name := range values {
		v, ok := values.Number(name)
		if !ok || values.Wide(name) {
			return nil, nil, false
		}
		if i := slices.Index(claim.GridNames, name); i >= 0 {
			k.Launch.GridDim[i] = int(v)
		} else {
			params[name] = v
		}
	}
	n := k.Launch.Blocks()
	return &k, params, n > 0 && n <= weft.DefaultMaxBlocks
}

// assertedAway drops failures of assertions that the execution of the block has
// shown to hold for every input; property is the one they belong to. It reports whether none is left.
func (d *decision) assertedAway(property kernel.Property, r *Result) bool {
	if d.report == nil || !d.report.Complete || d.uncertainAsserts() {
		return false
	}
	left := 0
	r.Findings = slices.DeleteFunc(r.Findings, func(f claim.Finding) bool {
		if f.Property != property {
			return false
		}
		for _, s := range d.report.OpenAsserts {
			if s.Src().Pos == f.Pos() {
				left++
				return false
			}
		}
		return true
	})
	return left == 0
}

// uncertainAsserts reports whether what the execution computed may differ in another
// schedule.
func (d *decision) uncertainAsserts() bool {
	return d.report.Verdicts[kernel.DataRace].Status != claim.Proved && !d.report.Verdicts[kernel.DataRace].Blocks && fact.ReadsBack(d.k)
}
